import type { Atom } from "../times/atoms.ts";
import { clauseAt } from "./clauses.ts";
import { enAtoms } from "../lexicon/en/atoms.ts";
import { mentionsOf } from "../intents/friends.ts";
import { asWritten } from "./edits.ts";
import { normalise, type Normalised } from "./normalise.ts";
import { readingOf } from "../reading.ts";
import type { Item, LanguageRequest } from "../request.ts";
import type { Span } from "./titles.ts";
import { zhAtoms } from "../lexicon/zh/atoms.ts";

type SpanKind = "date" | "clock" | "recurrence" | "title" | "person" | "unclear";

/** A stretch of the message as it was typed, and what it was taken for. */
export interface ReadSpan {
  readonly from: number;
  readonly to: number;
  readonly kind: SpanKind;
}

type Found = Span & { readonly kind: SpanKind };

const kinds: Partial<Readonly<Record<Atom["kind"], SpanKind>>> = {
  day: "date",
  weekend: "date",
  clock: "clock",
  period: "clock",
  after: "clock",
  duration: "clock",
  lead: "clock",
  shift: "clock",
  deadline: "clock",
  rule: "recurrence",
  count: "recurrence",
  span: "recurrence",
  vague: "unclear",
  stretch: "unclear",
  unread: "unclear",
};

/**
 * Where in the message its parts stand. What was read of it decides what is a title: a time inside
 * one is not a time.
 */
export function spansOf(request: LanguageRequest, items: readonly Item[]): ReadSpan[] {
  const normal = normalise(request.text);
  const { prepared, live } = readingOf({ ...request, text: normal.text });
  const people = mentionsOf(prepared, request.context?.friends ?? []);
  const nameless = people.reduce(
    (rest, { at, end }) => rest.slice(0, at) + "\ue000".repeat(end - at) + rest.slice(end),
    prepared.text,
  );
  const times = (prepared.language === "zh" ? zhAtoms : enAtoms)(nameless).flatMap(
    ({ kind, at, end }): Found[] => {
      const shown = kinds[kind];
      return shown === undefined || end === at ? [] : [{ at, end, kind: shown }];
    },
  );
  const titles = items
    .flatMap(({ title }) => placesOf(title, request.text))
    .map((place): Found => ({ ...place, kind: "title" }));
  const isFree = (span: Span): boolean =>
    !titles.some(({ at, end }) => at < span.end && span.at < end);
  const read = [...times, ...people.map(({ at, end }): Found => ({ at, end, kind: "person" }))]
    .filter(({ at }) => clauseAt(live, at) !== undefined)
    .map((span) => asTyped(span, normal))
    .filter(isFree);
  const found = [...titles, ...read].toSorted((a, b) => a.at - b.at || b.end - a.end);
  return mergeSpans(found, request.text).map(({ at, end, kind }) => ({ from: at, to: end, kind }));
}

/** The same stretch in the message as it was typed, without the space behind it. */
function asTyped({ at, end, kind }: Found, normal: Normalised): Found {
  const from = normal.starts[at] ?? 0;
  return { at: from, end: from + asWritten(normal, at, end).trimEnd().length, kind };
}

/** A title is one stretch of the message, or several that a time stood between. */
function placesOf(title: string, raw: string): Span[] {
  const places: Span[] = [];
  let rest = title;
  let from = 0;
  while (rest !== "") {
    let length = rest.length;
    while (length > 0 && raw.indexOf(rest.slice(0, length), from) === -1) length -= 1;
    const piece = rest.slice(0, length);
    // Words that are not in the message were put there by us.
    if (piece.trim() === "") return places;
    const at = raw.indexOf(piece, from);
    places.push({ at, end: at + piece.trimEnd().length });
    from = at + length;
    rest = rest.slice(length).trimStart();
  }
  return places;
}

/** "3点到4点半" is one stretch; of two that lie over each other the first stays. */
function mergeSpans(found: readonly Found[], raw: string): Found[] {
  return found.reduce<Found[]>((kept, span) => {
    const last = kept.at(-1);
    if (
      last === undefined ||
      (span.at >= last.end &&
        !(last.kind === span.kind && joins.test(raw.slice(last.end, span.at))))
    )
      return [...kept, span];
    return span.kind === last.kind
      ? [...kept.slice(0, -1), { ...last, end: Math.max(last.end, span.end) }]
      : kept;
  }, []);
}
const joins = /^\s*(?:到|至|-|–|—|~|～|to|until|till|and|和|、|的)?\s*$/i;
