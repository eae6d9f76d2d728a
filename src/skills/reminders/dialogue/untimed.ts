import { interpret } from "../../../language/interpret.ts";
import type { OpenRequest } from "../../../language/request.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";
import type { ReminderRow } from "../rows.ts";
import { activeOf } from "./discourse.ts";
import { finishRequest, toKnownReminder, requestOf } from "./understand.ts";
import type { Work } from "./work.ts";

const wishes =
  /不用?定时间?|不(?:用|需要|必)(?:定|设|要)?时间|没(?:有)?(?:具体|固定|确定)?的?时间|不(?:用)?(?:定|设)时|先记(?:着|下|上)|记着就(?:行|好)|随便什么时候|什么时候都(?:行|可以)|时间(?:没|还没|未)定|\bno (?:particular |specific |fixed )?time\b|\bany ?time\b|\bwithout a time\b|\bjust (?:note|keep|save|remember) it\b|\bno need for a time\b|\bdon'?t (?:set|need) a time\b|\bi don'?t know (?:when|yet)\b/i;

/** The person wants it without a time. */
export const isUntimedRequest = (text: string): boolean => wishes.test(text);

/** The titles that the open request would have with any time. */
export function titlesOf(work: Work, open: OpenRequest): readonly string[] | undefined {
  const isChinese = /\p{Script=Han}/u.test(open.text);
  const plain = { ...open, text: open.text.replace(wishes, "").replace(/[\s,，。.;；、]+$/u, "") };
  const probe = finishRequest(work, isChinese ? "明天早上8点" : "tomorrow at 8am", {
    ...plain,
    now: new Date(work.maker.now).toISOString(),
  });
  const titles =
    probe?.intent === "create"
      ? probe.items.map(({ title }) => title).filter((title) => title !== "")
      : [];
  return titles.length === 0 ? undefined : titles;
}

/**
 * Another name for a to-do that has no time. The grammar only renames reminders with a time, so a
 * time is added for reading.
 */
export function renameUntimed(
  work: Work,
  text: string,
): { row: ReminderRow; title: string } | undefined {
  const start = wallTimeAt(work.maker.now + 86_400_000, work.zone);
  const untimed = activeOf(work).filter(({ kind }) => kind === "no_trigger_time");
  const reminders = activeOf(work).map((row) =>
    untimed.includes(row)
      ? { ...toKnownReminder(row, work.zone), start }
      : toKnownReminder(row, work.zone),
  );
  const { intent, targetId, items } = interpret(requestOf(work, text, { reminders }));
  const row = untimed.find(({ id }) => id === targetId);
  const [item] = items;
  return intent === "update" &&
    row !== undefined &&
    item?.start === start &&
    item.title !== row.content
    ? { row, title: item.title }
    : undefined;
}
