import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { PromptSection } from "../../../domain/ports/model.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { activateLore, type ActiveLore } from "../formats/activate-lore.ts";
import { toFactContext, type PlayContext } from "./play-context.ts";
import { loreKey } from "../state/chat-state.ts";
import type { KnownWords } from "../state/witness.ts";
import { type PromptContext, recentTurns } from "./prompt-context.ts";

/**
 * Entries of the speaker's own lorebook that activate now: by words the speaker heard, and by when
 * the entry last activated in this chat.
 */
export function findActiveLore(
  { state, cast, sources }: PromptContext,
  words: { readonly heard: readonly KnownWords[]; readonly now: KnownWords },
): ActiveLore {
  const bot = cast.bots.get(sources.viewer);
  if (bot?.lorebook === undefined || bot.lorebook === null) return { entries: [], activated: [] };
  const turns = sources.countTurns();
  return activateLore(bot.lorebook, {
    owner: bot.id,
    heard: [...words.heard, words.now].map(({ lines }) => lines.join("\n")),
    turns,
    last: (fingerprint) => state.lore.get(loreKey(bot.id, fingerprint)),
    seed: `${state.id}\n${bot.id}\n${turns}`,
  });
}

const toSection = (
  name: string,
  lines: readonly string[],
  eventIds: readonly number[],
): PromptSection[] => (lines.length === 0 ? [] : [{ name, lines, eventIds }]);

/** Entries placed before or after the character definition. */
export function buildLoreSections(
  { cast, sources }: PromptContext,
  { entries: said }: ActiveLore,
  at: "before" | "after",
): PromptSection[] {
  const lines = said.filter(({ place }) => place.at === at).map(({ content }) => content);
  return toSection(at === "before" ? "lore before" : "lore", lines, [
    cast.bots.get(sources.viewer)?.event_id ?? 0,
  ]);
}

/** Inserts entries with a depth that many turns before the end of the history. */
export function withLore(
  { cast, sources }: PromptContext,
  { entries: said }: ActiveLore,
  heard: readonly KnownWords[],
): KnownWords[] {
  const eventIds = [cast.bots.get(sources.viewer)?.event_id ?? 0];
  const lines = [...heard];
  const deep = said.flatMap(({ content, place }) =>
    place.at === "depth" ? [{ content, depth: place.depth }] : [],
  );
  for (const { content, depth } of deep.toSorted((one, other) => one.depth - other.depth))
    lines.splice(Math.max(0, heard.length - depth), 0, { lines: [`(${content})`], eventIds });
  return lines;
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
