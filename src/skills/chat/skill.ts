import type { Skill } from "../../domain/skill.ts";
import { chatPrompt } from "./prompt.ts";
import { settingsTools } from "./settings-tools.ts";

/** Ordinary conversation: takes whatever no other skill wants. */
export function chatSkill(options: { historyMessages: number }): Skill {
  return {
    name: "chat",
    wants: () => true,
    async run(turn) {
      const history = await turn.history(options.historyMessages);
      const answer = await turn.model.stream(
        {
          purpose: "chat",
          messages: chatPrompt(turn, history),
          tools: settingsTools(turn),
          sourceEventIds: [...history, ...turn.window].map((message) => message.eventId),
          accountId: turn.account.id,
          conversationId: turn.conversationId,
          turnId: turn.turnId,
          signal: turn.signal,
        },
        (chunk) => turn.show(chunk.kind === "restart" ? { text: "", replace: true } : { text: chunk.text }),
      );
      return { reply: [answer.text], disposition: "replied", reason: "reply_ready" };
    },
  };
}
