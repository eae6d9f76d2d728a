import { groups, type Expected, type Fixtures, type SmokeCase, type Step } from "./case.ts";
import { momentWords } from "./moments.ts";

/** The steps of a run, without doing any of them. */
export const planOf = (cases: readonly SmokeCase[]): string => cases.map(caseLines).join("\n\n");

export const listOf = (cases: readonly SmokeCase[]): string =>
  cases
    .map(
      ({ id, group, gist, about }) =>
        `${id.padEnd(28)} ${group} ${groups[group].padEnd(13)} ${(gist ?? "").padEnd(3)} ${about}`,
    )
    .join("\n");

function caseLines(of: SmokeCase): string {
  const needs = of.needs.length === 0 ? "" : `\n  needs ${of.needs.join(", ")}`;
  const clock =
    of.clock === "any"
      ? ""
      : "only" in of.clock
        ? ` (only then: ${of.clock.only})`
        : ` (from ${of.clock.from} to ${of.clock.until})`;
  return [
    `${of.id} (${of.group} ${groups[of.group]}${of.gist === undefined ? "" : `, ${of.gist}`}): ${of.about}`,
    `  at ${of.now} ${of.zone}${clock}${needs}`,
    ...fixtureLines(of.fixtures).map((line) => `  with ${line}`),
    ...of.steps.flatMap(stepLines).map((line) => `  ${line}`),
    `  never ${of.forbid.length === 0 ? "what is not named above" : of.forbid.join(", ")}`,
  ].join("\n");
}

function fixtureLines({ friends = [], reminders = [], shared = [] }: Fixtures): string[] {
  return [
    ...friends.map(({ who, name }) => `${who} “${name}”, a friend`),
    ...reminders.map(
      ({ of = "me", title, at, rrule }) =>
        `a reminder of ${of}: “${title}” ${at === undefined ? "without a time" : momentWords(at)}${rrule === undefined ? "" : ` ${rrule}`}`,
    ),
    ...shared.map(
      ({ title, with: others, at }) =>
        `a shared reminder: “${title}” with ${others.join(", ")} ${momentWords(at)}`,
    ),
  ];
}

function stepLines(step: Step): string[] {
  const head = (): string => {
    if ("say" in step) return `${step.by ?? "me"} says “${step.say}”`;
    return "wait" in step
      ? `${step.wait.minutes} minutes after the beginning`
      : `the channel of ${step.of ?? "me"}: ${step.channel}`;
  };
  return [
    head(),
    ...describeExpected(step.expect, { isSpoken: "say" in step }).map((line) => `  → ${line}`),
  ];
}

export function describeExpected(
  expected: Expected,
  { isSpoken }: { readonly isSpoken: boolean },
): string[] {
  const lines = [
    ...rowLines(expected),
    ...describeShared(expected.shared ?? {}),
    ...deliveryLines(expected),
    ...replyLines(expected),
  ];
  return lines.length === 0
    ? [isSpoken ? "a reply, and no row changes" : "nothing happens"]
    : lines;
}

const rowLines = ({ made = [], changed = [], ended = [] }: Expected): string[] => [
  ...made.map(
    ({ title, kind, at, rrule }) =>
      `new: “${title}” ${kind}${at === undefined ? "" : ` ${momentWords(at)}`}${rrule === undefined ? "" : ` ${rrule}`}`,
  ),
  ...changed.map(
    ({ row, at }) => `changed: ${row}${at === undefined ? "" : ` to ${momentWords(at)}`}`,
  ),
  ...ended.map(({ row, as }) => `ended: ${row} is ${as}`),
];

function describeShared(expected: NonNullable<Expected["shared"]>): string[] {
  const { made = [], moved = [], renamed = [], joined = [] } = expected;
  const { cancelled = [], restored = [], over = [] } = expected;
  return [
    ...made.map(
      ({ title, with: others, at }) =>
        `new shared: “${title}” with ${others.join(", ")} ${"freeNear" in at ? "at a free moment" : momentWords(at)}`,
    ),
    ...moved.map(
      ({ row, at, minutes }) =>
        `moved: ${row} to ${momentWords(at)}${minutes === undefined ? "" : `, ${minutes} minutes`}`,
    ),
    ...renamed.map(({ row, title }) => `renamed: ${row} to “${title}”`),
    ...joined.map(({ row, with: others }) => `${row} is with ${others.join(", ")}`),
    ...cancelled.map((row) => `cancelled: ${row}`),
    ...restored.map((row) => `on again: ${row}`),
    ...over.map(({ row, who, as }) => `the part of ${who} in ${row} is ${as}`),
  ];
}

const deliveryLines = ({
  told = [],
  fired = [],
  parked = [],
  arrived = [],
}: Expected): string[] => [
  ...told.map((who) => `${who} is told`),
  ...fired.map((row) => `${row} goes off once`),
  ...parked.map((row) => `${row} goes off and waits for the person`),
  ...arrived.map((row) => `${row} arrives, with words that are true now`),
];

const replyLines = ({ names = [], figures = [], talk, asks }: Expected): string[] => [
  ...names.map((row) => `the reply names ${row}`),
  ...figures.map((figure) => `the reply has ${figure} in it`),
  ...(talk === true ? ["talk, and no row changes"] : []),
  ...(asks === true ? ["asks back"] : []),
];

/** Cases by group and by name; all of them by default. A name that matches nothing is an error. */
export function select(
  cases: readonly SmokeCase[],
  asked: { readonly groups: readonly string[]; readonly ids: readonly string[] },
): { readonly chosen: readonly SmokeCase[]; readonly unknown: readonly string[] } {
  const wanted = asked.groups.map((group) => group.toUpperCase());
  const unknown = [
    ...wanted.filter((group) => !Object.hasOwn(groups, group)),
    ...asked.ids.filter((id) => !cases.some((each) => each.id === id || each.gist === id)),
  ];
  const isAll = wanted.length === 0 && asked.ids.length === 0;
  const chosen = cases.filter(
    ({ id, gist, group }) =>
      isAll ||
      wanted.includes(group) ||
      asked.ids.includes(id) ||
      (gist !== undefined && asked.ids.includes(gist)),
  );
  return { chosen, unknown };
}
