import { readPosition, type LineEvent, type RecordedChatEvent } from "../state/events.ts";
import { isTurnEvent, readTurnId } from "../state/fold-turns.ts";
import type { AmendmentView, KnowledgeItem } from "../../../domain/views/story-amend.ts";
import type { Pausable } from "../../../domain/slices.ts";
import { nameOf } from "../state/cast.ts";
import { foldChat } from "../state/fold.ts";
import { amendPath } from "../state/path.ts";
import { type ChatState, you } from "../state/chat-state.ts";
import type { SpoilerCover } from "../state/spoilers.ts";
import { compareStates } from "../time/state-view.ts";
import { type ViewerSources, openSources } from "../state/witness.ts";
import type { Amendment, StoryBranch } from "./amendment.ts";
import { findContradictions } from "./contradictions.ts";

/** The effects of an amendment: changed rows, and what each character learns or loses. */
export function* buildAmendmentView(
  story: StoryBranch,
  amendment: Amendment,
  of: {
    readonly preview: boolean;
    readonly only?: string | undefined;
    /** Hides what the person has not seen. Without it all is shown. */
    readonly cover?: SpoilerCover | undefined;
  },
): Pausable<AmendmentView> {
  const amended = applyAmendment(story, amendment);
  const path = of.cover === undefined ? amended : yield* of.cover(amended);
  const earlier = of.cover === undefined ? story.path : yield* of.cover(story.path);
  const chat = { id: story.chatId, accountId: story.accountId };
  const [before, after] = [yield* foldChat(chat, earlier), yield* foldChat(chat, path)];
  const lines = new Map<number, LineEvent>();
  for (const event of story.path) {
    if (isTurnEvent(event)) lines.set(event.id, event);
    yield;
  }
  const turns = amendment.amends.flatMap(({ event_id }) => lines.get(event_id) ?? []);
  const again = new Set(amendment.redo.lines);
  const changed = turns.filter((turn) => !again.has(readTurnId(turn)));
  const contradicting = yield* findContradictions(story, { path, turns: changed, only: of.only });
  const viewers: AmendmentView["viewers"][number][] = [];
  for (const viewer of story.cast.bots.keys())
    viewers.push(...(yield* compareKnowledge(story, viewer, { before, after })));
  return {
    preview: of.preview,
    turns: turns.map(readTurnId),
    differences: yield* compareStates(before, after),
    viewers,
    contradictions: contradicting.map(({ event, words }) => toContradiction(event, words)),
    redo: {
      feelings: amendment.redo.feelings.map(({ source_id, target_id, turn_ids }) => ({
        source_id,
        target_id,
        turn_ids,
      })),
      views: amendment.redo.views.map(({ scene_id, owner_id }) => ({ scene_id, owner_id })),
      threads: amendment.redo.threads.map(({ scene_id }) => scene_id),
      lines: amendment.redo.lines,
    },
  };
}

const toContradiction = (
  event: LineEvent,
  words: readonly string[],
): AmendmentView["contradictions"][number] => ({
  turn_id: readTurnId(event),
  speaker_id: event.kind === "user_turn" ? you : event.payload.speaker_id,
  text: event.payload.text ?? "",
  words: words.slice(0, 8),
});

/** The amended path with added events at their positions. */
function applyAmendment(story: StoryBranch, amendment: Amendment): RecordedChatEvent[] {
  const path = amendPath(story.path, amendment);
  if (amendment.adds.length === 0) return path;
  const added = amendment.adds.map((event, nth): RecordedChatEvent => {
    const envelope = {
      stream: "",
      streamVersion: 0,
      at: "",
      chatId: story.chatId,
      accountId: story.accountId,
    };
    return { ...envelope, id: 2 ** 52 + nth, ...event };
  });
  return [...path, ...added].toSorted((a, b) => readPosition(a) - readPosition(b) || a.id - b.id);
}

function* compareKnowledge(
  story: StoryBranch,
  viewer: string,
  of: { before: ChatState; after: ChatState },
): Pausable<AmendmentView["viewers"]> {
  const [was, is] = [
    yield* collectKnowledge(story, of.before, viewer),
    yield* collectKnowledge(story, of.after, viewer),
  ];
  const [appears, vanishes] = [yield* listMissing(is, was), yield* listMissing(was, is)];
  return appears.length + vanishes.length === 0
    ? []
    : [{ viewer, name: nameOf(story.cast, viewer), appears, vanishes }];
}

function* listMissing(
  all: ReadonlyMap<string, KnowledgeItem>,
  from: ReadonlyMap<string, KnowledgeItem>,
): Pausable<KnowledgeItem[]> {
  const missing: KnowledgeItem[] = [];
  for (const [key, item] of all) {
    if (from.get(key)?.text !== item.text) missing.push(item);
    yield;
  }
  return missing;
}

/** Everything a viewer knows. */
function* collectKnowledge(
  { cast }: StoryBranch,
  state: ChatState,
  viewer: string,
): Pausable<Map<string, KnowledgeItem>> {
  const things = new Map<string, KnowledgeItem>();
  for (const thing of listKnowledge(openSources(state, cast, viewer), [you, ...cast.bots.keys()])) {
    if (thing.text !== "") things.set(`${thing.what}:${thing.key}`, thing);
    yield;
  }
  return things;
}

function* listKnowledge(
  mine: ViewerSources,
  everybody: readonly string[],
): Generator<KnowledgeItem> {
  for (const { turn, known: heard } of mine.eachTurn())
    yield { what: "line", key: turn.id, text: heard.lines.join("\n") };
  for (const { id, povSummary } of mine.listMemories())
    yield { what: "memory", key: id, text: povSummary };
  for (const target of everybody) {
    const edge = target === mine.viewer ? undefined : mine.findEdge(target);
    if (edge === undefined) continue;
    for (const { fact } of edge.facts)
      yield { what: "fact", key: `${target}: ${fact}`, text: fact };
    yield { what: "summary", key: target, text: edge.relationshipSummary };
  }
}
