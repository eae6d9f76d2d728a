import type { Language } from "../../domain/language.ts";
import { escapeHtml } from "../http/docs-page.ts";
import type { Answer } from "../http/route.ts";
import { freePageWords } from "./words.ts";

/** The page's own forms may be sent, to this server only; the rest is as strict as everywhere. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** No search engine lists it, no cache keeps it, and it sets no cookie. */
export const freePageHeaders = {
  "Content-Security-Policy": contentSecurityPolicy,
  "X-Robots-Tag": "noindex, nofollow, noarchive",
  "Cache-Control": "no-store",
} as const;

export interface PageParts {
  readonly language: Language;
  readonly title: string;
  /** HTML, with everything from outside escaped. */
  readonly body: string;
  /** The same page in the other language. */
  readonly otherHref: string;
  /** Finds out the visitor's zone where the browser runs scripts. */
  readonly findsZone?: boolean;
}

/** Plain HTML that works without scripts and on a phone. */
export function layOut({ language, title, body, otherHref, findsZone }: PageParts): string {
  const { other } = freePageWords[language];
  const script = findsZone === true ? '<script src="/free/zone.js" defer></script>' : "";
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/free/style.css">${script}</head>
<body><header><a href="${escapeHtml(otherHref)}" lang="${other.language}" hreflang="${other.language}">${other.label}</a></header>
<main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>
`;
}

export const toPage = (status: number, parts: PageParts): Answer => ({
  status,
  bytes: layOut(parts),
  type: "text/html; charset=utf-8",
  headers: freePageHeaders,
});

export const missingPage = (language: Language): Answer => {
  const { missing, other } = freePageWords[language];
  return toPage(404, {
    language,
    title: missing.title,
    body: `<p>${missing.text}</p>`,
    otherHref: `?lang=${other.language}`,
  });
};

/** Adds the zone of the browser to the address, once; an address that names one stays. */
export const zoneScript = `const at = new URL(location.href);
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && !at.searchParams.has("zone")) {
  at.searchParams.set("zone", zone);
  location.replace(at);
}
`;

export const freePageStyle = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; --line: light-dark(#8a8f98, #7b818b); --accent: light-dark(#0b57b0, #8cc0ff); --wrong: light-dark(#a3120d, #ff9d94); }
body { margin: 0; background: light-dark(#fff, #16181c); color: light-dark(#1a1c20, #e8eaed); }
header { max-width: 44rem; margin: 0 auto; padding: .75rem 1rem 0; text-align: right; }
main { max-width: 44rem; margin: 0 auto; padding: 0 1rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; }
a { color: var(--accent); }
ul.times { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(5.5rem, 1fr)); gap: .5rem; }
ul.times a, button { display: block; box-sizing: border-box; min-height: 2.75rem; padding: .55rem .75rem; border: 1px solid var(--line); border-radius: .5rem; text-align: center; font: inherit; text-decoration: none; }
button { background: light-dark(#0b57b0, #8cc0ff); color: light-dark(#fff, #10233a); border-color: transparent; cursor: pointer; }
button.plain { background: transparent; color: inherit; border-color: var(--line); }
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
form.zone { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; }
form.zone label { flex: 1 1 14rem; }
form.request { display: grid; gap: 1rem; max-width: 28rem; }
label { display: block; }
input, select { display: block; box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: .5rem; margin-top: .25rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: .5rem; }
select option { color: #1a1c20; background: #fff; }
.hint { font-size: .9rem; margin: .25rem 0 0; }
.wrong { color: var(--wrong); font-weight: 600; margin: .25rem 0 0; }
.state { font-size: 1.15rem; font-weight: 600; }
.trap { position: absolute; left: -9999px; }
`;
