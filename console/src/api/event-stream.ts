import { ApiFailure } from "./request.ts";
import { openStream } from "./transfer.ts";

const [connecting, open, closed] = [0, 1, 2];
const firstRetryMs = 3_000;

type Listener = (event: MessageEvent<string>) => void;

/**
 * The browser's EventSource, with the page's key in its header, which EventSource can't send. Like
 * it, a stream that is cut resumes after its last event; one that is refused is closed.
 */
export class EventStream {
  readyState: number = connecting;
  readonly #address: string;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #over = new AbortController();
  #lastEventId = "";
  #retryMs = firstRetryMs;

  constructor(address: string) {
    this.#address = address;
    void this.#run();
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, (this.#listeners.get(type) ?? new Set()).add(listener));
  }

  close(): void {
    this.readyState = closed;
    this.#over.abort();
  }

  async #run(): Promise<void> {
    while (this.readyState !== closed) {
      // The state below shows a lost connection; the reason makes no difference.
      const isRefused = await this.#read().catch(isRefusal);
      if (this.#over.signal.aborted) return;
      this.readyState = isRefused ? closed : connecting;
      this.#tell("error", "");
      await new Promise((resolve) => setTimeout(resolve, this.#retryMs));
    }
  }

  async #read(): Promise<boolean> {
    const { signal } = this.#over;
    const response = await openStream(this.#address, { lastEventId: this.#lastEventId, signal });
    if (response.body === null) return true;
    this.readyState = open;
    this.#tell("open", "");
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const takeIn = eventReader((event) => this.#take(event));
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return false;
      takeIn(value);
    }
  }

  #take({ id, type, data, retry }: StreamBlock): void {
    if (retry !== undefined) this.#retryMs = retry;
    if (id !== undefined) this.#lastEventId = id;
    if (data !== undefined && !this.#over.signal.aborted) this.#tell(type, data);
  }

  #tell(type: string, data: string): void {
    const event = new MessageEvent<string>(type, { data, lastEventId: this.#lastEventId });
    for (const listener of this.#listeners.get(type) ?? []) listener(event);
  }
}

const isRefusal = (error: unknown): boolean => error instanceof ApiFailure && error.status !== 0;

export interface StreamBlock {
  readonly type: string;
  readonly id?: string;
  readonly data?: string;
  readonly retry?: number;
}

/** Parses a stream from pieces, wherever they are cut, and yields its blocks. */
export function eventReader(give: (block: StreamBlock) => void): (piece: string) => void {
  let rest = "";
  let lines: string[] = [];
  return (piece) => {
    const parts = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = parts.pop() ?? "";
    for (const line of parts) {
      if (line !== "") lines.push(line);
      else if (lines.length > 0) {
        give(blockOf(lines));
        lines = [];
      }
    }
  };
}

function blockOf(lines: readonly string[]): StreamBlock {
  const fields = lines.map((line) => /^([^:]*):? ?(.*)$/s.exec(line) ?? ["", "", ""]);
  const valuesOf = (name: string): string[] =>
    fields.filter(([, field]) => field === name).map(([, , value = ""]) => value);
  const data = valuesOf("data");
  const id = valuesOf("id").at(-1);
  const retry = Number(valuesOf("retry").at(-1) ?? "x");
  return {
    type: valuesOf("event").at(-1) ?? "message",
    ...(id === undefined ? {} : { id }),
    ...(data.length === 0 ? {} : { data: data.join("\n") }),
    ...(Number.isInteger(retry) ? { retry } : {}),
  };
}
