import type { JsonObject } from "../json.ts";
import type { ApprovedTool } from "../views/tool-servers.ts";

export interface OfferedServer {
  readonly name: string;
  readonly tools: readonly ApprovedTool[];
}

/** One call of a tool on another program's server, made in a turn. */
export interface OutsideCall {
  readonly server: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly accountId: string;
  readonly conversationId: string;
  readonly turnId: string;
  /** The question that the person allowed it by. */
  readonly questionId?: string | undefined;
}

/**
 * blocked         the tool is not the one that was approved, or no longer there
 * already_called  the same call was made in this turn, and it may change something
 * failed          the server could not be reached, was too slow, or said something else
 */
export type OutsideResult =
  | { readonly outcome: "done"; readonly text: string; readonly isError: boolean }
  | { readonly outcome: "blocked" | "already_called" | "failed"; readonly code: string };

/** Tools of other programs' servers, for the turns of an account. */
export interface OutsideTools {
  serversFor(accountId: string): Promise<readonly OfferedServer[]>;
  /** On record from its start on. Rejects only when it is aborted. */
  call(call: OutsideCall, signal: AbortSignal): Promise<OutsideResult>;
  /** Keeps a call for the person's answer. */
  ask(call: OutsideCall): Promise<void>;
  /** True for the first answer to a question. */
  answer(questionId: string, as: "allowed" | "declined"): Promise<boolean>;
}

/** The record of calls, beside those of models. */
export interface ToolCalls {
  started(call: ToolCallRecord): Promise<void>;
  ended(id: string, end: ToolCallEnd): Promise<void>;
  answer(questionId: string, as: "allowed" | "declined"): Promise<boolean>;
  /** Whether this turn has made the same call. */
  hasCalled(
    call: Pick<ToolCallRecord, "turnId" | "server" | "tool" | "argumentsHash">,
  ): Promise<boolean>;
}

export interface ToolCallRecord extends OutsideCall {
  readonly id: string;
  readonly argumentsHash: string;
  readonly startedAt: string;
  /** Set where nothing was called, but the person was asked. */
  readonly outcome?: "asked" | undefined;
}

export interface ToolCallEnd {
  readonly outcome: "done" | "failed" | "blocked";
  readonly errorCode?: string | undefined;
  readonly resultChars?: number | undefined;
  readonly totalMs: number;
}
