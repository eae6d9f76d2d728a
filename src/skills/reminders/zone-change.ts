import { iso } from "../../domain/clock.ts";
import type { StagedCommand, TurnContext } from "../../domain/skill.ts";
import { zoneWished } from "../../language/zones.ts";
import type { Heard } from "./hear.ts";
import type { Listener } from "./when-words.ts";
import { said } from "./words.ts";

export interface ZoneChange extends Heard {
  readonly command?: StagedCommand;
}

/** Another zone for what comes from now on. What exists keeps the zone it was meant in, and that is said. */
export function zoneChange(turn: TurnContext, text: string, to: Listener): ZoneChange | undefined {
  const wish = zoneWished(text);
  if (wish === undefined) return undefined;
  const { zone } = wish;
  const heard = (zh: string, en: string): Heard => ({ text, lines: [said(to, zh, en)], interpretation: { intent: "none", reasons: [] } });
  if (zone === null)
    return heard(
      "这个时区我不认识，没有改动。可以说城市名，或 Asia/Tokyo 这样的名字。",
      "I don't know that time zone; nothing was changed. A city or a name such as Asia/Tokyo will do.",
    );
  if (zone === to.zone) return heard(`时区本来就是 ${zone}，没有改动。`, `Your time zone is ${zone} already. Nothing was changed.`);
  return {
    ...heard(
      `好，时区改成 ${zone}。已有的提醒不变，仍按记下时的时区（${to.zone}）响。`,
      `OK, your time zone is ${zone} now. Reminders that you have stay as they were meant, in ${to.zone}.`,
    ),
    command: zoneCommand(turn, zone),
  };
}

function zoneCommand({ account: { id }, now, turnId }: TurnContext, zone: string): StagedCommand {
  const change = { default_timezone: zone };
  return {
    domain: "settings",
    operation: "set_timezone",
    payload: change,
    preview: change,
    events: [
      { stream: `account:${id}`, kind: "account_updated", at: iso(now), accountId: id, turnId, payload: { id, default_timezone: zone } },
    ],
  };
}
