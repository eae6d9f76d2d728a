import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import type { Item } from "../../../language/request.ts";
import { type Lines, itemStart } from "../../reminders/dialogue/decide-create.ts";
import { overlapWords } from "../../reminders/words/notes.ts";
import { overlapping } from "../../reminders/commands/overlap.ts";
import { occurrencesBetween } from "../../reminders/commands/schedule.ts";
import { type Audience, whenWords } from "../../reminders/words/when-words.ts";
import {
  nextWords,
  quoteTitle,
  inLanguage,
  describeSkipped,
} from "../../reminders/words/reminder-words.ts";
import { busyOn, clashAt } from "../availability/clash.ts";
import type { Group } from "../sharing/group-command.ts";
import { nameList } from "../names.ts";
import { type ReadSentence, checkReach, offerFreeTimes } from "./offer.ts";
import type { Part } from "../people.ts";
import { createShared } from "../sharing/share.ts";
import { skipShared, unskipShared } from "../sharing/skip-day.ts";
import { describeRecipients } from "./recipients.ts";
import type { Talk } from "./talk.ts";
import { companions, pendingParts } from "./shared-words.ts";

interface OneDay {
  readonly group: Group;
  /** In the zone of the speaking person. */
  readonly occurrence: string;
}

/**
 * The time of the series that is meant, by its own clock. A day that it does not have, or no longer
 * has, is reported.
 */
function dayIn(
  talk: Talk,
  { group, occurrence }: OneDay,
  to: Audience,
): { own: Part; day: string; at: number } | { told: Lines } {
  const own = group.parts.find(({ id }) => id === talk.me.id);
  const at = instantOf(occurrence, talk.work.zone);
  const day = wallTimeAt(at, group.shared.zone);
  const when = whenWords({ wall: occurrence, zone: talk.work.zone }, to);
  const name = inLanguage(to, `「${group.shared.title}」`, `“${group.shared.title}”`);
  if (group.shared.exdates.includes(day))
    return {
      told: [
        inLanguage(
          to,
          `${when} 的${name}本来就跳过了，没有改动。`,
          `${name} skips ${when} already. Nothing was changed.`,
        ),
      ],
    };
  if (own === undefined || occurrencesBetween(own.row, { from: at, to: at + 1 }).length === 0)
    return {
      told: [
        inLanguage(
          to,
          `${when} 没有${name}，什么都没有改。`,
          `There is no ${name} at ${when}. Nothing was changed.`,
        ),
      ],
    };
  return { own, day, at };
}

/** "这周五的例会跳过": for everyone, and the others are notified. */
export async function skipDay(talk: Talk, on: OneDay, to: Audience): Promise<Lines> {
  const found = dayIn(talk, on, to);
  if ("told" in found) return found.told;
  const change = skipShared(talk.work.maker, on.group, { days: [found.day] });
  talk.keep(change, { kind: "skipped", days: [found.day] });
  const row = change.parts.find(({ id }) => id === talk.me.id)?.row ?? found.own.row;
  const tell = await describeRecipients(talk, pendingParts(change), to);
  return [`${describeSkipped(row, found.day, to)}${tell}`];
}

/** Restores a skipped occurrence, unless one of the participants is busy by now. */
export async function restoreDay(
  talk: Talk,
  on: { group: Group; days: readonly string[] },
  to: Audience,
): Promise<Lines> {
  const { group } = on;
  const ahead = on.days.filter(
    (day) =>
      group.shared.exdates.includes(day) && instantOf(day, group.shared.zone) > talk.work.maker.now,
  );
  const name = inLanguage(to, `「${group.shared.title}」`, `“${group.shared.title}”`);
  if (ahead.length === 0)
    return [
      inLanguage(
        to,
        `${name}那次的时间已经过了，没有恢复。`,
        `That time of ${name} has passed; it was not restored.`,
      ),
    ];
  const change = unskipShared(talk.work.maker, group, ahead);
  const refused = await checkReach(talk, change.parts, to);
  if (refused !== undefined) return refused;
  for (const day of ahead) {
    const busy = await busyOn(talk, change, day);
    if (busy.length > 0) {
      const names = nameList(
        companions(talk.work.social(), { parts: busy }, { me: talk.me.id, to }),
        to,
      );
      return [
        inLanguage(
          to,
          `${names} 那个时间已经有别的事了，${name}没有恢复。`,
          `${names} has something else by now; ${name} was not restored.`,
        ),
      ];
    }
  }
  talk.keep(change, "final");
  const whens = ahead.map((day) =>
    whenWords({ wall: wallTimeAt(instantOf(day, group.shared.zone), to.zone), zone: to.zone }, to),
  );
  const tell = await describeRecipients(talk, pendingParts(change), to);
  const list = whens.join(inLanguage(to, "、", ", "));
  return [inLanguage(to, `恢复了：${name} ${list}。${tell}`, `Restored: ${name}, ${list}.${tell}`)];
}

/** "这周五的例会改到四点": moves that occurrence with the same people; the series continues. */
export async function moveDay(
  talk: Talk,
  on: OneDay & { asked: ReadSentence; item: Item },
  to: Audience,
): Promise<Lines> {
  const found = dayIn(talk, on, to);
  if ("told" in found) return found.told;
  const { group, item, asked } = on;
  const { maker } = talk.work;
  const others = group.parts.filter(
    ({ id, state, completion }) =>
      id !== talk.me.id && state === "active" && completion === "pending",
  );
  const made = createShared(
    maker,
    { me: talk.me, others, from: new Date(found.at).toISOString() },
    {
      title: item.title === "" ? group.shared.title : item.title,
      zone: talk.work.zone,
      rrule: null,
      durationMinutes: item.durationMinutes,
      allDay: item.allDay ?? (group.shared.allDay && item.start.endsWith("T00:00:00")),
      ...itemStart(talk.work, item),
    },
  );
  const own = (made.parts[0] as Part).row;
  const when = whenWords({ wall: on.occurrence, zone: talk.work.zone }, to);
  if (own.next_fire_at === null)
    return [
      inLanguage(
        to,
        `那个时间已经过了，${quoteTitle(own, to)}没有改动。`,
        `That time has passed. ${quoteTitle(own, to)} was not changed.`,
      ),
    ];
  const refused = await checkReach(talk, made.parts, to);
  if (refused !== undefined) return refused;
  const clash = await clashAt(talk, {
    parts: made.parts,
    who: others.map(({ id }) => id),
    beside: group.shared.id,
  });
  if (clash !== undefined) {
    const stays = inLanguage(
      to,
      `${quoteTitle(own, to)}仍是 ${when}。`,
      `${quoteTitle(own, to)} stays ${when}.`,
    );
    return offerFreeTimes(talk, { asked, item, parts: made.parts, clash, stays }, to);
  }
  const skip = skipShared(maker, group, { days: [found.day], quietly: true });
  const other = overlapping(own, talk.work.listTaken(), { now: maker.now });
  talk.keepAll([
    { change: skip, before: { kind: "skipped", days: [found.day] } },
    { change: made, before: null },
  ]);
  const tell = await describeRecipients(talk, pendingParts(made), to);
  return [
    inLanguage(
      to,
      `好，只改这一次：${quoteTitle(own, to)} ${when} 的改到 ${nextWords(own, to)}，其余照旧。${tell}`,
      `OK, only this once: ${quoteTitle(own, to)} of ${when} moves to ${nextWords(own, to)}; the others stay.${tell}`,
    ),
    ...(other === undefined ? [] : [overlapWords(other, to)]),
  ];
}
