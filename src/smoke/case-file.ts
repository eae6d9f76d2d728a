import { zoneName } from "../domain/zone.ts";
import { smokeCase, type CaseDraft, type SmokeCase } from "./case.ts";
import { caseInFile, type CaseInFile, type ExpectedInFile } from "./case-schema.ts";

type Path = readonly (string | number)[];

/** Something in a file of cases that can't be run, and the part of the file that it is about. */
export interface CaseProblem {
  readonly path: Path;
  readonly sentence: string;
}

/** Parses the cases of a file. All mistakes are reported together, and then there are no cases. */
export function casesIn(
  value: unknown,
  taken: readonly string[],
): { cases: readonly SmokeCase[]; problems: readonly CaseProblem[] } {
  const list = listIn(value);
  if (list === undefined)
    return {
      cases: [],
      problems: [{ path: [], sentence: "the file must have a list called `cases`." }],
    };
  if (list.length === 0)
    return { cases: [], problems: [{ path: ["cases"], sentence: "`cases` has no case in it." }] };
  const seen = new Set(taken);
  const results = list.map((each, index) => caseIn(each, ["cases", index], seen));
  const problems = results.flatMap((result) => result.problems);
  return {
    cases: problems.length > 0 ? [] : results.flatMap((result) => result.made ?? []),
    problems,
  };
}

function listIn(value: unknown): readonly unknown[] | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { cases, ...others } = value as Readonly<Record<string, unknown>>;
  return Array.isArray(cases) && Object.keys(others).length === 0
    ? (cases as readonly unknown[])
    : undefined;
}

function caseIn(
  value: unknown,
  path: Path,
  seen: Set<string>,
): { made?: SmokeCase; problems: readonly CaseProblem[] } {
  const parsed = caseInFile.safeParse(value);
  if (!parsed.success)
    return { problems: parsed.error.issues.flatMap((issue) => sentencesOf(issue, path)) };
  const problems = [
    ...twice(parsed.data, path, seen),
    ...unknownPlaces(parsed.data, path),
    ...unknownNames(parsed.data, path),
  ];
  const { group, ...draft } = parsed.data;
  return problems.length > 0
    ? { problems }
    : { made: smokeCase(group, draft as unknown as CaseDraft), problems };
}

interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly errors?: readonly (readonly Issue[])[];
  readonly keys?: readonly string[];
}

/**
 * Of several shapes the one that fits best gives the error; only where none comes close are all
 * shapes listed.
 */
function sentencesOf(given: unknown, path: Path): CaseProblem[] {
  const issue = given as Issue;
  const inside = [
    ...path,
    ...issue.path.map((part) => (typeof part === "number" ? part : String(part))),
  ];
  const nearest = issue.code === "invalid_union" ? nearestOf(issue.errors ?? []) : undefined;
  if (nearest !== undefined) return nearest.flatMap((each) => sentencesOf(each, inside));
  const place = nameOf(inside.slice(2));
  return [
    {
      path: [...inside, ...(issue.keys ?? []).slice(0, 1)],
      sentence: `${place === "" ? "the case" : `\`${place}\``} ${wordsOf(issue)}.`,
    },
  ];
}

/** A shape that has its own key and lacks another field. */
function nearestOf(shapes: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const inner = shapes.filter((issues) =>
    issues.every(
      ({ code, path }) => code !== "unrecognized_keys" && path.length > 0 && !isMissing(code, path),
    ),
  );
  const deep = inner.filter((issues) => issues.length > 0);
  return deep.length === 1 ? deep[0] : undefined;
}

const isMissing = (code: string, path: readonly PropertyKey[]): boolean =>
  code === "invalid_type" && path.length === 1;

function wordsOf({ code, message }: Issue): string {
  if (/received undefined/.test(message)) return "is missing";
  if (code === "unrecognized_keys")
    return `has ${message.replace(/^Unrecognized keys?: /, "").replaceAll('"', "`")}, which is not known here`;
  if (code === "too_small") return "is empty or too small";
  if (code === "too_big") return "is too long or too large";
  return message.startsWith("must ")
    ? message
    : message.replace(/^Invalid \w+: expected/, "must be").replace(/^Invalid/, "is not right: i");
}

const nameOf = (path: Path): string =>
  path
    .map((part, index) =>
      typeof part === "number" ? `[${part + 1}]` : `${index === 0 ? "" : "."}${part}`,
    )
    .join("");

function twice({ id }: CaseInFile, path: Path, seen: Set<string>): CaseProblem[] {
  const isTaken = seen.has(id);
  seen.add(id);
  return isTaken
    ? [{ path: [...path, "id"], sentence: `there is another case with the id \`${id}\`.` }]
    : [];
}

