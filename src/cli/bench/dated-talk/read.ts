import { readFileSync } from "node:fs";
import type { LongTalk } from "../long-talk/generate.ts";

const inOtherWords = ["nadia-tom", "ruth-felix", "elena-dev", "priya-marcus"];
const inTheSameWords = ["mara-joel", "leila-sven", "hannah-omar"];
const minuteMs = 60_000;

/**
 * Two people who write to each other over months, in sessions with a date, and questions in other
 * words than theirs. Written down before anything was tuned to them.
 */
export const readDatedTalks = (): readonly LongTalk[] => inOtherWords.map(readTalk);

/** The same, with questions as people ask them who have read the talk: mostly in its own words. */
export const readFamiliarTalks = (): readonly LongTalk[] => inTheSameWords.map(readTalk);

const readTalk = (name: string): LongTalk =>
  parseTalk(readFileSync(new URL(`${name}.txt`, import.meta.url), "utf8"));

/** `# date` begins a session, `? kind | question | session:line …` asks, other lines are said. */
function parseTalk(text: string): LongTalk {
  const turns: LongTalk["turns"][number][] = [];
  const questions: LongTalk["questions"][number][] = [];
  let [session, line, begins] = [0, 0, 0];
  for (const each of text.trim().split("\n")) {
    if (each.startsWith("# ")) {
      [session, line, begins] = [session + 1, 0, Date.parse(`${each.slice(2)}:00Z`)];
    } else if (each.startsWith("? ")) {
      const [kind = "", asked = "", evidence = ""] = each.slice(2).split(" | ");
      questions.push({ kind, text: asked, evidence: evidence.trim().split(" ") });
    } else {
      const [, speaker = "", said = ""] = /^(\w+): (.*)$/u.exec(each) ?? [];
      line += 1;
      const at = new Date(begins + line * minuteMs).toISOString();
      turns.push({ id: `${session}:${line}`, speaker, text: said, at });
    }
  }
  return { turns, questions };
}
