import type { z } from "@hono/zod-openapi";
import { type ErrorCode, errorCodes, type Refusal } from "../../domain/errors.ts";
import { refuse } from "./failure.ts";

type Issue = z.core.$ZodIssue;
type Allowed = readonly (string | number | boolean | null)[];

const mostAllowed = 100;

/** What does not fit, as a refusal: which field, what is wrong with it and, where only some values would do, which. */
export function wrongShape({ issues }: { readonly issues: readonly Issue[] }): Refusal {
  // A field that nobody knows may be the misspelt name of one that is missing.
  const first = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  const issue = first === undefined ? undefined : heart(first);
  const code = issue?.code === "custom" ? (issue.params?.["refusal"] as unknown) : undefined;
  const known: ErrorCode =
    typeof code === "string" && code in errorCodes ? (code as ErrorCode) : "invalid_request";
  const allowed = issue === undefined ? undefined : allowedBy(issue);
  return refuse(known, {
    field: pathOf(issue).slice(0, 100),
    problem: issue === undefined ? "invalid" : problemOf(issue),
    ...(allowed === undefined ? {} : { allowed }),
  });
}

/** A field that nobody knows stands in the issue, not on its path. */
const pathOf = (issue: Issue | undefined): string =>
  [...(issue?.path ?? []), ...(issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [])]
    .map(String)
    .join(".");

/** Of several shapes none fitted. The one that came furthest is the one that was meant. */
function heart(issue: Issue): Issue {
  if (issue.code !== "invalid_union" || allowedBy(issue) !== undefined) return issue;
  const ends = endsOf(issue).toSorted((a, b) => b.path.length - a.path.length);
  const [furthest, next] = ends;
  if (furthest === undefined || furthest.path.length === next?.path.length) return issue;
  return heart({ ...furthest, path: [...issue.path, ...furthest.path] });
}

/** Why each of the shapes did not fit. Their paths begin where the choice is. */
const endsOf = (issue: Issue & { readonly code: "invalid_union" }): Issue[] =>
  issue.errors.flatMap((branch) => branch[0] ?? []);

/** The values that would do, if they can be told. */
function allowedBy(issue: Issue): Allowed | undefined {
  if (issue.code === "invalid_value") return plain(issue.values);
  if (issue.code !== "invalid_union") return undefined;
  if ("options" in issue && issue.options !== undefined) return plain(issue.options);
  const ends = endsOf(issue);
  const values = ends.map((end) => (end.path.length === 0 ? allowedBy(end) : undefined));
  return ends.length > 0 && values.every((list) => list !== undefined)
    ? values.flat().slice(0, mostAllowed)
    : undefined;
}

const plain = (values: readonly unknown[]): Allowed =>
  values
    .filter(
      (value) =>
        value === null ||
        typeof value === "string" ||
        typeof value === "number" ||
        typeof value === "boolean",
    )
    .slice(0, mostAllowed);

function problemOf(issue: Issue): string {
  const allowed = allowedBy(issue);
  if (allowed !== undefined)
    return `expected ${allowed.length > 1 ? "one of " : ""}${allowed.join(", ")}`;
  if (issue.code === "invalid_type") return `expected ${issue.expected}`;
  if (issue.code === "custom") return issue.message;
  if (issue.code === "unrecognized_keys") return "unknown field";
  if (issue.code !== "invalid_union") return issue.code;
  const ways = endsOf(issue).map(
    (end) => `${end.path.length === 0 ? "" : `${pathOf(end)}: `}${problemOf(end)}`,
  );
  return ways.length === 0 ? issue.code : [...new Set(ways)].join(" or ").slice(0, 300);
}
