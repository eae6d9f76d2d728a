import type { JsonObject } from "../../src/domain/json.ts";

/** A text field of an event; empty where it has none. */
export function wordIn(payload: JsonObject, name: string): string {
  const value = payload[name];
  return typeof value === "string" ? value : "";
}

/** A moment in an event, as milliseconds. */
export function timeIn(payload: JsonObject, name: string): number | undefined {
  const value = payload[name];
  return typeof value === "string" ? Date.parse(value) : undefined;
}
