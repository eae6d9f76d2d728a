import type {
  ChannelPorts,
  ConnectionState,
  InboundBatch,
  Receipt,
} from "../../src/domain/ports/channel-ports.ts";
import type {
  ChannelReports,
  IdentityChange,
  InboundNote,
  RejectedInbound,
} from "../../src/domain/ports/channel-reports.ts";
import type { Delivery } from "../../src/domain/delivery.ts";
import type { Log, Metrics } from "../../src/domain/ports/log.ts";
import type { InboundMessage } from "../../src/domain/message.ts";

/** The spine as a channel sees it, in memory: it dedupes as the real one does and remembers each call. */
export interface FakeWhatsappPorts {
  readonly ports: ChannelPorts;
  readonly reports: ChannelReports;
  readonly batches: InboundBatch[];
  /** Every message once, in the order they were kept. */
  readonly kept: InboundMessage[];
  readonly receipts: Receipt[];
  readonly states: {
    readonly channelAccount: string;
    readonly state: ConnectionState;
    readonly reason?: string | undefined;
  }[];
  /** Resolves when that many changes of state were recorded. */
  stated(count: number): Promise<void>;
  readonly changes: IdentityChange[];
  readonly notes: InboundNote[];
  readonly rejected: RejectedInbound[];
  /** Log lines, as text. */
  readonly lines: string[];
  readonly log: Log;
  readonly metrics: Metrics;
  /** Thrown by the inbox and the receipts while set. */
  failure: Error | undefined;
  /** Messages that the door can't keep, by vendor id. */
  readonly poison: Set<string>;
}

export function fakeWhatsappPorts(): FakeWhatsappPorts {
  const seen = new Set<string>();
  const lines: string[] = [];
  const write = (fields: Readonly<Record<string, unknown>>, sentence: string): void =>
    void lines.push(`${sentence} ${JSON.stringify(fields)}`);
  const metrics: Metrics = { count: () => undefined, observe: () => undefined };
  let waiting: { readonly count: number; readonly tell: () => void }[] = [];
  const refuse = (): Promise<never> => Promise.reject(new Error("this test has no such port"));
  const spine: FakeWhatsappPorts = {
    batches: [],
    kept: [],
    receipts: [],
    states: [],
    stated: (count) =>
      spine.states.length >= count
        ? Promise.resolve()
        : new Promise((tell) => (waiting = [...waiting, { count, tell }])),
    changes: [],
    notes: [],
    rejected: [],
    lines,
    log: { debug: write, info: write, warn: write, error: write },
    metrics,
    failure: undefined,
    poison: new Set(),
    reports: {
      identityChanged: async (change) => void spine.changes.push(change),
      leftGroup: () => Promise.resolve(),
      noted: async (note) => void spine.notes.push(note),
      rejected: async (what) => void spine.rejected.push(what),
    },
    ports: {
      inbox: {
        async take(batch) {
          if (spine.failure !== undefined) throw spine.failure;
          spine.batches.push(batch);
          return batch.messages.map((message) => {
            if (spine.poison.has(message.vendorId))
              return { kind: "refused", code: "invalid_provider_payload" };
            const key = JSON.stringify([
              message.route.channel,
              message.route.channelAccount,
              message.vendorId,
            ]);
            const kind = seen.has(key) ? "duplicate" : "accepted";
            if (kind === "accepted") spine.kept.push(message);
            seen.add(key);
            return {
              kind,
              messageId: key,
              conversationId: message.route.scope,
              accountId: message.subject,
              identityId: null,
              seq: seen.size,
            };
          });
        },
      },
      receipts: {
        async report(receipt) {
          if (spine.failure !== undefined) throw spine.failure;
          spine.receipts.push(receipt);
          return "recorded";
        },
      },
      directory: {
        async stateChanged({ channelAccount }, to) {
          spine.states.push({ channelAccount, ...to });
          for (const { count, tell } of waiting) if (spine.states.length >= count) tell();
        },
        configured: refuse,
        list: refuse,
        link: refuse,
        openWay: refuse,
        unlink: refuse,
      },
      marks: { read: refuse },
      secrets: { put: refuse, get: refuse, drop: refuse },
      sole: {
        hold: () => {
          throw new Error("this test has no such port");
        },
      },
    },
  };
  return spine;
}

/** One part for a person who wrote just now. */
export const someDelivery = (more: Partial<Delivery> = {}): Delivery => ({
  id: "0197a000-0000-7000-8000-000000000001",
  accountId: "acc",
  conversationId: "con",
  turnId: "t",
  messageId: "m",
  channel: "whatsapp",
  channelAccount: "106540352242922",
  scope: "user:16505551234",
  peer: "16505551234",
  source: "reply",
  text: "hello",
  payload: {},
  attempt: 1,
  idempotencyKey: "m:0",
  window: { lastInboundAt: "2026-01-05T08:00:00.000Z", sendsSinceInbound: 0, contextToken: null },
  ...more,
});
