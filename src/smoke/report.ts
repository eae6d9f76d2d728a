import { wallTimeAt } from "../language/calendar/instants.ts";
import { groups, type Group } from "./case.ts";
import type { RunFacts } from "./evidence.ts";
import { escapeHtml, stepCard } from "./report-step.ts";
import { describeExpected } from "./plan.ts";
import type { CaseResult } from "./run-case.ts";
import type { RunTotals } from "./run.ts";
import { hasArrived, type ReminderRow } from "./snapshot.ts";

/** The content of a report: the run, its results, their sum, and the font for Chinese text. */
export interface Report {
  readonly facts: RunFacts;
  readonly results: readonly CaseResult[];
  readonly tally: RunTotals;
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

function bodyOf(facts: RunFacts, results: readonly CaseResult[], tally: RunTotals): string {
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

/** Cases that need attention come first; the rest in the requested order. */
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

/** In a few words: the finding, or the outcome. */
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

/** Light and dark by the reader's own choice. A case is one line until it is opened, so that a group fits on a screen. */
const reportStyle = `
:root { color-scheme: light dark; --ink: #1f2328; --dim: #59636e; --line: #d1d9e0; --ground: #fff; --raised: #f6f8fa; --good: #12703a; --bad: #b3261e; --note: #75600a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ee; --dim: #9aa5b1; --line: #3a434d; --ground: #14181d; --raised: #1d232a; --good: #5fd38a; --bad: #ff8a80; --note: #e3c04d; }
}
* { box-sizing: border-box; }
body { font: 14px/1.45 "Report Han", system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif; margin: 1rem auto; padding: 0 1rem; max-width: 110rem; color: var(--ink); background: var(--ground); }
h1 { font-size: 1.3rem; margin: 0; } h2 { font-size: 1rem; margin: 0 0 0.4rem; } h3 { font-size: 0.8rem; margin: 0; color: var(--dim); font-weight: 600; }
p, ul { margin: 0.2rem 0; } ul { padding-left: 1.1rem; } small { color: var(--dim); font-weight: 400; }
.sum { font-size: 1.05rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.4rem; margin: 0.6rem 0; }
nav a { border: 1px solid var(--line); border-radius: 1rem; padding: 0.1rem 0.7rem; text-decoration: none; }
section { padding: 0.8rem 0; scroll-margin-top: 0; }
.table { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.row { display: grid; grid-template-columns: 4.5rem minmax(14rem, 2fr) 8.5rem minmax(10rem, 2fr) minmax(10rem, 2fr); gap: 0.8rem; padding: 0.25rem 0.7rem; align-items: baseline; }
.row > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
.head { background: var(--raised); color: var(--dim); font-weight: 600; font-size: 0.8rem; }
.case { border-top: 1px solid var(--line); }
.case > summary { cursor: pointer; list-style: none; }
.case > summary::-webkit-details-marker { display: none; }
.case > summary:hover, .case[open] > summary { background: var(--raised); }
.case > summary:focus-visible { outline: 2px solid var(--note); outline-offset: -2px; }
.steps { padding: 0.3rem 0.7rem 0.7rem; }
article { border-left: 3px solid var(--line); margin: 0.5rem 0; padding-left: 0.7rem; }
.said { font-weight: 600; } .reply { white-space: pre-wrap; color: var(--dim); }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: 1rem; overflow-wrap: anywhere; }
.sides li { white-space: pre-wrap; }
.wrong { border-collapse: collapse; width: 100%; margin-top: 0.3rem; }
.wrong th, .wrong td { border: 1px solid var(--line); padding: 0.2rem 0.5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
.tail { color: var(--dim); font-size: 0.85rem; }
.passed { color: var(--good); } .failed { color: var(--bad); } .skipped { color: var(--note); }
@media (max-width: 60rem) {
  .row { grid-template-columns: 4.5rem 1fr; } .row > span:nth-child(n + 3) { display: none; }
}
`;
