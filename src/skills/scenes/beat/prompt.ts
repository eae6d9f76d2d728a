import type { PromptSection } from "../../../domain/ports/model.ts";
import { nameOf } from "../state/cast.ts";
import { findActiveLore, buildLoreSections, withLore } from "./active-lore.ts";
import { listPresent, readSceneClock } from "../state/present.ts";
import { you } from "../state/chat-state.ts";
import type { KnownWords, PerceivedTurn } from "../state/witness.ts";
import { type PromptContext, type Recall, recentTurns } from "./prompt-context.ts";
const recalledMemories = 12;
const knownFacts = 20;

/** A section that also records the sources of each of its lines. */
export interface Section extends PromptSection {
  readonly parts?: readonly KnownWords[] | undefined;
}

export const createSection = (
  name: string,
  lines: readonly string[],
  eventIds: readonly number[] = [],
): PromptSection[] => (lines.length === 0 ? [] : [{ name, lines, eventIds }]);

const joinParts = (name: string, parts: readonly KnownWords[]): Section[] =>
  createSection(
    name,
    parts.flatMap(({ lines }) => lines),
    parts.flatMap(({ eventIds }) => eventIds),
  ).map((whole) => ({ ...whole, parts }));

/**
 * Everything a bot knows when it speaks: itself, the place, who is present, its feelings, its
 * memories and what it heard.
 */
export function buildSpeakerSections(
  at: PromptContext,
  now: KnownWords,
  recall: Recall = listLatestMemories,
): Section[] {
  const heard = at.sources.listRecent(recentTurns).map(({ known }) => known);
  const lore = findActiveLore(at, { heard, now });
  return [
    ...buildLoreSections(at, lore, "before"),
    ...buildSelfSections(at),
    ...buildLoreSections(at, lore, "after"),
    ...buildSceneSections(at),
    ...buildRelationships(at),
    ...joinParts("memories", recall(at, now.lines.join("\n"))),
    ...joinParts("history", withLore(at, lore, heard)),
    ...joinParts("now", [now]),
  ];
}

/** The newest memories that are not already quoted verbatim. */
function listLatestMemories({ sources }: PromptContext): readonly KnownWords[] {
  const quoted = new Set(sources.listRecent(recentTurns).map(({ turn }) => turn.id));
  return sources
    .listMemories()
    .slice(-recalledMemories - recentTurns)
    .filter(
      ({ cites, text, povSummary }) => povSummary !== text || !cites.some((id) => quoted.has(id)),
    )
    .slice(-recalledMemories)
    .map(({ povSummary, sources: eventIds }) => ({ lines: [povSummary], eventIds }));
}

function buildSelfSections({ cast, sources }: PromptContext): PromptSection[] {
  const bot = cast.bots.get(sources.viewer);
  if (bot === undefined) return createSection("self", [`name: ${nameOf(cast, sources.viewer)}`]);
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
    ...createSection("self", lines, [bot.event_id]),
    ...createSection("voice", bot.voice_samples, [bot.event_id]),
  ];
}

function buildSceneSections({ state, cast, scene, sources }: PromptContext): PromptSection[] {
  const place = scene.containerId === null ? undefined : state.containers.get(scene.containerId);
  const present = listPresent(scene);
  const lines = [
    ...(place === undefined
      ? []
      : [`place: ${place.name}${place.type === "" ? "" : ` (${place.type})`}`]),
    `time: ${[state.anchor, readSceneClock(state, scene)].filter((part) => part !== "").join(", ")}`,
    ...(state.weather === "" ? [] : [`weather: ${state.weather}`]),
    ...(present.includes(you) && (cast.you?.persona ?? "") !== ""
      ? [`${nameOf(cast, you)} is ${cast.you?.persona ?? ""}`]
      : []),
  ];
  const activities = sources.listActivities(scene);
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
    ...createSection("scene", lines, [
      scene.eventId,
      ...(place === undefined ? [] : [place.eventId]),
    ]),
    ...createSection(
      "present",
      present.map((id) => nameOf(cast, id)),
      [scene.eventId],
    ),
    ...createSection(
      "activities",
      looks,
      activities.map(({ eventId }) => eventId),
    ),
  ];
}

/** Only the viewer's own side: the feelings of others are not known to it. */
function buildRelationships({ cast, scene, sources }: PromptContext): Section[] {
  return listPresent(scene)
    .filter((id) => id !== sources.viewer)
    .flatMap((id) => buildRelationship({ cast, sources }, id));
}

/** How much of a relationship goes into a prompt. */
interface RelationshipParts {
  readonly facts?: number;
  readonly hasSummary?: boolean;
}

/**
 * What is derived from a prompt rests on everything in it. So a prompt that only asks how the latest
 * lines changed a feeling leaves out what was known before.
 */
export const feelingOnly: RelationshipParts = { facts: 0, hasSummary: false };
export const feelingAndSummary: RelationshipParts = { facts: 0 };

export function buildRelationship(
  { cast, sources }: Pick<PromptContext, "cast" | "sources">,
  target: string,
  { facts = knownFacts, hasSummary = true }: RelationshipParts = {},
): Section[] {
  const edge = sources.findEdge(target, facts);
  if (edge === undefined) return [];
  const name = nameOf(cast, target);
  const felt = `${name}: affinity ${Math.round(edge.affinity)}/100, trust ${Math.round(edge.trust)}/100`;
  const parts: KnownWords[] = [
    { lines: [felt], eventIds: [] },
    ...(edge.relationshipSummary === "" || !hasSummary
      ? []
      : [{ lines: [edge.relationshipSummary], eventIds: [edge.summarisedBy ?? edge.eventId] }]),
    ...edge.facts.map(({ fact, eventId }) => ({
      lines: [`known of ${name}: ${fact}`],
      eventIds: [eventId],
    })),
  ];
  return joinParts("relationship", parts);
}

export const buildTranscript = (heard: readonly PerceivedTurn[]): PromptSection[] =>
  joinParts(
    "transcript",
    heard.map(({ known }) => known),
  );

export const buildJustHappened = (known: readonly KnownWords[]): PromptSection[] =>
  joinParts("just happened", known);
