import type { AcceptOutcome } from "../../src/domain/message.ts";
import type { ClientEntry } from "../crash/history.ts";
import type { Dice } from "./dice.ts";
import type { Faults } from "./faults.ts";
import type { Plan, PlannedMessage } from "./plan.ts";
import { type SimulatedProcess, world } from "./actors.ts";
import type { Scheduler } from "./scheduler.ts";

/** The vendor's side of what people write: each message is brought again until it is acknowledged. */
export interface People {
  /** Every call and its outcome. */
  readonly log: readonly ClientEntry[];
  /** All have written, and every message is acknowledged. */
  readonly isDone: boolean;
}

export interface PeopleOn {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly dice: Dice;
  /** Processes that take messages in now. */
  open(): readonly SimulatedProcess[];
}

const patienceMs = 12_000;
const againMs = 2_000;

export function sendMessages(on: PeopleOn, { messages }: Plan): People {
  const { scheduler } = on;
  const log: ClientEntry[] = [];
  const acknowledged = new Set<string>();

  const bring = (message: PlannedMessage): void => {
    if (acknowledged.has(message.id)) return;
    const [to] = on.open().length === 0 ? [] : [on.dice.pick(on.open())];
    const isTried = to !== undefined && tryAsk(message, to);
    scheduler.addLater(
      { actor: world, label: `brings ${message.id} again`, go: () => bring(message) },
      isTried ? patienceMs : againMs,
    );
  };
  /** Says whether the call got there. */
  const tryAsk = (message: PlannedMessage, to: SimulatedProcess): boolean => {
    const trouble = on.faults.strike("request", to);
    if (trouble?.what === "lose") return false;
    const copies = trouble?.what === "double" ? 2 : 1;
    for (let copy = 1; copy <= copies; copy += 1) {
      const entry = { ...message, status: undefined, answer: undefined } as Writable<ClientEntry>;
      log.push(entry);
      scheduler.addLater(
        {
          actor: to,
          label: `takes ${message.id} in: "${message.text}" of ${message.from}`,
          go: () => void take(to, { message, entry }),
        },
        trouble?.what === "late" ? trouble.ms : 0,
      );
    }
    return true;
  };
  const take = async (
    to: SimulatedProcess,
    { message, entry }: { message: PlannedMessage; entry: Writable<ClientEntry> },
  ): Promise<void> => {
    const outcome = await accept(to, message);
    // A process that is gone, or an answer that is lost: it is unknown whether the message was
    // accepted.
    if (on.faults.strike("answer", to)?.what === "lose" || !to.isAlive) return;
    if (outcome === undefined) {
      entry.status = 503;
      return;
    }
    scheduler.note(message.from, `${message.id} is ${outcome.kind}`);
    entry.status = 202;
    entry.answer = outcome;
    acknowledged.add(message.id);
  };

  for (const message of messages)
    scheduler.addLater(
      { actor: world, label: `${message.from} writes ${message.id}`, go: () => bring(message) },
      message.at,
    );
  return {
    log,
    get isDone() {
      return messages.every(({ id }) => acknowledged.has(id));
    },
  };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

async function accept(
  { spine }: SimulatedProcess,
  { id, from, channel, text, policy }: PlannedMessage,
): Promise<AcceptOutcome | undefined> {
  try {
    return await spine?.accept({
      route: { channel, channelAccount: "main", scope: `user:${from}`, peer: from },
      vendorId: id,
      subject: from,
      text,
      busyPolicy: policy,
      provision: true,
    });
  } catch {
    // Answered with "try again".
    return undefined;
  }
}
