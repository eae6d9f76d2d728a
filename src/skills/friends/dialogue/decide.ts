import { wallTimeAt } from "../../../language/calendar/instants.ts";
import { questionFor } from "../../../language/dialogue/questions.ts";
import type { Interpretation, Item } from "../../../language/request.ts";
import { type Lines, itemStart, offerFlip } from "../../reminders/dialogue/decide-create.ts";
import { noteWords, overlapWords } from "../../reminders/words/notes.ts";
import { isPing, overlapping } from "../../reminders/commands/overlap.ts";
import { dayWords, type Audience } from "../../reminders/words/when-words.ts";
import { numberLines, inLanguage } from "../../reminders/words/reminder-words.ts";
import { available } from "../availability/answer-availability.ts";
import { nameFriend } from "../links/join.ts";
import { clashAt } from "../availability/clash.ts";
import { cancelGroup, moveGroup } from "./decide-change.ts";
import { moveDay, skipDay } from "./decide-day.ts";
import { addToExisting } from "./decide-join.ts";
import { findByName, friendName, nameOfOne } from "../names.ts";
import {
  type ReadSentence,
  checkReach,
  offerFreeTimes,
  openFor,
  describeRefused,
} from "./offer.ts";
import type { Friend, Part } from "../people.ts";
import { createShared } from "../sharing/share.ts";
import type { SocialWish, Talk } from "./talk.ts";
import { findDuplicate, twinWords } from "../sharing/duplicates.ts";
import { describeShared, waitingWords } from "./shared-words.ts";

/** Decides a request that affects others, and words the reply. */
export async function decideShared(
  talk: Talk,
  wish: Extract<SocialWish, { kind: "shared" }>,
  to: Audience,
): Promise<Lines> {
  const { intent, adds } = wish.asked;
  return intent === "create_shared" || intent === "availability" || adds === true
    ? decideWithFriends(talk, wish, to)
    : decideExisting(talk, wish.asked, to);
}

async function decideWithFriends(
  talk: Talk,
  { asked, alias }: Extract<SocialWish, { kind: "shared" }>,
  to: Audience,
): Promise<Lines> {
  const friends = friendsIn(talk, asked, to);
  if ("question" in friends) return friends.question;
  const [only, another] = friends.found;
  if (alias !== undefined && only !== undefined && another === undefined) learn(talk, only, alias);
  if (asked.adds === true) return addToExisting(talk, { asked, friends: friends.found }, to);
  return asked.intent === "availability"
    ? available(talk, { asked, friends: friends.found }, to)
    : decideCreate(talk, { asked, friends: friends.found }, to);
}

async function decideExisting(talk: Talk, asked: ReadSentence, to: Audience): Promise<Lines> {
  const group = asked.targetId === undefined ? undefined : talk.group(asked.targetId);
  if (group === undefined) return [];
  const { occurrence } = asked;
  const isCancelled = asked.intent === "cancel_shared";
  if (occurrence === undefined || group.shared.rrule === null)
    return isCancelled ? cancelGroup(talk, { group }, to) : moveGroup(talk, { asked, group }, to);
  if (isCancelled) return skipDay(talk, { group, occurrence }, to);
  const [item] = asked.items;
  return item === undefined ? [] : moveDay(talk, { group, occurrence, asked, item }, to);
}

/** Names become friends; one that fits two is asked about. */
function friendsIn(
  talk: Talk,
  asked: ReadSentence,
  to: Audience,
): { readonly found: readonly Friend[] } | { readonly question: Lines } {
  const { friends } = talk.work.social();
  const names = asked.with ?? [];
  const called = names.map((name) => findByName(friends, name));
  const unclear = called.findIndex((found) => found.length !== 1);
  const several = called[unclear];
  if (several === undefined)
    return { found: [...new Map(called.flat().map((friend) => [friend.id, friend])).values()] };
  const question = questionFor("friend_ambiguous", to.language) ?? "";
  const choices = several.map((friend): Interpretation => ({
    ...asked,
    with: names.map((name, index) => (index === unclear ? nameOfOne(friend) : name)),
  }));
  const lines = [
    question,
    numberLines(several.map((friend) => `${friendName(friend, to)} · ${sinceWords(friend, to)}`)),
  ];
  talk.work.ask(
    {
      kind: "request",
      open: openFor(talk, { asked, reason: "friend_ambiguous", choices }),
      language: to.language,
    },
    lines.join("\n"),
  );
  return { question: lines };
}

