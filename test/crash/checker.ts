import { inboundViolations } from "./check-inbound.ts";
import { outboundViolations } from "./check-outbound.ts";
import { processViolations } from "./check-processes.ts";
import { reminderViolations } from "./check-reminders.ts";
import { turnViolations } from "./check-turns.ts";
import type { History } from "./history.ts";

/**
 * What must hold whatever was killed, cut off or repeated. Each violation begins with the invariant's number:
 *
 *   I1   no acknowledged message is lost, none appears that was not sent
 *   I2   each message belongs to one committed turn or has one other end
 *   I3   turns of a conversation never overlap, and their fences only rise
 *   I4   every message has an end and nothing is left on its way
 *   I5   a turn's effects are all there or none is
 *   I6   `sent` needs the vendor's word, and the vendor has no more copies than there were doubts
 *   I7   people see a conversation in its order
 *   I12  the tables are what the log says
 *   I13  after a stop nothing more of that turn is sent
 *   I14  no process ends by itself, and no row waits for nothing
 *   I15  a reminder that was made fires once, and its fire and its words are one
 */
export function violations(history: History): string[] {
  return [
    ...inboundViolations(history),
    ...turnViolations(history),
    ...outboundViolations(history),
    ...reminderViolations(history),
    ...processViolations(history),
    ...history.unlikeTheLog.map((table) => `I12 ${table} is not what the log says`),
    ...history.vendorComplaints.map((complaint) => `vendor: ${complaint}`),
  ];
}
