import { readEvents } from "../chat/sse.ts";

/** Lines of JSON-RPC in, the same over HTTP, and the answers back as lines. */
export interface Bridge {
  send(line: string): void;
  /** Waits for the answers that are still awaited. */
  settle(): Promise<void>;
  close(): void;
}

type Message = Readonly<Record<string, unknown>>;

const versionKey = "io.modelcontextprotocol/protocolVersion";

/**
 * The endpoint keeps no session, so every message is a request of its own. Only the version that a
 * client of an earlier protocol agreed on is kept here.
 */
export function openBridge(
  place: { readonly url: string; readonly token: string },
  write: (line: string) => void,
): Bridge {
  const running = new Map<unknown, AbortController>();
  const awaited = new Set<Promise<void>>();
  let agreed: string | undefined;
  const deliver = (message: Message): void => {
    const result = message["result"] as { readonly protocolVersion?: unknown } | undefined;
    if (typeof result?.protocolVersion === "string") agreed = result.protocolVersion;
    write(JSON.stringify(message));
  };
  const forward = async (message: Message, over: AbortController): Promise<void> => {
    const id = message["id"];
    try {
      const response = await fetch(`${place.url.replace(/\/+$/, "")}/mcp`, {
        method: "POST",
        body: JSON.stringify(message),
        signal: over.signal,
        headers: { ...headersOf(message, agreed), Authorization: `Bearer ${place.token}` },
      });
      await readAnswer(response, (answer) => {
        if (id !== undefined) deliver(answer["id"] === null ? { ...answer, id } : answer);
      });
    } catch (error) {
      if (id === undefined || over.signal.aborted) return;
      const reason = error instanceof Error ? error.message : "";
      deliver(failure(id, -32_603, `The server could not be reached: ${reason}`));
    } finally {
      if (running.get(id) === over) running.delete(id);
    }
  };
  return {
    send(line) {
      const message = parse(line);
      if (message === undefined) {
        write(JSON.stringify(failure(null, -32_700, "Not a message of JSON-RPC.")));
        return;
      }
      if (message["method"] === "notifications/cancelled") {
        const { requestId } = (message["params"] ?? {}) as { readonly requestId?: unknown };
        running.get(requestId)?.abort("cancelled");
        return;
      }
      const over = new AbortController();
      if (message["id"] !== undefined) running.set(message["id"], over);
      const work = forward(message, over).finally(() => awaited.delete(work));
      awaited.add(work);
    },
    async settle() {
      await Promise.all(awaited);
    },
    close() {
      for (const over of running.values()) over.abort("closed");
    },
  };
}

const failure = (id: unknown, code: number, message: string): Message => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});

function parse(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Message)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The headers that the protocol wants beside the body. */
function headersOf(message: Message, agreed: string | undefined): Record<string, string> {
  const { method } = message;
  const params = (message["params"] ?? {}) as Message;
  const meta = (params["_meta"] ?? {}) as Message;
  const name = params["name"] ?? params["uri"];
  const version = meta[versionKey] ?? agreed;
  return {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    ...(typeof version === "string" ? { "MCP-Protocol-Version": version } : {}),
    ...(typeof method === "string" ? { "Mcp-Method": asHeader(method) } : {}),
    ...(typeof name === "string" ? { "Mcp-Name": asHeader(name) } : {}),
  };
}

/** A header holds plain characters only; anything else travels in base64. */
const asHeader = (value: string): string =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)
    ? value
    : `=?base64?${Buffer.from(value).toString("base64")}?=`;

async function readAnswer(response: Response, deliver: (answer: Message) => void): Promise<void> {
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/event-stream") && response.body !== null) {
    for await (const { data } of readEvents(response.body)) deliver(data as Message);
    return;
  }
  const text = await response.text();
  const answer = text.trim() === "" ? undefined : parse(text);
  if (answer !== undefined) deliver(answer);
}
