import { groups } from "./case.ts";
import type { RunFacts } from "./evidence.ts";
import type { CaseResult, StepResult } from "./run-case.ts";
import type { Tally } from "./run.ts";

/** Whatever people, rows and replies hold is text here, never markup. */
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");

/** One page that needs nothing else: a row for each case, with what was said, what the rows became, and what was wrong. */
export function reportPage(facts: RunFacts, results: readonly CaseResult[], tally: Tally): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Smoke run ${escaped(facts.run)}</title>
<style>${style}</style>
</head>
<body>
<h1>Smoke run ${escaped(facts.run)}</h1>
<p>${escaped(facts.stack)} · ${moment(facts.startedAt)} to ${moment(facts.endedAt)} UTC</p>
<p class="sum">${sum(tally.passed, "passed", "passed")} · ${sum(tally.failed, "failed", "failed")} · ${sum(tally.skipped, "skipped", "not run")}</p>
<div class="wide">
<table>
<colgroup><col class="name"><col class="result"><col class="talk"><col class="rows"><col class="wrong"></colgroup>
<thead><tr><th>Case</th><th>Result</th><th>Said → replied</th><th>Rows that changed</th><th>What is wrong</th></tr></thead>
<tbody>
${results.toSorted(worstFirst).map(caseRow).join("\n")}
</tbody>
</table>
</div>
</body>
</html>
`;
}

/** What needs a look stands where one looks first; the rest in the order in which it ran. */
const worstFirst = (a: CaseResult, b: CaseResult): number => Number(b.status === "failed") - Number(a.status === "failed");

const sum = (count: number, kind: CaseResult["status"], word: string): string =>
  count === 0 ? `${count} ${word}` : `<b class="${kind}">${count} ${word}</b>`;

/** As a person writes it; nobody judges by seconds. */
const moment = (iso: string): string => escaped(iso.slice(0, 16).replace("T", " "));

function caseRow(result: CaseResult): string {
  const { id, group, gist, about } = result.case;
  const name = `<b>${escaped(id)}</b><br>${group} ${groups[group]}${gist === undefined ? "" : ` (${escaped(gist)})`}<br>${escaped(about)}`;
  const status = result.status === "skipped" ? "not run" : result.status;
  const cells = [
    name,
    `<b class="${result.status}">${status}</b><br>${result.tookMs} ms`,
    result.steps.map(spoken).join("<hr>"),
    result.steps.map(changes).join("<hr>"),
    wrongs(result),
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}

const spoken = ({ said, replies }: StepResult): string =>
  `<p class="said">${escaped(said)}</p>${replies.map((text) => `<p class="reply">${escaped(text)}</p>`).join("")}`;

function changes({ changes: { reminders, shared } }: StepResult): string {
  const lines = [
    ...reminders.map(
      (row) =>
        `${row.content} · ${row.kind} · ${row.lifecycle} · ${wall(row.local_start)} ${row.captured_timezone}${row.rrule === null ? "" : ` · ${row.rrule}`}${lasting(row.duration_minutes)}`,
    ),
    ...shared.map(
      (row) =>
        `shared: ${row.title} · ${row.status} · ${wall(row.local_trigger_at)} ${row.captured_timezone}${lasting(row.duration_minutes)}`,
    ),
  ];
  return lines.length === 0 ? "<i>none</i>" : `<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join("")}</ul>`;
}

const wall = (time: string | null): string => (time === null ? "no time" : time.replace("T", " ").replace(/:00$/, ""));
const lasting = (minutes: number | null): string => (minutes === null ? "" : ` · ${minutes} min`);

function wrongs({ reason, steps, cleared }: CaseResult): string {
  const lines = [
    ...(reason === undefined ? [] : [reason]),
    ...steps.flatMap(({ findings }, index) =>
      findings.map(({ what, expected, found }) => `step ${index + 1}: ${what}: expected “${expected}”, found “${found}”`),
    ),
    ...(cleared?.left ?? []).map((id) => `left behind: ${id}`),
  ];
  return lines.length === 0 ? "" : `<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join("")}</ul>`;
}

const style = `
body { font: 15px/1.5 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif; margin: 2rem; color: #222; background: #fff; }
table { border-collapse: collapse; width: 100%; min-width: 60rem; table-layout: fixed; }
.name { width: 17%; } .result { width: 7%; } .talk { width: 34%; } .rows { width: 28%; } .wrong { width: 14%; }
th, td { border: 1px solid #ccc; padding: 0.5rem; text-align: left; vertical-align: top; overflow-wrap: break-word; }
th { background: #f3f3f3; }
p, ul { margin: 0 0 0.3rem; padding-left: 0; }
ul { padding-left: 1.1rem; }
hr { border: 0; border-top: 1px dashed #ccc; }
.said { font-weight: 600; }
.reply { color: #444; white-space: pre-wrap; }
.wide { overflow-x: auto; }
td b { white-space: nowrap; }
.passed { color: #12703a; } .failed { color: #b3261e; } .skipped { color: #75600a; }
`;
