import { type FoundLink, findLinks, hostDots } from "./find-links.ts";
import { isBelow } from "./hosts.ts";

export interface InertText {
  readonly text: string;
  /** Hosts whose links were taken apart, in order. Mail addresses are not among them. */
  readonly hosts: readonly string[];
}

/** `[label](target "title")` and the same with `!` before it. */
const markdownLink =
  /!?\[([^[\]\n]{0,300})\]\(\s{0,9}<?([^)\s>]{0,2000})>?(?:\s{1,9}["'(][^)\n]{0,300})?\)/gu;

/** Without one of these there is no host, no scheme and no address in a line. */
const couldHold = /[.。．｡․:：@＠&\\]/u;

/**
 * The same text with links that can be read but not followed: `docs.example[.]org/path`. Only the
 * dots that make a chat app see a host are bracketed, and the scheme goes.
 */
export function linkCloser(mayFollow: (link: FoundLink) => boolean): (text: string) => InertText {
  // A stream asks for the same lines again and again. No link runs over a line's end.
  const closed = new Map<string, InertText>();
  const closeLine = (line: string, isLast: boolean): InertText => {
    if (!couldHold.test(line)) return { text: line, hosts: [] };
    const known = closed.get(line) ?? closeLinks(line, mayFollow);
    // The last line grows: caching it would store it at every length.
    if (!isLast) closed.set(line, known);
    return known;
  };
  return (text) => {
    const said = text.split("\n");
    const lines = said.map((line, at) => closeLine(line, at === said.length - 1));
    return {
      text: lines.map((line) => line.text).join("\n"),
      hosts: [...new Set(lines.flatMap(({ hosts }) => hosts))],
    };
  };
}

function closeLinks(text: string, mayFollow: (link: FoundLink) => boolean): InertText {
  const hosts: string[] = [];
  const isClosed = (link: FoundLink): boolean => !mayFollow(link);
  const unwrapped = text.replace(markdownLink, (whole, label: string, target: string) => {
    if (!findLinks(target).some(isClosed)) return whole;
    return label.trim() === "" || label.trim() === target ? target : `${label} (${target})`;
  });
  let [result, at] = ["", 0];
  for (const link of findLinks(unwrapped)) {
    if (mayFollow(link)) continue;
    const quoted = unwrapped[link.start - 1] === "<" && unwrapped[link.end] === ">" ? 1 : 0;
    result += unwrapped.slice(at, link.start - quoted) + inert(link);
    at = link.end + quoted;
    if (link.scheme !== "mailto") hosts.push(link.host);
  }
  return { text: result + unwrapped.slice(at), hosts };
}

function inert({ text, scheme }: FoundLink): string {
  const bare = text.replace(/^(?:https?:\/{2,}|mailto:)/iu, "");
  const rest = /^(?:https?|mailto|)$/.test(scheme) ? bare : bare.replace(":", "[:]");
  const end =
    /[/?#]/u.exec(rest.replace(/^[a-z0-9+.-]+\[:\]\/{2,}/iu, (found) => "x".repeat(found.length)))
      ?.index ?? rest.length;
  return withoutDots(rest.slice(0, end), true) + withoutDots(rest.slice(end), false);
}

/** Dots before a top-level name; of a host at least the last dot, and the one behind `www`. */
function withoutDots(text: string, isHost: boolean): string {
  const places = new Set(hostDots(text));
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf("。"));
  if (isHost && last > 0) places.add(last);
  if (isHost && /^www\d?[.。]/iu.test(text)) places.add(text.search(/[.。]/u));
  if (isHost && text.startsWith("[")) places.add(text.indexOf(":"));
  const broken = text
    .split("")
    .map((char, at) => (places.has(at) ? `[${char === "。" ? "." : char}]` : char));
  return broken.join("").replaceAll("://", "[:]//");
}

export const inertHost = (host: string): string => withoutDots(host, true);

/** Links to these hosts that a reply showed as text, as links again. */
export function linksTo(hosts: readonly string[], shown: string): string[] {
  const links = findLinks(shown.replaceAll("[.]", ".")).filter(
    ({ scheme, host }) => scheme !== "mailto" && hosts.some((allowed) => isBelow(host, allowed)),
  );
  const withPath = links.filter(({ text, host }) => text.toLowerCase() !== host);
  return [
    ...new Set(withPath.map(({ text, scheme }) => (scheme === "" ? `https://${text}` : text))),
  ].slice(0, 5);
}
