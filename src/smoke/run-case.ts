import { instantOf } from "../language/calendar/instants.ts";
import type { Expected, SmokeCase, Step, Who } from "./case.ts";
import { whyNotHere, whyNotWith } from "./can-run.ts";
import { clearAway, type Cleared } from "./clean-up.ts";
import { createFixtures, type Laid, playerOf } from "./fixtures.ts";
import type { Evidence, Finding } from "./finding.ts";
import { judge } from "./judge.ts";
import { castOf } from "./people.ts";
import { eventually, type Run } from "./run-options.ts";
import { sayAndWait } from "./say.ts";
import {
  hasArrived,
  type DeliveryRow,
  newDeliveries,
  type Snapshot,
  takeSnapshot,
} from "./snapshot.ts";
import { literals, type Person, readJson, type Received } from "./stack.ts";
import type { TurnView } from "./turn.ts";

export interface StepResult {
  /** The instance's clock when it began. */
  readonly at: number;
  readonly by: Who;
  readonly said: string;
  readonly expected: Expected;
  readonly replies: readonly string[];
  readonly turn: TurnView | undefined;
  readonly findings: readonly Finding[];
  readonly changes: Pick<Snapshot, "reminders" | "shared">;
  /** Deliveries to people of the case that were queued or changed. */
  readonly deliveries: readonly DeliveryRow[];
  /** What the connector received meanwhile; undefined where that can't be seen. */
  readonly received: readonly Received[] | undefined;
}

export interface CaseResult {
  readonly case: SmokeCase;
  readonly status: "passed" | "failed" | "skipped";
  /** Why it was not run, or why it could not go on. */
  readonly reason?: string | undefined;
  /** The people of the case, so that rows and deliveries have an owner with a name. */
  readonly people?: readonly Person[] | undefined;
  readonly steps: readonly StepResult[];
  readonly cleared?: Cleared | undefined;
  readonly tookMs: number;
}

interface Scene {
  readonly case: SmokeCase;
  /** The moment that its waits count from. */
  readonly start: number;
  /** Where a clock that is ours stands by now. */
  readonly pinned: { at: number };
  readonly people: readonly Person[];
  readonly laid: Laid;
}

/**
 * One case from its people to its clean-up. A failure is the result of this case only: the next
 * case still runs.
 */
