import type { OutsideTools } from "../../domain/ports/outside-tools.ts";
import type { Skill, SkillResult, TurnContext } from "../../domain/skill.ts";
import { readSurroundings } from "../../domain/surroundings.ts";
import { shorten } from "../../domain/text.ts";
import { safeReply } from "../../links/safe-reply.ts";
import { offerTools, type ToolsOptions } from "./offer.ts";
import { findQuestion, languageOf, type OpenQuestion, readAnswer } from "./question.ts";
import { toolWords } from "./words.ts";

const longestAnswer = 1_500;

/**
 * Tools of other programs' servers, for the model that answers. A person's answer to a question
 * about one of them is carried out here, by rules. Where others read along there are none.
 */
export function createToolsSkill(options: ToolsOptions): Skill {
  return {
    name: "tools",
    async handle(turn) {
      if (readSurroundings(turn.window.at(-1)?.payload ?? {})?.shared === true) return undefined;
      const servers = await options.outside.serversFor(turn.account.id);
      if (servers.length === 0) return undefined;
      const answer = readAnswer(turn);
      const asked = answer === undefined ? undefined : await findQuestion(turn);
      if (answer !== undefined && asked !== undefined)
        return carryOut(options.outside, turn, { asked, answer });
      if (turn.model.describe.kind === "offline") return undefined;
      return {
        next: { tools: [{ offer: (words) => offerTools({ ...options, servers }, turn, words) }] },
      };
    },
  };
}

async function carryOut(
  outside: OutsideTools,
  turn: TurnContext,
  { asked, answer }: { readonly asked: OpenQuestion; readonly answer: "allowed" | "declined" },
): Promise<SkillResult> {
  const to = languageOf(turn);
  // Taken before anything is sent: a turn that is decided again does not send twice.
  const isFirst = await outside.answer(asked.id, answer);
  if (answer === "declined") return toReply(toolWords.declined(to));
  if (!isFirst) return toReply(toolWords.already_called(asked, to));
  const { server, tool, args, id } = asked;
  const result = await outside.call(
    {
      server,
      tool,
      args,
      accountId: turn.account.id,
      conversationId: turn.conversationId,
      turnId: turn.turnId,
      questionId: id,
    },
    turn.signal,
  );
  if (result.outcome !== "done") return toReply(toolWords[result.outcome](asked, to));
  const links = turn.channel.opensLinks
    ? { own: [], hosts: [...turn.account.linkHosts] }
    : ("all" as const);
  const { text } = safeReply(shorten(result.text, longestAnswer), { messages: [], links });
  const words = result.isError ? toolWords.refused : toolWords.done;
  return { ...toReply(words(asked, text, to)), carries: ["tool"] };
}

const toReply = (text: string): SkillResult => ({
  reply: [text],
  disposition: "replied",
  reason: "reply_ready",
});
