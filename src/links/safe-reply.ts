import { linkCloser } from "./inert-links.ts";
import { type LinkPolicy, mayFollow } from "./link-policy.ts";
import type { ModelRequest } from "../domain/ports/model.ts";

/** `links`: which of them stay whole. Where nothing opens by itself, all do; when left out, none. */
type PromptParts = Pick<ModelRequest, "messages" | "sections"> & {
  readonly links?: "all" | LinkPolicy | undefined;
};

export interface SafeReply {
  readonly text: string;
  /** Hosts whose links can be read but not followed. */
  readonly closedHosts: readonly string[];
}

/**
 * Chat apps fetch links on their own to show a preview, and a prompt injection may make a model put
 * private words into one, or repeat its instructions. So links that the person neither wrote nor
 * allowed are made unclickable, and the framing of a prompt is removed.
 */
export const safeReply = (text: string, request: PromptParts): SafeReply =>
  filterFor(request)(text);

function filterFor(request: PromptParts): (text: string) => SafeReply {
  const withoutPrompt = promptRemover(request);
  const { links = { own: [], hosts: [] } } = request;
  if (links === "all") return (text) => ({ text: withoutPrompt(text), closedHosts: [] });
  const closeLinks = linkCloser(mayFollow(links));
  return (text) => {
    const { text: safe, hosts } = closeLinks(withoutPrompt(text));
    return { text: safe, closedHosts: hosts };
  };
}

export interface SafeStream {
  /** Adds raw text: what to show now, and whether it replaces what was shown. */
  more(text: string): { readonly text: string; readonly replace?: boolean } | undefined;
  restart(): void;
  /** The whole visible text so far. */
  shown(): string;
}

/** The same while the text is made: what could still become a link or a heading waits for its end; `hold` keeps more back. */
export function safeStream(
  request: PromptParts,
  hold: (text: string) => string = (text) => text,
): SafeStream {
  const safely = filterFor(request);
  let isLookDue = paceLooks();
  let raw = "";
  let shown = "";
  return {
    more(text) {
      raw += text;
      if (!isLookDue(raw.length)) return undefined;
      const safe = hold(safely(raw.slice(0, findSettledEnd(raw))).text);
      const before = shown;
      if (safe === before) return undefined;
      shown = safe;
      return safe.startsWith(before)
        ? { text: safe.slice(before.length) }
        : { text: safe, replace: true };
    },
    restart() {
      isLookDue = paceLooks();
      raw = "";
      shown = "";
    },
    shown: () => shown,
  };
}

/**
 * Every look reads the whole text, because what follows may make a link of it. A long text is looked
 * at again when it has grown by a 64th, so that all looks together cost a multiple of its length and
 * not its square.
 */
function paceLooks(): (length: number) => boolean {
  let next = 0;
  return (length) => {
    if (length < next) return false;
    next = length < 1_000 ? length : length + Math.floor(length / 64);
    return true;
  };
}

