import { toKnownStart } from "../../reminders/dialogue/known-start.ts";
import { instantOf } from "../../../language/calendar/instants.ts";
import type { Item } from "../../../language/request.ts";
import { type Lines, itemStart } from "../../reminders/dialogue/decide-create.ts";
import { overlapWords } from "../../reminders/words/notes.ts";
import { overlapping } from "../../reminders/commands/overlap.ts";
import { isRunning } from "../../reminders/commands/schedule.ts";
import type { Audience } from "../../reminders/words/when-words.ts";
import { placeOf, quoteTitle, inLanguage } from "../../reminders/words/reminder-words.ts";
import { cancelShared, type SharedRevision, updateShared } from "../sharing/change-shared.ts";
import { clashAt } from "../availability/clash.ts";
import type { Group } from "../sharing/group-command.ts";
import { type ReadSentence, checkReach, offerFreeTimes } from "./offer.ts";
import type { Part, SharedPlace } from "../people.ts";
import type { Talk } from "./talk.ts";
import { describeRecipients } from "./recipients.ts";
import { groupLine, pendingParts } from "./shared-words.ts";

export const placeBefore = ({
  shared: { title, start, zone, rrule, durationMinutes, allDay },
}: Group): SharedPlace => ({
  title,
  start,
  zone,
  rrule,
  durationMinutes,
  allDay,
});

export async function moveGroup(
  talk: Talk,
  on: { asked: ReadSentence; group: Group },
  to: Audience,
): Promise<Lines> {
  const { group, asked } = on;
  const item = asked.items[0];
  const own = group.parts.find(({ id }) => id === talk.me.id);
  if (item === undefined || own === undefined) return [];
  const revision = revisionOf(talk, { ...group, own }, item);
  if (revision === undefined) return [describeUnchanged(talk, group, to)];
  return revise(talk, { group, own, revision, asked, item }, to);
}

interface Revising {
  readonly group: Group;
  readonly own: Part;
  readonly revision: SharedRevision;
  readonly asked: ReadSentence;
  readonly item: Item;
}

async function revise(
  talk: Talk,
  { group, own, revision, asked, item }: Revising,
  to: Audience,
): Promise<Lines> {
  const change = updateShared(talk.work.maker, group, revision);
  const after = change.parts.find(({ id }) => id === talk.me.id) ?? own;
  const isMoved = revision.timing !== undefined || revision.durationMinutes !== undefined;
  if (isMoved && after.row.next_fire_at === null && !isRunning(after.row, talk.work.maker.now))
    return [
      inLanguage(
        to,
        `那个时间已经过了，${quoteTitle(own.row, to)}没有改动。`,
        `That time has passed. ${quoteTitle(own.row, to)} was not changed.`,
      ),
    ];
  const refused = await checkReach(talk, change.parts, to);
  if (refused !== undefined) return refused;
  const others = change.parts.filter(({ id, state }) => state === "active" && id !== talk.me.id);
  const clash = isMoved
    ? await clashAt(talk, {
        parts: change.parts,
        who: others.map(({ id }) => id),
        beside: group.shared.id,
      })
    : undefined;
  if (clash !== undefined) {
    const stays = inLanguage(
      to,
      `${quoteTitle(own.row, to)}仍是 ${placeOf(own.row, to)}。`,
      `${quoteTitle(own.row, to)} stays ${placeOf(own.row, to)}.`,
    );
    return offerFreeTimes(talk, { asked, item, parts: change.parts, clash, stays }, to);
  }
  talk.keep(change, placeBefore(group));
  const other = isMoved
    ? overlapping(after.row, talk.work.listTaken(), { now: talk.work.maker.now })
    : undefined;
  const tell = await describeRecipients(talk, pendingParts(change), to);
  const name =
    own.row.content === after.row.content
      ? quoteTitle(after.row, to)
      : inLanguage(
          to,
          `「${own.row.content}」现在叫「${after.row.content}」`,
          `“${own.row.content}” is now called “${after.row.content}”`,
        );
  const was = isMoved
    ? inLanguage(to, `，原来是 ${placeOf(own.row, to)}`, ` (it was ${placeOf(own.row, to)})`)
    : "";
  return [
    inLanguage(
      to,
      `改好了：${name}，${placeOf(after.row, to)}${was}。${tell}`,
      `Done: ${name}, ${placeOf(after.row, to)}${was}.${tell}`,
    ),
    ...(other === undefined ? [] : [overlapWords(other, to)]),
  ];
}

const describeUnchanged = (talk: Talk, group: Group, to: Audience): string => {
  const line = groupLine(talk.work.social(), group, { me: talk.me.id, to });
  return inLanguage(
    to,
    `本来就是这样：${line}。没有改动。`,
    `It is like that already: ${line}. Nothing was changed.`,
  );
};

/** The changed fields of the group. */
function revisionOf(
  talk: Talk,
  { shared, own }: Group & { own: Part },
  item: Item,
): SharedRevision | undefined {
  const timing = timingOf(talk, { shared, own }, item);
  const isRenamed = item.title !== "" && item.title !== shared.title;
  const isLonger = item.durationMinutes !== shared.durationMinutes;
  if (timing === undefined && !isRenamed && !isLonger) return undefined;
  return {
    ...(isRenamed ? { title: item.title } : {}),
    ...(isLonger ? { durationMinutes: item.durationMinutes } : {}),
    ...(timing === undefined ? {} : { timing }),
  };
}

/** Its new time. `undefined`: as before. */
function timingOf(
  talk: Talk,
  { shared, own }: { shared: Group["shared"]; own: Part },
  item: Item,
): SharedRevision["timing"] {
  const { zone } = talk.work;
  const moment = itemStart(talk.work, item);
  const allDay = item.allDay ?? (shared.allDay && moment.start.endsWith("T00:00:00"));
  const wanted = moment.instant ?? (item.start === "" ? undefined : instantOf(moment.start, zone));
  if (wanted === undefined) return undefined;
  // Of a series the rules know the next time, not the first.
  const next = allDay
    ? instantOf(toKnownStart(own.row, zone) ?? shared.start, zone)
    : Date.parse(own.row.next_fire_at ?? "");
  const isKnown = wanted === instantOf(shared.start, shared.zone) || wanted === next;
  return isKnown && item.rrule === shared.rrule && allDay === shared.allDay
    ? undefined
    : { ...moment, zone, rrule: item.rrule, allDay };
}

export async function cancelGroup(
  talk: Talk,
  on: { group: Group; isUndo?: boolean },
  to: Audience,
): Promise<Lines> {
  const { group } = on;
  const tell = await describeRecipients(talk, group.parts, to);
  const own = group.parts.find(({ id }) => id === talk.me.id);
  talk.keep(
    cancelShared(talk.work.maker, group),
    on.isUndo === true ? "final" : { ...placeBefore(group), cancelled: true },
  );
  const when =
    own === undefined
      ? ""
      : inLanguage(to, `（${placeOf(own.row, to)}）`, ` (${placeOf(own.row, to)})`);
  return [
    inLanguage(
      to,
      `好，取消了「${group.shared.title}」${when}。${tell}`,
      `OK, “${group.shared.title}”${when} is called off.${tell}`,
    ),
  ];
}
