import { instantOf, wallTimeAt } from "../../../language/instants.ts";
import type { Item } from "../../../language/request.ts";
import { type Lines, momentOf } from "../decide-create.ts";
import { overlapWords } from "../notes.ts";
import { overlapping } from "../overlap.ts";
import type { Listener } from "../when-words.ts";
import { placeOf, quoted, said } from "../words.ts";
import { cancelShared, restoreShared, type SharedRevision, updateShared } from "./change.ts";
import { clashAt } from "./clash.ts";
import type { Group, SharedChange } from "./group-command.ts";
import { nameList } from "./names.ts";
import { type Asked, kept, offered, refusedWords } from "./offer.ts";
import { type Part, readParts, readShared } from "./people.ts";
import type { SharedBefore, SocialWish, Talk } from "./talk.ts";
import { companions, groupLine, hearers } from "./words.ts";

const before = ({ shared: { title, start, zone, rrule, durationMinutes } }: Group): SharedBefore => ({
  title,
  start,
  zone,
  rrule,
  durationMinutes,
});

export async function moved(talk: Talk, on: { asked: Asked; group: Group }, to: Listener): Promise<Lines> {
  const { group, asked } = on;
  const item = asked.items[0];
  const own = group.parts.find(({ id }) => id === talk.me.id);
  if (item === undefined || own === undefined) return [];
  const revision = revisionOf(talk, { ...group, own }, item);
  if (revision === undefined) return [unchanged(talk, group, to)];
  return revise(talk, { group, own, revision, asked, item }, to);
}

interface Revising {
  readonly group: Group;
  readonly own: Part;
  readonly revision: SharedRevision;
  readonly asked: Asked;
  readonly item: Item;
}

async function revise(talk: Talk, { group, own, revision, asked, item }: Revising, to: Listener): Promise<Lines> {
  const change = updateShared(talk.work.maker, group, revision);
  const after = change.parts.find(({ id }) => id === talk.me.id) ?? own;
  const isMoved = revision.timing !== undefined || revision.durationMinutes !== undefined;
  if (isMoved && after.row.next_fire_at === null)
    return [
      said(to, `那个时间已经过了，${quoted(own.row, to)}没有改动。`, `That time has passed. ${quoted(own.row, to)} was not changed.`),
    ];
  const refused = await kept(talk, change.parts, to);
  if (refused !== undefined) return refused;
  const others = change.parts.filter(({ id, state }) => state === "active" && id !== talk.me.id);
  const clash = isMoved
    ? await clashAt(talk, { parts: change.parts, who: others.map(({ id }) => id), beside: group.shared.id })
    : undefined;
  if (clash !== undefined) {
    const stays = said(to, `${quoted(own.row, to)}仍是 ${placeOf(own.row, to)}。`, `${quoted(own.row, to)} stays ${placeOf(own.row, to)}.`);
    return offered(talk, { asked, item, parts: change.parts, clash, stays }, to);
  }
  talk.keep(change, before(group));
  const other = isMoved ? overlapping(after.row, talk.work.rows(), talk.work.maker.now) : undefined;
  const names = nameList(hearers(talk.work.social(), change, { me: talk.me.id, to }), to);
  const tell = names === "" ? "" : said(to, `我会告诉 ${names}。`, ` I'll tell ${names}.`);
  const name =
    own.row.content === after.row.content
      ? quoted(after.row, to)
      : said(to, `「${own.row.content}」现在叫「${after.row.content}」`, `“${own.row.content}” is now called “${after.row.content}”`);
  const was = isMoved ? said(to, `，原来是 ${placeOf(own.row, to)}`, ` (it was ${placeOf(own.row, to)})`) : "";
  return [
    said(to, `改好了：${name}，${placeOf(after.row, to)}${was}。${tell}`, `Done: ${name}, ${placeOf(after.row, to)}${was}.${tell}`),
    ...(other === undefined ? [] : [overlapWords(other, to)]),
  ];
}

const unchanged = (talk: Talk, group: Group, to: Listener): string => {
  const line = groupLine(talk.work.social(), group, { me: talk.me.id, to });
  return said(to, `本来就是这样：${line}。没有改动。`, `It is like that already: ${line}. Nothing was changed.`);
};

/** What of the group is new. */
function revisionOf(talk: Talk, { shared, own }: Group & { own: Part }, item: Item): SharedRevision | undefined {
  const moment = momentOf(talk.work, item);
  const wanted = moment.instant ?? (item.start === "" ? undefined : instantOf(moment.start, talk.work.zone));
  // Of a series the rules know the next time, not the first.
  const isKnown = wanted === instantOf(shared.start, shared.zone) || wanted === Date.parse(own.row.next_fire_at ?? "");
  const isMoved = wanted !== undefined && (!isKnown || item.rrule !== shared.rrule);
  const isRenamed = item.title !== "" && item.title !== shared.title;
  const isLonger = item.durationMinutes !== shared.durationMinutes;
  if (!isMoved && !isRenamed && !isLonger) return undefined;
  return {
    ...(isRenamed ? { title: item.title } : {}),
    ...(isLonger ? { durationMinutes: item.durationMinutes } : {}),
    ...(isMoved ? { timing: { ...moment, zone: talk.work.zone, rrule: item.rrule } } : {}),
  };
}

