import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { embeddingComplaints, requestComplaints } from "./model-request-check.ts";
import { errorBody, playStream, playWhole, say, type Script } from "./model-script.ts";

export interface ChatMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string | null;
  readonly tool_call_id?: string;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly extra_content?: unknown;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

export interface ChatBody {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly stream?: boolean;
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly description?: string };
  }[];
  readonly tool_choice?: string;
}

/** One request as the server saw it. */
export interface SeenRequest {
  readonly body: ChatBody;
  readonly authorization: string | undefined;
  /** Events sent so far. */
  readonly sent: number;
  /** `open` until the answer is complete or either side closes the connection. */
  readonly state: "open" | "answered" | "closed_by_client" | "closed_by_server";
  /** When the state left `open`, in milliseconds of `performance.now()`. */
  readonly closedAt: number | undefined;
  /** Resolves at that moment. */
  readonly closed: Promise<SeenRequest["state"]>;
}

export interface ModelServer {
  /** What `MEANWHILE_MODEL_BASE_URL` takes. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly requests: readonly SeenRequest[];
  /** Bodies of requests for embeddings, in their order. */
  readonly embedded: readonly EmbeddingBody[];
  /** Requests that a strict provider would refuse, each as a sentence. A good test ends with none. */
  readonly violations: readonly string[];
  /** Scripts for the next requests, in order. When none is left, `behaviour` decides. */
  script(...scripts: readonly Script[]): void;
  /** Scripts that no request has used. */
  readonly unused: number;
  /** The nth request (from 0), as soon as it has come in. */
  request(index: number): Promise<SeenRequest>;
  close(): Promise<void>;
}

export interface ModelServerOptions {
  readonly apiKey?: string;
  /** Decides when the queue is empty. Without it an unexpected request is a violation. */
  readonly behaviour?: (body: ChatBody) => Script;
  /** Names of its models, shown to a request with the key. Without it every request gets a list of one. */
  readonly listed?: readonly string[];
  /** What texts mean, or a status to answer with instead. Without it there is no such route. */
  readonly embed?: (body: EmbeddingBody) => Promise<readonly (readonly number[])[] | number>;
}

