import { instantOf, wallTimeAt } from "../../../language/instants.ts";
import { questionFor } from "../../../language/questions.ts";
import type { Interpretation, Item, OpenRequest } from "../../../language/request.ts";
import { type Lines, momentOf } from "../decide-create.ts";
import { noteWords, overlapWords } from "../notes.ts";
import { overlapping } from "../overlap.ts";
import type { Listener } from "../when-words.ts";
import { dayWords } from "../when-words.ts";
import { numbered, placeOf, quoted, said } from "../words.ts";
import { available } from "./available.ts";
import { nameFriend } from "./befriend.ts";
import { clashAt, type Clash } from "./clash.ts";
import { calledBy, friendName, nameList, nameOfOne } from "./names.ts";
import type { Friend, Part } from "./people.ts";
import { cancelShared, createShared, type Group, type SharedRevision, updateShared } from "./share.ts";
import { askedAt, type SharedBefore, type SocialWish, type Talk } from "./talk.ts";
import { companions, groupLine, sharedWords, slotWords } from "./words.ts";

type Asked = Interpretation & { readonly text: string };

/** What is said of a wish that reaches others, after it is decided. */
export async function decideShared(talk: Talk, wish: Extract<SocialWish, { kind: "shared" }>, to: Listener): Promise<Lines> {
  const { asked } = wish;
  if (asked.intent === "create_shared" || asked.intent === "availability") {
    const friends = friendsIn(talk, asked, to);
    if ("question" in friends) return friends.question;
    if (wish.alias !== undefined && friends.found.length === 1) learn(talk, friends.found[0] as Friend, wish.alias);
    return asked.intent === "availability"
      ? available(talk, { asked, friends: friends.found }, to)
      : created(talk, { asked, friends: friends.found }, to);
  }
  const group = asked.targetId === undefined ? undefined : talk.group(asked.targetId);
  if (group === undefined) return [];
  return asked.intent === "cancel_shared" ? cancelled(talk, group, to) : moved(talk, { asked, group }, to);
}

/** Names become friends; one that fits two is asked about. */
function friendsIn(talk: Talk, asked: Asked, to: Listener): { readonly found: readonly Friend[] } | { readonly question: Lines } {
  const { friends } = talk.work.social();
  const names = asked.with ?? [];
  const called = names.map((name) => calledBy(friends, name));
  const unclear = called.findIndex((found) => found.length !== 1);
  const several = called[unclear];
  if (several === undefined) return { found: [...new Map(called.flat().map((friend) => [friend.id, friend])).values()] };
  const question = questionFor("friend_ambiguous", to.language) ?? "";
  const choices = several.map((friend): Interpretation => ({
    ...asked,
    with: names.map((name, index) => (index === unclear ? nameOfOne(friend) : name)),
  }));
  const lines = [question, numbered(several.map((friend) => `${friendName(friend, to)} · ${sinceWords(friend, to)}`))];
  talk.work.ask(
    { kind: "request", open: openFor(talk, { asked, reason: "friend_ambiguous", choices }), language: to.language },
    lines.join("\n"),
  );
  return { question: lines };
}

const sinceWords = ({ since, displayName }: Friend, to: Listener): string => {
  const day = dayWords({ wall: wallTimeAt(Date.parse(since), to.zone), zone: to.zone }, to);
  return said(to, `${displayName ?? ""}，${day} 加的好友`, `${displayName ?? ""}, friends since ${day}`);
};

const openFor = (talk: Talk, of: { asked: Asked; reason: OpenRequest["reason"]; choices: readonly Interpretation[] }): OpenRequest => ({
  text: of.asked.text,
  now: askedAt(talk.work),
  reason: of.reason,
  choices: of.choices,
});

function learn(talk: Talk, friend: Friend, alias: string): void {
  const name = alias.trim();
  if (name.length >= 2 && calledBy(talk.work.social().friends, name).length === 0)
    talk.take(nameFriend(talk.work.maker, friend, { name, shown: false }));
}

