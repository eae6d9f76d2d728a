import { type Channel, plainChatApp } from "../../src/domain/channel.ts";
import type { Delivery, Verdict } from "../../src/domain/delivery.ts";
import type { Receipt } from "../../src/domain/ports/channel-ports.ts";
import { type Model, ModelFailure } from "../../src/domain/ports/model.ts";
import type { PostedCall, Shown } from "../vendors/post-office.ts";
import type { Dice } from "./dice.ts";
import { type Faults, outageMs } from "./faults.ts";
import { never, type SimulatedProcess, world } from "./actors.ts";
import type { Scheduler } from "./scheduler.ts";
import { sendTimeoutMs } from "./settings.ts";

/** Where people read: what was posted, and what they saw. `post` shows every copy, `parcel` knows copies by their key and reports later what arrived. */
export interface Vendor {
  readonly calls: readonly PostedCall[];
  readonly shown: readonly Shown[];
  channelsOf(process: SimulatedProcess): readonly Channel[];
}

export interface VendorOn {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly dice: Dice;
  crash(process: SimulatedProcess): void;
  /** Whether this process still holds the part; true where that can't be checked now. */
  hasInHand(process: SimulatedProcess, deliveryId: string): boolean;
  complain(violation: string): void;
  /** A report about a part travels to a process. */
  report(receipt: Receipt): void;
}

const mostKills = 5;
const sleepMs = 60_000;

export function openVendor(on: VendorOn): Vendor {
  const { scheduler } = on;
  const calls: PostedCall[] = [];
  const shown: Shown[] = [];
  const awayUntil = new Map<string, number>();
  const turnedAway = new Set<string>();
  const sleepers = new Map<string, SimulatedProcess>();

  /** Refused again and again: a reply until it expires, a reminder, which never does, for a while. */
  const isStuck = ({ text, source, idempotencyKey }: Delivery): boolean => {
    if (!text.includes("stuck")) return false;
    const first = calls.find(({ key }) => key === idempotencyKey)?.at ?? scheduler.now();
    return source !== "reminder" || scheduler.now() - first < outageMs;
  };
  /** A part that ends the process which sends it does so a few times: a reminder is never given up. */
  const isAmongFirst = ({ key }: PostedCall): boolean =>
    calls.filter((call) => call.key === key).length <= mostKills;
  const show = (call: PostedCall): string => {
    call.accepted = true;
    const before = shown.find(
      ({ key, letter }) => key === call.key && letter.channel === call.letter.channel,
    );
    if (before !== undefined && call.letter.channel === "parcel") return before.id;
    const one = {
      id: `letter-${shown.length + 1}`,
      key: call.key,
      letter: call.letter,
      again: before !== undefined,
    };
    shown.push(one);
    scheduler.note("vendor", `shows "${call.letter.text.slice(0, 40)}" to ${call.letter.peer}`);
    return one.id;
  };
  /** Who fell asleep over this part wakes up while another process has it in hand. */
  const tryWakeSleeper = (key: string, process: SimulatedProcess): boolean => {
    const sleeper = sleepers.get(key);
    if (sleeper === undefined || sleeper === process) return false;
    sleepers.delete(key);
    sleeper.pausedUntil = scheduler.now();
    return true;
  };
  const wait = (process: SimulatedProcess, ms: number): Promise<void> =>
    new Promise(
      (resolve) =>
        void scheduler.addLater({ actor: process, label: "late answer", go: resolve }, ms),
    );
  const reportLater = (delivery: Delivery, id: string): void => {
    if (delivery.channel !== "parcel") return;
    const { channel, channelAccount } = delivery;
    for (const status of ["delivered", "read"] as const) {
      // Lost, once or twice, in any order, and sometimes before the call itself was answered.
      for (let copies = on.dice.below(3); copies > 0; copies -= 1)
        scheduler.addLater(
          {
            actor: world,
            label: `reports ${status} of ${id}`,
            go: () => on.report({ channel, channelAccount, providerMessageId: id, status }),
          },
          on.dice.below(3) * 1_000,
        );
    }
  };
  const answer = async (
    process: SimulatedProcess,
    { delivery, signal }: { delivery: Delivery; signal: AbortSignal },
  ): Promise<Verdict> => {
    if (!on.hasInHand(process, delivery.id))
      on.complain(`I6 ${process.name} hands "${delivery.text}" over, which it has no longer`);
    await scheduler.cross(
      process,
      `calls ${delivery.channel} with "${delivery.text.slice(0, 40)}"`,
    );
    const trouble = on.faults.strike("call", process);
    if (!process.isAlive) return never();
    if (trouble?.what === "outage") awayUntil.set(delivery.channel, scheduler.now() + outageMs);
    if (trouble?.what === "lose") return { kind: "not_sent", code: "connect" };
    const call = toCall(delivery, scheduler.now());
    call.sendersClock = scheduler.now() + process.skewMs;
    calls.push(call);
    const isAway = (awayUntil.get(delivery.channel) ?? 0) > scheduler.now();
    if (isAway || trouble?.what === "refuse" || isStuck(delivery))
      return { kind: "not_sent", code: "http_503" };
    if (delivery.text.includes("gone") && !turnedAway.has(call.key)) {
      turnedAway.add(call.key);
      return { kind: "waiting_for_user", code: "window_closed" };
    }
    if (trouble?.what === "busy")
      return { kind: "not_sent", code: "http_429", retryAfterMs: 4_000 };
    if (trouble?.what === "reject") return { kind: "refused", code: "http_400" };
    const isAfterSleeper = tryWakeSleeper(call.key, process);
    const id = show(call);
    if (delivery.text.includes("killer") && isAmongFirst(call)) on.crash(process);
    const after = on.faults.strike("taken", process);
    if (!process.isAlive) return never();
    reportLater(delivery, id);
    if (after?.what === "cut") return { kind: "unknown", code: "cut" };
    if (after?.what === "lose")
      return new Promise((resolve) =>
        signal.addEventListener("abort", () => resolve({ kind: "unknown", code: "aborted" })),
      );
    if (after?.what === "late") await wait(process, after.ms);
    if (after?.what === "sleep") {
      sleepers.set(call.key, process);
      process.pausedUntil = scheduler.now() + sleepMs;
    }
    if (isAfterSleeper) await wait(process, 150);
    await scheduler.cross(process, `hears from ${delivery.channel}`);
    return { kind: "sent", providerMessageId: id };
  };
  return {
    calls,
    shown,
    channelsOf: (process) =>
      (["post", "parcel"] as const).map((name) => ({
        name,
        ready: () => true,
        send: (delivery, signal) => answer(process, { delivery, signal }),
        limits: { partLength: 120, partUnit: "characters", paceMs: 0, sendTimeoutMs },
        capabilities: { ...plainChatApp, reportsLater: name === "parcel" },
        unknownSends: name === "parcel" ? "resend" : "keep",
      })),
  };
}

