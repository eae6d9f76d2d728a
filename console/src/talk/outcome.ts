import { type Message } from "../api/contract.ts";
import { type Words } from "../language/en.ts";

interface Outcome {
  readonly text: string;
  readonly tone: "plain" | "error";
}

/** What a message has to say about itself beyond its text: nothing, if all went well. */
export function outcomeOf(message: Message, noted: boolean, { chat }: Words): Outcome | undefined {
  if (message.end === "rejected") return { text: chat.rejected, tone: "error" };
  if (message.end === "dead_lettered") return { text: chat.deadLettered, tone: "error" };
  if (message.end === "stopped" && !noted) return { text: chat.stoppedBefore, tone: "plain" };
  const statuses = new Set(message.deliveries.map(({ status }) => status));
  return outcomes(chat).find(([status]) => statuses.has(status))?.[1];
}

/** The worst first: it is shown for all parts of a message. */
const outcomes = (chat: Words["chat"]): readonly (readonly [status: string, Outcome])[] => [
  ["failed", { text: chat.undelivered, tone: "error" }],
  ["expired", { text: chat.undelivered, tone: "error" }],
  ["unknown", { text: chat.unknownDelivery, tone: "error" }],
  ["waiting_for_user", { text: chat.waitingForUser, tone: "plain" }],
  ["discarded", { text: chat.discarded, tone: "plain" }],
  ["withdrawn", { text: chat.withdrawn, tone: "plain" }],
];
