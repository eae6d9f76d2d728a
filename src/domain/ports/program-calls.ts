/** Calls of programs, recorded beside those of models. */
export interface ProgramCalls {
  /** Before anything is done. */
  started(call: ProgramCall): Promise<void>;
  ended(id: string, end: ProgramCallEnd): Promise<void>;
  /** A call that could change nothing, once it is over. */
  read(call: ProgramCall, end: ProgramCallEnd): Promise<void>;
  /** How often this tool was called for the account since then. */
  count(accountId: string, tool: string, since: number): Promise<number>;
}

export interface ProgramCall {
  readonly id: string;
  readonly accountId: string;
  readonly tokenId: string;
  readonly tool: string;
  /** Of the arguments. Their words are not kept: what they changed is in the log. */
  readonly argumentsHash: string;
  readonly startedAt: string;
}

export interface ProgramCallEnd {
  readonly outcome: "done" | "asked" | "refused" | "failed";
  readonly errorCode?: string | undefined;
  readonly totalMs: number;
}
