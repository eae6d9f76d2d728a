/** Long-lived outgoing connections, behind the same guards as `OutboundHttp`. */
export interface OutboundSockets {
  /** Resolves when the other side has agreed to talk. Rejects with an `OutboundFailure`. */
  connect(call: SocketCall): Promise<OutboundSocket>;
}

export interface SocketCall {
  /** `wss://…`, or `ws://…` where a plain connection is allowed. */
  readonly url: string;
  /** For the handshake. */
  readonly timeoutMs: number;
  /** Longest message that is taken. A longer one ends the connection. */
  readonly maxBytes: number;
  /** Hosts that may be reached. A loopback or private host is reachable only when it is in here. */
  readonly allowedHosts: readonly string[];
  /** Called for each text, in order. */
  readonly onText?: ((text: string) => void) | undefined;
  /** Called for each binary message, in order. */
  readonly onBytes?: ((bytes: Uint8Array) => void) | undefined;
  /** Called for each ping or pong of the other side's. */
  readonly onAlive?: (() => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface OutboundSocket {
  /** False when the connection is over: then nothing left. True says only that it was handed to the network. */
  send(message: string | Uint8Array): boolean;
  /** Asks the other side for a sign of life: a pong. */
  ping(): void;
  /** Resolves when it has ended, from either side, with the close code; 1006 where the line broke. */
  readonly closed: Promise<number>;
  /** Ends it at once, without waiting for the other side. `code`: 3000 to 4999, as the vendor wants it. */
  end(code?: number): void;
}
