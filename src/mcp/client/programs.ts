import type { Client } from "@modelcontextprotocol/client";
import type { Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import type { StartedProgram } from "../../domain/ports/programs.ts";
import type { ToolServerProblem } from "../../domain/views/tool-servers.ts";
import { createToolClient, openSession, ToolServerFailure, type ToolSession } from "./connect.ts";
import { openProgramTransport, type ProgramTransport } from "./program-transport.ts";

export interface ProgramDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  /** Throws where the settings have no such program. */
  start(name: string): StartedProgram;
  /** For one use, with the start where one is needed. */
  readonly patienceMs: number;
}

/** Programs of the settings file: started when they are needed, and ended when they are not. */
export interface Programs {
  use<T>(name: string, signal: AbortSignal, work: (session: ToolSession) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A program that was not used for so long is ended. */
const idleMs = 5 * 60_000;
/** After a failure it is not started again for this long, doubled with each failure in a row. */
const pauseMs = 1_000;
const longestPauseMs = 5 * 60_000;

interface Running {
  readonly client: Client;
  readonly transport: ProgramTransport;
  readonly program: StartedProgram;
}

interface Kept {
  running?: Promise<Running> | undefined;
  /** Also while it starts. */
  program?: StartedProgram | undefined;
  uses: number;
  failures: number;
  notBefore: number;
  /** Wakes at the end of the idle time. */
  idle?: AbortController | undefined;
  /** An earlier version of the protocol, found at the first start. */
  isEarlier: boolean;
}

export function openPrograms(on: ProgramDeps): Programs {
  const all = new Map<string, Kept>();
  let isClosed = false;
  return {
    async use(name, signal, work) {
      if (isClosed) throw new ToolServerFailure("unreachable");
      const kept = all.get(name) ?? { uses: 0, failures: 0, notBefore: 0, isEarlier: false };
      all.set(name, kept);
      kept.idle?.abort();
      kept.uses += 1;
      try {
        return await useOnce(on, { name, kept, signal }, work);
      } finally {
        kept.uses -= 1;
        if (kept.uses === 0) endWhenIdle(on, kept);
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([...all.values()].map(end));
    },
  };
}

async function useOnce<T>(
  on: ProgramDeps,
  { name, kept, signal }: { readonly name: string; readonly kept: Kept; signal: AbortSignal },
  work: (session: ToolSession) => Promise<T>,
): Promise<T> {
  // Not a failure of its own: the pause would grow with every use.
  if (kept.running === undefined && on.clock.now() < kept.notBefore)
    throw new ToolServerFailure("unreachable");
  const over = new AbortController();
  const done = new AbortController();
  let isLate = false;
  void on.clock.wait(on.patienceMs, done.signal).then(() => {
    if (done.signal.aborted) return;
    isLate = true;
    over.abort();
  });
  const both = AbortSignal.any([signal, over.signal]);
  let transport: ProgramTransport | undefined;
  try {
    const running = await untilAborted(both, begin(on, name, kept));
    ({ transport } = running);
    transport.renew();
    const session = openSession(running.client, { signal: both, timeout: on.patienceMs });
    const result = await Promise.race([untilAborted(both, work(session)), toEnd(running.program)]);
    kept.failures = 0;
    return result;
  } catch (error) {
    // A person who stops the turn says nothing of the program.
    signal.throwIfAborted();
    const problem = isLate ? "too_slow" : problemOf(error, transport);
    await fail(on, { name, kept, problem });
    throw new ToolServerFailure(problem, { cause: error });
  } finally {
    done.abort();
  }
}

const toEnd = (program: StartedProgram): Promise<never> =>
  program.ended.then(() => {
    throw new ToolServerFailure("unreachable");
  });

const problemOf = (error: unknown, transport?: ProgramTransport): ToolServerProblem => {
  if (transport?.isFlooded === true) return "too_large";
  if (transport?.hasEnded === true) return "unreachable";
  return error instanceof ToolServerFailure ? error.problem : "not_compatible";
};

function begin(on: ProgramDeps, name: string, kept: Kept): Promise<Running> {
  if (kept.running !== undefined) return kept.running;
  const running = start(on, name, kept);
  kept.running = running;
  void running.then(
    ({ program }) =>
      program.ended.then((complaints) => {
        if (kept.running !== running) return;
        kept.running = undefined;
        on.log.info({ program: name, complaints }, "a program with tools has ended by itself");
      }),
    () => undefined,
  );
  return running;
}

/** A program of an earlier version may end at a question it does not know: then it is asked in the earlier way. */
async function start(on: ProgramDeps, name: string, kept: Kept): Promise<Running> {
  if (kept.isEarlier) return connect(on, { name, kept, mode: "legacy" });
  try {
    return await connect(on, { name, kept, mode: "auto" });
  } catch (error) {
    const running = await connect(on, { name, kept, mode: "legacy" }).catch(() => undefined);
    if (running === undefined) throw error;
    kept.isEarlier = true;
    return running;
  }
}

async function connect(
  on: ProgramDeps,
  { name, kept, mode }: { name: string; kept: Kept; mode: "auto" | "legacy" },
): Promise<Running> {
  const program = on.start(name);
  kept.program = program;
  const transport = await openProgramTransport(program);
  const client = await createToolClient(on.version, mode);
  const gone = new AbortController();
  void program.ended.then(() => gone.abort());
  try {
    await client.connect(transport, { timeout: on.patienceMs, signal: gone.signal });
    return { client, transport, program };
  } catch (error) {
    const problem = gone.signal.aborted && !transport.isFlooded ? "unreachable" : undefined;
    await program.stop();
    throw new ToolServerFailure(problem ?? problemOf(error, transport), { cause: error });
  }
}

/** A program in trouble is ended: the next use starts it again, after a pause. */
async function fail(
  on: ProgramDeps,
  { name, kept, problem }: { name: string; kept: Kept; problem: ToolServerProblem },
): Promise<void> {
  const pause = Math.min(pauseMs * 2 ** kept.failures, longestPauseMs);
  kept.failures += 1;
  kept.notBefore = on.clock.now() + pause;
  on.log.info({ program: name, problem, pause_ms: pause }, "a program with tools is in trouble");
  await end(kept);
}

async function end(kept: Kept): Promise<void> {
  kept.idle?.abort();
  const { running, program } = kept;
  kept.running = undefined;
  kept.program = undefined;
  await program?.stop();
  const found = await running?.catch(() => undefined);
  // It may have been started once more, in the earlier way.
  await found?.program.stop();
  await found?.client.close().catch(() => undefined);
}

function endWhenIdle({ clock }: ProgramDeps, kept: Kept): void {
  const idle = new AbortController();
  kept.idle = idle;
  void clock.wait(idleMs, idle.signal).then(async () => {
    if (!idle.signal.aborted && kept.uses === 0) await end(kept);
  });
}

/** What is awaited goes on, and is heard no more. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason as Error);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", stop));
}
