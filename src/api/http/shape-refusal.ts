import type { z } from "@hono/zod-openapi";
import { type ErrorCode, errorCodes, Refusal } from "../../domain/errors.ts";

type Issue = z.core.$ZodIssue;
type Allowed = readonly (string | number | boolean | null)[];

const mostAllowed = 100;

/**
 * Turns a failed schema check into a refusal: which field, what is wrong with it and, if only some
 * values are allowed, which.
 */
export function toShapeRefusal({ issues }: { readonly issues: readonly Issue[] }): Refusal {
  // An unknown field may be the misspelt name of a missing one.
  const first = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  const issue = first === undefined ? undefined : pickRelevantIssue(first);
  const code = issue?.code === "custom" ? (issue.params?.["refusal"] as unknown) : undefined;
  const known: ErrorCode =
    typeof code === "string" && code in errorCodes ? (code as ErrorCode) : "invalid_request";
  const allowed = issue === undefined ? undefined : listAllowed(issue);
  return new Refusal(known, {
    field: pathOf(issue).slice(0, 100),
    problem: issue === undefined ? "invalid" : problemOf(issue),
    ...(allowed === undefined ? {} : { allowed }),
  });
}

/** An unknown field is in the issue, not on its path. */
const pathOf = (issue: Issue | undefined): string =>
  [...(issue?.path ?? []), ...(issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [])]
    .map(String)
    .join(".");

/** No schema of a union matched; the one that got furthest is the one that was meant. */
function pickRelevantIssue(issue: Issue): Issue {
  if (issue.code !== "invalid_union" || listAllowed(issue) !== undefined) return issue;
  const ends = listBranchIssues(issue).toSorted((a, b) => b.path.length - a.path.length);
  const [furthest, next] = ends;
  if (furthest === undefined || furthest.path.length === next?.path.length) return issue;
  return pickRelevantIssue({ ...furthest, path: [...issue.path, ...furthest.path] });
}

/** Why each schema of the union failed. The paths begin at the union. */
const listBranchIssues = (issue: Issue & { readonly code: "invalid_union" }): Issue[] =>
  issue.errors.flatMap((branch) => branch[0] ?? []);

/** The allowed values, if they can be listed. */
function listAllowed(issue: Issue): Allowed | undefined {
  if (issue.code === "invalid_value") return plain(issue.values);
  if (issue.code !== "invalid_union") return undefined;
  if ("options" in issue && issue.options !== undefined) return plain(issue.options);
  const ends = listBranchIssues(issue);
  const values = ends.map((end) => (end.path.length === 0 ? listAllowed(end) : undefined));
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
  const allowed = listAllowed(issue);
  if (allowed !== undefined)
    return `expected ${allowed.length > 1 ? "one of " : ""}${allowed.join(", ")}`;
  if (issue.code === "invalid_type") return `expected ${issue.expected}`;
  if (issue.code === "custom") return issue.message;
  if (issue.code === "unrecognized_keys") return "unknown field";
  if (issue.code !== "invalid_union") return issue.code;
  const ways = listBranchIssues(issue).map(
    (end) => `${end.path.length === 0 ? "" : `${pathOf(end)}: `}${problemOf(end)}`,
  );
  return ways.length === 0 ? issue.code : [...new Set(ways)].join(" or ").slice(0, 300);
}
