import { cleanJson } from "../../../domain/text.ts";
import type { Json } from "../../../domain/json.ts";

/**
 * Ids are uint64 on the wire. As numbers they would be rounded, so they are text from the first
 * moment on.
 */
const idFields = new Set(["message_id", "msg_id", "svr_id", "seq"]);

export type Fields = Readonly<Record<string, unknown>>;

/**
 * The JSON object in a body; undefined when there is none. Ids, and integers too large for a
 * number, become text.
 */
export function fieldsIn(body: Uint8Array): Fields | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body), exactly);
    return isFields(value) ? value : undefined;
  } catch (error) {
    // Nested deeper than the parser can go, it is no more readable than what is not JSON.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function exactly(key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== "number" || context?.source === undefined) return value;
  const isInteger = /^-?\d+$/.test(context.source);
  return isInteger && (idFields.has(key) || !Number.isSafeInteger(value)) ? context.source : value;
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Text that says something; numbers count as their digits. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" ? String(value) : undefined;
}

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** An id that names something: the vendor writes 0 where there is none. */
export function idOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text === "0" ? undefined : text;
}

/** A vendor's value as it may be kept. */
export const toStorableJson = (value: unknown): Json => cleanJson(value);