const toCall = (delivery: Delivery, at: number): PostedCall => ({
  key: delivery.idempotencyKey,
  letter: {
    channel: delivery.channel,
    channelAccount: delivery.channelAccount,
    peer: delivery.peer,
    delivery: delivery.id,
    attempt: delivery.attempt,
    text: delivery.text,
  },
  fate: "accept",
  at,
  accepted: false,
  answered: undefined,
});

export interface ModelOn {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  crash(process: SimulatedProcess): void;
}

/** Says nothing of interest; that it is waited for is what matters. A token with `fatal` in it ends every process that asks. */
export function createModel(on: ModelOn, process: SimulatedProcess): Model {
  const complete: Model["complete"] = async ({ messages, signal }) => {
    const words = messages.map(({ content }) => content).join(" ");
    await on.scheduler.cross(process, `asks the model about ${words}`);
    if (words.includes("fatal")) on.crash(process);
    const trouble = on.faults.strike("model", process);
    if (!process.isAlive) return never();
    if (trouble?.what === "fail") throw new ModelFailure("unreachable", "simulated");
    if (trouble?.what === "slow")
      await new Promise<void>((resolve) => {
        on.scheduler.addLater({ actor: process, label: "slow model", go: resolve }, trouble.ms);
        signal.addEventListener("abort", () => resolve());
      });
    signal.throwIfAborted();
    return { text: "ok", callId: "simulated" };
  };
  return {
    describe: { kind: "scripted", name: "simulated" },
    complete,
    stream: complete,
    object: () => Promise.reject(new ModelFailure("unreachable", "simulated")),
  };
}
