import { pickLanguage } from "../../domain/language.ts";
import { isTyped } from "../../domain/provenance.ts";
import type { Skill, SkillResult } from "../../domain/skill.ts";
import { readSurroundings } from "../../domain/surroundings.ts";
import { instantOf, wallTimeAt } from "../../language/calendar/instants.ts";
import { parseReviewRequest } from "../../language/intents/review.ts";
import { collectReview } from "./collect.ts";
import { describeReview, notInGroups } from "./words.ts";

/** "What did I do last week": from the rows, by rules, each line with its source. */
export function createReviewSkill(): Skill {
  return {
    name: "review",
    async handle(turn) {
      const [only] = turn.window;
      if (only === undefined || turn.window.length !== 1 || !isTyped(only)) return undefined;
      const { id: accountId, timezone: zone } = turn.account;
      const range = parseReviewRequest(only.text, wallTimeAt(turn.now, zone));
      if (range === undefined) return undefined;
      const language = pickLanguage(turn.account.language, only.text);
      if (readSurroundings(only.payload)?.shared === true) return toReply(notInGroups(language));
      const [from, to] = [instantOf(range.start, zone), instantOf(range.end, zone)];
      const review = await collectReview(turn.read, { accountId, from, to, zone });
      const reply = toReply(describeReview(review, range, { language, zone }));
      return review.lines.some((line) => line.is_foreign)
        ? { ...reply, carries: ["friend"] }
        : reply;
    },
  };
}

const toReply = (text: string): SkillResult => ({
  reply: [text],
  disposition: "replied",
  reason: "reply_ready",
  carries: [],
});
