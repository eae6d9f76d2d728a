import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { PromptSection } from "../../../domain/ports/model.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { activateLore, type ActiveLore } from "../formats/activate-lore.ts";
import { toFactContext, type PlayContext } from "./play-context.ts";
import { loreKey } from "../state/chat-state.ts";
import type { KnownWords } from "../state/witness.ts";
import { type HistoryPart, insertAtDepth } from "./history.ts";
import { type PromptContext, recentTurns } from "./prompt-context.ts";

/**
 * Entries of the story's lorebook and of the speaker's own that activate now: by words the speaker
 * heard, and by when the entry last activated in this chat.
 */
export function findActiveLore(
  { state, cast, sources }: PromptContext,
  words: { readonly heard: readonly KnownWords[]; readonly now: KnownWords },
): ActiveLore {
  const { viewer } = sources;
  const turns = sources.countTurns();
  const context = {
    owner: viewer,
    heard: [...words.heard, words.now].map(({ lines }) => lines.join("\n")),
    turns,
    last: (fingerprint: string) => state.lore.get(loreKey(viewer, fingerprint)),
    seed: `${state.id}\n${viewer}\n${turns}`,
  };
  const books = [state.settings.lorebook, cast.bots.get(viewer)?.lorebook].filter(
    (book) => book !== undefined && book !== null,
  );
  const found = books.map((book) => activateLore(book, context));
  return {
    entries: found.flatMap(({ entries }) => entries),
    activated: found.flatMap(({ activated }) => activated),
  };
}

/** The events that lore comes from: the character's own card, and the story's settings. */
const listLoreSources = ({ state, cast, sources }: PromptContext): number[] => [
  cast.bots.get(sources.viewer)?.event_id ?? 0,
  state.settings.lorebook === undefined ? 0 : state.settingsEventId,
];

const toSection = (
  name: string,
  lines: readonly string[],
  eventIds: readonly number[],
): PromptSection[] =>
  lines.length === 0 ? [] : [{ name, lines, eventIds: eventIds.filter((id) => id > 0) }];

/** Entries placed before or after the character definition. */
export function buildLoreSections(
  context: PromptContext,
  { entries: said }: ActiveLore,
  at: "before" | "after",
): PromptSection[] {
  const lines = said.filter(({ place }) => place.at === at).map(({ content }) => content);
  return toSection(at === "before" ? "lore before" : "lore", lines, listLoreSources(context));
}

/** Inserts entries with a depth that many turns before the end of the history. */
export function withLore(
  at: PromptContext,
  { entries: said }: ActiveLore,
  history: readonly HistoryPart[],
): HistoryPart[] {
  const eventIds = listLoreSources(at);
  const deep = said.flatMap(({ content, place }) =>
    place.at === "depth" ? [{ content, depth: place.depth }] : [],
  );
  return deep
    .toSorted((one, other) => one.depth - other.depth)
    .reduce<HistoryPart[]>(
      (parts, { content, depth }) =>
        insertAtDepth(parts, { lines: [`(${content})`], eventIds, isLore: true }, depth),
      [...history],
    );
}

/**
 * Activations are events, so that sticky and cooldown counters survive and are rewound with the
 * chat.
 */
export function recordActivations(
  on: PlayContext,
  context: PromptContext,
  now: KnownWords,
): EventDraft<"lore_activated">[] {
  const heard = context.sources.listRecent(recentTurns).map(({ known }) => known);
  const { activated: risen } = findActiveLore(context, { heard, now });
  if (risen.length === 0) return [];
  return [
    draftStoryEvent(toFactContext(on), "lore_activated", {
      owner_id: context.sources.viewer,
      entries: risen,
      heard: context.sources.countTurns(),
    }),
  ];
}
