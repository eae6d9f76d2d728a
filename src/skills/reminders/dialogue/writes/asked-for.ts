import type { TurnWords } from "../../../../domain/provenance.ts";
import { type OwnWords, ownWords } from "../../../../language/intents/own-words.ts";
import type { Interpretation } from "../../../../language/request.ts";
import type { Act } from "../../../../language/lexicon/shapes.ts";
import { isPrivate } from "../../../../language/lexicon/wish-words.ts";
import type { ReminderRow } from "../../rows.ts";
import type { Session } from "../session.ts";
import { findByName, listTypedNames } from "../../../friends/names.ts";
import { activeOf } from "../discourse.ts";
import { toKnownReminder, buildContext } from "../understand.ts";
import type { RequestedWrite } from "./write.ts";

type On = Pick<Session, "work" | "talk">;
type ReadSentence = Interpretation & { readonly text: string };

/**
 * The one gate before every write of a model: whether the person's own words of this turn ask for
 * this act, on this target, with this content. A model that has read other people's text is never
 * trusted.
 */
export function isAskedFor(on: On, wanted: RequestedWrite, words: TurnWords): boolean {
  if (words.foreign.size > 0) return false;
  const own = ownWords(words.own);
  const { write } = wanted;
  if (write.kind === "setting") return isSettingAsked(write, own);
  if (write.kind === "untimed") return own.askNew("note", { title: write.title });
  return isReadingAsked({ on, own, wanted }, write.asked);
}

/** A length that the person did not say is left out: as such, or by the hour at which it ends. */
export function keepSaidLength<T extends Item>(
  words: TurnWords,
  item: T,
  minutes: number | undefined,
): T {
  if (minutes === undefined) return item;
  const own = ownWords(words.own);
  const end = new Date(Date.parse(`${item.start}Z`) + minutes * 60_000).toISOString().slice(0, 19);
  return own.sayLength(minutes) || own.sayHour(end) ? { ...item, durationMinutes: minutes } : item;
}

type Item = Interpretation["items"][number];

/**
 * Whether a question that a tool's words leave open may be kept for the person's answer: only where
 * they began it themselves.
 */
export function mayStayOpen(
  { foreign, own }: TurnWords,
  of: { readonly act: Act; readonly text: string; readonly title?: string | undefined },
  friends: readonly string[],
): boolean {
  const words = ownWords(own);
  return (
    foreign.size === 0 &&
    words.ask(of.act, { titles: [of.title ?? of.text], friends }) &&
    (of.title === undefined || words.cover(of.title))
  );
}

function isSettingAsked(
  write: Extract<RequestedWrite["write"], { kind: "setting" }>,
  own: OwnWords,
): boolean {
  if (write.field === "display_name") return own.callThemselves(write.value);
  if (write.field === "default_timezone") return own.settleIn(write.value);
  return own.ask(write.value === "zh" ? "zh" : "en");
}

interface Judged {
  readonly on: On;
  readonly own: OwnWords;
  readonly wanted: RequestedWrite;
}

function isReadingAsked(judged: Judged, asked: ReadSentence): boolean {
  const { intent } = asked;
  if (asked.adds === true) return isCompanyAsked(judged, asked);
  if (intent === "create" || intent === "create_shared") return isNewAsked(judged, asked);
  if (intent === "update" || intent === "update_shared") return isChangeAsked(judged, asked);
  if (intent === "cancel" || intent === "cancel_shared") return isCancelAsked(judged, asked);
  if (intent === "complete")
    return isActAsked(judged, asked, "complete") && isTarget(judged, asked);
  return intent === "snooze" && isSnoozeAsked(judged, asked);
}

const isTarget = ({ on, own }: Judged, asked: ReadSentence): boolean =>
  isMeant(on, asked, own) || isMeantShared(on, asked, own);

/** Within one clause that says nothing else: the act, and what it is done to. */
const isActAsked = ({ on, own, wanted }: Judged, asked: ReadSentence, act: Act): boolean =>
  own.ask(act, {
    titles: [titleOf(on, asked), ...(wanted.newTitle === undefined ? [] : [wanted.newTitle])],
    friends: namesOf(on, asked),
  });

const isCompanyAsked = ({ on, own }: Judged, asked: ReadSentence): boolean => {
  const [title, friends] = [titleOf(on, asked), namesOf(on, asked)];
  return (
    !isPrivate(title) &&
    areNamed(on, asked, own) &&
    isMeantShared(on, asked, own) &&
    own.ask("share", { titles: [title], friends })
  );
};

const isCancelAsked = (judged: Judged, asked: ReadSentence): boolean =>
  isActAsked(judged, asked, "cancel") && isTarget(judged, asked);

const isSnoozeAsked = (judged: Judged, asked: ReadSentence): boolean =>
  isActAsked(judged, asked, "snooze") &&
  isTimed(judged) &&
  (isTarget(judged, asked) || isLastFire(judged.on, asked));

const titleOf = ({ work }: On, { targetId, target }: ReadSentence): string =>
  (targetId === undefined
    ? undefined
    : (work.row(targetId)?.content ??
      work.social().shared.find(({ id }) => id === targetId)?.title)) ??
  target ??
  "";

