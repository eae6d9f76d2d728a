import { type Differences, type Evidence, type Finding, must } from "./finding.ts";
import { judgeFires } from "./judge-fires.ts";
import { judgeReminders } from "./judge-reminders.ts";
import { judgeShared } from "./judge-shared.ts";
import { judgeNamedRows, judgeReadBack, judgeTold } from "./judge-words.ts";
import { hasArrived, difference, type ReminderRow, type DeliveryRow } from "./snapshot.ts";
import type { Forbid } from "./case.ts";
import type { Received } from "./stack.ts";

function differences({ before, after }: Pick<Evidence, "before" | "after">): Differences {
  return {
    reminders: difference(
      before.reminders,
      after.reminders,
      ({ lifecycle }) => lifecycle === "active",
    ),
    shared: difference(before.shared, after.shared, ({ status }) => status === "active"),
  };
}

/** The verdict on one step, by rows and received messages, by facts and times, never by wording. */
export function judge(on: Evidence): Finding[] {
  const found = differences(on);
  return [
    ...judgeTurn(on),
    ...judgeReminders(on, found),
    ...judgeShared(on, found),
    ...judgeTold(on),
    ...judgeQuestion(on),
    ...judgeFires(on),
    ...judgeReadBack(on, found),
    ...judgeNamedRows(on),
    ...judgeReceived(on),
    ...forbidden(on, found),
  ];
}

function judgeTurn({ turn, expected }: Evidence): Finding[] {
  if (turn === undefined) return [];
  const isWritten = [expected.made, expected.changed, expected.ended, expected.shared].some(
    (part) => part !== undefined,
  );
  const isMaterialized =
    turn.staged.length > 0 && turn.staged.every(({ status }) => status === "materialized");
  return [
    ...must("the turn answered this message alone", 1, turn.window),
    ...must("how the turn ended", "committed", turn.status),
    // What a person says about themselves is talk that is remembered.
    ...must(
      "the skill that took it",
      expected.talk === true ? "chat" : "reminders",
      turn.skill === "memory" ? "chat" : turn.skill,
    ),
    ...must("disposition", "replied", turn.disposition),
    ...must(
      "the reply has words",
      true,
      turn.replies.some((text) => text.trim() !== ""),
    ),
    ...must(
      "every part was taken by the channel",
      true,
      turn.deliveries.length > 0 && turn.deliveries.every((status) => hasArrived({ status })),
    ),
    ...must(
      "commands",
      isWritten ? "materialized" : "none",
      isMaterialized ? "materialized" : turn.staged.length === 0 ? "none" : "other",
    ),
  ];
}

function judgeQuestion({ before, after, expected }: Evidence): Finding[] {
  const isOpen = after.questions.some((id) => !before.questions.includes(id));
  // A guess may invite a correction: that is allowed and does not count as a question.
  return expected.asks === true ? must("a question is open", true, isOpen) : [];
}

/** Outcomes that this case or every case forbids, checked in the rows alone. */
function forbidden(on: Evidence, found: Differences): Finding[] {
  const happened = findForbidden(on, found);
  const broken = on.forbid.filter((tag) => happened[tag]);
  return [
    ...must("forbidden by the case", "", broken.join()),
    ...must("the same thing twice", "", duplicates(on.after.reminders).join("; ")),
    ...(on.isAlone
      ? must(
          "rows of people outside of the case are as they were",
          on.before.elsewhere,
          on.after.elsewhere,
        )
      : []),
  ];
}

function findForbidden(
  { before, after, people, speaker }: Evidence,
  { reminders, shared }: Differences,
): Readonly<Record<Forbid, boolean>> {
  const isOwn = (row: ReminderRow): boolean => row.kind !== "shared_projection";
  const known = new Set(before.deliveries.map(({ id }) => id));
  const others = new Set(
    people.filter(({ who }) => who !== speaker).map(({ accountId }) => accountId),
  );
  const facts = {
    reminder_create: reminders.made.some(isOwn),
    reminder_change: reminders.changed.some((pair) => isOwn(pair.before)),
    reminder_end: [...reminders.ended.map((pair) => pair.before), ...reminders.vanished].some(
      isOwn,
    ),
    shared_create: shared.made.length > 0,
    shared_change: shared.changed.length > 0,
    shared_cancel: shared.ended.length + shared.vanished.length > 0,
    friend_change: JSON.stringify(before.friendships) !== JSON.stringify(after.friendships),
    tell_others: after.deliveries.some(
      ({ id, account_id: account }) => !known.has(id) && others.has(account),
    ),
  };
  return { ...facts, any_write: Object.values(facts).some(Boolean) };
}

