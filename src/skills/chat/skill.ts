import type { ModelRequest } from "../../domain/model.ts";
import { safeReply, safeStream } from "../../links/safe-reply.ts";
import type { Skill } from "../../domain/skill.ts";
import type { ToolSource } from "../../domain/tool-source.ts";
import { fileTools } from "./file-tools.ts";
import { chatPrompt } from "./prompt.ts";
import { linkPolicy, withHint } from "./reply-links.ts";
import { settingsTools } from "./settings-tools.ts";
import { thoughtsOf } from "./thoughts.ts";
import { readWindow } from "./window-text.ts";

/** Ordinary conversation: takes whatever no other skill wants. */
export function chatSkill(options: {
  readonly historyMessages: number;
  /** Channels that have a number of their own. */
  readonly historyMessagesIn?: Readonly<Record<string, number>> | undefined;
  /** Commands of other skills. What they did is said in their own words, at the end of the reply. */
  readonly tools?: readonly ToolSource[] | undefined;
  /** Hosts that a reply may link to in a chat app, beside those that the person allowed. */
  readonly linkHosts?: readonly string[] | undefined;
}): Skill {
  return {
    name: "chat",
    wants: () => true,
    async run(turn) {
      const history = await turn.history(options.historyMessagesIn?.[turn.channel] ?? options.historyMessages);
      const offers = await Promise.all((options.tools ?? []).map((source) => source.offer(turn)));
      const links = await linkPolicy(turn, history, options.linkHosts ?? []);
      const files = fileTools(turn, links);
      const thoughts = thoughtsOf(turn, links);
      const request: ModelRequest = {
        purpose: "chat",
        messages: chatPrompt(turn, history, await readWindow(turn)),
        tools: [...settingsTools(turn), ...files.tools, ...offers.flatMap(({ tools }) => tools)],
        sourceEventIds: [...history, ...turn.window].map((message) => message.eventId),
        accountId: turn.account.id,
        person: turn.account,
        conversationId: turn.conversationId,
        turnId: turn.turnId,
        onThought: thoughts.onThought,
        signal: turn.signal,
      };
      const asked = { ...request, links };
      const stream = safeStream(asked);
      const answer = await turn.model.stream(request, (chunk) => {
        if (chunk.kind === "text") {
          thoughts.end();
          const more = stream.more(chunk.text);
          if (more !== undefined) turn.show(more);
          return;
        }
        for (const begun of [files, thoughts]) begun.forget();
        stream.restart();
        turn.show({ text: "", replace: true });
      });
      const { text: said, hint } = withHint(turn, history, safeReply(answer.text, asked));
      const used = await Promise.all(offers.map((offer) => offer.finish(said)));
      const lines = used.flatMap(({ lines: said }) => said);
      if (lines.length > 0) turn.show({ text: `\n\n${lines.join("\n")}` });
      return {
        reply: [[said, ...(lines.length === 0 ? [] : [lines.join("\n")]), ...hint].join("\n\n")],
        disposition: "replied",
        reason: "reply_ready",
        files: files.chosen(),
        events: used.flatMap(({ events }) => events),
      };
    },
  };
}