const isTimed = ({ own, wanted: { time } }: Judged): boolean =>
  time === undefined || own.coverTime(time);

function isNewAsked(judged: Judged, asked: ReadSentence): boolean {
  const { on, own, wanted } = judged;
  const { time } = wanted;
  if (time === undefined) return false;
  if (asked.intent === "create_shared") {
    const friends = namesOf(on, asked);
    return (
      areNamed(on, asked, own) &&
      asked.items.every(
        ({ title }) => !isPrivate(title) && own.askToShare({ title, time, friends }),
      )
    );
  }
  return asked.items.every(
    ({ title }) =>
      own.askNew("create", { title, time }) ||
      // Nothing else is said, so nothing else can be meant by it.
      (own.cover(title) && own.coverTime(time) && own.onlySay(title, time)),
  );
}

function isChangeAsked(judged: Judged, asked: ReadSentence): boolean {
  const { on, own, wanted } = judged;
  const isShared = asked.intent === "update_shared";
  const isTarget = isShared ? isMeantShared(on, asked, own) : isMeant(on, asked, own);
  return (
    isTarget &&
    isActAsked(judged, asked, "update") &&
    (isTimed(judged) || isMoveSaid(judged, asked)) &&
    (wanted.newTitle === undefined ||
      (own.cover(wanted.newTitle) && !(isShared && isPrivate(wanted.newTitle))))
  );
}

/** "half an hour later", "at half past seven": the rest of the time is as it was. */
function isMoveSaid({ on: { work }, own }: Judged, { targetId, items }: ReadSentence): boolean {
  const [item] = items;
  const row = targetId === undefined ? undefined : work.row(targetId);
  const start = row === undefined ? null : toKnownReminder(row, work.zone).start;
  return (
    item !== undefined &&
    items.length === 1 &&
    item.rrule === null &&
    start !== null &&
    own.sayMove(start, item.start)
  );
}

/** All names by which the friends whom it would reach may be typed. */
function namesOf({ talk }: On, { with: names = [] }: ReadSentence): string[] {
  const { friends } = talk.work.social();
  return names.flatMap((name) => findByName(friends, name)).flatMap(listTypedNames);
}

/** Every friend that it would reach, by a name that the person typed. */
function areNamed({ talk }: On, { with: names = [] }: ReadSentence, own: OwnWords): boolean {
  const found = names.map((name) => findByName(talk.work.social().friends, name));
  return (
    found.length > 0 &&
    found.every(
      (friends) =>
        friends.length === 1 && own.names(listTypedNames(friends[0] as (typeof friends)[number])),
    )
  );
}

/**
 * By its title, by its hour where only one has it, or as "it" right after it was changed or went
 * off.
 */
function isMeant({ work }: On, { targetId }: ReadSentence, own: OwnWords): boolean {
  const row = targetId === undefined ? undefined : work.row(targetId);
  if (row === undefined) return false;
  const others = activeOf(work).filter(({ id }) => id !== row.id);
  if (
    own.mean(row.content, [
      ...others.map(({ content }) => content),
      ...work.social().shared.map(({ title }) => title),
    ])
  )
    return true;
  const hour = (of: ReminderRow): string | undefined =>
    toKnownReminder(of, work.zone).start?.slice(11, 16);
  const start = toKnownReminder(row, work.zone).start;
  if (start !== null && own.sayHour(start) && !others.some((other) => hour(other) === hour(row)))
    return true;
  const { latest, lastFire } = buildContext(work);
  return own.pointBack() && (latest?.targetId === row.id || lastFire?.id === row.id);
}

const isLastFire = ({ work }: On, { targetId }: ReadSentence): boolean =>
  buildContext(work).lastFire?.id === targetId;

/** By its title, or by a participant where nothing else is shared with them. */
function isMeantShared(
  { work, talk }: On,
  { targetId, target }: ReadSentence,
  own: OwnWords,
): boolean {
  const { shared, friends, parts } = work.social();
  const row = targetId === undefined ? undefined : work.row(targetId);
  const group = shared.find(({ id, reminderId }) => id === targetId || reminderId === targetId);
  const title = group?.title ?? row?.content ?? target;
  if (title === undefined) return false;
  const others = [
    ...activeOf(work)
      .filter(({ id }) => id !== targetId)
      .map(({ content }) => content),
    ...shared.filter(({ id }) => id !== group?.id).map((each) => each.title),
  ];
  if (own.mean(title, others)) return true;
  if (group === undefined) return false;
  const groupsOf = (id: string): number =>
    new Set(
      parts
        .filter((part) => part.id === id && part.state === "active")
        .map(({ sharedId }) => sharedId),
    ).size;
  const company = friends.filter(({ id }) =>
    parts.some((part) => part.id === id && part.sharedId === group.id && part.state === "active"),
  );
  if (company.some((friend) => own.names(listTypedNames(friend)) && groupsOf(friend.id) === 1))
    return true;
  const { latest } = buildContext(talk.work);
  return own.pointBack() && latest?.targetId === group.id;
}
