import type { CallToolResult, Client, InputRequiredResult } from "@modelcontextprotocol/client";
import { Refusal } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import { OutboundFailure } from "../../domain/ports/http.ts";
import { cleanText } from "../../domain/text.ts";
import type {
  ToolDefinition,
  ToolServer,
  ToolServerProblem,
} from "../../domain/views/tool-servers.ts";
import { type Definitions, readDefinitions } from "./definitions.ts";

/** A server that could not be used, by what went wrong. */
export class ToolServerFailure extends Error {
  override readonly name = "ToolServerFailure";
  readonly problem: ToolServerProblem;
  /** How the server refused, where it wants people to sign in (`WWW-Authenticate`). */
  readonly challenge: string | undefined;

  constructor(problem: ToolServerProblem, of: ErrorOptions & { readonly challenge?: string } = {}) {
    super(`The server of tools is ${problem}.`, of);
    this.problem = problem;
    this.challenge = of.challenge;
  }
}

export type ToolAddress = Pick<ToolServer, "url" | "headers">;

export interface ToolClientDeps {
  readonly clock: Clock;
  readonly version: string;
  /** A guarded `fetch` that reaches this server's origin alone. */
  fetchFor(server: ToolAddress): typeof fetch;
  /** For everything that one use of a server takes, from the first byte to the last. */
  readonly patienceMs: number;
}

/** The parameters say which of them the server wants in headers, too. */
export type CalledTool = Pick<ToolDefinition, "name" | "parameters">;

export interface ToolSession {
  list(): Promise<Definitions>;
  /** The words of the answer. Pictures and other parts are named, not given. */
  call(
    tool: CalledTool,
    args: JsonObject,
  ): Promise<{ readonly text: string; readonly isError: boolean }>;
}

/**
 * Connects for one use, by the protocol's own client. Throws a `ToolServerFailure`, or the reason of
 * the signal. The client is loaded when the first server is used.
 */
export async function useToolServer<T>(
  on: ToolClientDeps,
  { server, signal }: { readonly server: ToolAddress; readonly signal: AbortSignal },
  work: (session: ToolSession) => Promise<T>,
): Promise<T> {
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  signal.throwIfAborted();
  const url = new URL(server.url);
  const watched = watch(on, { fetch: on.fetchFor(server), signal });
  const client = await createToolClient(on.version, "auto");
  // The client has no events of another form.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  client.onerror = watched.note;
  const options = { signal: watched.signal, timeout: on.patienceMs };
  try {
    const transport = new StreamableHTTPClientTransport(url, {
      fetch: watched.fetch,
      requestInit: { headers: { ...server.headers } },
      reconnectionOptions: {
        maxRetries: 0,
        initialReconnectionDelay: 1,
        maxReconnectionDelay: 1,
        reconnectionDelayGrowFactor: 1,
      },
    });
    await client.connect(transport, options);
    return await work(openSession(client, options));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Refusal) throw error;
    throw new ToolServerFailure(watched.problem(), { cause: error, ...watched.challenge() });
  } finally {
    watched.end();
    await client.close().catch(() => undefined);
  }
}

export async function createToolClient(version: string, mode: "auto" | "legacy"): Promise<Client> {
  const { Client: Made } = await import("@modelcontextprotocol/client");
  return new Made(
    { name: "meanwhile", version },
    {
      capabilities: {},
      versionNegotiation: { mode },
      // A server may not ask back: what a person says is theirs to give.
      inputRequired: { autoFulfill: false },
      listMaxPages: 4,
    },
  );
}

export function openSession(
  client: Client,
  options: { readonly signal: AbortSignal; readonly timeout: number },
): ToolSession {
  return {
    list: async () => readDefinitions((await client.listTools(undefined, options)).tools),
    async call({ name, parameters }, args) {
      try {
        // A definition without an output schema: no schema of a stranger's is compiled here.
        const inputSchema = { ...parameters, type: "object" as const };
        const how = {
          ...options,
          toolDefinition: { name, inputSchema },
          allowInputRequired: true,
        };
        return toAnswer(await client.callTool({ name, arguments: { ...args } }, how));
      } catch (error) {
        // An error of the protocol has a number: the server understood, and refuses the call.
        if (!(error instanceof Error) || typeof Object(error)["code"] !== "number") throw error;
        return { text: cleanText(error.message, 2_000), isError: true };
      }
    },
  };
}

function toAnswer(result: CallToolResult | InputRequiredResult) {
  if (result["resultType"] === "input_required") return toQuestion(result as InputRequiredResult);
  const { content, structuredContent, isError } = result as CallToolResult;
  const parts = content.map((part) =>
    part.type === "text" ? part.text : `[${part.type} left out]`,
  );
  const data =
    parts.length === 0 && structuredContent !== undefined
      ? [JSON.stringify(structuredContent)]
      : parts;
  return { text: cleanText(data.join("\n"), 1_000_000), isError: isError === true };
}

/** What a server asks back comes as its words. Another call can answer it. */
function toQuestion({ inputRequests }: InputRequiredResult) {
  const asked = Object.values(inputRequests ?? {}).flatMap(({ params }) => {
    const message: unknown = Object(params)["message"];
    return typeof message === "string" ? [message] : [];
  });
  const words = ["The tool did nothing yet and asks for more.", ...asked].join("\n");
  return { text: cleanText(words, 2_000), isError: true };
}

/** Sees how requests end, because the protocol's client says so in many ways. */
function watch(
  { clock, patienceMs }: ToolClientDeps,
  { fetch: guarded, signal }: { readonly fetch: typeof fetch; readonly signal: AbortSignal },
) {
  const over = new AbortController();
  const ended = new AbortController();
  let failure: OutboundFailure | undefined;
  let status = 0;
  let challenge: string | undefined;
  let isLate = false;
  const note = (error: unknown): void => {
    const found = outboundFailureIn(error);
    if (found === undefined) return;
    failure ??= found;
    // The rest of a cut answer would be awaited for ever.
    over.abort(found);
  };
  void clock.wait(patienceMs, ended.signal).then(() => {
    if (ended.signal.aborted) return;
    isLate = true;
    over.abort();
  });
  return {
    signal: AbortSignal.any([signal, over.signal]),
    note,
    fetch: (async (input, init) => {
      try {
        const answer = await guarded(input, init);
        if (status < 400) ({ status } = answer);
        if (status === 401 || status === 403)
          challenge ??= answer.headers.get("www-authenticate") ?? undefined;
        return answer;
      } catch (error) {
        if (error instanceof OutboundFailure) failure ??= error;
        throw error;
      }
    }) as typeof fetch,
    end: () => ended.abort(),
    challenge: () =>
      status === 401
        ? { challenge: challenge ?? "" }
        : challenge === undefined
          ? {}
          : { challenge },
    problem: (): ToolServerProblem =>
      isLate ? "too_slow" : failure === undefined ? problemOf(status) : problems[failure.code],
  };
}

const problemOf = (status: number): ToolServerProblem =>
  status === 401 || status === 403 ? "key_refused" : "not_compatible";

export const problems: Readonly<Record<OutboundFailure["code"], ToolServerProblem>> = {
  blocked: "address_forbidden",
  resolve: "unreachable",
  connect: "unreachable",
  reset: "unreachable",
  aborted: "unreachable",
  timeout: "too_slow",
  too_large: "too_large",
  redirect: "redirected",
};

export function outboundFailureIn(error: unknown): OutboundFailure | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1)
    if (at instanceof OutboundFailure) return at;
  return undefined;
}