export function cancelled(talk: Talk, on: { group: Group; isUndo?: boolean }, to: Listener): Lines {
  const { group } = on;
  const names = nameList(companions(talk.work.social(), group, { me: talk.me.id, to }), to);
  const own = group.parts.find(({ id }) => id === talk.me.id);
  talk.keep(cancelShared(talk.work.maker, group), on.isUndo === true ? "final" : { ...before(group), cancelled: true });
  const when = own === undefined ? "" : said(to, `（${placeOf(own.row, to)}）`, ` (${placeOf(own.row, to)})`);
  const tell = names === "" ? "" : said(to, `我会告诉 ${names}。`, ` I'll tell ${names}.`);
  return [said(to, `好，取消了「${group.shared.title}」${when}。${tell}`, `OK, “${group.shared.title}”${when} is called off.${tell}`)];
}

/** "撤销" after something shared: what was made is called off, what was moved goes back, what was called off holds again. */
export async function takenBack(talk: Talk, wish: Extract<SocialWish, { kind: "undo" }>, to: Listener): Promise<Lines> {
  if (wish.before?.cancelled === true) return broughtBack(talk, wish.id, to);
  const group = talk.group(wish.id);
  const own = group?.parts.find(({ id }) => id === talk.me.id);
  if (group === undefined || own === undefined) return [nothingToUndo(to)];
  if (wish.before === null) return cancelled(talk, { group, isUndo: true }, to);
  const { title, start, zone, rrule, durationMinutes } = wish.before;
  const item: Item = { title, start: wallTimeAt(instantOf(start, zone), talk.work.zone), rrule, durationMinutes };
  const asked: Asked = { intent: "update_shared", items: [item], reasons: [], targetId: wish.id, text: title };
  return moved(talk, { asked, group }, to);
}

const nothingToUndo = (to: Listener): string => said(to, "没有可以撤销的改动。", "There is nothing to undo.");

async function broughtBack(talk: Talk, id: string, to: Listener): Promise<Lines> {
  const [shared] = await readShared(talk.read, id);
  if (shared?.status !== "cancelled" || shared.ownPart !== "cancelled") return [nothingToUndo(to)];
  const group = { shared, parts: await readParts(talk.read, [id]) };
  if (!isStillTogether(talk, group)) return [nothingToUndo(to)];
  const change = restoreShared(talk.work.maker, group);
  if (change === undefined)
    return [said(to, `「${shared.title}」的时间已经过了，没有恢复。`, `The time of “${shared.title}” has passed; it was not restored.`)];
  return (await whyNot(talk, change, to)) ?? restoredWords(talk, change, to);
}

/** Whoever made it and those who were asked are friends still. */
function isStillTogether(talk: Talk, { shared, parts }: Group): boolean {
  const friends = new Set(talk.work.social().friends.map(({ id }) => id));
  const others = parts.filter(({ id, state }) => id !== talk.me.id && state === "cancelled").map(({ id }) => id);
  return others.length > 0 && (shared.creatorId === talk.me.id ? others.every((id) => friends.has(id)) : friends.has(shared.creatorId));
}

async function whyNot(talk: Talk, change: SharedChange, to: Listener): Promise<Lines | undefined> {
  const others = change.parts.filter(({ id, state }) => id !== talk.me.id && state === "active");
  const refusing = talk.work.social().friends.filter(({ id, takes }) => takes === "refuse" && others.some((part) => part.id === id));
  if (refusing.length > 0) return [refusedWords(refusing, to)];
  const refused = await kept(talk, change.parts, to);
  if (refused !== undefined) return refused;
  const clash = await clashAt(talk, { parts: change.parts, who: others.map(({ id }) => id), beside: change.shared.id });
  if (clash === undefined) return undefined;
  const busy = others.filter(({ id }) => clash.busy.includes(id));
  const names = nameList(companions(talk.work.social(), { parts: busy }, { me: talk.me.id, to }), to);
  return [
    said(
      to,
      `${names} 那个时间已经有别的事了，「${change.shared.title}」没有恢复。`,
      `${names} has something else by now; “${change.shared.title}” was not restored.`,
    ),
  ];
}

function restoredWords(talk: Talk, change: SharedChange, to: Listener): Lines {
  talk.keep(change, "final");
  const line = groupLine(talk.work.social(), change, { me: talk.me.id, to });
  const names = nameList(companions(talk.work.social(), change, { me: talk.me.id, to }), to);
  return [said(to, `恢复了：${line}。我会告诉 ${names}。`, `Restored: ${line}. I'll tell ${names}.`)];
}
