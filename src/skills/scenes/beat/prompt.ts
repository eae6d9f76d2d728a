import type { Model, ModelMessage, PromptSection } from "../../../domain/ports/model.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { type Cast, nameOf } from "../state/cast.ts";
import { isInTheLog } from "../state/story-events.ts";
import { loreNow, loreSections, withLore } from "./active-lore.ts";
import { presentSet, sceneClock } from "../state/present.ts";
import { type ChatState, type Scene, you } from "../state/chat-state.ts";
import type { Heard, Known, Sources } from "../state/witness.ts";

/** How much of the past is told word for word; what lies before it comes as memories. */
export const recentTurns = 24;
const recalled = 12;
const knownFacts = 20;

export interface Stage {
  readonly state: ChatState;
  readonly cast: Cast;
  readonly scene: Scene;
  readonly sources: Sources;
}

/** Which memories of a viewer come to mind. */
export interface Recall {
  (at: Stage, about: string): readonly Known[];
  /** The same for this one prompt, by what is meant as well as by the words, where that is switched on. */
  readonly byMeaning?: ((at: Stage, now: Known, by: Asker) => Promise<Recall>) | undefined;
}

/** For whom something is asked, and by what. */
export interface Asker {
  readonly model: Pick<Model, "embeddings">;
  readonly read: Reads;
  readonly account: { readonly id: string };
  readonly turnId?: string | undefined;
  readonly conversationId?: string | undefined;
}

/** A section that also knows which of its lines are made of what. */
export interface Section extends PromptSection {
  readonly parts?: readonly Known[] | undefined;
}

export const section = (
  name: string,
  lines: readonly string[],
  eventIds: readonly number[] = [],
): PromptSection[] => (lines.length === 0 ? [] : [{ name, lines, eventIds }]);

const joined = (name: string, parts: readonly Known[]): Section[] =>
  section(
    name,
    parts.flatMap(({ lines }) => lines),
    parts.flatMap(({ eventIds }) => eventIds),
  ).map((whole) => ({ ...whole, parts }));

/** Everything that one bot has in mind when it speaks: itself, where it is, with whom, what it felt, remembers and heard. */
export function speakerSections(at: Stage, now: Known, recall: Recall = latestMemories): Section[] {
  const heard = at.sources.recent(recentTurns).map(({ known }) => known);
  const lore = loreNow(at, { heard, now });
  return [
    ...loreSections(at, lore, "before"),
    ...selfSections(at),
    ...loreSections(at, lore, "after"),
    ...sceneSections(at),
    ...relationshipSections(at),
    ...joined("memories", recall(at, now.lines.join("\n"))),
    ...joined("history", withLore(at, lore, heard)),
    ...joined("now", [now]),
  ];
}

/** The newest memories that are not told word for word anyway. */
function latestMemories({ sources }: Stage): readonly Known[] {
  const told = new Set(sources.recent(recentTurns).map(({ turn }) => turn.id));
  return sources
    .memories()
    .slice(-recalled - recentTurns)
    .filter(
      ({ cites, text, povSummary }) => povSummary !== text || !cites.some((id) => told.has(id)),
    )
    .slice(-recalled)
    .map(({ povSummary, sources: eventIds }) => ({ lines: [povSummary], eventIds }));
}

function selfSections({ cast, sources }: Stage): PromptSection[] {
  const bot = cast.bots.get(sources.viewer);
  if (bot === undefined) return section("self", [`name: ${nameOf(cast, sources.viewer)}`]);
  const lines = [
    `name: ${bot.name}`,
    ...(bot.persona === "" ? [] : [`persona: ${bot.persona}`]),
    ...(bot.traits.length === 0 ? [] : [`traits: ${bot.traits.join(", ")}`]),
    ...(bot.backstory === "" ? [] : [`backstory: ${bot.backstory}`]),
    ...(bot.initial_relationship_to_you === ""
      ? []
      : [`to ${nameOf(cast, you)}: ${bot.initial_relationship_to_you}`]),
  ];
  return [
    ...section("self", lines, [bot.event_id]),
    ...section("voice", bot.voice_samples, [bot.event_id]),
  ];
}

