import type { Differences, Evidence, Finding } from "./finding.ts";
import { must } from "./finding.ts";
import { forbidden } from "./forbid.ts";
import { judgeReminders } from "./judge-reminders.ts";
import { judgeShared } from "./judge-shared.ts";
import { difference, type DeliveryRow, type Snapshot } from "./snapshot.ts";

function differences({ before, after }: Pick<Evidence, "before" | "after">): Differences {
  return {
    reminders: difference(before.reminders, after.reminders, ({ lifecycle }) => lifecycle === "active"),
    shared: difference(before.shared, after.shared, ({ status }) => status === "active"),
  };
}

/** The verdict on one step: by rows, never by how something is worded. */
export function judge(on: Evidence): Finding[] {
  const found = differences(on);
  return [
    ...judgeTurn(on),
    ...judgeReminders(on, found),
    ...judgeShared(on, found),
    ...judgeTold(on),
    ...judgeQuestion(on),
    ...judgeFires(on),
    ...judgeWordsOfRows(on),
    ...forbidden(on, found),
  ];
}

const arrived = new Set(["sent", "delivered", "read"]);

function judgeTurn({ turn, expected }: Evidence): Finding[] {
  if (turn === undefined) return [];
  const isWritten = [expected.made, expected.changed, expected.ended, expected.shared].some((part) => part !== undefined);
  const isMaterialized = turn.staged.length > 0 && turn.staged.every(({ status }) => status === "materialized");
  return [
    ...must("the turn answered this message alone", 1, turn.window),
    ...must("how the turn ended", "committed", turn.status),
    ...must("the skill that took it", expected.talk === true ? "chat" : "reminders", turn.skill),
    ...must("disposition", "replied", turn.disposition),
    ...must(
      "the reply has words",
      true,
      turn.replies.some((text) => text.trim() !== ""),
    ),
    ...must(
      "every part was taken by the channel",
      true,
      turn.deliveries.length > 0 && turn.deliveries.every((status) => arrived.has(status)),
    ),
    ...must("commands", isWritten ? "materialized" : "none", isMaterialized ? "materialized" : turn.staged.length === 0 ? "none" : "other"),
  ];
}

const newDeliveries = ({ before, after }: Evidence): DeliveryRow[] => {
  const known = new Set(before.deliveries.map(({ id }) => id));
  return after.deliveries.filter(({ id }) => !known.has(id));
};

/** Everybody but the one who spoke: those who must be told got one message each, and it was taken; nobody else got any. */
function judgeTold(on: Evidence): Finding[] {
  const made = newDeliveries(on);
  return on.people
    .filter(({ who }) => who !== on.speaker)
    .flatMap(({ who, accountId, name }) => {
      const theirs = made.filter(({ account_id: id }) => id === accountId).map(({ status }) => (arrived.has(status) ? "taken" : status));
      const wish = on.expected.told?.includes(who) === true ? ["taken"] : [];
      return must(`what ${name} (${who}) was told`, wish.join(), theirs.join());
    });
}

function judgeQuestion({ before, after, expected }: Evidence): Finding[] {
  const isOpen = after.questions.some((id) => !before.questions.includes(id));
  // A guess may leave room for a correction: that is no question, and not forbidden.
  return expected.asks === true ? must("a question is open", true, isOpen) : [];
}

/** Each goes off once, and the channel takes what is said of it. */
function judgeFires({ before, after, expected, named }: Evidence): Finding[] {
  const keyOf = ({ reminder_id: id, occurrence_key: key }: Snapshot["fires"][number]): string => `${id} ${key}`;
  const known = new Set(before.fires.map(keyOf));
  const fired = after.fires.filter((fire) => !known.has(keyOf(fire)));
  const wish = (expected.fired ?? []).map((name) => named.get(name) ?? name);
  const heard = fired.map(({ message_id: message }) =>
    after.deliveries.filter((each) => each.message_id === message).map(({ status }) => status),
  );
  const isHeard = (statuses: readonly string[]): boolean => statuses.length > 0 && statuses.every((status) => arrived.has(status));
  return [
    ...must(
      "what went off",
      wish.toSorted().join(),
      fired
        .map(({ reminder_id: id }) => id)
        .toSorted()
        .join(),
    ),
    ...must("what went off and the channel did not take", 0, heard.filter((statuses) => !isHeard(statuses)).length),
  ];
}

/** Titles carry the run's mark, so that naming a row can be told from speaking of the like. */
function judgeWordsOfRows({ expected, named, before, after, turn, secrets }: Evidence): Finding[] {
  const said = turn?.replies.join("\n") ?? "";
  const titles = [...before.reminders, ...after.reminders];
  const unnamed = (expected.names ?? []).filter((name) => {
    const title = titles.find(({ id }) => id === named.get(name))?.content;
    return title === undefined || !said.includes(title);
  });
  const missing = (expected.figures ?? []).filter((figure) => !said.includes(figure));
  const leaked = secrets.filter((title) => said.includes(title));
  return [
    ...must("rows that the reply leaves out", "", unnamed.join()),
    ...must("figures that the reply leaves out", "", missing.join()),
    ...must("other people's rows that the reply names", "", leaked.join()),
  ];
}
