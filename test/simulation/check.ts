import { inboundViolations } from "../crash/check-inbound.ts";
import { turnViolations } from "../crash/check-turns.ts";
import { processViolations } from "../crash/check-processes.ts";
import type { History } from "../crash/history.ts";
import { ledgerViolations } from "./check-ledger.ts";
import { reminderViolations } from "./check-reminders.ts";
import { waitingViolations } from "./check-waiting.ts";
import { lineViolations } from "./line-model.ts";

/**
 * All that must hold when a run is over, each violation with the number of its invariant. I1 to I5,
 * I13 and I14 are those of the crash tests; I6, I7 and I9 are stricter here, because the whole line
 * of every conversation is known. I11 is looked at where words and rows are read. I10 is about
 * stories, which are not part of the simulation.
 * `quietFrom`: from then on nothing went wrong; undefined where a clock was set and times say nothing.
 */
export function checkHistory(history: History, quietFrom: number | undefined): string[] {
  return [
    ...(quietFrom === undefined ? [] : waitingViolations(history, quietFrom)),
    ...wrongAnswers(history),
    ...leftLeases(history),
    ...inboundViolations(history),
    ...turnViolations(history),
    ...ledgerViolations(history),
    ...lineViolations(history),
    ...reminderViolations(history),
    ...processViolations(history),
    ...history.unlikeTheLog.map((table) => `I12 ${table} is not what the log says`),
  ];
}

/** Each call is answered for the message that it brought. */
function wrongAnswers(history: History): string[] {
  return history.client.flatMap(({ id, text, answer }) => {
    if (answer === undefined || !("messageId" in answer)) return [];
    const message = history.messages.find((row) => row.id === answer.messageId);
    return message === undefined || message.vendorId === id
      ? []
      : [`I1 "${text}" was answered as if it were "${message.text}"`];
  });
}

/** A lease ends with its work: one that stays makes every later start look at finished rows. */
const leftLeases = ({ deliveries }: History): string[] =>
  deliveries
    .filter(({ status, leased }) => leased && status !== "sending")
    .map(({ text, status }) => `I14 "${text}" is ${status} and still leased`);
