import { wallTimeAt } from "../language/calendar/instants.ts";
import { groups, type Group } from "./case.ts";
import type { RunFacts } from "./evidence.ts";
import { escapeHtml, stepCard } from "./report-step.ts";
import { describeExpected } from "./plan.ts";
import type { CaseResult } from "./run-case.ts";
import type { Tally } from "./run.ts";
import { hasArrived, type ReminderRow } from "./snapshot.ts";
import { reportStyle } from "./report-style.ts";

/** What is looked at: the run, its results and their sum, and the font for what has Chinese in it. */
export interface Report {
  readonly facts: RunFacts;
  readonly results: readonly CaseResult[];
  readonly tally: Tally;
  /** `@font-face` rules that carry their letters with them. */
  readonly fontCss: (text: string) => string;
}

/** One page that needs nothing else: a table for each group with a line for each case, which opens to its steps. */
export function reportPage({ facts, results, tally, fontCss }: Report): string {
  const body = bodyOf(facts, results, tally);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:">
<title>Smoke run ${escapeHtml(facts.run)}</title>
<style>${fontCss(body)}${reportStyle}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function bodyOf(facts: RunFacts, results: readonly CaseResult[], tally: Tally): string {
  const present = (Object.keys(groups) as Group[]).filter((group) =>
    results.some((each) => each.case.group === group),
  );
  const ledger = facts.seesConnector
    ? "what the connector got was compared"
    : "what the connector got could not be seen";
  return `<header>
<h1>Smoke run ${escapeHtml(facts.run)}</h1>
<p class="sum">${sum(tally.passed, "passed", "passed")} · ${sum(tally.failed, "failed", "failed")} · ${sum(tally.skipped, "skipped", "not run")}</p>
<p>${escapeHtml(facts.stack)} · version ${escapeHtml(facts.version)} · ${moment(facts.startedAt)} to ${moment(facts.endedAt)} UTC · ${ledger}</p>
<nav>${present.map((group) => groupLink(group, results)).join("")}</nav>
</header>
${present.map((group) => groupTable(group, results)).join("\n")}`;
}

const sum = (count: number, kind: CaseResult["status"], word: string): string =>
  count === 0 ? `${count} ${word}` : `<b class="${kind}">${count} ${word}</b>`;

/** A moment to the minute; seconds do not matter here. */
const moment = (iso: string): string => escapeHtml(iso.slice(0, 16).replace("T", " "));

const ofGroup = (group: Group, results: readonly CaseResult[]): readonly CaseResult[] =>
  results.filter((each) => each.case.group === group);

function worstOf(results: readonly CaseResult[]): CaseResult["status"] {
  if (results.some(({ status }) => status === "failed")) return "failed";
  return results.every(({ status }) => status === "skipped") ? "skipped" : "passed";
}

function groupLink(group: Group, results: readonly CaseResult[]): string {
  const own = ofGroup(group, results);
  const passed = own.filter(({ status }) => status === "passed").length;
  return `<a class="${worstOf(own)}" href="#${group}">${group} ${groups[group]} <small>${passed}/${own.length}</small></a>`;
}

function groupTable(group: Group, results: readonly CaseResult[]): string {
  const own = ofGroup(group, results).toSorted(worstFirst);
  const passed = own.filter(({ status }) => status === "passed").length;
  return `<section id="${group}">
<h2>${group} ${groups[group]} <small>${passed} of ${own.length} passed</small></h2>
<div class="table">
<div class="row head"><span>Result</span><span>Case</span><span>Clock</span><span>Expected</span><span>Found</span></div>
${own.map(caseRow).join("\n")}
</div>
</section>`;
}

/** What needs a look stands where one looks first; the rest in the order in which it was asked for. */
const worstFirst = (a: CaseResult, b: CaseResult): number =>
  Number(b.status === "failed") - Number(a.status === "failed");

const statusWords = { passed: "passed", failed: "failed", skipped: "not run" } as const;

function caseRow(result: CaseResult): string {
  const { id, gist, about } = result.case;
  const name = `<b>${escapeHtml(id)}</b>${gist === undefined ? "" : ` <small>${escapeHtml(gist)}</small>`} ${escapeHtml(about)}`;
  const expected = result.case.steps.flatMap((step) =>
    describeExpected(step.expect, { isSpoken: "say" in step }),
  );
  const cells = [
    `<span class="${result.status}">${statusWords[result.status]}</span>`,
    `<span>${name}</span>`,
    `<span>${escapeHtml(clockOf(result))}</span>`,
    `<span>${escapeHtml([...new Set(expected)].join("; "))}</span>`,
    `<span>${escapeHtml(foundIn(result))}</span>`,
  ];
  const open = result.status === "failed" ? " open" : "";
  const steps = result.steps.map((step, index) => stepCard(result, step, index)).join("\n");
  return `<details class="case"${open}><summary class="row">${cells.join("")}</summary><div class="steps">${steps}${tailOf(result)}</div></details>`;
}

/** The wall clock on which the case began; its own where it was not run. */
function clockOf({ case: { now, zone }, people, steps }: CaseResult): string {
  const [first] = steps;
  const wall = first === undefined ? now : wallTimeAt(first.at, people?.[0]?.zone ?? zone);
  return wall.slice(0, 16).replace("T", " ");
}

/** In a few words: what is wrong, or what became of it. */
function foundIn({ status, reason, steps, cleared, people }: CaseResult): string {
  const wrong = steps.flatMap(({ findings }) =>
    findings.map(({ what, found }) => `${what}: ${found === "" ? "nothing" : found}`),
  );
  if (status !== "passed")
    return [...(reason === undefined ? [] : [reason]), ...wrong, ...(cleared?.left ?? [])].join(
      "; ",
    );
  const rows = steps
    .flatMap(({ changes }) => changes.reminders)
    .map((row) => rowWords(row, people));
  const sent = steps.flatMap(({ deliveries }) => deliveries).filter(hasArrived).length;
  return [...new Set(rows), `${sent} sent`].join("; ");
}

function rowWords(
  { content, lifecycle, local_start: start, owner_account_id: owner }: ReminderRow,
  people: CaseResult["people"] = [],
): string {
  const who = people.find(({ accountId }) => accountId === owner)?.who ?? "me";
  const state = lifecycle === "active" ? "" : ` ${lifecycle}`;
  return `${content}${start === null ? "" : ` ${start.slice(5, 16).replace("T", " ")}`}${state} (${who})`;
}

function tailOf({ reason, cleared, tookMs, case: { forbid } }: CaseResult): string {
  const lines = [
    ...(reason === undefined ? [] : [`<li class="failed">${escapeHtml(reason)}</li>`]),
    ...(cleared?.left ?? []).map((id) => `<li class="failed">left behind: ${escapeHtml(id)}</li>`),
    `<li>never ${escapeHtml(forbid.join(", ") || "what is not expected")}</li>`,
    `<li>took ${tookMs} ms</li>`,
  ];
  return `<ul class="tail">${lines.join("")}</ul>`;
}
