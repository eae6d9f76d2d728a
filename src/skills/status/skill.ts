import { pickLanguage } from "../../domain/language.ts";
import type { Reach } from "../../domain/ports/reach.ts";
import { isTyped } from "../../domain/provenance.ts";
import type { Skill, SkillResult } from "../../domain/skill.ts";
import { readSurroundings } from "../../domain/surroundings.ts";
import { createStatusReader } from "../../language/intents/status.ts";
import { describeStatus, notInGroups } from "./words.ts";

export interface StatusDeps {
  readonly reach: Reach;
  /** The names of chat apps, in both languages. */
  readonly apps: readonly string[];
}

/** "Are you connected?": from the rows, by rules. */
export function createStatusSkill({ reach, apps }: StatusDeps): Skill {
  const isStatusQuestion = createStatusReader(apps);
  return {
    name: "status",
    async handle(turn) {
      const [only] = turn.window;
      if (only === undefined || turn.window.length !== 1 || !isTyped(only)) return undefined;
      if (!isStatusQuestion(only.text)) return undefined;
      const { id, timezone: zone } = turn.account;
      const language = pickLanguage(turn.account.language, only.text);
      if (readSurroundings(only.payload)?.shared === true) return toReply(notInGroups(language));
      return toReply(describeStatus(await reach(id), { language, zone, now: turn.now }));
    },
  };
}

const toReply = (text: string): SkillResult => ({
  reply: [text],
  disposition: "replied",
  reason: "reply_ready",
  carries: [],
});
