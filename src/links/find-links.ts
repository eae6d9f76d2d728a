import { foldText } from "./folded-text.ts";
import { asciiHost, dots, isTopLevelName } from "./hosts.ts";
import { isFileName, isOrdinary } from "./ordinary-names.ts";

/** Something that a chat app would turn into a link. */
export interface FoundLink {
  /** Its place in the text. */
  readonly start: number;
  readonly end: number;
  /** As a parser reads it, without invisible characters. */
  readonly text: string;
  /** `https`, `mailto` and so on; empty where none is written. */
  readonly scheme: string;
  readonly host: string;
  /** The same for two ways to write the same address. */
  readonly key: string;
}

const stop = '\\s<>"“”‘’「」『』《》‹›【】（）()\\[\\]{}|^`，、；！？…';
const word = "\\p{L}\\p{N}\\p{M}_-";
/** An ideographic full stop ends an address, except where Latin letters follow it in the host. */
const anyHost = `[^${stop}/?#。]+(?:。[a-z0-9][^${stop}/?#。]*)*`;
const anyPath = `(?:[/?#][^${stop}。]*)?`;
const withScheme = new RegExp(
  `(?:([a-z][a-z0-9+.-]{0,30}):/{2,}(?:\\[[0-9a-f:.%]+\\])?|(mailto):|(?<![a-z0-9.-])(?=www\\d?[${dots}]))(?:${anyHost})?${anyPath}`,
  "giu",
);
/** Also matches a run without a dot: a pattern that had to fail there would try again at each of its characters. */
const dottedRun = new RegExp(`[${word}]+((?:\\.|(?<=[a-z0-9])。(?=[a-z0-9]))[${word}]+)*`, "giu");
const bracketedAddress = /\[[0-9a-f]*:[0-9a-f:.]*\](?=[:/?#])/giu;
const portAndPath = new RegExp(`(?::\\d{1,5})?${anyPath}`, "uy");
const localPart = new RegExp(`[^${stop}@,;:]+@$`, "u");
const closing = new Set(".,;:!?'*_~。");

/** Everything in a text that a chat app would turn into a link, in order. */
export function findLinks(text: string): FoundLink[] {
  const folded = foldText(text);
  const spans = schemeSpans(folded.text);
  for (const gap of gapsBetween(spans, folded.text.length))
    spans.push(...bareSpans(folded.text, gap));
  return spans
    .toSorted((a, b) => a.from - b.from)
    .map((span) => describeSpan(span, folded.text.slice(span.from, span.to)))
    .map(({ from, to, ...link }) => ({
      ...link,
      start: folded.starts[from] ?? 0,
      end: folded.ends[to - 1] ?? text.length,
    }));
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const trimSpan = (from: number, found: string): Span => ({
  from,
  to: from + measureTrimmed(found),
});

/** Without the punctuation at its end. */
function measureTrimmed(text: string): number {
  let length = text.length;
  while (closing.has(text[length - 1] ?? "")) length -= 1;
  return length;
}

function schemeSpans(text: string): Span[] {
  return Array.from(text.matchAll(withScheme), ({ 0: found, 1: web, 2: mail, index }) => {
    const scheme = /^[^:]*:\/*/u.exec((web ?? mail ?? "") ? found : "")?.[0] ?? "";
    const rest = found.slice(scheme.length);
    return rest === "" ? undefined : trimSpan(index, scheme + withoutNextWord(rest));
  }).filter((span) => span !== undefined);
}

/** Text of another script right behind a host without a path is the next word: “https://evil.com吧”. */
function withoutNextWord(rest: string): string {
  const [latin = ""] = /^[a-z0-9.-]+(?=\P{ASCII})/iu.exec(rest) ?? [];
  return latin !== "" &&
    isTopLevelName(latin.slice(latin.lastIndexOf(".") + 1)) &&
    latin.includes(".")
    ? latin
    : rest;
}

function gapsBetween(spans: readonly Span[], length: number): Span[] {
  const edges = [0, ...spans.flatMap(({ from, to }) => [from, to]), length];
  return Array.from({ length: edges.length / 2 }, (_, nth) => ({
    from: edges[nth * 2] ?? 0,
    to: edges[nth * 2 + 1] ?? 0,
  }));
}

/** Hosts without a scheme. */
function bareSpans(text: string, gap: Span): Span[] {
  const spans: Span[] = [];
  const part = text.slice(0, gap.to);
  for (const pattern of [bracketedAddress, dottedRun]) {
    const search = new RegExp(pattern.source, pattern.flags);
    search.lastIndex = gap.from;
    for (let found = search.exec(part); found !== null; found = search.exec(part)) {
      if (pattern === dottedRun && found[1] === undefined) continue;
      const to = pathEnd(part, found.index + found[0].length);
      const span = pattern === dottedRun ? hostSpan(part, found, to) : { from: found.index, to };
      if (span === undefined) continue;
      spans.push(span);
      search.lastIndex = Math.max(span.to, found.index + found[0].length);
    }
  }
  return spans;
}

function pathEnd(text: string, from: number): number {
  portAndPath.lastIndex = from;
  const path = portAndPath.exec(text)?.[0] ?? "";
  return from + measureTrimmed(path);
}

function hostSpan(text: string, found: RegExpExecArray, to: number): Span | undefined {
  const { 0: run, index } = found;
  const end = index + run.length;
  const path = text.slice(end, to);
  const before = text[index - 1] ?? "";
  const about = {
    labels: run.split(/[.。]/u),
    hasPath: /[/?#]./u.test(path),
    before,
    after: text[end] ?? "",
  };
  const known = hostDots(run).length > 0;
  const isHost =
    known || isAddress(run, text.slice(0, index)) || (about.hasPath && couldBeHost(about.labels));
  if (!isHost || isOrdinary(about)) return undefined;
  const hostEnd = known ? index + endOfHost(run) : end;
  return { from: hostStart(text, found), to: hostEnd < end ? hostEnd : to };
}

/** With the name before an `@`, and without text of another script that only stands before it: “看evil.com吧”. */
function hostStart(text: string, { 0: run, index }: RegExpExecArray): number {
  const local =
    text[index - 1] === "@"
      ? localPart.exec(text.slice(Math.max(0, index - 65), index))?.[0]
      : undefined;
  if (local !== undefined && local !== "") return index - local.length;
  return index + (/^\P{ASCII}+(?=[a-z0-9])/iu.exec(run)?.[0].length ?? 0);
}

/** Four numbers, unless they are a version. */
function isAddress(run: string, before: string): boolean {
  const parts = run.split(".");
  return (
    parts.length === 4 &&
    parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255) &&
    !/(?:version|ver\.?|v|版本|版)\s*$/iu.test(before.slice(-12))
  );
}

/** A name whose ending the list does not know (it may be newer than the list), followed by a path. */
function couldBeHost(labels: readonly string[]): boolean {
  const last = labels.at(-1) ?? "";
  return /^[a-z]{2,24}$/i.test(last) && !isFileName(last) && !/^\d+$/.test(labels.at(-2) ?? "");
}

/** Where in a dotted run a chat app sees the dot before a top-level name. */
export function hostDots(run: string): number[] {
  const found: number[] = [];
  for (let at = 1; at < run.length - 1; at += 1) {
    const dot = run[at] ?? "";
    if (!dots.includes(dot)) continue;
    const right = topLevelPart(run.slice(at + 1));
    // No chat app takes an ideographic full stop between two words for a dot, except between Latin ones.
    if (
      dot === "。" &&
      (!/[a-z0-9]/i.test(run[at - 1] ?? "") || !/^[a-z]+$/i.test(right) || isOrdinaryPause(right))
    )
      continue;
    if (right !== "" && isTopLevelName(right)) found.push(at);
  }
  return found;
}

const isOrdinaryPause = (word: string): boolean =>
  isOrdinary({
    labels: ["a", `${word[0]?.toUpperCase()}${word.slice(1).toLowerCase()}`],
    hasPath: false,
    before: "",
    after: "",
  });

function topLevelPart(rest: string): string {
  const label = /^[^.。:/?#@]+/u.exec(rest)?.[0] ?? "";
  if (/^\P{ASCII}/u.test(label)) return label;
  return /^[a-z0-9-]+/i.exec(label)?.[0] ?? "";
}

function endOfHost(run: string): number {
  const last = run.length - 1 - Math.max(run.lastIndexOf("."), run.lastIndexOf("。"));
  const from = run.length - last;
  return from + topLevelPart(run.slice(from)).length;
}

const authority =
  /^(?:([a-z][a-z0-9+.-]*):\/{2,}|(mailto):)?(?:[^/?#]*@)?(\[[0-9a-f:.%]+\]|[^/?#:]*)/iu;

function describeSpan({ from, to }: Span, text: string): Span & Omit<FoundLink, "start" | "end"> {
  const [whole, web, mail, named = ""] = authority.exec(text) ?? [""];
  const isMail = mail !== undefined || (web === undefined && /^[^/?#]*@/u.test(text));
  const scheme = isMail ? "mailto" : (web?.toLowerCase() ?? "");
  const host = named.startsWith("[")
    ? named.toLowerCase()
    : asciiHost(named) || named.toLowerCase();
  const user = /^(?:[a-z][a-z0-9+.-]*:(?:\/{2,})?)?([^/?#]*@)/iu.exec(text)?.[1] ?? "";
  const rest = text.slice(whole.length).replace(/^\/$/, "");
  const key = `${/^(?:https?)?$/.test(scheme) ? "" : `${scheme}:`}${user}${host}${rest}`;
  return { from, to, text, scheme, host, key };
}
