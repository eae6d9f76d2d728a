import { Refusal } from "../../domain/errors.ts";
import type { IncomingMessage } from "node:http";
import type { Clock } from "../../domain/ports/clock.ts";

export interface BodyLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/**
 * Reads the body as bytes. Refuses one that is too large by its announced length or once it has
 * grown too large, and one that is too slow.
 */
export async function readBody(incoming: IncomingMessage, limits: BodyLimits): Promise<Uint8Array> {
  const announced = Number(incoming.headers["content-length"] ?? "0");
  if (announced > limits.maxBytes)
    throw new Refusal("body_too_large", { limit_bytes: limits.maxBytes });
  const encoding = incoming.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity")
    throw new Refusal("unsupported_media_type");
  if (!hasBody(incoming)) return new Uint8Array();
  const body = collect(incoming, limits.maxBytes);
  // Nearly every small body arrives together with its headers and needs no timer.
  const atOnce = await Promise.race([body, waitOneTick()]);
  if (atOnce !== undefined) return atOnce;
  const done = new AbortController();
  try {
    const late = limits.clock.wait(limits.timeoutMs, done.signal).then(() => undefined);
    const inTime = await Promise.race([body, late]);
    if (inTime === undefined) throw new Refusal("request_timeout");
    return inTime;
  } finally {
    done.abort("over");
  }
}

const waitOneTick = (): Promise<undefined> =>
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
      reject(new Refusal("body_too_large", { limit_bytes: maxBytes }));
    });
    incoming.on("end", () => resolve(Buffer.concat(chunks)));
    // A client that disconnected gets no answer; the refusal only ends the work here.
    const onGone = (): void => {
      if (!incoming.readableEnded) reject(new Refusal("invalid_request"));
    };
    incoming.on("close", onGone);
    incoming.on("error", onGone);
  });
}

const maxDepth = 32;
const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses JSON or refuses. Depth is counted on the text, because a recursive parser may not survive
 * the input.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decodeText(bytes, "invalid_json");
  if (measureDepth(text) > maxDepth) throw new Refusal("body_too_deep", { limit: maxDepth });
  return parse(text);
}

export function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const value = parseJson(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Refusal("invalid_request", { field: "body", expected: "object" });
  return value as Readonly<Record<string, unknown>>;
}

export function decodeText(bytes: Uint8Array, refusal: "invalid_json" | "invalid_request"): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new Refusal(refusal);
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal("invalid_json");
    throw error;
  }
}

/** Nesting depth of brackets outside strings, in one pass; stops as soon as it is too deep. */
export function measureDepth(text: string): number {
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
