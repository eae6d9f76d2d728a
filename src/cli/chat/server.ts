import type { Language } from "../../domain/language.ts";
import { setTimeout as pause } from "node:timers/promises";
import { CommandFailure } from "../command.ts";
import { readEvents, type StreamEvent } from "./sse.ts";

export interface Message {
  readonly id: string;
  readonly event_id: number;
  readonly direction: "inbound" | "outbound";
  readonly text: string;
  readonly turn_id: string | null;
  readonly end: string | null;
}

export interface MessagePage {
  readonly messages: readonly Message[];
  readonly last_event_id: number;
}

/** One conversation on a server, over HTTP. */
export interface Server {
  open(): Promise<string>;
  messages(conversationId: string): Promise<MessagePage>;
  send(
    conversationId: string,
    message: { text: string; clientId: string },
  ): Promise<{ message_id: string; outcome: string }>;
  stop(conversationId: string): Promise<unknown>;
  /** Events from there on, until the connection ends. Throws what `isPassing` knows when it could not be opened. */
  stream(
    conversationId: string,
    how: { after: number; signal: AbortSignal },
  ): AsyncGenerator<StreamEvent>;
}

export interface ServerOptions {
  readonly url: string;
  readonly token: string;
  readonly language: Language;
}

/** The server is away or overloaded. The same call may succeed later. */
class Away extends Error {
  override readonly name = "Away";
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

export const isPassing = (error: unknown): error is Error & { readonly waitMs: number } =>
  error instanceof Away;

const patienceMs = 60_000;

export function connectTo(options: ServerOptions): Server {
  const at = (conversationId: string, what: string): string =>
    `/api/conversations/${encodeURIComponent(conversationId)}/${what}`;
  const json = async <T>(path: string, body?: unknown): Promise<T> =>
    (await callWithRetry(() => call(options, path, { body }))).json() as Promise<T>;
  return {
    open: async () => (await json<{ id: string }>("/api/conversations", {})).id,
    messages: (id) => json(at(id, "messages")),
    send: (id, { text, clientId }) => json(at(id, "messages"), { text, client_id: clientId }),
    stop: (id) => json(at(id, "stop"), {}),
    async *stream(id, { after, signal }) {
      const answer = await call(options, at(id, "stream"), {
        signal,
        headers: { "last-event-id": String(after) },
      });
      if (answer.body !== null) yield* readEvents(answer.body);
    },
  };
}

interface ServerCall {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

async function call(
  { url, token, language }: ServerOptions,
  path: string,
  wish: ServerCall,
): Promise<Response> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    "accept-language": language,
    ...wish.headers,
  };
  if (wish.body !== undefined) headers["content-type"] = "application/json";
  const answer = await fetch(`${url.replace(/\/$/, "")}${path}`, {
    method: wish.body === undefined ? "GET" : "POST",
    headers,
    ...(wish.body === undefined ? {} : { body: JSON.stringify(wish.body) }),
    ...(wish.signal === undefined ? {} : { signal: wish.signal }),
  }).catch((error: unknown) => {
    if (wish.signal?.aborted === true) throw error;
    throw new Away(words.nobody(url)[language], 500);
  });
  if (answer.ok) return answer;
  const said = await sentenceIn(answer);
  if (answer.status === 429 || answer.status === 503)
    throw new Away(said, Number(answer.headers.get("retry-after") ?? 1) * 1000);
  throw new CommandFailure(answer.status === 401 ? words.token[language] : said);
}

async function sentenceIn(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => undefined)) as
    | { error?: { message?: string } }
    | undefined;
  return body?.error?.message ?? `HTTP ${answer.status}`;
}

/** Sending twice is safe: a message carries its own id, and stopping what has stopped changes nothing. */
async function callWithRetry<T>(attempt: () => Promise<T>): Promise<T> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (Date.now() + error.waitMs > until) throw new CommandFailure(error.message);
      await pause(error.waitMs);
    }
  }
}

const words = {
  nobody: (url: string) => ({ en: `Nothing answers at ${url}.`, zh: `${url} 没有应答。` }),
  token: { en: "The token is not valid here.", zh: "令牌在这里无效。" },
};
