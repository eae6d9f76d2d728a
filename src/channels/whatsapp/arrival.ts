import type { ChannelPorts, Receipt } from "../../domain/ports/channel-ports.ts";
import type {
  ChannelReports,
  IdentityChange,
  InboundNote,
  RejectedInbound,
} from "../../domain/ports/channel-reports.ts";
import { Refusal } from "../../domain/errors.ts";
import type { Log, Metrics } from "../../domain/ports/log.ts";
import type { QuotedMessages } from "../../domain/ports/quotes.ts";
import { fieldsOf, textOf } from "../kit/json-fields.ts";
import { toQuote, wordsOfReaction } from "../kit/reactions.ts";
import type { InboundMessage } from "../../domain/message.ts";
import { isStranger, type StrangerReplies, type Taken } from "../kit/strangers.ts";

/** The content of one callback, sorted by how it is handled. */
export interface Arrival {
  readonly messages: InboundMessage[];
  readonly receipts: Receipt[];
  readonly changes: IdentityChange[];
  readonly notes: InboundNote[];
  readonly rejected: RejectedInbound[];
}

export const emptyArrival = (): Arrival => ({
  messages: [],
  receipts: [],
  changes: [],
  notes: [],
  rejected: [],
});

export interface ArrivalDeps {
  readonly channel: string;
  readonly ports: Pick<ChannelPorts, "inbox" | "receipts">;
  readonly reports?: ChannelReports | undefined;
  /** Finds the message that a reaction is on. Without it reactions are only noted. */
  readonly quotes?: QuotedMessages | undefined;
  readonly strangers: Pick<StrangerReplies, "answer">;
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * Keeps everything, then lets the caller answer. Changed ids go first, so that the messages after
 * them find their person; then receipts, so that a person who writes too fast does not hold up the
 * others'. A failure on our own side is a 503: the vendor sends all of it again, and what was
 * stored is recognised by its id.
 */
export async function absorb(deps: ArrivalDeps, arrival: Arrival): Promise<readonly Taken[]> {
  try {
    for (const change of arrival.changes)
      await unlessRefused(deps, () => deps.reports?.identityChanged(change));
    for (const receipt of arrival.receipts)
      await unlessRefused(deps, () => deps.ports.receipts.report(receipt));
    const taken = await take(deps, [
      ...arrival.messages,
      ...(await readReactions(deps, arrival.notes)),
    ]);
    deps.strangers.answer(taken);
    for (const note of arrival.notes) await unlessRefused(deps, () => deps.reports?.noted(note));
    for (const what of [...arrival.rejected, ...listRefused(taken)]) await reject(deps, what);
    count(deps, arrival, taken);
    return taken;
  } catch (error) {
    // A person writes too fast: the rest is stored, and the vendor sends the refused messages
    // again.
    if (error instanceof Refusal && error.status === 429) throw error;
    deps.log.error(
      { error, channel: deps.channel },
      "a callback could not be stored; the vendor will send it again",
    );
    throw new Refusal(
      "unavailable",
      undefined,
      "This can't be accepted right now. Please send it again.",
    );
  }
}

/** A thumb or a tick on a reminder counts as answering it. One that was taken away says nothing. */
async function readReactions(
  { quotes }: ArrivalDeps,
  notes: readonly InboundNote[],
): Promise<InboundMessage[]> {
  const messages: InboundMessage[] = [];
  for (const { channel, channelAccount, subject, vendorId, payload } of notes) {
    const reaction = fieldsOf(payload["reaction"]);
    const [under, emoji] = [textOf(reaction?.["vendor_id"]), textOf(reaction?.["emoji"])];
    if (under === undefined || emoji === undefined) continue;
    const scope = `user:${subject}`;
    const found = await quotes?.find({ channel, channelAccount, scope, vendorId: under });
    const text = wordsOfReaction(emoji, found);
    if (text === undefined || found === undefined) continue;
    messages.push({
      route: { channel, channelAccount, scope, peer: subject },
      vendorId: `reaction:${vendorId}`,
      subject,
      text,
      payload: { quote: toQuote(under, found) },
      busyPolicy: "queue",
      provision: false,
    });
  }
  return messages;
}

async function take(
  { ports }: ArrivalDeps,
  messages: readonly InboundMessage[],
): Promise<readonly Taken[]> {
  const outcomes = messages.length === 0 ? [] : await ports.inbox.take({ messages });
  return messages.map((message, index) => ({ message, outcome: outcomes[index] }));
}

async function reject(deps: ArrivalDeps, what: RejectedInbound): Promise<void> {
  const { channel, channelAccount, vendorId, code } = what;
  deps.log.warn({ channel, channelAccount, vendorId, code }, "a part of a callback can't be used");
  await unlessRefused(deps, () => deps.reports?.rejected(what));
}

/**
 * A message that could not be accepted did not hold up the others; it is reported like any other
 * unusable one.
 */
function listRefused(taken: readonly Taken[]): RejectedInbound[] {
  return taken.flatMap(({ message, outcome }) => {
    if (outcome?.kind !== "refused" || isStranger({ message, outcome })) return [];
    const { channel, channelAccount } = message.route;
    return [{ channel, channelAccount, vendorId: message.vendorId, code: outcome.code }];
  });
}

/** Will the same be refused again? A server that is busy or away is another matter. */
const isForGood = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.status < 500 && error.status !== 429;

async function unlessRefused(
  deps: ArrivalDeps,
  tell: () => Promise<unknown> | undefined,
): Promise<void> {
  try {
    await tell();
  } catch (error) {
    if (!isForGood(error)) throw error;
    deps.log.warn({ channel: deps.channel, code: error.code }, "a vendor's report was refused");
  }
}

function count({ metrics, channel }: ArrivalDeps, arrival: Arrival, taken: readonly Taken[]): void {
  for (const { outcome } of taken)
    metrics.count("meanwhile_webhook_items_total", { channel, kind: outcome?.kind ?? "rejected" });
  const others = {
    receipt: arrival.receipts,
    identity: arrival.changes,
    note: arrival.notes,
    rejected: arrival.rejected,
  };
  for (const [kind, { length }] of Object.entries(others))
    if (length > 0) metrics.count("meanwhile_webhook_items_total", { channel, kind }, length);
}
