import { iso } from "../../../domain/ports/clock.ts";
import type { ReadTurn, StagedCommand } from "../../../domain/skill.ts";
import { zoneAnswered, zoneWished } from "../../../language/calendar/zones.ts";
import type { Lines } from "./decide-create.ts";
import type { Audience } from "../words/when-words.ts";
import { inLanguage } from "../words/reminder-words.ts";
import { moveGuessed } from "./zone-guess.ts";
import type { Doing, MessageOutcome } from "./message.ts";

type On = Pick<Doing, "turn" | "work">;

/** Sets another zone for future reminders. Existing ones keep their zone, and the reply says so. */
export function zoneChange(on: On, text: string, to: Audience): MessageOutcome | undefined {
  const wish = zoneWished(text) ?? readZoneAnswer(on.work, text);
  if (wish === undefined) return undefined;
  const { zone } = wish;
  const toOutcome = (lines: Lines): MessageOutcome => ({
    text,
    lines,
    interpretation: { intent: "none", reasons: [] },
  });
  if (zone === null)
    return toOutcome([
      inLanguage(
        to,
        "这个时区我不认识，没有改动。可以说城市名，或 Asia/Tokyo 这样的名字。",
        "I don't know that time zone; nothing was changed. A city or a name such as Asia/Tokyo will do.",
      ),
    ]);
  if (on.work.state.zoneGuess !== undefined) {
    const { lines, command } = settleZone(on, zone, to);
    return { ...toOutcome(lines), command };
  }
  if (zone === to.zone)
    return toOutcome([
      inLanguage(
        to,
        `时区本来就是 ${zone}，没有改动。`,
        `Your time zone is ${zone} already. Nothing was changed.`,
      ),
    ]);
  return {
    ...toOutcome([
      inLanguage(
        to,
        `好，时区改成 ${zone}。已有的提醒不变，仍按记下时的时区（${to.zone}）响。`,
        `OK, your time zone is ${zone} now. Your existing reminders keep their time in ${to.zone}.`,
      ),
    ]),
    command: zoneCommand(on.turn, zone),
  };
}

/** Where the zone is a guess, a city alone corrects it, unless another question is open. */
function readZoneAnswer(
  { state, pending }: On["work"],
  text: string,
): { readonly zone: string } | undefined {
  if (state.zoneGuess === undefined || ![undefined, "flip"].includes(pending()?.kind))
    return undefined;
  const zone = zoneAnswered(text);
  return zone === undefined ? undefined : { zone };
}

/** The person's answer replaces a guess: reminders made with the guess move along. */
export function settleZone(
  on: On,
  zone: string,
  to: Audience,
): { readonly lines: Lines; readonly command: StagedCommand } {
  const command = zoneCommand(on.turn, zone);
  if (zone === to.zone)
    return { lines: [inLanguage(to, `好，就按 ${zone} 的时间。`, `OK, ${zone} it is.`)], command };
  const moved = moveGuessed(on.work, zone, to);
  return {
    lines: [
      inLanguage(to, `好，时区改成 ${zone}。`, `OK, your time zone is ${zone} now.`),
      ...moved,
    ],
    command,
  };
}

function zoneCommand({ account: { id }, now, turnId }: ReadTurn, zone: string): StagedCommand {
  const change = { default_timezone: zone };
  return {
    domain: "settings",
    operation: "set_timezone",
    payload: change,
    preview: change,
    events: [
      {
        stream: `account:${id}`,
        kind: "account_updated",
        at: iso(now),
        accountId: id,
        turnId,
        payload: { id, default_timezone: zone },
      },
    ],
  };
}