function unknownPlaces({ zone, fixtures, now }: CaseInFile, path: Path): CaseProblem[] {
  const zones: [Path, string | undefined][] = [
    [["zone"], zone],
    ...(fixtures?.friends ?? []).map((each, index): [Path, string | undefined] => [
      ["fixtures", "friends", index, "zone"],
      each.zone,
    ]),
  ];
  return [
    ...zones.flatMap(([at, each]) =>
      each === undefined || zoneName(each) !== undefined
        ? []
        : [{ path: [...path, ...at], sentence: `\`${each}\` is not a time zone.` }],
    ),
    ...(now === undefined || !Number.isNaN(Date.parse(`${now}Z`))
      ? []
      : [{ path: [...path, "now"], sentence: `\`${now}\` is not a time.` }]),
  ];
}

/** Rows and people must exist before a step refers to them. */
function unknownNames({ fixtures = {}, steps }: CaseInFile, path: Path): CaseProblem[] {
  const rows = new Set(
    [...(fixtures.reminders ?? []), ...(fixtures.shared ?? [])].map(({ name }) => name),
  );
  const people = new Set<string>(["me", ...(fixtures.friends ?? []).map(({ who }) => who)]);
  const owners = [
    ...(fixtures.reminders ?? []).map(({ of = "me" }, index) => ({
      at: ["reminders", index],
      who: [of],
    })),
    ...(fixtures.shared ?? []).map(({ with: who }, index) => ({ at: ["shared", index], who })),
  ];
  const absent = (at: Path, who: readonly string[]): CaseProblem[] =>
    who
      .filter((each) => !people.has(each))
      .map((each) => ({
        path: [...path, ...at],
        sentence: `\`${each}\` is not among \`fixtures.friends\`.`,
      }));
  const waits = steps.flatMap((step, index) =>
    "wait" in step ? [{ index, minutes: step.wait.minutes }] : [],
  );
  return [
    ...owners.flatMap(({ at, who }) => absent(["fixtures", ...at], who)),
    ...steps.flatMap((step, index) => {
      const at = ["steps", index];
      const named = namesIn(step.expect);
      for (const name of named.made) rows.add(name);
      const missing = named.used.filter((name) => !rows.has(name));
      const who = [
        ...("say" in step ? [step.by ?? "me"] : []),
        ...("channel" in step ? [step.of ?? "me"] : []),
        ...named.people,
      ];
      return [
        ...missing.map((name) => ({
          path: [...path, ...at, "expect"],
          sentence: `no row is called \`${name}\` by then.`,
        })),
        ...absent(at, who),
      ];
    }),
    ...waits
      .filter(({ minutes }, nth) => nth > 0 && minutes <= (waits[nth - 1]?.minutes ?? 0))
      .map(({ index }) => ({
        path: [...path, "steps", index, "wait"],
        sentence:
          "waits count from the beginning of the case, so each must be longer than the one before.",
      })),
  ];
}

interface Names {
  readonly made: readonly string[];
  readonly used: readonly string[];
  readonly people: readonly string[];
}

function namesIn(expect: ExpectedInFile): Names {
  const { made = [], changed = [], ended = [], told = [], names = [] } = expect;
  const { fired = [], parked = [], arrived = [] } = expect;
  const shared = listSharedNames(expect.shared ?? {});
  return {
    made: [...made.flatMap(({ as }) => as ?? []), ...shared.made],
    used: [
      ...[...changed, ...ended].map(({ row }) => row),
      ...fired,
      ...parked,
      ...arrived,
      ...names,
      ...shared.used,
    ],
    people: [...told, ...shared.people],
  };
}

function listSharedNames(expect: NonNullable<ExpectedInFile["shared"]>): Names {
  const { made = [], moved = [], renamed = [], joined = [], over = [] } = expect;
  const { cancelled = [], restored = [] } = expect;
  return {
    made: made.flatMap(({ as }) => as ?? []),
    used: [
      ...[...moved, ...renamed, ...joined, ...over].map(({ row }) => row),
      ...cancelled,
      ...restored,
    ],
    people: [
      ...[...made, ...joined].flatMap(({ with: others }) => others),
      ...over.map(({ who }) => who),
    ],
  };
}
