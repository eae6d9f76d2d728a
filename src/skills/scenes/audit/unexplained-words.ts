import type { Json } from "../../../domain/json.ts";
import { tokenise } from "../../../recall/tokens.ts";
import type { AuthoredEvent, LineEvent, RecordedChatEvent } from "../state/events.ts";
import { isTurnEvent } from "../state/fold-turns.ts";
import { director } from "../state/witness.ts";
import { formWords } from "./form-words.ts";
import { listSignificantWords } from "./grams.ts";
import type { Citation } from "./citations.ts";
import { joinDerivedWords, joinOpenWords, splitByWitness } from "./perceived-words.ts";
import type { StoryWords } from "./story-structure.ts";
import { withCounting } from "./story-structure.ts";

/** Numbers of feelings and moments of the story's clock, as prompts show them. */
const shownNumbers =
  /affinity \d+\/100, trust \d+\/100|(?:Day |第)\d+|\d+ days? after|之后第\d+天|\b\d\d:\d\d\b|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)/g;

export interface ExplainedCall extends Citation {
  /** Whole events by id: those it cites and those of its own turn. */
  readonly whole: ReadonlyMap<number, RecordedChatEvent>;
}

/**
 * Words of a prompt that come from none of the events it cites. A prompt is put together from its
 * sources, so there are none as long as every source is on record: a word may be short and common
 * and still be evidence.
 */
function findUnexplainedWords(on: ExplainedCall): string[] {
  const { call } = on;
  if (call.viewer === director) return [];
  const shown = call.messages.filter(({ role }) => role !== "system").map(({ content }) => content);
  const words = new Set(listSignificantWords(shown.join("\n").replaceAll(shownNumbers, " ")));
  if (words.size === 0) return [];
  for (const text of listExplained(on)) for (const word of tokenise(text)) words.delete(word);
  return [...words];
}

function* listExplained(on: ExplainedCall): Generator<string> {
  const { call, own, period, index, whole } = on;
  yield formWords;
  for (const { role, content } of call.messages) if (role === "system") yield content;
  yield* index.named;
  for (const card of index.cards.values()) yield* listCardTexts(card, call.viewer);
  for (const line of own) yield* listHeard(whole, line, call.viewer);
  // A failed turn has no witnesses: its text and answers belong to the viewers of its calls.
  if (own.length === 0 || call.purpose === "parse_turn")
    yield* [...call.typed.values(), ...call.answered];
  for (const id of call.sourceEventIds) {
    const counting = id <= call.position ? period.byId.get(id) : undefined;
    if (counting === undefined) continue;
    if (isTurnEvent(counting)) yield* listHeard(whole, counting, call.viewer);
    else yield* listWords(whole, counting);
  }
}

/** The public side is known to all, a card with its lorebook to its own character. */
function* listCardTexts({ kind, payload }: AuthoredEvent, viewer: string): Generator<string> {
  if (kind === "you_authored" || payload.id === viewer) yield* collectTexts(payload);
  else yield [payload.name, payload.pronouns ?? "", payload.looks ?? ""].join("\n");
}

const collectTexts = (value: Json): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap((each) => collectTexts(each ?? null))
    : [];
};

function listHeard(
  whole: ExplainedCall["whole"],
  line: LineEvent,
  viewer: string,
): readonly string[] {
  return splitByWitness(withCounting(whole.get(line.id) ?? line, line), viewer).heard;
}

function listWords(whole: ExplainedCall["whole"], event: RecordedChatEvent): string[] {
  const counting = withCounting(whole.get(event.id) ?? event, event);
  return [joinDerivedWords(counting), joinOpenWords(counting)];
}

/** At most so many words of one prompt are looked for. */
const soughtWords = 20;

/**
 * Of unexplained words, those that the viewer can only have from a line they did not hear, by that
 * line. A word that they heard anywhere is theirs.
 */
export async function findUnheard(
  on: ExplainedCall,
  words: StoryWords,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const sought = findUnexplainedWords(on).slice(0, soughtWords);
  if (sought.length === 0) return new Map();
  const { call, period, own, whole } = on;
  const heard = new Set<string>();
  const missed = new Map<string, number>();
  const said = await words.findLines(sought, call.position);
  for (const line of [
    ...said,
    ...own.map((line) => withCounting(whole.get(line.id) ?? line, line)),
  ]) {
    const counting = own.some(({ id }) => id === line.id) ? line : period.byId.get(line.id);
    const now =
      counting !== undefined && isTurnEvent(counting) ? withCounting(line, counting) : undefined;
    const known = now === undefined ? [] : splitByWitness(now, call.viewer).heard;
    for (const word of known.flatMap(tokenise)) heard.add(word);
    for (const word of new Set(splitAll(line).flatMap(tokenise)))
      if (!missed.has(word)) missed.set(word, line.id);
  }
  const unheard = sought.filter((word) => missed.has(word) && !heard.has(word));
  return Map.groupBy(unheard, (word) => missed.get(word) ?? 0);
}

/** Everything that a line says, to whomever. */
const splitAll = (line: LineEvent): readonly string[] => splitByWitness(line, director).heard;
