import { isCjkCharacter, splitUnits } from "../../../recall/tokens.ts";
import { listSignificantWords, splitGrams } from "./grams.ts";
import type { RecordedChatEvent } from "../state/events.ts";
import { isTurnEvent } from "../state/fold-turns.ts";
import { findActivePath } from "../state/path.ts";
import { you } from "../state/chat-state.ts";
import { slices } from "../../../domain/slices.ts";
import { isReply } from "../versions/inactive-versions.ts";
import { mapMemoryOwners } from "./knowledge.ts";
import { describeSource, type Leak } from "./derived-leaks.ts";
import { findOwner, joinDerivedWords, readWitnesses, splitByWitness } from "./perceived-words.ts";
import { type AuditedStory, withCounting } from "./story-structure.ts";

const pageOfEvents = 500;

/** Where a run of words was first said, and all who heard it anywhere. */
interface Run {
  readonly eventId: number;
  readonly hearers: Set<string>;
}

interface SaidWords {
  readonly runs: Map<string, Run>;
  /** By character: runs of their own card, memories and facts. */
  readonly owned: Map<string, Set<string>>;
  /** In how many lines a word was said. */
  readonly lines: Map<string, number>;
}

/**
 * Imported lines have no prompt on record, so nothing tells what they were made from. Only a long
 * run of words that their speaker never heard is reported: people who talk of the same things share
 * words, names and phrases by chance.
 */
export async function findRepeatedLines(
  story: AuditedStory,
  playedTurns: ReadonlySet<string>,
): Promise<Leak[]> {
  const path = await slices.run(findActivePath(story.events));
  const isImported = (event: RecordedChatEvent): boolean =>
    isReply(event) && (event.turnId === undefined || !playedTurns.has(event.turnId));
  if (!path.some(isImported)) return [];
  const owners = await slices.run(mapMemoryOwners(path));
  const said: SaidWords = { runs: new Map(), owned: new Map(), lines: new Map() };
  for (const { kind, payload } of story.authored)
    if (kind === "bot_authored") own(said, payload.id ?? "", JSON.stringify(payload));
  const leaks: Leak[] = [];
  const { yieldIfDue } = await slices.begin();
  for (let from = 0; from < path.length; from += pageOfEvents) {
    const page = path
      .slice(from, from + pageOfEvents)
      .filter((event) => isTurnEvent(event) || findOwner(event, owners) !== undefined);
    const whole = await story.words.readEvents(page.map(({ id }) => id));
    for (const counting of page) {
      const event = withCounting(whole.get(counting.id) ?? counting, counting);
      if (isImported(event)) leaks.push(...checkLine(story, said, event));
      learnEvent(said, event, findOwner(event, owners));
      await yieldIfDue();
    }
  }
  return leaks;
}

function learnEvent(said: SaidWords, event: RecordedChatEvent, owner: string | undefined): void {
  if (!isTurnEvent(event)) return own(said, owner ?? "", joinDerivedWords(event));
  for (const word of new Set(listSignificantWords(event.payload.text ?? "")))
    said.lines.set(word, (said.lines.get(word) ?? 0) + 1);
  for (const hearer of readWitnesses(event))
    for (const run of splitByWitness(event, hearer).heard.flatMap(listRuns)) {
      const known = said.runs.get(run) ?? { eventId: event.id, hearers: new Set() };
      known.hearers.add(hearer);
      said.runs.set(run, known);
    }
}

function own({ owned }: SaidWords, owner: string, text: string): void {
  const mine = owned.get(owner) ?? new Set();
  for (const run of listRuns(text)) mine.add(run);
  owned.set(owner, mine);
}

const runLength = { words: 6, characters: 8 };
/** So many words of a run must be long, and rare in the story. */
const rareWords = 3;
const longWord = 5;
const rareLines = 2;

/** Runs of words, and long numbers that are not years. */
function listRuns(text: string): string[] {
  const numbers = text.match(/\d{4,}/g)?.filter((digits) => !/^(?:19|20)\d\d$/.test(digits)) ?? [];
  return [...splitGrams(text, runLength), ...numbers];
}

/** A turn of phrase proves nothing, a run of words that are seldom said does. */
function isTelling({ lines }: SaidWords, run: string): boolean {
  if (splitUnits(run).some(isCjkCharacter) || /^\d+$/.test(run)) return true;
  const rare = listSignificantWords(run).filter(
    (word) => word.length >= longWord && (lines.get(word) ?? 0) <= rareLines,
  );
  return new Set(rare).size >= rareWords;
}

function checkLine(story: AuditedStory, said: SaidWords, event: RecordedChatEvent): Leak[] {
  if (event.kind !== "assistant_turn" || event.payload.speaker_id === you) return [];
  const viewer = event.payload.speaker_id;
  const unheard = listRuns(event.payload.text ?? "").flatMap((run) => {
    const known = said.runs.get(run);
    const isKnown =
      known?.hearers.has(viewer) === true || said.owned.get(viewer)?.has(run) === true;
    return known === undefined || isKnown || !isTelling(said, run) ? [] : [{ run, ...known }];
  });
  return [...Map.groupBy(unheard, ({ eventId }) => eventId)].map(([eventId, found]): Leak => ({
    kind: "spoken",
    chatId: story.chatId,
    viewer,
    eventId,
    words: found.map(({ run }) => run),
    path: [
      describeSource(
        story.events.find(({ id }) => id === eventId),
        eventId,
      ),
      `assistant_turn #${event.id}, said by ${viewer}`,
    ],
  }));
}
