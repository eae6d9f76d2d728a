import { canonicalJson } from "../../domain/canonical-json.ts";
import { type Chance, iso } from "../../domain/ports/clock.ts";
import type { Log, Metrics } from "../../domain/ports/log.ts";
import type {
  OutsideCall,
  OutsideResult,
  OutsideTools,
  ToolCallEnd,
  ToolCalls,
} from "../../domain/ports/outside-tools.ts";
import type { ApprovedTool, ToolDefinition, ToolServer } from "../../domain/views/tool-servers.ts";
import { ToolServerFailure } from "./connect.ts";
import { sha256, stateOf } from "./definitions.ts";
import { type SignedInDeps, useSignedIn } from "./signed-in.ts";

export interface OutsideDeps extends SignedInDeps {
  readonly chance: Chance;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly calls: ToolCalls;
  /** The servers that an account may use, those that it added for itself included. */
  servers(accountId: string): Promise<readonly ToolServer[]>;
  /** Keeps what a server lists now, where it is not what was approved. */
  noteFound(server: ToolServer, found: readonly ToolDefinition[]): Promise<void>;
  /** Keeps whether a server accepts the tokens of its sign-in. */
  noteSignIn(server: ToolServer, of: { readonly isRefused: boolean }): Promise<void>;
}

/**
 * The approved tools of outside servers. A model reads the approved texts only; before every call
 * the server is asked what it lists now, and a tool that is not the approved one is not called.
 */
export function openOutsideTools(on: OutsideDeps): OutsideTools {
  const readyFor = async (accountId: string): Promise<readonly ToolServer[]> =>
    (await on.servers(accountId)).filter((server) => stateOf(server) === "ready");
  const start = (call: OutsideCall, outcome?: "asked") => {
    const record = {
      ...call,
      id: on.chance.id(),
      argumentsHash: sha256(canonicalJson(call.args)),
      startedAt: iso(on.clock.now()),
      outcome,
    };
    return { record, write: () => on.calls.started(record) };
  };
  return {
    serversFor: async (accountId) =>
      (await readyFor(accountId)).map(({ name, approved }) => ({
        name,
        tools: approved.filter(({ use }) => use !== "off"),
      })),
    async call(call, signal) {
      const ready = await readyFor(call.accountId);
      const server = ready.find(({ name }) => name === call.server);
      const tool = server?.approved.find(({ name, use }) => name === call.tool && use !== "off");
      if (server === undefined || tool === undefined)
        return { outcome: "blocked", code: "not_approved" };
      const { record, write } = start(call);
      if (!tool.readOnly && (await on.calls.hasCalled(record)))
        return { outcome: "already_called", code: "already_called" };
      await write();
      const began = on.clock.now();
      const end = async (how: Omit<ToolCallEnd, "totalMs">): Promise<void> => {
        on.metrics.count("tool_calls_total", { outcome: how.errorCode ?? how.outcome });
        await on.calls.ended(record.id, { ...how, totalMs: on.clock.now() - began });
      };
      try {
        const result = await callApproved(on, { server, tool, call }, signal);
        await end(toEnd(result));
        return result;
      } catch (error) {
        await end({ outcome: "failed", errorCode: "aborted" });
        throw error;
      }
    },
    ask: (call) => start(call, "asked").write(),
    answer: (questionId, as) => on.calls.answer(questionId, as),
  };
}

const toEnd = (result: OutsideResult): Omit<ToolCallEnd, "totalMs"> =>
  result.outcome === "done"
    ? {
        outcome: "done",
        resultChars: result.text.length,
        errorCode: result.isError ? "tool_error" : undefined,
      }
    : { outcome: result.outcome === "blocked" ? "blocked" : "failed", errorCode: result.code };

async function callApproved(
  on: OutsideDeps,
  of: { readonly server: ToolServer; readonly tool: ApprovedTool; readonly call: OutsideCall },
  signal: AbortSignal,
): Promise<OutsideResult> {
  const { server, tool, call } = of;
  try {
    const result = await useSignedIn(on, { server, signal }, async (session) => {
      const { tools: found } = await session.list();
      const isSame = (one: ApprovedTool): boolean =>
        found.some(({ name, hash }) => name === one.name && hash === one.hash);
      if (!server.approved.every(isSame)) {
        on.log.warn({ server: server.name }, "a server of tools changed what was approved");
        await on.noteFound(server, found);
        return { outcome: "blocked", code: "definition_changed" } as const;
      }
      return { outcome: "done", ...(await session.call(tool, call.args)) } as const;
    });
    if (server.signIn?.isRefused === true) await on.noteSignIn(server, { isRefused: false });
    return result;
  } catch (error) {
    if (!(error instanceof ToolServerFailure)) throw error;
    if (error.problem === "sign_in_needed" && server.signIn?.isRefused !== true)
      await on.noteSignIn(server, { isRefused: true });
    on.log.info(
      { server: server.name, tool: tool.name, problem: error.problem },
      "a call of an outside tool failed",
    );
    return { outcome: "failed", code: error.problem };
  }
}
