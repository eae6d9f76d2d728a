import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import type { Item } from "../../../language/request.ts";
import type { Lines } from "../../reminders/dialogue/decide-create.ts";
import type { Audience } from "../../reminders/words/when-words.ts";
import type { ReminderRow } from "../../reminders/rows.ts";
import { lineOf, inLanguage } from "../../reminders/words/reminder-words.ts";
import { restoreShared, updateShared } from "../sharing/change-shared.ts";
import { clashAt } from "../availability/clash.ts";
import { cancelGroup, moveGroup } from "./decide-change.ts";
import { restoreDay } from "./decide-day.ts";
import type { Group, SharedChange } from "../sharing/group-command.ts";
import { combineChanges } from "../sharing/invite.ts";
import { nameList } from "../names.ts";
import { type ReadSentence, checkReach, describeRefused } from "./offer.ts";
import { readParts, readShared, type SharedPlace, type SharedUndo } from "../people.ts";
import type { SocialWish, Talk } from "./talk.ts";
import { describeRecipients } from "./recipients.ts";
import { uninvite, unshare } from "../sharing/uninvite.ts";
import { companions, groupLine } from "./shared-words.ts";

/**
 * "撤销" after something shared: cancels what was created, moves back what was moved, and restores
 * what was cancelled.
 */
export async function undoShared(
  talk: Talk,
  wish: Extract<SocialWish, { kind: "undo" }>,
  to: Audience,
): Promise<Lines> {
  const lines: string[] = [];
  // In order: each is decided on the state that the one before left.
  for (const each of wish.of) lines.push(...(await undoOne(talk, each, to)));
  return [...new Set(lines)];
}

async function undoOne(talk: Talk, { id, before }: SharedUndo, to: Audience): Promise<Lines> {
  if (before !== null && before.kind === undefined && before.cancelled === true)
    return decideRestore(talk, id, to);
  const group = talk.group(id);
  const own = group?.parts.find((part) => part.id === talk.me.id);
  if (group === undefined || own === undefined) return [nothingToUndo(to)];
  if (before === null) return cancelGroup(talk, { group, isUndo: true }, to);
  if (before.kind === "own") return makePrivate(talk, { group, row: before.row }, to);
  if (before.kind === "added")
    return withdrawInvitation(talk, { group, ids: before.ids, place: before.place }, to);
  if (before.kind === "skipped") return restoreDay(talk, { group, days: before.days }, to);
  const { title, start, zone, rrule, durationMinutes, allDay = false } = before;
  const item: Item = {
    title,
    start: allDay ? start : wallTimeAt(instantOf(start, zone), talk.work.zone),
    rrule,
    durationMinutes,
    ...(allDay ? { allDay } : {}),
  };
  const asked: ReadSentence = {
    intent: "update_shared",
    items: [item],
    reasons: [],
    targetId: id,
    text: title,
  };
  return moveGroup(talk, { asked, group }, to);
}

/** The invitation is withdrawn, and it goes back to where it was. */
async function withdrawInvitation(
  talk: Talk,
  on: { group: Group; ids: readonly string[]; place: SharedPlace | undefined },
  to: Audience,
): Promise<Lines> {
  const { group, ids, place } = on;
  const gone = group.parts.filter(({ id, state }) => ids.includes(id) && state === "active");
  if (gone.length === 0) return [nothingToUndo(to)];
  const names = nameList(
    companions(talk.work.social(), { parts: gone }, { me: talk.me.id, to }),
    to,
  );
  const tell = await describeRecipients(talk, group.parts, to);
  const without = uninvite(talk.work.maker, group, ids);
  const back =
    place === undefined ? undefined : updateShared(talk.work.maker, without, { timing: place });
  const change = back === undefined ? without : combineChanges(without, back);
  // Its old time may be over by now; then it stays where it is.
  const isOver = change.parts.find(({ id }) => id === talk.me.id)?.row.next_fire_at === null;
  talk.keep(isOver ? without : change, "final");
  const line = groupLine(talk.work.social(), isOver ? without : change, { me: talk.me.id, to });
  return [
    inLanguage(
      to,
      `撤销了，${names} 不参加了：${line}。${tell}`,
      `Undone, ${names} is out: ${line}.${tell}`,
    ),
  ];
}