function sceneSections({ state, cast, scene, sources }: Stage): PromptSection[] {
  const place = scene.containerId === null ? undefined : state.containers.get(scene.containerId);
  const present = presentSet(scene);
  const lines = [
    ...(place === undefined
      ? []
      : [`place: ${place.name}${place.type === "" ? "" : ` (${place.type})`}`]),
    `time: ${[state.anchor, sceneClock(state, scene)].filter((part) => part !== "").join(", ")}`,
    ...(state.weather === "" ? [] : [`weather: ${state.weather}`]),
    ...(present.includes(you) && (cast.you?.persona ?? "") !== ""
      ? [`${nameOf(cast, you)} is ${cast.you?.persona ?? ""}`]
      : []),
  ];
  const activities = sources.activities(scene);
  const looks = activities.map(({ entity, posture, action, holding, attention }) =>
    [
      nameOf(cast, entity),
      posture,
      action.verb ?? "",
      holding.length === 0 ? "" : `holding ${holding.join(", ")}`,
      attention === "" ? "" : `attention on ${attention}`,
    ]
      .filter((part) => part !== "")
      .join(", "),
  );
  return [
    ...section("scene", lines, [scene.eventId, ...(place === undefined ? [] : [place.eventId])]),
    ...section(
      "present",
      present.map((id) => nameOf(cast, id)),
      [scene.eventId],
    ),
    ...section(
      "activities",
      looks,
      activities.map(({ eventId }) => eventId),
    ),
  ];
}

/** One's own side only: how the other feels is for them to show. */
function relationshipSections({ cast, scene, sources }: Stage): Section[] {
  return presentSet(scene)
    .filter((id) => id !== sources.viewer)
    .flatMap((id) => relationship({ cast, sources }, id));
}

export function relationship(
  { cast, sources }: Pick<Stage, "cast" | "sources">,
  target: string,
): Section[] {
  const edge = sources.edge(target, knownFacts);
  if (edge === undefined) return [];
  const name = nameOf(cast, target);
  const felt = `${name}: affinity ${Math.round(edge.affinity)}/100, trust ${Math.round(edge.trust)}/100`;
  const parts: Known[] = [
    { lines: [felt], eventIds: [] },
    ...(edge.relationshipSummary === ""
      ? []
      : [{ lines: [edge.relationshipSummary], eventIds: [edge.summarisedBy ?? edge.eventId] }]),
    ...edge.facts.map(({ fact, eventId }) => ({
      lines: [`known of ${name}: ${fact}`],
      eventIds: [eventId],
    })),
  ];
  const lines = parts.flatMap((part) => part.lines);
  return section("relationship", lines, [
    edge.eventId,
    ...edge.facts.map(({ eventId }) => eventId),
  ]).map((whole) => ({ ...whole, parts }));
}

export const transcript = (heard: readonly Heard[]): PromptSection[] =>
  joined(
    "transcript",
    heard.map(({ known }) => known),
  );

export const justHappened = (known: readonly Known[]): PromptSection[] =>
  joined("just happened", known);

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;

/** A line that begins like a heading of ours is none: it is marked as what somebody wrote. */
const asWritten = (words: string): string =>
  words
    .split(lineBreak)
    .map((line) =>
      /^[\s\p{Cf}]*[#＃]/u.test(line) ? `\\${line.replace(/^[\s\p{Cf}]+/u, "")}` : line,
    )
    .join("\n");

/** What the story says stays in the user's message: it is never mixed into the instructions, and no line of it makes a part of its own. */
export function messagesOf(
  instructions: string,
  sections: readonly PromptSection[],
): ModelMessage[] {
  const parts = sections.map(({ name, lines }) => `## ${name}\n${lines.map(asWritten).join("\n")}`);
  return [
    { role: "system", content: instructions },
    { role: "user", content: parts.join("\n\n") },
  ];
}

/** What this very turn is about to write has no place in the log yet, so it is no source that anybody could look up. */
export const eventIdsOf = (sections: readonly PromptSection[]): number[] =>
  [...new Set(sections.flatMap(({ eventIds }) => eventIds))]
    .filter(isInTheLog)
    .sort((a, b) => a - b);
