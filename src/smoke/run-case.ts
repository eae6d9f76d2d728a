import { instantOf } from "../language/instants.ts";
import type { Expected, SmokeCase, Step } from "./case.ts";
import { clearAway, type Cleared } from "./clean-up.ts";
import { layFixtures, type Laid, playerOf } from "./fixtures.ts";
import type { Evidence, Finding } from "./finding.ts";
import { judge } from "./judge.ts";
import { castOf } from "./people.ts";
import { eventually, type Run } from "./run-options.ts";
import { sayAndWait } from "./say.ts";
import { type Snapshot, takeSnapshot } from "./snapshot.ts";
import { literals, type Person, readJson } from "./stack.ts";
import { tooOften, toldLately } from "./told-lately.ts";
import type { TurnView } from "./turn.ts";

export interface StepResult {
  readonly said: string;
  readonly replies: readonly string[];
  readonly turn: TurnView | undefined;
  readonly findings: readonly Finding[];
  readonly changes: Pick<Snapshot, "reminders" | "shared">;
}

export interface CaseResult {
  readonly case: SmokeCase;
  readonly status: "passed" | "failed" | "skipped";
  /** Why it was not run, or why it could not go on. */
  readonly reason?: string | undefined;
  readonly steps: readonly StepResult[];
  readonly cleared?: Cleared | undefined;
  readonly tookMs: number;
}

interface Scene {
  readonly case: SmokeCase;
  readonly people: readonly Person[];
  readonly laid: Laid;
}

/** One case from its people to its clean-up. Whatever goes wrong in it is its own result: the next case runs all the same. */
export async function runCase(run: Run, of: SmokeCase): Promise<CaseResult> {
  const began = run.clock.now();
  const lacking = of.needs.map((need) => run.stack.lacks[need]).find((reason) => reason !== undefined);
  const steps: StepResult[] = [];
  const ended = (more: Pick<CaseResult, "status"> & Partial<CaseResult>): CaseResult => ({
    case: of,
    steps,
    tookMs: run.clock.now() - began,
    ...more,
  });
  if (lacking !== undefined) return ended({ status: "skipped", reason: lacking });
  let scene: Scene | undefined;
  let reason: string | undefined;
  try {
    run.stack.pin?.(instantOf(of.now, of.zone));
    const people = await castOf(run, of);
    const amiss = run.stack.isAlone ? undefined : await whyNot(run, of, people);
    if (amiss !== undefined) return ended({ status: "skipped", reason: amiss });
    const now = run.stack.pin === undefined ? run.clock.now() : instantOf(of.now, of.zone);
    scene = { case: of, people, laid: await layFixtures(run, of, { people, now }) };
    await quiet(run, scene);
    for (const [index, step] of of.steps.entries()) steps.push(await runStep(run, scene, { step, index }));
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  const cleared = scene === undefined ? undefined : await clearAway(run, scene.laid, scene.people).catch(notCleared);
  const isRight = reason === undefined && steps.every(({ findings }) => findings.length === 0) && cleared?.left.length === 0;
  return ended({ status: isRight ? "passed" : "failed", reason, cleared });
}

/** What there is of real people would get in the way: something of the same name, or a friend who was bothered enough for a day. */
async function whyNot(run: Run, of: SmokeCase, people: readonly Person[]): Promise<string | undefined> {
  const titles = [...(of.fixtures.reminders ?? []), ...(of.fixtures.shared ?? [])].map(({ title }) => title);
  const owners = literals(people.map(({ accountId }) => accountId));
  const [rows] = (await readJson(run.stack, [
    `select distinct content from reminder where owner_account_id in ${owners} and lifecycle = 'active'`,
  ])) as [{ content: string }[]];
  const taken = titles.find((title) => rows.some(({ content }) => content.toLowerCase().includes(title.toLowerCase())));
  if (taken !== undefined) return `one of them has “${taken}” already, so the words would fit two`;
  return people.length < 2 ? undefined : tooOften(await toldLately(run.stack, people), people);
}

const notCleared = (error: unknown): Cleared => ({ cancelled: 0, left: [`not cleared away: ${String(error)}`] });

/** What the fixtures make people hear is over before the first message: it is no part of what the case is judged by. */
async function quiet(run: Run, scene: Scene): Promise<void> {
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
  await eventually(run, look, quietWithinMs);
}

/** Who never wrote hears of nothing, and who can't be reached just now is no reason to wait for long. */
const quietWithinMs = 5_000;

const isUnderway = ({ status }: { readonly status: string }): boolean => status === "pending" || status === "sending";

async function runStep(run: Run, scene: Scene, { step, index }: { step: Step; index: number }): Promise<StepResult> {
  const before = await takeSnapshot(run.stack, scene.people);
  const speaker = "say" in step ? (step.by ?? "me") : "me";
  const said = "say" in step ? spoken(step.say, scene.people) : `(${step.wait.minutes} minutes pass)`;
  const eventId = `${run.id}-${scene.case.id}-${index + 1}`;
  const turn = "say" in step ? await sayAndWait(run, playerOf(scene.people, speaker), { eventId, text: said }) : undefined;
  const start = instantOf(scene.case.now, scene.case.zone);
  if ("wait" in step) await passTime(run, start + step.wait.minutes * 60_000);
  const after = await settled(run, scene, { before, expected: step.expect });
  const evidence: Evidence = {
    expected: step.expect,
    forbid: "wait" in step ? [] : scene.case.forbid,
    before,
    after,
    turn,
    now: turn?.saidAt ?? start,
    people: scene.people,
    speaker,
    named: scene.laid.named,
    secrets: scene.laid.secrets,
    isAlone: run.stack.isAlone,
  };
  return { said, replies: turn?.replies ?? [], turn, findings: judge(evidence), changes: changesOf(before, after) };
}

/** What must not happen needs a while in which it could have. */
const whileMs = 300;

async function passTime(run: Run, at: number): Promise<void> {
  run.stack.pin?.(at);
  await run.clock.wait(whileMs, run.signal);
}

/** `{friend}` is whatever the person who plays the friend goes by. */
const spoken = (text: string, people: readonly Person[]): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, who) => people.find((person) => person.who === who)?.name ?? whole);

/** Others are told after the turn, and reminders fire after their moment: both are waited for before anything is judged. */
async function settled(run: Run, scene: Scene, on: { before: Snapshot; expected: Expected }): Promise<Snapshot> {
  const told = (on.expected.told ?? []).map((who) => playerOf(scene.people, who).accountId);
  const fires = on.expected.fired?.length ?? 0;
  const known = new Set(on.before.deliveries.map(({ id }) => id));
  let newest: Snapshot | undefined;
  await eventually(run, async () => {
    newest = await takeSnapshot(run.stack, scene.people);
    const fresh = newest.deliveries.filter(({ id }) => !known.has(id));
    const isTold = told.every((account) => fresh.some((each) => each.account_id === account));
    const hasFired = newest.fires.length >= on.before.fires.length + fires;
    return isTold && hasFired && !fresh.some(isUnderway) ? true : undefined;
  });
  return newest ?? takeSnapshot(run.stack, scene.people);
}

function changesOf(before: Snapshot, after: Snapshot): StepResult["changes"] {
  const was = new Map([...before.reminders, ...before.shared].map((row) => [row.id, JSON.stringify(row)]));
  const isNew = (row: { readonly id: string }): boolean => was.get(row.id) !== JSON.stringify(row);
  return { reminders: after.reminders.filter(isNew), shared: after.shared.filter(isNew) };
}
