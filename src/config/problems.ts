import type { z } from "zod";

/** One mistake, in one sentence. `where` is `file:line:column` or the name of a variable. */
export interface Problem {
  readonly where?: string | undefined;
  readonly sentence: string;
}

/** The settings so far: the values, their origins, and their problems. */
export interface Draft {
  readonly values: Record<string, unknown>;
  readonly origins: Map<string, string>;
  readonly problems: Problem[];
}

export const pathName = (path: readonly PropertyKey[]): string => path.map(String).join(".");

/** A name as written by a person, made safe to print. */
export function quoteName(name: string): string {
  const short = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  return `\`${JSON.stringify(short.toWellFormed())
    .slice(1, -1)
    .replaceAll(/[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, "?")}\``;
}

const kinds: Readonly<Record<string, string>> = {
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  string: "text; put it in quotes if it looks like a number",
  array: "a list",
  object: "a group of settings",
};

function size(issue: { readonly origin: string; readonly bound: number | bigint }): string {
  if (issue.origin === "string") return `${issue.bound} characters`;
  if (issue.origin === "array") return `${issue.bound} ${issue.bound === 1 ? "entry" : "entries"}`;
  return String(issue.bound);
}

const verbFor = ({ origin }: { readonly origin: string }): string =>
  origin === "string" || origin === "array" ? "have" : "be";

/**
 * Says what the value must be. It never repeats the value: it may be a secret in the wrong place.
 */
export function demand(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map((value) => `\`${String(value)}\``).join(", ")}`;
    case "too_small":
      return `must ${verbFor(issue)} at least ${size({ ...issue, bound: issue.minimum })}`;
    case "too_big":
      return `must ${verbFor(issue)} at most ${size({ ...issue, bound: issue.maximum })}`;
    case "custom":
      return issue.message;
    case "invalid_format":
      // A sentence of our own. The library's would show a pattern.
      if (issue.message.startsWith("must ")) return issue.message;
      break;
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
    case "not_multiple_of":
    case "unrecognized_keys":
      break;
  }
  return `is not valid (${issue.code.replaceAll("_", " ")})`;
}

/** The place of the longest part of the path that the file contains. */
function originOf(draft: Draft, path: readonly PropertyKey[]): string | undefined {
  for (let length = path.length; length > 0; length--) {
    const origin = draft.origins.get(pathName(path.slice(0, length)));
    if (origin !== undefined) return origin;
  }
  return undefined;
}

export function problemOf(issue: z.core.$ZodIssue, draft: Draft): Problem {
  return {
    where: originOf(draft, issue.path),
    sentence: `${quoteName(pathName(issue.path))} ${demand(issue)}.`,
  };
}

/**
 * A blank value counts as absent: an empty variable or a key without anything after it leaves the
 * default.
 */
export function present(value: unknown): unknown {
  if (value === null) return undefined;
  if (typeof value === "string") return value.trim() === "" ? undefined : value.trim();
  if (Array.isArray(value)) return value.map(present).filter((entry) => entry !== undefined);
  if (typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, present(entry)]));
  return value;
}

export function setIn(
  values: Record<string, unknown>,
  path: readonly string[],
  value: unknown,
): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  if (rest.length === 0) {
    values[key] = value;
    return;
  }
  const below = Object.hasOwn(values, key) ? values[key] : undefined;
  const group =
    typeof below === "object" && below !== null ? (below as Record<string, unknown>) : {};
  values[key] = group;
  setIn(group, rest, value);
}