async function created(talk: Talk, on: { asked: Asked; friends: readonly Friend[] }, to: Listener): Promise<Lines> {
  const { asked, friends } = on;
  const { work, me } = talk;
  const refusing = friends.filter(({ takes }) => takes === "refuse");
  if (refusing.length > 0) return [refusedWords(refusing, to)];
  const wishes = asked.items.map((item) => wishOf(talk, item, to));
  const made = wishes.map((wish) => createShared(work.maker, { me, others: friends }, wish));
  if (made.some(({ parts }) => parts[0]?.row.next_fire_at === null)) return past(talk, asked, to);
  for (const [index, { parts }] of made.entries()) {
    const clash = await clashAt(talk, { parts, who: friends.map(({ id }) => id) });
    if (clash !== undefined) return offered(talk, { asked, item: asked.items[index] as Item, parts, clash }, to);
  }
  return made.flatMap((change): Lines => {
    const twin = work.social().shared.find((each) => isTwin(talk, each.id, change));
    const known = twin === undefined ? undefined : talk.group(twin.id);
    if (known !== undefined) return [duplicateWords(talk, known, to)];
    const own = (change.parts[0] as Part).row;
    const other = overlapping(own, work.rows(), work.maker.now);
    talk.keep(change, null);
    const words = sharedWords(work.social(), change, { me: me.id, to });
    return [words, ...noteWords(asked.reasons, [own], to), ...(other === undefined ? [] : [overlapWords(other, to)])];
  });
}

const wishOf = (talk: Talk, item: Item, to: Listener) => ({
  title: item.title.trim() === "" ? said(to, "见面", "Meet") : item.title,
  zone: talk.work.zone,
  rrule: item.rrule,
  durationMinutes: item.durationMinutes,
  ...momentOf(talk.work, item),
});

function isTwin(talk: Talk, id: string, change: Group): boolean {
  const group = talk.group(id);
  const people = (of: Group | undefined): string =>
    (of?.parts ?? [])
      .map((part) => part.id)
      .toSorted()
      .join();
  return (
    group !== undefined &&
    people(group) === people(change) &&
    group.shared.start === change.shared.start &&
    group.shared.zone === change.shared.zone &&
    group.shared.rrule === change.shared.rrule &&
    group.parts[0]?.row.content_hash === change.parts[0]?.row.content_hash
  );
}

const duplicateWords = (talk: Talk, group: Group, to: Listener): string => {
  const line = groupLine(talk.work.social(), group, { me: talk.me.id, to });
  return said(to, `已经约好了：${line}。没有重复约。`, `That is set already: ${line}. It was not set up twice.`);
};

const refusedWords = (friends: readonly Friend[], to: Listener): string => {
  const names = nameList(
    friends.map((friend) => friendName(friend, to)),
    to,
  );
  return said(to, `${names} 现在不接收共享提醒，什么都没有记。`, `${names} takes no shared reminders now. Nothing was written.`);
};

function past(talk: Talk, asked: Asked, to: Listener): Lines {
  const question = questionFor("past_time", to.language) ?? "";
  const open = openFor(talk, { asked, reason: "past_time", choices: [] });
  talk.work.ask({ kind: "request", open, language: to.language }, question);
  return [question];
}

interface Offer {
  readonly asked: Asked;
  readonly item: Item;
  readonly parts: readonly Part[];
  readonly clash: Clash;
  /** What stays as it is, when something was to be moved. */
  readonly stays?: string;
}

/** Somebody has no time: nothing is written, and common free times are offered. One word takes one. */
function offered(talk: Talk, { asked, item, parts, clash, stays = "" }: Offer, to: Listener): Lines {
  const social = talk.work.social();
  const others = parts.filter(({ id }) => id !== talk.me.id).map((part) => ({ name: companionName(talk, part, to), zone: part.zone }));
  const busy = nameList(companions(social, { parts: parts.filter(({ id }) => clash.busy.includes(id)) }, { me: talk.me.id, to }), to);
  const kept = stays === "" ? said(to, "什么都没有记。", "Nothing was written.") : stays;
  const head = said(to, `${busy} 那个时间没空，${kept}`, `${busy} ${clash.busy.length > 1 ? "are" : "is"} busy then. ${kept}`);
  if (clash.slots.length === 0)
    return [head, said(to, "附近没找到大家都有空的时间，换一天试试？", "I found no common free time nearby. Another day?")];
  const choices = clash.slots.map((at): Interpretation => {
    const { instant: _, ...rest } = item;
    return { ...asked, items: [{ ...rest, start: wallTimeAt(at, talk.work.zone) }], reasons: [] };
  });
  const lines = [
    head,
    said(to, "这些时间你们都有空：", "You are all free at:"),
    numbered(clash.slots.map((at) => slotWords(at, { minutes: item.durationMinutes, others, to }))),
    said(to, "说“第一个”就约上，或者说别的时间。", "Say “1” to take the first, or name another time."),
  ];
  talk.work.ask(
    { kind: "request", open: openFor(talk, { asked, reason: "friend_busy", choices }), language: to.language },
    lines.join("\n"),
  );
  return lines;
}

