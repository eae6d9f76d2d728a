/** The only way out: checked hosts, no private addresses unless listed, no silent redirects, capped size and time. */
export interface OutboundHttp {
  request(call: OutboundCall): Promise<OutboundAnswer>;
}

export interface OutboundCall {
  /** REPORT: how calendar servers are asked. */
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "REPORT";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array | undefined;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Hosts this feature may reach. A loopback or private host is reachable only when it is in here. */
  readonly allowedHosts: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * `phase` tells a sender what is known: `before` means no byte of the request left, so a retry is safe;
 * `after` means bytes left and the outcome is unknown.
 */
export class OutboundFailure extends Error {
  override readonly name = "OutboundFailure";
  readonly phase: "before" | "after";
  readonly code:
    | "blocked"
    | "resolve"
    | "connect"
    | "timeout"
    | "reset"
    | "too_large"
    | "redirect"
    | "aborted";

  constructor(what: Pick<OutboundFailure, "phase" | "code" | "message">, options?: ErrorOptions) {
    super(what.message, options);
    this.phase = what.phase;
    this.code = what.code;
  }
}
