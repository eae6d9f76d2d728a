import type { IncomingMessage } from "node:http";
import type { Clock } from "../../domain/ports/clock.ts";
import { refuse } from "./failure.ts";

export interface BodyLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** The body as bytes. Too large is refused by the announced length, or as soon as it has grown too large; too slow when time is up. */
export async function readBody(incoming: IncomingMessage, limits: BodyLimits): Promise<Uint8Array> {
  const announced = Number(incoming.headers["content-length"] ?? "0");
  if (announced > limits.maxBytes) throw refuse("body_too_large", { limit_bytes: limits.maxBytes });
  const encoding = incoming.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") throw refuse("unsupported_media_type");
  if (!hasBody(incoming)) return new Uint8Array();
  const body = collect(incoming, limits.maxBytes);
  // Nearly every small body comes in one piece with its headers: no timer is needed for it.
  const atOnce = await Promise.race([body, thisTurnOver()]);
  if (atOnce !== undefined) return atOnce;
  const done = new AbortController();
  try {
    const late = limits.clock.wait(limits.timeoutMs, done.signal).then(() => undefined);
    const inTime = await Promise.race([body, late]);
    if (inTime === undefined) throw refuse("request_timeout");
    return inTime;
  } finally {
    done.abort("over");
  }
}

const thisTurnOver = (): Promise<undefined> =>
  new Promise((resolve) => setImmediate(() => resolve(undefined)));

export const hasBody = (incoming: IncomingMessage): boolean =>
  incoming.headers["transfer-encoding"] !== undefined ||
  Number(incoming.headers["content-length"] ?? "0") > 0;

function collect(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      incoming.pause();
      chunks.length = 0;
      reject(refuse("body_too_large", { limit_bytes: maxBytes }));
    });
    incoming.on("end", () => resolve(Buffer.concat(chunks)));
    // A client that left in the middle gets no answer; the refusal only ends the work here.
    const gone = (): void => {
      if (!incoming.readableEnded) reject(refuse("invalid_request"));
    };
    incoming.on("close", gone);
    incoming.on("error", gone);
  });
}

const maxDepth = 32;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** An object, or a refusal. Depth is counted on the text, since a parser that recurses may not survive finding out. */
export function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const text = textOf(bytes, "invalid_json");
  if (depthOf(text) > maxDepth) throw refuse("body_too_deep", { limit: maxDepth });
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw refuse("invalid_request", { field: "body", expected: "object" });
  return value as Readonly<Record<string, unknown>>;
}

export function textOf(bytes: Uint8Array, refusal: "invalid_json" | "invalid_request"): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw refuse(refusal);
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw refuse("invalid_json");
    throw error;
  }
}

/** Nesting of brackets outside of strings, in one pass; stops counting as soon as it is too much. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length && deepest <= maxDepth; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, (depth += 1));
    else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return deepest;
}
