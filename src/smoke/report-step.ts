import { wallTimeAt } from "../language/calendar/instants.ts";
import { describeExpected } from "./plan.ts";
import type { CaseResult, StepResult } from "./run-case.ts";
import type { DeliveryRow } from "./snapshot.ts";

/** Drawn, because a machine without an emoji font shows a box. */
const alarm =
  '<svg viewBox="0 0 16 16" width="1em" height="1em" fill="none" stroke="currentColor" stroke-width="1.5" role="img"><title>⏰</title><circle cx="8" cy="9" r="5"/><path d="M8 6v3l2 1M2 4l2-2M14 4l-2-2"/></svg>';

/** Whatever people, rows and replies hold is text here, never markup. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
    .replaceAll("⏰", alarm);

/** One step: what was said and answered, what was expected beside what was found, and what is wrong. */
export function stepCard(result: CaseResult, step: StepResult, index: number): string {
  const zone = result.people?.[0]?.zone ?? result.case.zone;
  const head = `<p class="said"><small>${index + 1} · ${escapeHtml(step.by)} · ${wallTimeAt(step.at, zone).slice(5, 16).replace("T", " ")}</small> ${escapeHtml(step.said)}</p>`;
  const replies = step.replies.map((text) => `<p class="reply">${escapeHtml(text)}</p>`).join("");
  const wrong = step.findings.map(
    ({ what, expected, found }) =>
      `<tr><td>${escapeHtml(what)}</td><td>${escapeHtml(orNothing(expected))}</td><td class="failed">${escapeHtml(orNothing(found))}</td></tr>`,
  );
  const findings =
    wrong.length === 0
      ? ""
      : `<table class="wrong"><thead><tr><th>Wrong</th><th>expected</th><th>found</th></tr></thead><tbody>${wrong.join("")}</tbody></table>`;
  return `<article>${head}${replies}<div class="sides">${side("Expected", describeExpected(step.expected, { isSpoken: step.turn !== undefined }))}${side("Found", foundLines(result, step))}</div>${findings}</article>`;
}

const orNothing = (text: string): string => (text === "" ? "nothing" : text);

const side = (title: string, lines: readonly string[]): string =>
  `<div><h3>${title}</h3><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul></div>`;

function foundLines(result: CaseResult, step: StepResult): string[] {
  const whose = (account: string): string => {
    const person = result.people?.find(({ accountId }) => accountId === account);
    return person === undefined
      ? account
      : person.who === "me"
        ? `me (${person.name})`
        : `${person.who} (${person.name})`;
  };
  const lines = [
    ...step.changes.reminders.map(
      (row) =>
        `row of ${whose(row.owner_account_id)}: ${row.content} · ${row.kind} · ${row.lifecycle} · ${wall(row.local_start)} ${row.captured_timezone}${row.rrule === null ? "" : ` · ${row.rrule}`}${describeLength(row.duration_minutes)}`,
    ),
    ...step.changes.shared.map(
      (row) =>
        `shared: ${row.title} · ${row.status} · ${wall(row.local_trigger_at)} ${row.captured_timezone}${describeLength(row.duration_minutes)}`,
    ),
    ...step.deliveries.map(
      (row) =>
        `${row.delivery_source} to ${whose(row.account_id)}: ${row.status}${row.error_code === null ? "" : ` (${row.error_code})`}, ${gotWords(step, row)} · ${row.text}`,
    ),
  ];
  return lines.length === 0 ? ["no row changed, nothing was sent"] : lines;
}

/** The connector's own word for it. */
function gotWords({ received }: StepResult, { id, merged_into: host }: DeliveryRow): string {
  if (received === undefined) return "connector not seen";
  const calls = received.filter(({ delivery_id: of }) => of === (host ?? id));
  const taken = calls.filter((call) => call.taken).length;
  if (calls.length === 0) return "connector got nothing";
  return taken === 0
    ? "connector refused it"
    : taken === 1
      ? "connector took it"
      : `connector took it ${taken} times`;
}

const wall = (time: string | null): string =>
  time === null ? "no time" : time.replace("T", " ").replace(/:00$/, "");
const describeLength = (minutes: number | null): string =>
  minutes === null ? "" : ` · ${minutes} min`;
