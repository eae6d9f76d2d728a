import type { Language } from "../../domain/language.ts";
import type { VisitView } from "../../domain/views/bookings.ts";
import { escapeHtml } from "../http/docs-page.ts";
import type { Answer } from "../http/route.ts";
import { toPage } from "./layout.ts";
import { whenTexts } from "../../domain/when-texts.ts";
import { freePageWords } from "./words.ts";

/** Where the visitor sees what became of their request. */
export function visitPage(visit: VisitView, code: string, language: Language): Answer {
  const say = freePageWords[language];
  const at = Date.parse(visit.starts_at);
  const here = whenTexts(language, visit.visitor_zone).span(at, visit.minutes);
  const there = whenTexts(language, visit.zone).span(at, visit.minutes);
  const state = visit.state === "declined" && visit.other_time ? "other_time" : visit.state;
  const body = [
    `<p class="state" role="status">${say.visit.states[state]}</p>`,
    `<p>${escapeHtml(here)} (${escapeHtml(visit.visitor_zone)})</p>`,
    visit.visitor_zone === visit.zone ? "" : `<p>${escapeHtml(say.atOwner(there, visit.zone))}</p>`,
    visit.name === null ? "" : `<p>${escapeHtml(say.visit.with(visit.name))}</p>`,
    `<p>${escapeHtml(visit.subject)}</p>`,
    visit.state === "pending" ? `<p>${say.visit.keep}</p>` : "",
    visit.is_open
      ? `<form method="post" action="${escapeHtml(`/free/asked/${code}`)}"><input type="hidden" name="lang" value="${language}"><button class="plain">${say.visit.withdraw}</button></form>`
      : "",
  ];
  return toPage(200, {
    language,
    title: say.visit.title,
    body: body.join("\n"),
    otherHref: `/free/asked/${code}?lang=${say.other.language}`,
  });
}