/** Two active rows of one person with the same words at the same moment. */
function duplicates(rows: readonly ReminderRow[]): string[] {
  const active = rows.filter(({ lifecycle }) => lifecycle === "active");
  const keyOf = (row: ReminderRow): string =>
    JSON.stringify([
      row.owner_account_id,
      row.content.trim().toLowerCase(),
      row.next_fire_at,
      row.rrule,
    ]);
  return [...Map.groupBy(active, keyOf).values()]
    .filter(({ length }) => length > 1)
    .flatMap(([row]) => row?.content ?? []);
}

/**
 * The rows against what the connector got: `sent` without a call is a lie, and so is a call without
 * a row. Nothing to compare where the connector's side can't be seen.
 */
function judgeReceived(on: Evidence): Finding[] {
  const { calls } = on.after;
  if (calls === undefined) return [];
  const wasThere = new Set(on.before.deliveries.filter(hasArrived).map(({ id }) => id));
  const rows = on.after.deliveries.filter((row) => hasArrived(row) && !wasThere.has(row.id));
  const fresh = calls.slice(on.before.calls?.length ?? 0).filter(({ taken }) => taken);
  const known = new Set(on.after.deliveries.filter(hasArrived).map(({ id }) => id));
  const strays = fresh.filter(({ delivery_id: id }) => !known.has(id));
  return [
    ...rows
      .filter(({ merged_into: host }) => host === null)
      .flatMap((row) => judgeCall(on, row, calls)),
    ...must(
      "parts that travel in another one that was not sent",
      "",
      rows
        .filter(({ merged_into: host }) => host !== null && !known.has(host))
        .map(({ text }) => short(text))
        .join("; "),
    ),
    ...must(
      "calls to the connector that no row tells of",
      "",
      strays.map(({ text }) => short(text)).join("; "),
    ),
    ...must("the order in which the connector got them", "as queued", orderOf(rows, fresh)),
  ];
}

/** One call for one part: to this person, with these words, in the newest context that they gave. */
function judgeCall(on: Evidence, row: DeliveryRow, calls: readonly Received[]): Finding[] {
  const about = (what: string): string => `“${short(row.text)}” is ${row.status}: ${what}`;
  const its = calls.filter(({ delivery_id: id, taken }) => taken && id === row.id);
  const [call] = its;
  const owner = on.people.find(({ accountId }) => accountId === row.account_id);
  if (call === undefined || owner === undefined)
    return must(about("calls that the connector got"), 1, its.length);
  const token = on.after.newestTokens.find(({ account_id: id }) => id === row.account_id)?.token;
  return [
    ...must(about("calls that the connector got"), 1, its.length),
    ...must(about("to whom it went"), owner.wxid, call.wxid),
    ...must(about("for which account"), owner.accountId.replaceAll("-", ""), call.account_id),
    // A mark in front of it says that it comes late or again.
    ...(call.text.endsWith(row.text)
      ? []
      : must(about("the words that went out"), row.text, call.text)),
    ...(token === undefined ? [] : must(about("its context"), token, call.context_token ?? "none")),
  ];
}

function orderOf(rows: readonly DeliveryRow[], fresh: readonly Received[]): string {
  const placeOf = new Map(rows.map(({ id, ordinal }) => [id, ordinal]));
  const isInOrder = [...Map.groupBy(fresh, ({ wxid }) => wxid).values()].every((theirs) => {
    const places = theirs.flatMap(({ delivery_id: id }) => placeOf.get(id) ?? []);
    return places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0));
  });
  return isInOrder ? "as queued" : "another one";
}

const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length <= 40 ? line : `${line.slice(0, 39)}…`;
};
