import { errors, type Dispatcher } from "undici";
import type { Clock } from "../domain/ports/clock.ts";
import { OutboundFailure } from "../domain/ports/http.ts";

export interface Exchange {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Bytes as they came, not decompressed. Reading it to its end, cancelling it or a failure ends
   * the exchange.
   */
  readonly body: ReadableStream<Uint8Array>;
}

export interface ExchangeCall {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  /** From the call to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
  /** What an abort by the caller looks like. `fetch` must give back the signal's own reason. */
  readonly onAbort: "failure" | "reason";
}

const redirects = new Set([301, 302, 303, 307, 308]);
const window = 64 * 1024;

/** One request and its answer. Resolves when the head of the answer is there. */
export function exchange(
  dispatcher: Dispatcher,
  clock: Clock,
  call: ExchangeCall,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const run = new Run(call, { resolve, reject });
    if (!run.listen(clock)) return;
    const { url, method, headers, body } = call;
    const options = {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers,
      body: body ?? null,
    };
    dispatcher.dispatch(options, run);
  });
}

/**
 * undici calls `onRequestStart` directly before it writes to the socket. That is the border between
 * `before` and `after`: an error on the near side is proof that nothing left, an error beyond it
 * proves nothing.
 */
class Run implements Dispatcher.DispatchHandler {
  #phase: "before" | "after" = "before";
  #ended = false;
  #received = 0;
  #wire: Dispatcher.DispatchController | undefined;
  #reader: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly #over = new AbortController();
  readonly #call: ExchangeCall;
  readonly #promise: { resolve(exchange: Exchange): void; reject(error: unknown): void };

  constructor(
    call: ExchangeCall,
    promise: { resolve(exchange: Exchange): void; reject(error: unknown): void },
  ) {
    this.#call = call;
    this.#promise = promise;
  }

  /** Starts the timer and follows the caller's signal. False when that has already ended it. */
  listen(clock: Clock): boolean {
    const { signal, timeoutMs } = this.#call;
    const onAbort = (): void =>
      this.#fail(
        this.#call.onAbort === "reason"
          ? signal?.reason
          : this.#failure("aborted", "was stopped by its caller"),
      );
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true, signal: this.#over.signal });
    void clock
      .wait(timeoutMs, this.#over.signal)
      .then(() => this.#fail(this.#failure("timeout", `took longer than ${timeoutMs} ms`)));
    return !this.#ended;
  }

  onRequestStart(wire: Dispatcher.DispatchController): void {
    this.#wire = wire;
    if (this.#ended) wire.abort(this.#failure("aborted", "ended before it was sent"));
    else this.#phase = "after";
  }

  onResponseStart(
    _wire: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    if (redirects.has(status))
      return this.#fail(
        this.#failure(
          "redirect",
          `was answered with a redirect (${status}), which is not followed`,
        ),
      );
    if (Number(headers["content-length"]) > this.#call.maxBytes) return this.#tooLarge();
    const body = new ReadableStream<Uint8Array>(
      {
        start: (reader) => void (this.#reader = reader),
        pull: () => this.#wire?.resume(),
        cancel: () => this.#fail(this.#failure("aborted", "was not read to its end")),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: window }),
    );
    const single = Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]);
    this.#promise.resolve({
      status,
      headers: Object.fromEntries(single) as Record<string, string>,
      body,
    });
  }

  onResponseData(wire: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#ended) return;
    this.#received += chunk.byteLength;
    if (this.#received > this.#call.maxBytes) return this.#tooLarge();
    this.#reader?.enqueue(chunk);
    if ((this.#reader?.desiredSize ?? 0) <= 0) wire.pause();
  }

  onResponseEnd(): void {
    if (this.#ended) return;
    this.#end();
    this.#reader?.close();
  }

  onResponseError(_wire: Dispatcher.DispatchController, error: Error): void {
    this.#fail(this.#classify(error));
  }

  /** Decided by the error's type and by how far the request got, never by its text. */
  #classify(error: Error): Error {
    if (error instanceof OutboundFailure || error instanceof errors.InvalidArgumentError)
      return error;
    if (error instanceof errors.ConnectTimeoutError)
      return this.#failure("timeout", "found nobody who answered", error);
    if (error instanceof errors.HeadersOverflowError)
      return this.#failure("too_large", "was answered with too many headers", error);
    if (this.#phase === "before") return this.#failure("connect", "could not connect", error);
    return this.#failure("reset", "lost its connection before the answer was complete", error);
  }

  #failure(code: OutboundFailure["code"], what: string, cause?: Error): OutboundFailure {
    const message = `The call to ${this.#call.url.hostname} ${what}.`;
    return new OutboundFailure(
      { phase: this.#phase, code, message },
      cause === undefined ? undefined : { cause },
    );
  }

  #tooLarge(): void {
    this.#fail(
      this.#failure("too_large", `was answered with more than ${this.#call.maxBytes} bytes`),
    );
  }

  #fail(error: unknown): void {
    if (this.#ended) return;
    this.#end();
    this.#promise.reject(error);
    this.#reader?.error(error);
    // Closes the socket: a half-read answer would break the next request.
    this.#wire?.abort(
      error instanceof Error ? error : this.#failure("aborted", "was stopped by its caller"),
    );
  }

  #end(): void {
    this.#ended = true;
    this.#over.abort();
  }
}