/** No link goes on behind one of these. */
const endsLink = /[\s<>"“”‘’「」『』《》‹›【】（）()[\]{}|^`，、；！？…]/u;
/** An ideographic full stop, unless Latin letters before it make it a dot. */
const isFullStop = (raw: string, at: number): boolean =>
  /[。｡]/u.test(raw[at] ?? "") && !/[a-z0-9]/i.test(raw[at - 1] ?? "");
const onlyLetters = /^[\p{L}\p{N}\p{M}'’*_~-]*$/u;
const schemeBegins = /(?:^|[^a-z])(?:h|ht|htt|https?|w|ww|www)$/iu;

/** Where the last word begins: what stands before it can't become part of a link. */
function lastWord(raw: string): number {
  let at = raw.length;
  while (at > 0 && !endsLink.test(raw[at - 1] ?? "") && !isFullStop(raw, at - 1)) at -= 1;
  return at;
}

/** Up to here nothing that is shown could be followed, whatever comes next. */
function findSettledEnd(raw: string): number {
  const line = raw.lastIndexOf("\n") + 1;
  if (/^\s*#/.test(raw.slice(line))) return line;
  const word = lastWord(raw);
  const last = raw.slice(word);
  return onlyLetters.test(last) && !schemeBegins.test(last) ? raw.length : word;
}

export interface SafePieces {
  /** The part of the text that can be shown now. */
  more(text: string): string;
  /** The rest. */
  end(): string;
}

/** Piece by piece, for text that can't be replaced once it is shown. Links alone are looked at. */
export function safePieces(links: "all" | LinkPolicy): SafePieces {
  const close = filterFor({ messages: [], links });
  // The word that is being written, and what was shown of it.
  let [word, shown] = ["", ""];
  let isLookDue = paceLooks();
  const show = (raw: string, until: number): string => {
    const safe = close(raw.slice(0, until)).text;
    const piece = safe.startsWith(shown) ? safe.slice(shown.length) : safe;
    const start = Math.min(lastWord(raw), until);
    if (start > 0) isLookDue = paceLooks();
    shown = close(raw.slice(start, until)).text;
    word = raw.slice(start);
    return piece;
  };
  return {
    more(text) {
      word += text;
      return isLookDue(word.length) ? show(word, findSettledEnd(word)) : "";
    },
    end: () => show(word, word.length),
  };
}

type Prompt = Pick<ModelRequest, "messages" | "sections">;

/**
 * A sentence shorter than this may be a coincidence: it counts only as a line of its own. A Han
 * character counts twice.
 */
const leastWeight = 24;

/**
 * Removes parts of its prompt that a reply repeats: instructions, and headings with the lines below
 * them. Capitals, quotes, marks, spaces and line breaks make no difference.
 */
function promptRemover({ messages, sections = [] }: Prompt): (text: string) => string {
  const blocks = new Map(
    sections.map(({ name, lines }) => [
      lettersOf(name),
      new Set(lines.flatMap((line) => line.split("\n").map(lettersOf))),
    ]),
  );
  const lines = messages.flatMap(({ role, content }) =>
    role === "system" ? content.split("\n") : [],
  );
  const whole = new Set(lines.map(lettersOf).filter((line) => line !== ""));
  const sentences = [
    ...new Set(lines.flatMap((line) => line.split(/(?<=[.!?。！？])\s*/u)).map(lettersOf)),
  ].filter((one) => weightOf(one) >= leastWeight);
  // A stream asks for the same lines again and again.
  const known = new Map<string, string>();
  return (text) => {
    const said = text.split("\n");
    const letters = said.map((line) => known.get(line) ?? lettersOf(line));
    // The last line grows: caching it would store it at every length.
    for (const [at, line] of said.slice(0, -1).entries()) known.set(line, letters[at] ?? "");
    const echoed = linesWith(sentences, letters);
    let below: ReadonlySet<string> | undefined;
    const kept = said.filter((raw, at) => {
      const line = letters[at] ?? "";
      if (line === "") return true;
      const block = /^\s*#+\s/.test(raw) ? blocks.get(line) : undefined;
      const isPrompt =
        block !== undefined || whole.has(line) || echoed.has(at) || below?.has(line) === true;
      if (block !== undefined) below = block;
      else if (!isPrompt) below = undefined;
      return !isPrompt;
    });
    return kept.length === said.length ? text : kept.join("\n").trim();
  };
}

const lettersOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

const weightOf = (letters: string): number =>
  letters.length + (letters.match(/\p{Script=Han}/gu)?.length ?? 0);

/** The lines over which one of the sentences runs. */
function linesWith(sentences: readonly string[], lines: readonly string[]): ReadonlySet<number> {
  const all = lines.join("");
  const found = new Set<number>();
  for (const sentence of sentences) {
    for (
      let at = all.indexOf(sentence);
      at !== -1;
      at = all.indexOf(sentence, at + sentence.length)
    ) {
      let start = 0;
      for (const [nth, { length }] of lines.entries()) {
        if (length > 0 && start < at + sentence.length && start + length > at) found.add(nth);
        start += length;
      }
    }
  }
  return found;
}
