import type { ModelRequest, ModelTool } from "../../domain/model.ts";
import { safeReply, safeStream } from "../../domain/safe-reply.ts";
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
  /** Hosts that a reply may link to in a chat app though nobody named them. */
  readonly linkHosts?: readonly string[] | undefined;
}): Skill {
  return {
    name: "chat",
    wants: () => true,
    async run(turn) {
      const history = await turn.history(options.historyMessagesIn?.[turn.channel] ?? options.historyMessages);
      const offers = await Promise.all((options.tools ?? []).map((source) => source.offer(turn)));
      const files = fileTools(turn);
      const thoughts = thoughtsOf(turn);
      const told: string[] = [];
      const request: ModelRequest = {
        purpose: "chat",
        messages: chatPrompt(turn, history, await readWindow(turn)),
        tools: [...settingsTools(turn), ...files.tools, ...offers.flatMap(({ tools }) => tools)].map((tool) => noted(tool, told)),
        sourceEventIds: [...history, ...turn.window].map((message) => message.eventId),
        accountId: turn.account.id,
        person: turn.account,
        conversationId: turn.conversationId,
        turnId: turn.turnId,
        onThought: thoughts.onThought,
        signal: turn.signal,
      };
      // The page opens nothing by itself. A chat app may, and an address can carry words away.
      const asked = { ...request, links: turn.channel === "web" ? "all" : { hosts: options.linkHosts ?? [], texts: told } } as const;
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
      const said = safeReply(answer.text, asked);
      const used = await Promise.all(offers.map((offer) => offer.finish(said)));
      const lines = used.flatMap(({ lines: said }) => said);
      if (lines.length > 0) turn.show({ text: `\n\n${lines.join("\n")}` });
      return {
        reply: [[said, ...(lines.length === 0 ? [] : [lines.join("\n")])].join("\n\n")],
        disposition: "replied",
        reason: "reply_ready",
        files: files.chosen(),
        events: used.flatMap(({ events }) => events),
      };
    },
  };
}

/** What a tool answered was given to the model, too. */
const noted = (tool: ModelTool, told: string[]): ModelTool => ({
  ...tool,
  run: async (args, signal) => {
    const answer = await tool.run(args, signal);
    told.push(JSON.stringify(answer));
    return answer;
  },
});
