import type { Skill } from "../../domain/skill.ts";
import type { ToolSource } from "../../domain/tool-source.ts";
import { fileTools } from "./file-tools.ts";
import { chatPrompt } from "./prompt.ts";
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
}): Skill {
  return {
    name: "chat",
    wants: () => true,
    async run(turn) {
      const history = await turn.history(options.historyMessagesIn?.[turn.channel] ?? options.historyMessages);
      const offers = await Promise.all((options.tools ?? []).map((source) => source.offer(turn)));
      const files = fileTools(turn);
      const thoughts = thoughtsOf(turn);
      const answer = await turn.model.stream(
        {
          purpose: "chat",
          messages: chatPrompt(turn, history, await readWindow(turn)),
          tools: [...settingsTools(turn), ...files.tools, ...offers.flatMap(({ tools }) => tools)],
          sourceEventIds: [...history, ...turn.window].map((message) => message.eventId),
          accountId: turn.account.id,
          conversationId: turn.conversationId,
          turnId: turn.turnId,
          onThought: thoughts.onThought,
          signal: turn.signal,
        },
        (chunk) => {
          if (chunk.kind === "text") {
            thoughts.end();
            turn.show({ text: chunk.text });
            return;
          }
          for (const begun of [files, thoughts]) begun.forget();
          turn.show({ text: "", replace: true });
        },
      );
      const used = await Promise.all(offers.map((offer) => offer.finish(answer.text)));
      const lines = used.flatMap(({ lines: said }) => said);
      if (lines.length > 0) turn.show({ text: `\n\n${lines.join("\n")}` });
      return {
        reply: [[answer.text, ...(lines.length === 0 ? [] : [lines.join("\n")])].join("\n\n")],
        disposition: "replied",
        reason: "reply_ready",
        files: files.chosen(),
        events: used.flatMap(({ events }) => events),
      };
    },
  };
}
