import type { Reads } from "../../../domain/ports/reads.ts";
import type { StoryAnswer, SpoilerFilter } from "../../../domain/views/story-time.ts";
import { type Cast, nameOf } from "../state/cast.ts";
import { loadCastOf } from "../beat/play-context.ts";
import type { ChatState } from "../state/chat-state.ts";
import { type HiddenEvents, findHiddenEvents } from "../state/spoilers.ts";
import { openSources } from "../state/witness.ts";
import { findDayEnd } from "./days.ts";
import { type Question, parseQuestion } from "./question.ts";
import { readPast, readStateAt } from "./history.ts";

const maxItems = 5;

/**
 * Answers a question about the past: what a character felt, knew or remembered, from that
 * character's point of view.
 */
export async function answerQuestion(
  read: Reads,
  of: {
    readonly chatId: string;
    readonly accountId: string;
    readonly question: string;
    readonly spoilers?: SpoilerFilter | undefined;
  },
): Promise<StoryAnswer> {
  const past = await readPast(read, of.chatId);
  const now = await readStateAt(read, of, {});
  const cast = await loadCastOf(read, now);
  const asked = parseQuestion(of.question, cast);
  if (asked === undefined)
    return { understood: false, problem: "no character of the story is named" };
  const storyTime =
    asked.day === undefined ? undefined : findDayEnd(past.path, asked.day, asked.hour);
  const state = await readStateAt(read, of, { storyTime });
  return {
    understood: true,
    ...composeAnswer({
      state,
      cast,
      asked,
      hidden: await findHiddenEvents(read, now, of.spoilers),
    }),
    as_of: { story_time: storyTime ?? state.clock, event_id: state.lastEventId },
  };
}

interface AnswerContext {
  readonly state: ChatState;
  readonly cast: Cast;
  readonly asked: Question;
  readonly hidden: HiddenEvents;
}

function composeAnswer(
  on: AnswerContext,
): Omit<Extract<StoryAnswer, { understood: true }>, "understood" | "as_of"> {
  const { state, cast, asked, hidden } = on;
  const mine = openSources(state, cast, asked.viewer);
  const edge = mine.findEdge(asked.about);
  const facts = (edge?.facts ?? [])
    .filter(({ eventId }) => !hidden.has(eventId))
    .map(({ fact }) => fact);
  const memories = mine
    .listMemories()
    .filter(({ eventId }) => !hidden.has(eventId))
    .slice(-maxItems)
    .map(({ povSummary, storyTime }) => ({ text: povSummary, story_time: storyTime }));
  const scene = [...state.scenes.values()].findLast(({ present }) => present.has(asked.viewer));
  const present = scene === undefined ? [] : [...scene.present];
  const summary = hidden.has(edge?.summarisedBy ?? 0) ? "" : (edge?.relationshipSummary ?? "");
  const felt =
    edge === undefined
      ? null
      : { affinity: edge.affinity, trust: edge.trust, relationship_summary: summary };
  const answer = words[asked.language](on, {
    felt,
    facts,
    memories: memories.map(({ text }) => text),
    present,
  });
  return {
    viewer: asked.viewer,
    about: asked.about,
    topic: asked.topic,
    answer,
    edge: felt,
    facts,
    memories,
    present,
  };
}

interface AnswerFacts {
  readonly felt: {
    readonly affinity: number;
    readonly trust: number;
    readonly relationship_summary: string;
  } | null;
  readonly facts: readonly string[];
  readonly memories: readonly string[];
  readonly present: readonly string[];
}

type Wording = (on: AnswerContext, found: AnswerFacts) => string;

const wordEnglish: Wording = ({ cast, asked }, { felt, facts, memories, present }) => {
  const [who, whom] = [nameOf(cast, asked.viewer), nameOf(cast, asked.about)];
  const when = asked.day === undefined ? "Now" : `On day ${asked.day}`;
  if (asked.topic === "know")
    return facts.length === 0
      ? `${when} ${who} knew nothing of ${whom}.`
      : `${when} ${who} knew of ${whom}: ${facts.slice(-maxItems).join("; ")}`;
  if (asked.topic === "remember")
    return memories.length === 0
      ? `${when} ${who} remembered nothing.`
      : `${when} ${who} remembered: ${memories.join(" / ")}`;
  if (asked.topic === "present")
    return present.length === 0
      ? `${when} ${who} was not in a scene.`
      : `${when} ${who} was with ${present
          .filter((id) => id !== asked.viewer)
          .map((id) => nameOf(cast, id))
          .join(", ")}.`;
  if (felt === null) return `${when} ${who} felt nothing in particular about ${whom} (50/100).`;
  const summary = felt.relationship_summary === "" ? "" : ` ${felt.relationship_summary}`;
  return `${when} ${who} felt affinity ${Math.round(felt.affinity)}/100 and trust ${Math.round(felt.trust)}/100 for ${whom}.${summary}`;
};

const wordChinese: Wording = ({ cast, asked }, { felt, facts, memories, present }) => {
  const [who, whom] = [nameOf(cast, asked.viewer), nameOf(cast, asked.about)];
  const when = asked.day === undefined ? "现在" : `第 ${asked.day} 天`;
  if (asked.topic === "know")
    return facts.length === 0
      ? `${when}，${who}对${whom}一无所知。`
      : `${when}，${who}知道${whom}：${facts.slice(-maxItems).join("；")}`;
  if (asked.topic === "remember")
    return memories.length === 0
      ? `${when}，${who}什么都不记得。`
      : `${when}，${who}记得：${memories.join(" / ")}`;
  if (asked.topic === "present")
    return present.length === 0
      ? `${when}，${who}不在任何场景里。`
      : `${when}，${who}和${present
          .filter((id) => id !== asked.viewer)
          .map((id) => nameOf(cast, id))
          .join("、")}在一起。`;
  if (felt === null) return `${when}，${who}对${whom}没有特别的感觉（50/100）。`;
  return `${when}，${who}对${whom}：好感 ${Math.round(felt.affinity)}/100，信任 ${Math.round(felt.trust)}/100。${felt.relationship_summary}`;
};

const words: Readonly<Record<Question["language"], Wording>> = { en: wordEnglish, zh: wordChinese };
