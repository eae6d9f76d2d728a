import type { Language } from "../../domain/language.ts";
import type { FreePageView } from "../../domain/views/bookings.ts";
import { escapeHtml } from "../http/docs-page.ts";
import type { Answer } from "../http/route.ts";
import { toPage } from "./layout.ts";
import { type WhenTexts, whenTexts } from "../../domain/when-texts.ts";
import { type FreePageWords, freePageWords } from "./words.ts";

export interface Visitor {
  readonly code: string;
  readonly language: Language;
  /** The zone that they chose, or else the owner's. */
  readonly zone: string;
  readonly hasChosenZone: boolean;
}

export type PageProblem = keyof FreePageWords["problems"];

const problemStatus: Partial<Record<PageProblem, number>> = {
  taken: 409,
  too_many: 429,
  too_fast: 429,
  form: 400,
};

/** An address of the page, with what the visitor has chosen. */
function hrefOf(
  { code, language, zone, hasChosenZone }: Visitor,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({
    ...(hasChosenZone ? { zone } : {}),
    lang: language,
    ...more,
  });
  return `/free/${code}?${query.toString()}`;
}

/** The free times, day by day. Each is a link to its form. */
export function daysPage(page: FreePageView, visitor: Visitor, problem?: PageProblem): Answer {
  const say = freePageWords[visitor.language];
  const texts = whenTexts(visitor.language, visitor.zone);
  const days = [...Map.groupBy(page.slots, (at) => texts.day(at))];
  const body = [
    problem === undefined ? "" : `<p class="wrong" role="alert">${say.problems[problem]}</p>`,
    `<p>${escapeHtml(say.times(visitor.zone))} ${
      visitor.zone === page.zone ? "" : escapeHtml(say.ownersZone(page.zone))
    } ${say.length(page.minutes)}</p>`,
    zoneForm(visitor),
    days.length === 0 ? `<p>${say.none}</p>` : `<p>${say.pick}</p>`,
    ...days.map(([day, slots]) => daySection(day, slots, { visitor, texts })),
  ];
  return toPage(problem === undefined ? 200 : (problemStatus[problem] ?? 400), {
    language: visitor.language,
    title: say.title(page.name),
    body: body.join("\n"),
    otherHref: hrefOf({ ...visitor, language: say.other.language }),
    findsZone: !visitor.hasChosenZone,
  });
}

function daySection(
  day: string,
  slots: readonly number[],
  { visitor, texts }: { readonly visitor: Visitor; readonly texts: WhenTexts },
): string {
  const links = slots.map(
    (at) =>
      `<li><a href="${escapeHtml(hrefOf(visitor, { start: String(at) }))}" aria-label="${escapeHtml(`${day}, ${texts.clock(at)}`)}">${texts.clock(at)}</a></li>`,
  );
  return `<section><h2>${escapeHtml(day)}</h2><ul class="times">${links.join("")}</ul></section>`;
}

function zoneForm({ language, zone }: Visitor): string {
  const say = freePageWords[language];
  const zones = Intl.supportedValuesOf("timeZone");
  const options = [...new Set([zone, ...zones])].map(
    (each) => `<option${each === zone ? " selected" : ""}>${escapeHtml(each)}</option>`,
  );
  return `<form method="get" class="zone"><label>${say.zone}<select name="zone">${options.join("")}</select></label><input type="hidden" name="lang" value="${language}"><button class="plain">${say.show}</button></form>`;
}

export interface FilledForm {
  readonly name: string;
  readonly subject: string;
  readonly email: string;
}

const fields = [
  { name: "name", longest: 60, type: "text", complete: "name", required: true },
  { name: "subject", longest: 120, type: "text", complete: "off", required: true },
  { name: "email", longest: 254, type: "email", complete: "email", required: false },
] as const;

/** The form for one time. Its fields keep what was entered. */
export function requestPage(
  page: FreePageView,
  visitor: Visitor,
  on: { readonly start: number; readonly filled: FilledForm; readonly wrong: readonly string[] },
): Answer {
  const say = freePageWords[visitor.language];
  const here = whenTexts(visitor.language, visitor.zone).span(on.start, page.minutes);
  const there = whenTexts(visitor.language, page.zone).span(on.start, page.minutes);
  const inputs = fields.map(({ name, longest, type, complete, required }) => {
    const isWrong = on.wrong.includes(name);
    const notes = [
      ...(isWrong ? [`<p class="wrong" id="${name}-wrong">${say.problems[name]}</p>`] : []),
      ...(name === "email" ? [`<p class="hint" id="email-hint">${say.emailHint}</p>`] : []),
    ];
    const described = [
      ...(isWrong ? [`${name}-wrong`] : []),
      ...(name === "email" ? ["email-hint"] : []),
    ];
    return `<div><label for="${name}">${say[name]}</label><input id="${name}" name="${name}" type="${type}" maxlength="${longest}" autocomplete="${complete}"${required ? " required" : ""}${isWrong ? ' aria-invalid="true"' : ""}${described.length === 0 ? "" : ` aria-describedby="${described.join(" ")}"`} value="${escapeHtml(on.filled[name])}">${notes.join("")}</div>`;
  });
  const body = `<p class="state">${escapeHtml(here)} (${escapeHtml(visitor.zone)})</p>
${visitor.zone === page.zone ? "" : `<p>${escapeHtml(say.atOwner(there, page.zone))}</p>`}
<form method="post" action="${escapeHtml(`/free/${visitor.code}`)}" class="request">
<input type="hidden" name="start" value="${on.start}"><input type="hidden" name="zone" value="${escapeHtml(visitor.zone)}"><input type="hidden" name="lang" value="${visitor.language}">
${inputs.join("\n")}
<div class="trap" aria-hidden="true"><label>${say.leaveEmpty}<input name="website" tabindex="-1" autocomplete="off"></label></div>
<p>${say.after}</p><button>${say.send}</button></form>
<p><a href="${escapeHtml(hrefOf(visitor))}">${say.back}</a></p>`;
  return toPage(on.wrong.length === 0 ? 200 : 400, {
    language: visitor.language,
    title: say.formTitle,
    body,
    otherHref: hrefOf({ ...visitor, language: say.other.language }, { start: String(on.start) }),
  });
}
