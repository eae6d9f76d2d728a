import type { Differences, Evidence, Finding } from "./finding.ts";
import { must } from "./finding.ts";
import { forbidden } from "./forbid.ts";
import { judgeFires } from "./judge-fires.ts";
import { judgeReminders } from "./judge-reminders.ts";
import { judgeShared } from "./judge-shared.ts";
import { judgeNamedRows, judgeReadBack, judgeTold } from "./judge-words.ts";
import { judgeReceived } from "./received.ts";
import { hasArrived, difference } from "./snapshot.ts";

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

/** The verdict on one step: by rows and by what people got, in facts and times; never by how something is worded. */
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
