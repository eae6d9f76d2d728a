import type { PromptSection } from "../../../domain/ports/model.ts";
import { nameOf } from "../state/cast.ts";
import { findActiveLore, buildLoreSections, withLore } from "./active-lore.ts";
import { listPresent, readSceneClock } from "../state/present.ts";
import { you } from "../state/chat-state.ts";
import { findStoryLanguage } from "../state/story-language.ts";
import type { KnownWords, PerceivedTurn } from "../state/witness.ts";
import { sayTime } from "../time/say-time.ts";
import { type HistoryPart, insertAtDepth, pickTurns, withMarks } from "./history.ts";
import { splitTokens } from "./budget.ts";
import { describeFeeling } from "./relationship-words.ts";
import { findSpeech } from "./speech.ts";
import { type PromptContext, type Recall, recentTurns } from "./prompt-context.ts";
const recalledMemories = 12;
const knownFacts = 20;

/** A section that also records the sources of each of its lines. */
export interface Section extends PromptSection {
  readonly parts?: readonly HistoryPart[] | undefined;
}

export const createSection = (
  name: string,
  lines: readonly string[],
  eventIds: readonly number[] = [],
): PromptSection[] =>
  lines.length === 0 ? [] : [{ name, lines, eventIds: eventIds.filter((id) => id > 0) }];

const joinParts = (name: string, parts: readonly HistoryPart[]): Section[] =>
  createSection(
    name,
    parts.flatMap(({ lines }) => lines),
    parts.flatMap(({ eventIds }) => eventIds),
  ).map((whole) => ({ ...whole, parts }));

/**
 * Everything a bot knows when it speaks. What stays the same from beat to beat comes first: itself
 * and who the others are, then the history, to which lines are only added. What changes comes last:
 * the scene, feelings, memories and what was just said.
 */
export function buildSpeakerSections(
  at: PromptContext,
  now: KnownWords,
  recall: Recall = listLatestMemories,
): Section[] {
  const latest = at.sources.listRecent(recentTurns).map(({ known }) => known);
  const lore = findActiveLore(at, { heard: latest, now });
  const before = [...buildSelfSections(at), ...buildPeople(at)];
  const after = [
    ...buildLoreSections(at, lore, "before"),
    ...buildLoreSections(at, lore, "after"),
    ...buildSceneSections(at),
    ...buildRelationships(at),
  ];
  const room = splitTokens(at, [...before, ...after, { lines: now.lines }]);
  const turns = pickTurns(at, room.history);
  const quoted = new Set(turns.map(({ turn }) => turn.id));
  const history = withNote(at, withLore(at, lore, withMarks(at, turns)));
  return [
    ...before,
    ...joinParts("history", history),
    ...after,
    ...joinParts(
      "memories",
      recall({ ...at, quoted, memoryTokens: room.memories }, now.lines.join("\n")),
    ),
    ...joinParts("now", [now]),
    ...buildClosing(at),
  ];
}

/** The author's note of the story, and of the character's card where that is allowed. */
function withNote(at: PromptContext, parts: readonly HistoryPart[]): HistoryPart[] {
  const { state, cast, sources } = at;
  const {
    note = "",
    note_depth = 4,
    card_prompts = false,
  } = findSpeech(state, cast, sources.viewer);
  const bot = cast.bots.get(sources.viewer);
  const notes = [note, card_prompts ? (bot?.prompts?.note ?? "") : ""];
  const text = notes.filter((each) => each.trim() !== "").join("\n");
  if (text === "") return [...parts];
  const eventIds = [state.settingsEventId, ...(bot === undefined ? [] : [bot.event_id])];
  const lines = [`Author's note\n${text}`];
  return insertAtDepth(parts, { lines, eventIds, isMark: true }, note_depth);
}

/** Instructions that the person, or an allowed card, puts behind the story. */
function buildClosing({ state, cast, sources }: PromptContext): Section[] {
  const { closing_template = "", card_prompts = false } = state.settings;
  const bot = cast.bots.get(sources.viewer);
  const own = closing_template
    .replaceAll(/\{\{char\}\}/giu, () => nameOf(cast, sources.viewer))
    .replaceAll(/\{\{user\}\}/giu, () => nameOf(cast, you));
  const lines = [own, card_prompts ? (bot?.prompts?.closing ?? "") : ""];
  return createSection(
    "instructions",
    lines.filter((each) => each.trim() !== ""),
    [state.settingsEventId, ...(bot === undefined ? [] : [bot.event_id])],
  );
}

/** The newest memories that are not already quoted verbatim. */
function listLatestMemories({
  sources,
  quoted = new Set<string>(),
}: PromptContext): readonly KnownWords[] {
  return sources
    .listMemories()
    .slice(-recalledMemories - quoted.size)
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
    ...((bot.pronouns ?? "") === "" ? [] : [`pronouns: ${bot.pronouns ?? ""}`]),
    ...((bot.looks ?? "") === "" ? [] : [`looks: ${bot.looks ?? ""}`]),
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

/**
 * What is seen of the others: name, pronouns, looks. Of all who took part in the scene, so
 * that it stays the same when one of them leaves.
 */
function buildPeople({ cast, scene, sources }: PromptContext): PromptSection[] {
  const others = scene.participants.filter((id) => id !== sources.viewer);
  const lines = others.map((id) => {
    const { pronouns = "", looks = "" } =
      id === you
        ? { pronouns: cast.you?.pronouns ?? "", looks: cast.you?.persona ?? "" }
        : (cast.bots.get(id) ?? { looks: cast.players?.get(id)?.persona ?? "" });
    const name = `${nameOf(cast, id)}${pronouns.trim() === "" ? "" : ` (${pronouns.trim()})`}`;
    return looks.trim() === "" ? name : `${name}: ${looks.trim()}`;
  });
  const eventIds = others.includes(you) && cast.you !== undefined ? [cast.you.event_id] : [];
  return createSection("who they are", lines, eventIds);
}

function buildSceneSections({ state, cast, scene, sources }: PromptContext): PromptSection[] {
  const place = scene.containerId === null ? undefined : state.containers.get(scene.containerId);
  const present = listPresent(scene);
  const lines = [
    ...(place === undefined
      ? []
      : [`place: ${place.name}${place.type === "" ? "" : ` (${place.type})`}`]),
    `time: ${sayTime(state, readSceneClock(state, scene), findStoryLanguage(state, cast))}`,
    ...(state.weather === "" ? [] : [`weather: ${state.weather}`]),
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
function buildRelationships(at: PromptContext): Section[] {
  return listPresent(at.scene)
    .filter((id) => id !== at.sources.viewer)
    .flatMap((id) => buildRelationship(at, id));
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
  { state, cast, sources }: Pick<PromptContext, "state" | "cast" | "sources">,
  target: string,
  { facts = knownFacts, hasSummary = true }: RelationshipParts = {},
): Section[] {
  const edge = sources.findEdge(target, facts);
  if (edge === undefined) return [];
  const name = nameOf(cast, target);
  const felt = describeFeeling(edge, name, findStoryLanguage(state, cast));
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
