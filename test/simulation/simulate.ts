import type { Receipt } from "../../src/domain/ports/channel-ports.ts";
import { parseNotice } from "../../src/store/database/notify.ts";
import type { History } from "../crash/history.ts";
import { rollDice } from "./dice.ts";
import { openFaults } from "./faults.ts";
import { checkHistory } from "./check.ts";
import { isHeldBy, isIdle, listHeld, readHistory } from "./read-history.ts";
import { sendMessages } from "./people.ts";
import type { Plan } from "./plan.ts";
import { createProcess, type SimulatedProcess, world } from "./actors.ts";
import { type ProcessOn, startProcess } from "./process.ts";
import { createScheduler, type End } from "./scheduler.ts";
import { openServer } from "./server.ts";
import type { Store } from "./store.ts";
import { createModel, openVendor } from "./vendor.ts";

export interface Run {
  readonly plan: Plan;
  readonly violations: readonly string[];
  readonly trace: readonly string[];
  readonly steps: number;
  readonly crashes: number;
}

export interface SimulateOptions {
  /** Builds the tables again from the log and compares them. Takes as long as the run itself. */
  readonly rebuilds: boolean;
}

const startsAt = Date.parse("2026-03-02T09:00:00Z");
const mostSteps = 6_000;
const mostMs = 1_200_000;
/** Once faults have stopped, everything that is on its way ends within this time (I4). */
const calmMs = 600_000;
/** A process that has just started finds its work within this time. */
const quietMs = 5_000;
/** A message or a part that ends its process is given up long before. */
const mostCrashes = 40;