const sinceWords = ({ since, displayName }: Friend, to: Audience): string => {
  const day = dayWords({ wall: wallTimeAt(Date.parse(since), to.zone), zone: to.zone }, to);
  return inLanguage(
    to,
    `${displayName ?? ""}，${day} 加的好友`,
    `${displayName ?? ""}, friends since ${day}`,
  );
};

function learn(talk: Talk, friend: Friend, alias: string): void {
  const name = alias.trim();
  if (name.length >= 2 && findByName(talk.work.social().friends, name).length === 0)
    talk.take(nameFriend(talk.work.maker, friend, { name, shown: false }));
}

async function decideCreate(
  talk: Talk,
  on: { asked: ReadSentence; friends: readonly Friend[] },
  to: Audience,
): Promise<Lines> {
  const { asked, friends } = on;
  const { work, me } = talk;
  const refusing = friends.filter(({ takes }) => takes === "refuse");
  if (refusing.length > 0) return [describeRefused(refusing, to)];
  if (asked.items.some(isPing))
    return [
      inLanguage(
        to,
        "一天响好几次的不能和别人一起约，什么都没有记。",
        "A reminder that fires many times a day can't be shared. Nothing was written.",
      ),
    ];
  const wishes = asked.items.map((item) => toGroupRequest(talk, item, to));
  const made = wishes.map((wish) => createShared(work.maker, { me, others: friends }, wish));
  if (made.some(({ parts }) => parts[0]?.row.next_fire_at === null)) return past(talk, asked, to);
  const refused = await checkReach(talk, made[0]?.parts ?? [], to);
  if (refused !== undefined) return refused;
  for (const [index, { parts }] of made.entries()) {
    const clash = await clashAt(talk, { parts, who: friends.map(({ id }) => id) });
    if (clash !== undefined)
      return offerFreeTimes(talk, { asked, item: asked.items[index] as Item, parts, clash }, to);
  }
  const away = await talk.unreachable(friends.map(({ id }) => id));
  return made.flatMap((change): Lines => {
    const known = findDuplicate(talk, change);
    if (known !== undefined) return [twinWords(talk, known, to)];
    const own = (change.parts[0] as Part).row;
    const other = overlapping(own, work.listTaken(), { now: work.maker.now });
    talk.keep(change, null);
    if (made.length === 1) offerFlip(work, asked, { written: [own], to });
    const words = describeShared(work.social(), change, { me: me.id, to, away });
    return [
      words,
      ...waitingWords(work.social(), change, to),
      ...noteWords(asked.reasons, [own], to),
      ...(other === undefined ? [] : [overlapWords(other, to)]),
    ];
  });
}

const toGroupRequest = (talk: Talk, item: Item, to: Audience) => ({
  title: item.title.trim() === "" ? inLanguage(to, "见面", "Meet") : item.title,
  zone: talk.work.zone,
  rrule: item.rrule,
  durationMinutes: item.durationMinutes,
  allDay: item.allDay,
  ...itemStart(talk.work, item),
});

function past(talk: Talk, asked: ReadSentence, to: Audience): Lines {
  const question = questionFor("past_time", to.language) ?? "";
  const open = openFor(talk, { asked, reason: "past_time", choices: [] });
  talk.work.ask({ kind: "request", open, language: to.language }, question);
  return [question];
}