export interface EmbeddingBody {
  readonly model: string;
  readonly input: readonly string[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const findLastSpoken = (body: ChatBody, role: ChatMessage["role"]): string =>
  body.messages.findLast((message) => message.role === role)?.content ?? "";
/** A behaviour for whole-app tests: answers with what the person said last. */
export const echoLast = (body: ChatBody): Script =>
  say(`You said: ${findLastSpoken(body, "user")}`);
/** A behaviour that repeats the whole prompt, to see what the model was given. */
export const echoPrompt = (body: ChatBody): Script => say(JSON.stringify(body.messages));

export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const apiKey = options.apiKey ?? "test-key-7f3a9c";
  const requests: SeenRequest[] = [];
  const embedded: EmbeddingBody[] = [];
  const violations: string[] = [];
  const queue: Script[] = [];
  const awaited: { readonly index: number; readonly tell: (seen: SeenRequest) => void }[] = [];

  const refuse = (response: ServerResponse, status: number, sentence: string): void => {
    violations.push(sentence);
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(errorBody(`${sentence} (key ${apiKey})`));
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "GET" && request.url === "/v1/models") {
      if (options.listed !== undefined && request.headers.authorization !== `Bearer ${apiKey}`)
        return refuse(response, 401, "the key is wrong");
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({
          object: "list",
          data: (options.listed ?? ["scripted"]).map((id) => ({ id, object: "model" })),
        }),
      );
      return;
    }
    const isEmbedding = request.url === "/v1/embeddings" && options.embed !== undefined;
    if (request.method !== "POST" || (request.url !== "/v1/chat/completions" && !isEmbedding)) {
      return refuse(response, 404, `no such route: ${request.method} ${request.url}`);
    }
    const text = await readBody(request);
    if (request.headers.authorization !== `Bearer ${apiKey}`)
      return refuse(response, 401, "the key is wrong");
    if (request.headers["content-type"] !== "application/json")
      return refuse(response, 415, "the body is not declared as JSON");
    const body = tryParse(text);
    const complaints = isEmbedding ? embeddingComplaints(body) : requestComplaints(body);
    if (complaints.length > 0) return refuse(response, 400, complaints.join("; "));
    if (isEmbedding) return embed(body as EmbeddingBody, response);
    await take(body as ChatBody, { request, response });
  }

  async function embed(body: EmbeddingBody, response: ServerResponse): Promise<void> {
    embedded.push(body);
    const found = (await options.embed?.(body)) ?? 404;
    response.writeHead(typeof found === "number" ? found : 200, {
      "content-type": "application/json",
    });
    if (typeof found === "number")
      return void response.end(errorBody(`scripted ${found} (key ${apiKey})`));
    const data = found.map((embedding, index) => ({ object: "embedding", index, embedding }));
    response.end(
      JSON.stringify({
        object: "list",
        model: body.model,
        data,
        usage: { prompt_tokens: 5, total_tokens: 5 },
      }),
    );
  }

  async function take(
    body: ChatBody,
    { request, response }: { request: IncomingMessage; response: ServerResponse },
  ): Promise<void> {
    const { seen, gone, breaking } = watch(body, { request, response });
    const index = requests.push(seen) - 1;
    const script = queue.shift() ?? options.behaviour?.(body);
    for (const waiter of awaited.filter((one) => one.index === index)) waiter.tell(seen);
    if (script === undefined) return refuse(response, 500, "a request came that no script expects");
    const playing = { response, model: body.model, gone, sent: () => void seen.sent++, breaking };
    await play(script, { playing, streamed: body.stream === true, apiKey });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      violations.push(`the fake server failed: ${String(error)}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    apiKey,
    requests,
    embedded,
    violations,
    script: (...scripts) => void queue.push(...scripts),
    get unused() {
      return queue.length;
    },
    request: (index) => {
      const seen = requests[index];
      return seen === undefined
        ? new Promise((tell) => awaited.push({ index, tell }))
        : Promise.resolve(seen);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Follows the connection to its end. A `close` before our `finish` came from the client, unless we said that we are breaking it. */
function watch(
  body: ChatBody,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
) {
  const left = Promise.withResolvers<SeenRequest["state"]>();
  const seen: Mutable<SeenRequest> = {
    body,
    authorization: request.headers.authorization,
    sent: 0,
    state: "open",
    closedAt: undefined,
    closed: left.promise,
  };
  const end = (state: SeenRequest["state"]): void => {
    if (seen.state !== "open") return;
    seen.state = state;
    seen.closedAt = performance.now();
    left.resolve(state);
  };
  response.on("finish", () => end("answered"));
  response.on("close", () => end("closed_by_client"));
  return {
    seen,
    gone: left.promise.then(() => undefined),
    breaking: () => end("closed_by_server"),
  };
}

async function play(
  script: Script,
  {
    playing,
    streamed,
    apiKey,
  }: { playing: Parameters<typeof playStream>[1]; streamed: boolean; apiKey: string },
): Promise<void> {
  const { response } = playing;
  switch (script.kind) {
    case "answer":
      return streamed ? playStream(script, playing) : playWhole(script, playing);
    case "silence":
      return playing.gone;
    case "status": {
      const headers = {
        "content-type": "application/json",
        ...(script.retryAfter !== undefined && { "retry-after": script.retryAfter }),
        ...(script.location !== undefined && { location: script.location }),
      };
      response
        .writeHead(script.status, headers)
        .end(script.body ?? errorBody(`scripted ${script.status} (key ${apiKey})`));
      return;
    }
    case "raw":
      response
        .writeHead(200, { "content-type": script.contentType ?? "text/event-stream" })
        .end(script.body);
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