const companionName = (talk: Talk, part: Part, to: Listener): string =>
  companions(talk.work.social(), { parts: [part] }, { me: talk.me.id, to })[0] ?? "";

const before = ({ shared: { title, start, zone, rrule, durationMinutes } }: Group): SharedBefore => ({
  title,
  start,
  zone,
  rrule,
  durationMinutes,
});

async function moved(talk: Talk, on: { asked: Asked; group: Group }, to: Listener): Promise<Lines> {
  const { group, asked } = on;
  const item = asked.items[0];
  const own = group.parts.find(({ id }) => id === talk.me.id);
  if (item === undefined || own === undefined) return [];
  const revision = revisionOf(talk, group, item);
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
  const names = nameList(companions(talk.work.social(), change, { me: talk.me.id, to }), to);
  const name =
    own.row.content === after.row.content
      ? quoted(after.row, to)
      : said(to, `「${own.row.content}」现在叫「${after.row.content}」`, `“${own.row.content}” is now called “${after.row.content}”`);
  const was = isMoved ? said(to, `，原来是 ${placeOf(own.row, to)}`, ` (it was ${placeOf(own.row, to)})`) : "";
  return [
    said(
      to,
      `改好了：${name}，${placeOf(after.row, to)}${was}。我会告诉 ${names}。`,
      `Done: ${name}, ${placeOf(after.row, to)}${was}. I'll tell ${names}.`,
    ),
    ...(other === undefined ? [] : [overlapWords(other, to)]),
  ];
}

const unchanged = (talk: Talk, group: Group, to: Listener): string => {
  const line = groupLine(talk.work.social(), group, { me: talk.me.id, to });
  return said(to, `本来就是这样：${line}。没有改动。`, `It is like that already: ${line}. Nothing was changed.`);
};

/** What of the group is new. */
function revisionOf(talk: Talk, { shared }: Group, item: Item): SharedRevision | undefined {
  const moment = momentOf(talk.work, item);
  const isMoved = item.start !== "" && (moment.instant ?? instantOf(moment.start, talk.work.zone)) !== instantOf(shared.start, shared.zone);
  const isRenamed = item.title !== "" && item.title !== shared.title;
  const isLonger = item.durationMinutes !== shared.durationMinutes;
  if (!isMoved && !isRenamed && !isLonger) return undefined;
  return {
    ...(isRenamed ? { title: item.title } : {}),
    ...(isLonger ? { durationMinutes: item.durationMinutes } : {}),
    ...(isMoved ? { timing: { ...moment, zone: talk.work.zone, rrule: item.rrule } } : {}),
  };
}

function cancelled(talk: Talk, group: Group, to: Listener): Lines {
  const names = nameList(companions(talk.work.social(), group, { me: talk.me.id, to }), to);
  const own = group.parts.find(({ id }) => id === talk.me.id);
  talk.keep(cancelShared(talk.work.maker, group), "final");
  const when = own === undefined ? "" : said(to, `（${placeOf(own.row, to)}）`, ` (${placeOf(own.row, to)})`);
  const tell = names === "" ? "" : said(to, `我会告诉 ${names}。`, ` I'll tell ${names}.`);
  return [said(to, `好，取消了「${group.shared.title}」${when}。${tell}`, `OK, “${group.shared.title}”${when} is called off.${tell}`)];
}

/** "撤销" after something shared: what was made is called off, what was moved goes back. */
export async function takenBack(talk: Talk, wish: Extract<SocialWish, { kind: "undo" }>, to: Listener): Promise<Lines> {
  const group = talk.group(wish.id);
  const own = group?.parts.find(({ id }) => id === talk.me.id);
  if (group === undefined || own === undefined) return [said(to, "没有可以撤销的改动。", "There is nothing to undo.")];
  if (wish.before === null) return cancelled(talk, group, to);
  const { title, start, zone, rrule, durationMinutes } = wish.before;
  const item: Item = { title, start: wallTimeAt(instantOf(start, zone), talk.work.zone), rrule, durationMinutes };
  const asked: Asked = { intent: "update_shared", items: [item], reasons: [], targetId: wish.id, text: title };
  return moved(talk, { asked, group }, to);
}
