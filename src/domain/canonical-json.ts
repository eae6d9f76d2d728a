import type { Json } from "./json.ts";

/** JSON with sorted keys and no `undefined`: equal prompts have equal text, whatever order they were built in. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonicalJson).join(",")}]`;
  const fields = Object.entries(value as { readonly [key: string]: Json | undefined });
  const kept = fields
    .filter((field): field is [string, Json] => field[1] !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${kept.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(",")}}`;
}