export async function runCase(run: Run, of: SmokeCase): Promise<CaseResult> {
  const began = run.clock.now();
  const lacking = whyNotHere(run, of);
  const steps: StepResult[] = [];
  const toResult = (more: Pick<CaseResult, "status"> & Partial<CaseResult>): CaseResult => ({
    case: of,
    people: scene?.people,
    steps,
    tookMs: run.clock.now() - began,
    ...more,
  });
  let scene: Scene | undefined;
  if (lacking !== undefined) return toResult({ status: "skipped", reason: lacking });
  let reason: string | undefined;
  try {
    run.stack.pin?.(instantOf(of.now, of.zone));
    const people = await castOf(run, of);
    const amiss = run.stack.isAlone ? undefined : await whyNotWith(run, of, people);
    if (amiss !== undefined) return toResult({ status: "skipped", reason: amiss });
    const now = run.stack.pin === undefined ? run.clock.now() : instantOf(of.now, of.zone);
    const laid = await createFixtures(run, of, { people, now });
    const start = run.stack.pin === undefined ? run.clock.now() : now;
    scene = { case: of, people, laid, start, pinned: { at: start } };
    await quiet(run, scene, quietWithinMs);
    await runSteps(run, scene, steps);
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  const cleared = scene === undefined ? undefined : await clearUp(run, scene);
  // Waits end early when a run is stopped: what is found then says nothing.
  if (run.signal.aborted) return toResult({ status: "skipped", reason: wasStopped, cleared });
  const isRight =
    reason === undefined &&
    steps.every(({ findings }) => findings.length === 0) &&
    cleared?.left.length === 0;
  return toResult({ status: isRight ? "passed" : "failed", reason, cleared });
}

async function runSteps(run: Run, scene: Scene, done: StepResult[]): Promise<void> {
  for (const [index, step] of scene.case.steps.entries()) {
    done.push(await runStep(run, scene, { step, index }));
    if (run.signal.aborted) return;
  }
}

export const wasStopped = "the run was stopped";

/** The same people play the next case on an instance that others use: notices about the end of this one have to arrive before it begins. */
async function clearUp(run: Run, scene: Scene): Promise<Cleared> {
  const cleared = await clearAway(run, scene.laid, scene.people).catch(notCleared);
  if (!run.stack.isAlone && !run.signal.aborted) await quiet(run, scene, clearedWithinMs);
  return cleared;
}

const notCleared = (error: unknown): Cleared => ({
  cancelled: 0,
  left: [`not cleared away: ${String(error)}`],
});

/** Waits until the notices of set-up and clean-up are sent: they are not part of what a case checks. */
async function quiet(run: Run, scene: Scene, withinMs: number): Promise<void> {
  if ((scene.case.fixtures.friends ?? []).length === 0) return;
  const ids = literals(scene.people.map(({ accountId }) => accountId));
  const look = async (): Promise<true | undefined> => {
    const [waiting, underway] = (await readJson(run.stack, [
      `select 1 as one from notification n where account_id in ${ids} and state = 'waiting'
         and exists (select from conversation c where c.account_id = n.account_id) limit 1`,
      `select 1 as one from delivery_attempt where account_id in ${ids} and status in ('pending', 'sending') limit 1`,
    ])) as [unknown[], unknown[]];
    return waiting.length + underway.length === 0 ? true : undefined;
  };
  await eventually(run, look, withinMs);
}

/** Short, because a person who never wrote or can't be reached gets no notices at all. */
const quietWithinMs = 5_000;
const clearedWithinMs = 20_000;

const isUnderway = ({ status }: { readonly status: string }): boolean =>
  status === "pending" || status === "sending";

async function runStep(
  run: Run,
  scene: Scene,
  { step, index }: { step: Step; index: number },
): Promise<StepResult> {
  const before = await takeSnapshot(run, scene.people);
  const at = timeOn(run, scene);
  const speaker = "say" in step ? (step.by ?? "me") : "me";
  const said = wordsOf(step, scene.people);
  const eventId = `${run.id}-${scene.case.id}-${index + 1}`;
  const turn =
    "say" in step
      ? await sayAndWait(run, playerOf(scene.people, speaker), { eventId, text: said })
      : undefined;
  if ("wait" in step) await passTime(run, scene, step.wait.minutes);
  if ("channel" in step)
    run.stack.setChannel?.(playerOf(scene.people, step.of ?? "me").wxid, step.channel);
  const after = await untilSettled(run, scene, { before, expected: step.expect });
  const evidence: Evidence = {
    expected: step.expect,
    forbid: "say" in step ? scene.case.forbid : [],
    before,
    after,
    turn,
    now: turn?.saidAt ?? scene.start,
    endedAt: timeOn(run, scene),
    runsByItself: run.stack.pin === undefined,
    people: scene.people,
    speaker,
    named: scene.laid.named,
    secrets: scene.laid.secrets,
    isAlone: run.stack.isAlone,
  };
  const found = { replies: turn?.replies ?? [], turn, findings: judge(evidence) };
  return { at, by: speaker, said, expected: step.expect, ...found, ...changesOf(before, after) };
}

/** The instance's clock: ours where we set it, otherwise the real one. */
const timeOn = (run: Run, scene: Scene): number =>
  run.stack.pin === undefined ? run.clock.now() : scene.pinned.at;

/** To see that something does not happen takes a while. */
const whileMs = 300;

async function passTime(run: Run, scene: Scene, minutes: number): Promise<void> {
  const at = scene.start + minutes * 60_000;
  if (run.stack.pin === undefined)
    return run.clock.wait(Math.max(0, at - run.clock.now()), run.signal);
  run.stack.pin(at);
  scene.pinned.at = at;
  await run.clock.wait(whileMs, run.signal);
}

function wordsOf(step: Step, people: readonly Person[]): string {
  if ("say" in step) return fillNames(step.say, people);
  return "wait" in step
    ? `(${step.wait.minutes} minutes after the beginning)`
    : `(the channel of ${step.of ?? "me"}: ${step.channel})`;
}

/** `{friend}` is whatever the person who plays the friend goes by. */
const fillNames = (text: string, people: readonly Person[]): string =>
  text.replaceAll(
    /\{(\w+)\}/g,
    (whole, who) => people.find((person) => person.who === who)?.name ?? whole,
  );

/**
 * Friends are notified after the turn, and reminders fire after their moment: waits for both before
 * anything is checked.
 */
async function untilSettled(
  run: Run,
  scene: Scene,
  on: { before: Snapshot; expected: Expected },
): Promise<Snapshot> {
  const told = (on.expected.told ?? []).map((who) => playerOf(scene.people, who).accountId);
  const fires = [...(on.expected.fired ?? []), ...(on.expected.parked ?? [])].length;
  const isDown = scene.case.steps.some((step) => "channel" in step && step.channel === "down");
  let newest: Snapshot | undefined;
  await eventually(run, async () => {
    newest = await takeSnapshot(run, scene.people);
    const fresh = newDeliveries({ before: on.before, after: newest });
    const isTold = told.every((account) => fresh.some((each) => each.account_id === account));
    const hasFired = newest.fires.length >= on.before.fires.length + fires;
    const isOver = isDown || !newest.deliveries.some(isUnderway);
    return isTold && hasFired && isOver ? true : undefined;
  });
  return untilWrittenDown(run, scene, {
    before: on.before,
    after: newest ?? (await takeSnapshot(run, scene.people)),
  });
}

/** A connector may answer a call before its line is in the file: a line that is missing is looked for again, for two seconds. */
async function untilWrittenDown(
  run: Run,
  scene: Scene,
  on: { before: Snapshot; after: Snapshot },
): Promise<Snapshot> {
  let { after } = on;
  for (let look = 0; look < 10 && isBehind(on.before, after); look += 1) {
    await run.clock.wait(200, run.signal);
    after = await takeSnapshot(run, scene.people);
  }
  return after;
}

function isBehind(before: Snapshot, { calls, deliveries }: Snapshot): boolean {
  if (calls === undefined) return false;
  const known = new Set(before.deliveries.filter(hasArrived).map(({ id }) => id));
  const called = new Set(calls.map(({ delivery_id: id }) => id));
  return deliveries.some(
    (row) =>
      hasArrived(row) && row.merged_into === null && !known.has(row.id) && !called.has(row.id),
  );
}

function changesOf(
  before: Snapshot,
  after: Snapshot,
): Pick<StepResult, "changes" | "deliveries" | "received"> {
  const was = new Map(
    [...before.reminders, ...before.shared, ...before.deliveries].map((row) => [
      row.id,
      JSON.stringify(row),
    ]),
  );
  const isNew = (row: { readonly id: string }): boolean => was.get(row.id) !== JSON.stringify(row);
  return {
    changes: { reminders: after.reminders.filter(isNew), shared: after.shared.filter(isNew) },
    deliveries: after.deliveries.filter(isNew),
    received: after.calls?.slice(before.calls?.length ?? 0),
  };
}
