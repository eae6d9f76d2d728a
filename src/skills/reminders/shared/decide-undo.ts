import { instantOf, wallTimeAt } from "../../../language/instants.ts";
import type { Item } from "../../../language/request.ts";
import type { Lines } from "../decide-create.ts";
import type { Listener } from "../when-words.ts";
import { said } from "../words.ts";
import { restoreShared } from "./change.ts";
import { clashAt } from "./clash.ts";
import { cancelled, moved } from "./decide-change.ts";
import { unskipped } from "./decide-day.ts";
import type { Group, SharedChange } from "./group-command.ts";
import { nameList } from "./names.ts";
import { type Asked, kept, refusedWords } from "./offer.ts";
import { readParts, readShared } from "./people.ts";
import type { SharedUndo, SocialWish, Talk } from "./talk.ts";
import { companions, groupLine } from "./words.ts";

/** "撤销" after something shared: what was made is called off, what was moved goes back, what was called off holds again. */
export async function takenBack(talk: Talk, wish: Extract<SocialWish, { kind: "undo" }>, to: Listener): Promise<Lines> {
  const lines: string[] = [];
  // One after another: each is decided on what the one before left.
  for (const each of wish.of) lines.push(...(await oneTakenBack(talk, each, to)));
  return [...new Set(lines)];
}

async function oneTakenBack(talk: Talk, { id, before }: SharedUndo, to: Listener): Promise<Lines> {
  if (before !== null && before.kind === undefined && before.cancelled === true) return broughtBack(talk, id, to);
  const group = talk.group(id);
  const own = group?.parts.find((part) => part.id === talk.me.id);
  if (group === undefined || own === undefined) return [nothingToUndo(to)];
  if (before === null) return cancelled(talk, { group, isUndo: true }, to);
  if (before.kind === "skipped") return unskipped(talk, { group, days: before.days }, to);
  const { title, start, zone, rrule, durationMinutes } = before;
  const item: Item = { title, start: wallTimeAt(instantOf(start, zone), talk.work.zone), rrule, durationMinutes };
  const asked: Asked = { intent: "update_shared", items: [item], reasons: [], targetId: id, text: title };
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
