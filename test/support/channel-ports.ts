import type {
  ChannelMark,
  ChannelPorts,
  InboundBatch,
  LinkedAccount,
  Receipt,
} from "../../src/domain/ports/channel-ports.ts";
import type { Clock } from "../../src/domain/ports/clock.ts";
import type { KeptMedia, MediaStore } from "../../src/domain/ports/media.ts";
import type { AcceptOutcome, InboundMessage } from "../../src/domain/message.ts";

/** The spine as a channel sees it, in memory. What it keeps outlives the channel, as a database would. */
export interface FakePorts extends ChannelPorts {
  readonly taken: InboundMessage[];
  /** What vendors said later about parts. */
  readonly reported: Receipt[];
  readonly outcomes: AcceptOutcome[];
  readonly marksKept: Map<string, string>;
  readonly secretsKept: Map<string, string>;
  readonly accounts: LinkedAccount[];
  /** Thrown by the next calls of `take`, before anything is kept. */
  readonly takeFailures: Error[];
  /** Every batch, as soon as it was kept. */
  onTake: ((batch: InboundBatch) => void) | undefined;
  /** Subjects that are paired by themselves, with whom. */
  readonly paired: Map<string, string>;
  /** Resolves when so many messages are kept. */
  whenTaken(count: number): Promise<void>;
}

export function fakePorts(clock: Clock): FakePorts {
  const taken: InboundMessage[] = [];
  const reported: Receipt[] = [];
  const outcomes: AcceptOutcome[] = [];
  const marksKept = new Map<string, string>();
  const secretsKept = new Map<string, string>();
  const accounts: LinkedAccount[] = [];
  const takeFailures: Error[] = [];
  const paired = new Map<string, string>();
  let waiters: { readonly count: number; readonly tell: () => void }[] = [];
  const holders = new Map<string, Promise<void>>();
  const markKey = ({ channel, channelAccount, key }: Omit<ChannelMark, "value">): string =>
    [channel, channelAccount, key].join("|");

  function accept(message: InboundMessage): AcceptOutcome {
    const { channelAccount } = message.route;
    const accountId = message.accountId ?? paired.get(message.subject);
    if (accountId === undefined) return { kind: "refused", code: "identity_pairing_required" };
    const known = taken.some(
      (other) =>
        other.vendorId === message.vendorId && other.route.channelAccount === channelAccount,
    );
    if (!known) taken.push(message);
    const kind = known ? "duplicate" : "accepted";
    return {
      kind,
      messageId: message.vendorId,
      conversationId: "c",
      accountId,
      identityId: null,
      seq: taken.length,
    };
  }

  const ports: FakePorts = {
    taken,
    reported,
    outcomes,
    marksKept,
    secretsKept,
    accounts,
    takeFailures,
    paired,
    onTake: undefined,
    whenTaken: (count) =>
      taken.length >= count
        ? Promise.resolve()
        : new Promise((tell) => waiters.push({ count, tell })),
    inbox: {
      take: async (batch) => {
        const failure = takeFailures.shift();
        if (failure !== undefined) throw failure;
        const results = batch.messages.map(accept);
        outcomes.push(...results);
        for (const mark of batch.marks ?? []) marksKept.set(markKey(mark), mark.value);
        ports.onTake?.(batch);
        const told = waiters.filter(({ count }) => taken.length >= count);
        waiters = waiters.filter((waiter) => !told.includes(waiter));
        for (const { tell } of told) tell();
        return results;
      },
    },
    marks: { read: async (of) => marksKept.get(markKey(of)) },
    receipts: {
      report: async (receipt) => {
        reported.push(receipt);
        return "unmatched";
      },
    },
    secrets: {
      put: async (name, plain) => void secretsKept.set(name, plain),
      get: async (name) => secretsKept.get(name),
      drop: async (name) => void secretsKept.delete(name),
    },
    directory: {
      stateChanged: async (of, { state, reason }) => {
        const at = accounts.findIndex((one) => one.channelAccount === of.channelAccount);
        const now = accounts[at];
        if (now !== undefined) accounts[at] = { ...now, state, reason: reason ?? null };
      },
      configured: async () => [],
      list: async (channel) => accounts.filter((one) => one.channel === channel),
      link: async (account) => {
        const at = accounts.findIndex((one) => one.channelAccount === account.channelAccount);
        accounts.splice(at === -1 ? accounts.length : at, 1, account);
      },
      openWay: async (of) => {
        // A way has one owner: the last who opened it.
        const at = accounts.findIndex((one) => one.channelAccount === of.channelAccount);
        if (at !== -1) accounts.splice(at, 1);
        accounts.push({ ...of, state: "connected", reason: null });
        return true;
      },
      unlink: async (of) => {
        const at = accounts.findIndex((one) => one.channelAccount === of.channelAccount);
        if (at !== -1) accounts.splice(at, 1);
      },
    },
    sole: {
      /** The first caller works; the next one begins when the first has closed. */
      hold: (name, work) => {
        const ending = new AbortController();
        const run = async (before: Promise<void> | undefined): Promise<void> => {
          await before;
          while (!ending.signal.aborted) {
            await work(ending.signal);
            await clock.wait(1_000, ending.signal);
          }
        };
        const running = run(holders.get(name));
        holders.set(name, running);
        return {
          close: async () => {
            ending.abort();
            await running;
          },
        };
      },
    },
  };
  return ports;
}

export interface FakeMedia extends MediaStore {
  readonly kept: Map<string, KeptMedia>;
}

export function fakeMedia(): FakeMedia {
  const kept = new Map<string, KeptMedia>();
  let made = 0;
  return {
    kept,
    put: async (bytes, about) => {
      made += 1;
      kept.set(`m${made}`, { ...about, bytes });
      return `m${made}`;
    },
    get: async (id) => kept.get(id),
    drop: async (id) => void kept.delete(id),
  };
}
