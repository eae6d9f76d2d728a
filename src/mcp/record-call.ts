import { Refusal } from "../domain/errors.ts";
import { iso } from "../domain/ports/clock.ts";
import type { ProgramCall, ProgramCallEnd } from "../domain/ports/program-calls.ts";
import type { McpDeps, Program } from "./ports.ts";
import { hashOf } from "./questions.ts";

interface RecordedCall<T> {
  readonly program: Program;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** It can change nothing. */
  readonly isRead: boolean;
  /** Without it the call was done. */
  outcomeOf?(result: T): "done" | "asked";
}

/** Every call is a row: one that may change something from its start on. */
export async function recordCall<T>(
  on: Pick<McpDeps, "calls" | "chance" | "clock">,
  call: RecordedCall<T>,
  work: () => Promise<T>,
): Promise<T> {
  const began = on.clock.now();
  const id = on.chance.id();
  const { program, tool, args, isRead } = call;
  const started: ProgramCall = {
    id,
    accountId: program.accountId,
    tokenId: program.tokenId,
    tool,
    argumentsHash: hashOf(args),
    startedAt: iso(began),
  };
  if (!isRead) await on.calls.started(started);
  const end = (how: Omit<ProgramCallEnd, "totalMs">): Promise<void> => {
    const ended = { ...how, totalMs: on.clock.now() - began };
    return isRead ? on.calls.read(started, ended) : on.calls.ended(id, ended);
  };
  try {
    const result = await work();
    await end({ outcome: call.outcomeOf?.(result) ?? "done" });
    return result;
  } catch (error) {
    const isRefusal = error instanceof Refusal && error.status < 500;
    const errorCode = error instanceof Refusal ? error.code : "internal";
    await end({ outcome: isRefusal ? "refused" : "failed", errorCode });
    throw error;
  }
}
