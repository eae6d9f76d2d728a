import { wallTimeAt } from "../../../language/calendar/instants.ts";
import type { Interpretation, Item } from "../../../language/request.ts";
import { reviseRow } from "../../reminders/commands/commands.ts";
import { type Lines, itemStart } from "../../reminders/dialogue/decide-create.ts";
import { isPing } from "../../reminders/commands/overlap.ts";
import type { ReminderRow } from "../../reminders/rows.ts";
import { ruleWords } from "../../reminders/words/rule-words.ts";
import type { Audience } from "../../reminders/words/when-words.ts";
import { quoteTitle, inLanguage } from "../../reminders/words/reminder-words.ts";
import { updateShared } from "../sharing/change-shared.ts";
import { type Clash, clashAt } from "../availability/clash.ts";
import { placeBefore } from "./decide-change.ts";
import type { Group, SharedChange } from "../sharing/group-command.ts";
import { addPeople, shareOwn, combineChanges } from "../sharing/invite.ts";
import { friendName, nameList, partName } from "../names.ts";
import {
  type ReadSentence,
  checkReach,
  offerFreeTimes,
  openFor,
  describeRefused,
} from "./offer.ts";
import type { Friend, Part, SharedBefore } from "../people.ts";
import type { Talk } from "./talk.ts";
import { describeRecipients } from "./recipients.ts";
import { findDuplicate, twinWords } from "../sharing/duplicates.ts";
import { groupLine, waitingWords } from "./shared-words.ts";

interface Joining {
  readonly asked: ReadSentence;
  readonly friends: readonly Friend[];
}

/** "晚饭也叫上张三": adds friends to an existing reminder, by the rules of a new one. */
export async function addToExisting(talk: Talk, on: Joining, to: Audience): Promise<Lines> {
  const { asked } = on;
  const group = asked.targetId === undefined ? undefined : talk.group(asked.targetId);
  const row =
    group === undefined
      ? talk.work.row(asked.targetId ?? "")
      : group.parts.find(({ id }) => id === talk.me.id)?.row;
  if (row === undefined) return [];
  const taking = new Set(
    group?.parts.filter(({ state }) => state === "active").map(({ id }) => id),
  );
  const friends = on.friends.filter(({ id }) => !taking.has(id));
  const refusal = whyNot(talk, { group, row, friends, named: on.friends }, to);
  if (refusal !== undefined) return refusal;
  if (asked.occurrence !== undefined && row.rrule !== null)
    return askWhole(talk, { asked, row, friends }, to);
  const made = toSharedTime(talk, { group, row, item: asked.items[0] }, friends);
  if (made === undefined)
    return [
      inLanguage(
        to,
        `那个时间已经过了，${quoteTitle(row, to)}没有改动。`,
        `That time has passed. ${quoteTitle(row, to)} was not changed.`,
      ),
    ];
  const twin = findDuplicate(talk, made.change);
  if (twin !== undefined) return [twinWords(talk, twin, to)];
  const refused = await checkReach(talk, made.change.parts, to);
  if (refused !== undefined) return refused;
  const clash = await clashOf(talk, {
    change: made.change,
    friends,
    isMoved: asked.items.length > 0,
  });
  if (clash !== undefined)
    return otherTimes(talk, { asked, row, friends, change: made.change, clash }, to);
  talk.keep(made.change, made.before);
  const social = talk.work.social();
  const names = nameList(
    friends.filter(({ takes }) => takes !== "ask").map((friend) => friendName(friend, to)),
    to,
  );
  const waiting = waitingWords(social, made.change, to);
  const line = groupLine(social, made.change, { me: talk.me.id, to });
  const tell = await describeRecipients(talk, made.change.parts, to);
  if (names === "")
    return [inLanguage(to, `好，问了：${line}。`, `OK, I've asked: ${line}.`), ...waiting];
  return [
    inLanguage(
      to,
      `好，${names} 也一起：${line}。${tell}`,
      `OK, ${names} comes along: ${line}.${tell}`,
    ),
    ...waiting,
  ];
}

interface JoinRequest {
  readonly group: Group | undefined;
  readonly row: ReminderRow;
  /** Those who do not take part yet. */
  readonly friends: readonly Friend[];
  readonly named: readonly Friend[];
}

function whyNot(
  talk: Talk,
  { group, row, friends, named }: JoinRequest,
  to: Audience,
): Lines | undefined {
  const name = quoteTitle(row, to);
  const creator = group?.parts.find(({ id }) => id === group.shared.creatorId);
  if (creator !== undefined && creator.id !== talk.me.id) {
    const who = partName(talk.work.social(), creator, to);
    return [
      inLanguage(
        to,
        `${name}是 ${who} 约的，要加人得 ${who} 来说。什么都没有改。`,
        `${name} was set up by ${who}, and only they can add people. Nothing was changed.`,
      ),
    ];
  }
  if (friends.length === 0) {
    const names = nameList(
      named.map((friend) => friendName(friend, to)),
      to,
    );
    return [
      inLanguage(
        to,
        `${names} 本来就在${name}里，没有改动。`,
        `${names} is in ${name} already. Nothing was changed.`,
      ),
    ];
  }
  if (row.local_start === null)
    return [
      inLanguage(
        to,
        `${name}还没有时间，先定个时间再叫人。`,
        `${name} has no time yet. Give it one first, then add people.`,
      ),
    ];
  if (row.lifecycle !== "active" || row.next_fire_at === null)
    return [
      inLanguage(to, `${name}已经过去了，没有改动。`, `${name} is over. Nothing was changed.`),
    ];
  if (isPing(row))
    return [
      inLanguage(
        to,
        "一天响好几次的不能和别人一起约，什么都没有改。",
        "A reminder that fires many times a day can't be shared. Nothing was changed.",
      ),
    ];
  const refusing = friends.filter(({ takes }) => takes === "refuse");
  return refusing.length > 0 ? [describeRefused(refusing, to)] : undefined;
}

