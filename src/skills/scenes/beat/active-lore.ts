import type { EventDraft } from "../../../domain/events.ts";
import type { PromptSection } from "../../../domain/ports/model.ts";
import { chatFact } from "../state/story-events.ts";
import { loreFor, type LoreFound } from "../formats/lore-active.ts";
import { momentOf, type Playing } from "./playing.ts";
import { recentTurns, type Stage } from "./prompt.ts";
import { loreKey } from "../state/chat-state.ts";
import type { Known } from "../state/witness.ts";

/** What comes to the speaker's mind: of its own book alone, by words that it heard, and by when they last came up in this chat. */
export function loreNow(
  { state, cast, sources }: Stage,
  told: { readonly heard: readonly Known[]; readonly now: Known },
): LoreFound {
  const bot = cast.bots.get(sources.viewer);
  if (bot?.lorebook === undefined || bot.lorebook === null) return { said: [], risen: [] };
  const turns = sources.heard();
  return loreFor(bot.lorebook, {
    owner: bot.id,
    heard: [...told.heard, told.now].map(({ lines }) => lines.join("\n")),
    turns,
    last: (mark) => state.lore.get(loreKey(bot.id, mark)),
    seed: `${state.id}\n${bot.id}\n${turns}`,
  });
}

const section = (
  name: string,
  lines: readonly string[],
  eventIds: readonly number[],
): PromptSection[] => (lines.length === 0 ? [] : [{ name, lines, eventIds }]);

/** Before the character, or behind it. */
export function loreSections(
  { cast, sources }: Stage,
  { said }: LoreFound,
  at: "before" | "after",
): PromptSection[] {
  const lines = said.filter(({ place }) => place.at === at).map(({ content }) => content);
  return section(at === "before" ? "lore before" : "lore", lines, [
    cast.bots.get(sources.viewer)?.event_id ?? 0,
  ]);
}

/** Between what was said, so many turns from its end. */
export function withLore(
  { cast, sources }: Stage,
  { said }: LoreFound,
  heard: readonly Known[],
): Known[] {
  const eventIds = [cast.bots.get(sources.viewer)?.event_id ?? 0];
  const told = [...heard];
  const deep = said.flatMap(({ content, place }) =>
    place.at === "depth" ? [{ content, depth: place.depth }] : [],
  );
  for (const { content, depth } of deep.toSorted((one, other) => one.depth - other.depth))
    told.splice(Math.max(0, heard.length - depth), 0, { lines: [`(${content})`], eventIds });
  return told;
}

/** The chat remembers when an entry came up, so that it stays, rests, and is wound back with everything else. */
export function loreRisen(on: Playing, stage: Stage, now: Known): EventDraft[] {
  const heard = stage.sources.recent(recentTurns).map(({ known }) => known);
  const { risen } = loreNow(stage, { heard, now });
  if (risen.length === 0) return [];
  return [
    chatFact(momentOf(on), "lore_activated", {
      owner_id: stage.sources.viewer,
      entries: risen,
      heard: stage.sources.heard(),
    }),
  ];
}
