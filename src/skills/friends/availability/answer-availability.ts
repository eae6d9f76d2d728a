import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import type { Interpretation } from "../../../language/request.ts";
import { dayOf, wallAt, wallOf, wallText } from "../../../language/calendar/wall.ts";
import type { Lines } from "../../reminders/dialogue/decide-create.ts";
import type { Audience } from "../../reminders/words/when-words.ts";
import { inLanguage } from "../../reminders/words/reminder-words.ts";
import { readHiding } from "../sharing/ask-first.ts";
import { freeWithin, type Interval, mergeIntervals, readBusy } from "./free-time.ts";
import { limitWords, recordLookup, overLimit } from "../notices/limits.ts";
import { friendName, nameList } from "../names.ts";
import { describeRefused } from "../dialogue/offer.ts";
import type { Friend } from "../people.ts";
import type { Talk } from "../dialogue/talk.ts";
import { windowWords } from "../dialogue/shared-words.ts";

const day = 86_400_000;

/** Friends' free windows, without what fills the rest of their time. */
export async function available(
  talk: Talk,
  on: { asked: Interpretation; friends: readonly Friend[] },
  to: Audience,
): Promise<Lines> {
  const { range } = on.asked;
  const { now } = talk.work.maker;
  const today = instantOf(
    `${wallTimeAt(now, talk.work.zone).slice(0, 10)}T00:00:00`,
    talk.work.zone,
  );
  const whole =
    range === undefined
      ? { from: today, to: today + 7 * day }
      : { from: instantOf(range.start, talk.work.zone), to: instantOf(range.end, talk.work.zone) };
  const span = { from: Math.max(whole.from, Math.ceil(now / 60_000) * 60_000), to: whole.to };
  const names = nameList(
    on.friends.map((friend) => friendName(friend, to)),
    to,
  );
  const closed = on.friends.filter(({ takes }) => takes === "refuse");
  if (closed.length > 0) return [describeRefused(closed, to)];
  const hiding = await readHiding(talk.read);
  const hidden = on.friends
    .filter(({ id }) => hiding.has(id))
    .map((friend) => friendName(friend, to));
  if (hidden.length > 0) return [describeHidden(nameList(hidden, to), to)];
  const at = { read: talk.read, by: talk.work.maker };
  const who = on.friends.map(({ id }) => id);
  const found = await overLimit(at, { who, spent: talk.spent, tells: false });
  if (found !== undefined) return [limitWords(found.limit, names, to)];
  for (const event of await recordLookup(at, who, talk.spent)) talk.work.note(event);
  if (span.to <= span.from) return [inLanguage(to, "那段时间已经过了。", "That time has passed.")];
  const busy = mergeIntervals(
    (await Promise.all(on.friends.map(({ id }) => readBusy(talk.read, { who: id, span })))).flat(),
  );
  const windows = byDay(freeWithin(busy, span), talk.work.zone);
  const note =
    range === undefined
      ? inLanguage(
          to,
          "（没说哪天，看了今天起 7 天）",
          " (you named no day, so I looked at the next 7 days)",
        )
      : "";
  if (windows.length === 0)
    return [
      inLanguage(to, `${names} 那段时间都没空${note}。`, `${names} has no free time then${note}.`),
    ];
  return [
    inLanguage(
      to,
      `${names} 有空的时间${note}：`,
      `${names} ${on.friends.length > 1 ? "are" : "is"} free${note}:`,
    ),
    ...windowWords(windows, to),
  ];
}

const describeHidden = (names: string, to: Audience): string =>
  inLanguage(
    to,
    `${names} 没有公开自己的忙闲时间。可以直接约，对方会收到。`,
    `${names} doesn't show when they are busy. You can still suggest a time.`,
  );

/** A window ends with its day. */
export function byDay(windows: readonly Interval[], zone: string): Interval[] {
  return windows.flatMap(({ from, to }) => {
    const parts: Interval[] = [];
    for (let at = from; at < to;) {
      const midnight = instantOf(
        wallText(wallAt(dayOf(wallOf(wallTimeAt(at, zone))) + 1, 0)),
        zone,
      );
      parts.push({ from: at, to: Math.min(midnight, to) });
      at = Math.min(midnight, to);
    }
    return parts;
  });
}