/**
 * "把张三加到周五的例会里", of something that comes every week: one time alone is for those who are
 * in it.
 */
function askWhole(
  talk: Talk,
  on: { asked: ReadSentence; row: ReminderRow; friends: readonly Friend[] },
  to: Audience,
): Lines {
  const names = nameList(
    on.friends.map((friend) => friendName(friend, to)),
    to,
  );
  const often = ruleWords(on.row.rrule ?? "", to.language, null);
  const { occurrence: _, ...whole } = on.asked;
  const question = inLanguage(
    to,
    `${quoteTitle(on.row, to)}是${often}的。要让 ${names} 每次都来吗？回复“是”就加上，并告诉大家。`,
    `${quoteTitle(on.row, to)} comes ${often}. Shall ${names} come every time? Reply “yes” to add them; I'll tell everyone.`,
  );
  const open = openFor(talk, { asked: on.asked, reason: "target_ambiguous", choices: [whole] });
  talk.work.ask({ kind: "request", open, language: to.language }, question);
  return [question];
}

interface Made {
  readonly change: SharedChange;
  readonly before: SharedBefore;
}

/** `undefined`: the time that is wished for has passed. */
function toSharedTime(
  talk: Talk,
  on: { group: Group | undefined; row: ReminderRow; item: Item | undefined },
  friends: readonly Friend[],
): Made | undefined {
  const { maker, zone } = talk.work;
  const { group, row, item } = on;
  const timing =
    item === undefined
      ? undefined
      : {
          ...itemStart(talk.work, item),
          zone,
          rrule: item.rrule,
          allDay: item.allDay ?? (row.all_day && item.start.endsWith("T00:00:00")),
        };
  const ids = friends.map(({ id }) => id);
  if (group === undefined) {
    const now = timing === undefined ? row : reviseRow(maker, row, { timing });
    const change = shareOwn(maker, { me: talk.me, others: friends }, { was: row, now });
    return now.next_fire_at === null ? undefined : { change, before: { kind: "own", row } };
  }
  if (timing === undefined)
    return { change: addPeople(maker, group, friends), before: { kind: "added", ids } };
  const moved = updateShared(maker, group, { timing });
  if (moved.parts.find(({ id }) => id === talk.me.id)?.row.next_fire_at === null) return undefined;
  return {
    change: combineChanges(moved, addPeople(maker, moved, friends)),
    before: { kind: "added", ids, place: placeBefore(group) },
  };
}

/** Existing participants are checked only where it moves; the times that are offered suit all. */
async function clashOf(
  talk: Talk,
  {
    change,
    friends,
    isMoved,
  }: { change: SharedChange; friends: readonly Friend[]; isMoved: boolean },
): Promise<Clash | undefined> {
  const { parts, shared } = change;
  const all = parts
    .filter(({ id, state }) => id !== talk.me.id && state === "active")
    .map(({ id }) => id);
  const fresh = friends.map(({ id }) => id);
  const clash = await clashAt(talk, { parts, who: isMoved ? all : fresh, beside: shared.id });
  if (clash === undefined || isMoved || all.length === fresh.length) return clash;
  const among = await clashAt(talk, { parts, who: all, beside: shared.id });
  return { busy: clash.busy, slots: among?.slots ?? [] };
}

interface Clashing {
  readonly asked: ReadSentence;
  readonly row: ReminderRow;
  readonly friends: readonly Friend[];
  readonly change: { readonly parts: readonly Part[] };
  readonly clash: Clash;
}

/** Nothing is written; one word moves it to a time that suits all, and asks them along. */
function otherTimes(
  talk: Talk,
  { asked, row, friends, change, clash }: Clashing,
  to: Audience,
): Promise<Lines> {
  const start = wallTimeAt(Date.parse(row.next_fire_at ?? ""), talk.work.zone);
  const item: Item = {
    title: row.content,
    start,
    rrule: row.rrule,
    durationMinutes: row.duration_minutes,
  };
  const names = nameList(
    friends.map((friend) => friendName(friend, to)),
    to,
  );
  const stays = inLanguage(
    to,
    `${quoteTitle(row, to)}没有变，也没有叫人。`,
    `${quoteTitle(row, to)} stays as it is, and no one was invited.`,
  );
  const hint = inLanguage(
    to,
    `说“第一个”就挪到那时，并叫上 ${names}。`,
    `Say “1” to move it there and invite ${names}.`,
  );
  const wish: ReadSentence = { ...(asked satisfies Interpretation), items: [] };
  return offerFreeTimes(talk, { asked: wish, item, parts: change.parts, clash, stays, hint }, to);
}
