import { Refusal } from "../../domain/errors.ts";

/** JSON from outside, read field by field. What has another shape is absent. */
export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined;

export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : [];

/** The objects in a list; what else is in it is left out. */
export const objectsOf = (value: unknown): readonly Fields[] =>
  listOf(value)
    .map(fieldsOf)
    .filter((fields) => fields !== undefined);

export const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

/** An id as vendors write them. Anything else is invalid and must not reach a table. */
export const idOf = (value: unknown): string | undefined =>
  typeof value === "string" && /^[\x21-\x7e]{1,500}$/.test(value) ? value : undefined;

/** Vendors write seconds, as text or as a number. Undefined when they are out of a date's range. */
export function secondsToIso(value: unknown): string | undefined {
  const seconds =
    typeof value === "string" && /^\d{1,12}$/.test(value) ? Number(value) : numberOf(value);
  return seconds === undefined || seconds < 0 || seconds > 8_640_000_000_000
    ? undefined
    : new Date(seconds * 1000).toISOString();
}

export function jsonIn(body: Uint8Array | string): unknown {
  try {
    return JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
  } catch (error) {
    // A body that is nested too deep for the parser is no more readable than one that is not JSON.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A callback's body. Even a signed one is refused when it is not a JSON object. */
export function objectIn(bytes: Uint8Array): Fields {
  const body = fieldsOf(jsonIn(bytes));
  if (body === undefined)
    throw new Refusal("invalid_provider_payload", undefined, "The body is not a JSON object.");
  return body;
}
