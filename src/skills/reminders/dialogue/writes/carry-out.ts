import { decideUntimed, type Lines } from "../decide-create.ts";
import { decideSocial } from "../../../friends/dialogue/handle-message.ts";
import type { Audience } from "../../words/when-words.ts";
import { settleZone } from "../zone-change.ts";
import { settingCommand, settingWords } from "./settings.ts";
import type { Write } from "./write.ts";
import { decideIntent } from "../decide-intent.ts";
import { writesQuestion } from "./write-words.ts";
import type { Doing } from "../message.ts";

/** Carries out writes that the person asked for or confirmed, and words the result. */
export async function carryOut(
  { work, talk, turn, settings }: Doing,
  write: Write,
  to: Audience,
): Promise<Lines> {
  if (write.kind === "setting") {
    if (write.field === "default_timezone" && work.state.zoneGuess !== undefined) {
      const settled = settleZone({ turn, work }, write.value, to);
      settings.push(settled.command);
      return settled.lines;
    }
    settings.push(settingCommand(turn, write));
    return [settingWords(write, turn.account, to)];
  }
  if (write.kind === "untimed") return decideUntimed(work, [write.title], to);
  const outcome = decideIntent(work, write.asked, { to, hasModel: false });
  return outcome.social === undefined ? outcome.lines : decideSocial(talk, outcome.social, to);
}

export async function carryOutAll(
  on: Doing,
  writes: readonly Write[],
  to: Audience,
): Promise<Lines> {
  const lines: string[] = [];
  for (const write of writes) lines.push(...(await carryOut(on, write, to)));
  return lines;
}

/** Asks about all of it at once. Only a yes that comes next does it. */
export function askStaged(
  on: Pick<Doing, "work" | "talk">,
  writes: readonly Write[],
  to: Audience,
): string {
  const question = writesQuestion(on, writes, to);
  on.work.ask(
    { kind: "staged", writes, turnId: on.work.maker.turnId ?? "", language: to.language },
    question,
  );
  return question;
}