/** Plays a plan from its first step to the calm after it, and says what did not hold. The store is empty before and after. */
export async function simulate(store: Store, plan: Plan, options: SimulateOptions): Promise<Run> {
  const scheduler = createScheduler(rollDice(plan.seed ^ 0x5eed), startsAt);
  const dice = rollDice(plan.seed ^ 0xd1ce);
  store.clock = () => scheduler.now();
  const { session } = store;
  const processes: SimulatedProcess[] = [];
  const complaints: string[] = [];
  let crashes = 0;
  let quietFrom = startsAt;

  const disturb = (ms: number): void => {
    quietFrom = Math.max(quietFrom, scheduler.now() + ms + quietMs);
  };
  const crash = (process: SimulatedProcess, backMs = 1_000): void => {
    if (!process.isAlive) return;
    crashes += 1;
    scheduler.note(process.name, "✗ is dead");
    leave(process, backMs);
  };
  const leave = (process: SimulatedProcess, backMs: number): void => {
    process.isAlive = false;
    process.spine = undefined;
    server.forget(process);
    server.present.delete(process.name);
    disturb(backMs);
    if (crashes <= mostCrashes)
      scheduler.addLater({ actor: world, label: "starts a process", go: start }, backMs);
  };
  const start = (): void => {
    const process = createProcess(processes.length + 1);
    processes.push(process);
    startProcess(on, process);
  };
  const end = (process: SimulatedProcess): void => {
    const { spine } = process;
    if (spine === undefined || process.isEnding) return;
    process.isEnding = true;
    scheduler.note(process.name, "is asked to end");
    scheduler.runAs(
      process,
      () => void spine.close(dice.below(3) * 1_000).then(() => leave(process, 500)),
    );
  };
  const crashDatabase = (downMs: number): void => {
    scheduler.note("server", "✗ restarts");
    server.restart(downMs);
    for (const process of processes.filter(({ listening }) => listening !== undefined))
      listenAgain(process, downMs + 100);
  };
  /** Wake-ups in the gap are missed, and the others may take a process for dead that is not. */
  const listenAgain = (process: SimulatedProcess, inMs: number): void => {
    const { listening } = process;
    process.listening = undefined;
    const { presence } = listening ?? {};
    const absent =
      presence === undefined
        ? undefined
        : scheduler.addLater(
            { actor: process, label: "is absent", go: () => presence.onAbsent() },
            700,
          );
    const go = (): void => {
      if (server.isDown) return void scheduler.addLater({ ...back, go }, 1_000);
      absent?.();
      process.listening = listening;
      if (presence !== undefined) server.present.add(presence.holder);
    };
    const back = { actor: process, label: "listens again" };
    scheduler.addLater({ ...back, go }, inMs);
  };
  const broadcast = (from: SimulatedProcess, notices: readonly string[]): void => {
    for (const notice of notices)
      for (const to of processes.filter((each) => each !== from && each.isAlive)) wake(to, notice);
  };
  const wake = (to: SimulatedProcess, notice: string): void => {
    const { topics } = parseNotice(notice);
    const trouble = faults.strike("wake", to);
    if (trouble?.what === "lose") return;
    const go = (): void => {
      for (const topic of topics) to.listening?.onTopic(topic);
    };
    const step = { actor: to, label: `is woken: ${topics.join(" ")}`, go };
    scheduler.addLater(step, trouble?.what === "late" ? trouble.ms : 0);
    if (trouble?.what === "double") scheduler.addLater(step, 50);
  };
  const openProcesses = (): SimulatedProcess[] =>
    processes.filter(({ isAlive, isEnding, spine }) => isAlive && !isEnding && spine !== undefined);
  const report = (receipt: Receipt): void => {
    const [to] = openProcesses().length === 0 ? [] : [dice.pick(openProcesses())];
    if (to === undefined) return;
    scheduler.runAs(to, () => void to.spine?.ports.receipts.report(receipt).catch(() => undefined));
  };

  const resendParked = (): void => {
    const [to] = openProcesses();
    if (to?.spine === undefined) return;
    const { deadLetters } = to.spine;
    scheduler.runAs(
      to,
      () =>
        void deadLetters
          .list({ statuses: ["pending"], limit: 20 })
          .then((letters) =>
            Promise.all(
              letters.filter(({ isParked }) => isParked).map(({ id }) => deadLetters.resend(id)),
            ),
          )
          // It went meanwhile, or the database is away.
          .catch(() => undefined),
    );
  };

  const faults = openFaults(plan, scheduler, { crash, crashDatabase, end, disturb });
  const server = openServer({ session, scheduler, faults, broadcast });
  const vendor = openVendor({
    scheduler,
    faults,
    dice,
    crash,
    report,
    hasInHand: (process, id) =>
      !server.isIdle || server.lookInside((owner) => isHeldBy(owner, id, process.name)),
    complain: (violation) => void complaints.push(violation),
  });
  const on: ProcessOn = {
    scheduler,
    server,
    faults,
    isAlone: plan.processes === 1,
    isWatched: plan.isWatched,
    listHeld: () => (server.isIdle ? server.lookInside(listHeld) : []),
    channelsOf: (process) => vendor.channelsOf(process),
    modelOf: (process) => createModel({ scheduler, faults, crash }, process),
    complain(process, sentence, error) {
      const text = error instanceof Error ? error.message : String(error);
      if (text !== "a bug of the scripted skill")
        complaints.push(`I14 ${process.name} complained: ${sentence} (${text})`);
    },
  };
  const noteUnhandled = (error: unknown): void =>
    void complaints.push(`I14 an unhandled rejection: ${String(error)}`);
  process.on("unhandledRejection", noteUnhandled);
  try {
    for (let count = 0; count < plan.processes; count += 1) start();
    for (const at of plan.resendsAt)
      scheduler.addLater({ actor: world, label: "the operator looks", go: resendParked }, at);
    const people = sendMessages({ scheduler, faults, dice, open: openProcesses }, plan);
    const active = await scheduler.run(() => people.isDone, { steps: mostSteps, ms: mostMs });
    faults.calm();
    server.recover();
    for (const each of processes) each.pausedUntil = Math.min(each.pausedUntil, scheduler.now());
    const ended =
      active === "done"
        ? await scheduler.run(
            restAfter(scheduler.now, () => server.isIdle && server.lookInside(isIdle)),
            { steps: mostSteps, ms: calmMs },
          )
        : active;
    // No process writes while the tables are read.
    for (const each of processes) each.isAlive = false;
    const { authors } = server;
    const history: History = {
      ...(await server.lookInside((owner) => readHistory(owner, { ...options, authors }))),
      client: people.log,
      calls: vendor.calls,
      shown: vendor.shown,
      vendorComplaints: [],
      keeps: ["post"],
      processes: [],
    };
    const violations = [
      ...restless(ended),
      ...complaints,
      ...server.violations,
      ...checkHistory(
        history,
        plan.faults.some(({ what }) => what === "leap") ? undefined : quietFrom,
      ),
    ];
    return { plan, violations, trace: scheduler.trace, steps: scheduler.steps, crashes };
  } finally {
    process.off("unhandledRejection", noteUnhandled);
    for (const each of processes) each.isAlive = false;
    store.reset();
  }
}

/** Looks at the tables a few times a simulated second, not at every step. */
function restAfter(now: () => number, isQuiet: () => boolean): () => boolean {
  let lookedAt = -Infinity;
  return () => {
    if (now() - lookedAt < 400) return false;
    lookedAt = now();
    return isQuiet();
  };
}

const restless = (end: End): string[] =>
  end === "done" ? [] : [`I4 it does not come to rest: ${end}`];