/** A shared reminder becomes the person's own again. */
async function makePrivate(
  talk: Talk,
  { group, row }: { group: Group; row: ReminderRow },
  to: Audience,
): Promise<Lines> {
  const tell = await describeRecipients(talk, group.parts, to);
  const change = unshare(talk.work.maker, group, row);
  talk.keep(change, "final");
  const own = change.parts.find(({ id }) => id === talk.me.id)?.row ?? row;
  return [
    inLanguage(
      to,
      `撤销了，又是你自己的了：${lineOf(own, to)}。${tell}`,
      `Undone, it is your own again: ${lineOf(own, to)}.${tell}`,
    ),
  ];
}

const nothingToUndo = (to: Audience): string =>
  inLanguage(to, "没有可以撤销的改动。", "There is nothing to undo.");

async function decideRestore(talk: Talk, id: string, to: Audience): Promise<Lines> {
  const [shared] = await readShared(talk.read, id);
  if (shared?.status !== "cancelled" || shared.ownPart !== "cancelled") return [nothingToUndo(to)];
  const group = { shared, parts: await readParts(talk.read, [id]) };
  if (!isStillTogether(talk, group)) return [nothingToUndo(to)];
  const change = restoreShared(talk.work.maker, group);
  if (change === undefined)
    return [
      inLanguage(
        to,
        `「${shared.title}」的时间已经过了，没有恢复。`,
        `The time of “${shared.title}” has passed; it was not restored.`,
      ),
    ];
  return (await whyNot(talk, change, to)) ?? describeRestored(talk, change, to);
}

/** Its creator and those invited are still friends. */
function isStillTogether(talk: Talk, { shared, parts }: Group): boolean {
  const friends = new Set(talk.work.social().friends.map(({ id }) => id));
  const others = parts
    .filter(({ id, state }) => id !== talk.me.id && state === "cancelled")
    .map(({ id }) => id);
  return (
    others.length > 0 &&
    (shared.creatorId === talk.me.id
      ? others.every((id) => friends.has(id))
      : friends.has(shared.creatorId))
  );
}

async function whyNot(talk: Talk, change: SharedChange, to: Audience): Promise<Lines | undefined> {
  const others = change.parts.filter(({ id, state }) => id !== talk.me.id && state === "active");
  const refusing = talk.work
    .social()
    .friends.filter(({ id, takes }) => takes === "refuse" && others.some((part) => part.id === id));
  if (refusing.length > 0) return [describeRefused(refusing, to)];
  const refused = await checkReach(talk, change.parts, to);
  if (refused !== undefined) return refused;
  const clash = await clashAt(talk, {
    parts: change.parts,
    who: others.map(({ id }) => id),
    beside: change.shared.id,
  });
  if (clash === undefined) return undefined;
  const busy = others.filter(({ id }) => clash.busy.includes(id));
  const names = nameList(
    companions(talk.work.social(), { parts: busy }, { me: talk.me.id, to }),
    to,
  );
  return [
    inLanguage(
      to,
      `${names} 那个时间已经有别的事了，「${change.shared.title}」没有恢复。`,
      `${names} has something else by now; “${change.shared.title}” was not restored.`,
    ),
  ];
}

async function describeRestored(talk: Talk, change: SharedChange, to: Audience): Promise<Lines> {
  talk.keep(change, "final");
  const line = groupLine(talk.work.social(), change, { me: talk.me.id, to });
  const tell = await describeRecipients(talk, change.parts, to);
  return [inLanguage(to, `恢复了：${line}。${tell}`, `Restored: ${line}.${tell}`)];
}
