import type { EventDraft } from "../../domain/events/catalogue.ts";
import type { MemoryOrigin } from "../../domain/events/memory.ts";
import { splitPassedOn } from "../../domain/passed-on.ts";
import type { Reads } from "../../domain/ports/reads.ts";
import type { TalkState } from "../../domain/ports/talk-memory.ts";
import { isTyped, withoutQuotes } from "../../domain/provenance.ts";
import type { TurnContext, WindowMessage } from "../../domain/skill.ts";
import { foldForMatching } from "../../domain/text.ts";
import { listTopics } from "./kinds/topics.ts";
import { placeInMemory } from "./memory-events.ts";
import type { Statement } from "./statement-rule.ts";
import { readDate, readStatements } from "./statements.ts";
import { readState, type Viewer, viewerOf } from "./witness.ts";

/** A statement and the messages that it rests on. */
export interface Sourced extends Statement {
  readonly origin: MemoryOrigin;
  readonly sources: readonly number[];
  readonly saidAt: string;
  readonly form?: "fact" | "summary";
}

/** What is needed to write into a person's memory. */
export interface Writer {
  readonly read: Reads;
  readonly now: number;
  newId(): string;
}

interface Known {
  readonly id: string;
  readonly words: string;
  readonly topic: string | null;
}

/** The person's own typed words in a message. Others' words are theirs. */
export const ownWords = (message: WindowMessage): string =>
  isTyped(message) && message.quote === undefined
    ? withoutQuotes(splitPassedOn(message.text).own)
    : "";

const readStated = (window: readonly WindowMessage[]): readonly Sourced[] =>
  window.flatMap((message) =>
    readStatements(ownWords(message)).map((statement): Sourced => ({
      ...statement,
      origin: "rule",
      sources: [message.eventId],
      saidAt: message.at,
    })),
  );

/** What rules read in the messages, as events. Where memory is off, nothing is kept. */
export async function noteStated(turn: TurnContext): Promise<readonly EventDraft[]> {
  const stated = readStated(turn.window);
  if (stated.length === 0) return [];
  const viewer = viewerOf(turn);
  const { isOn } = await readState(turn.read, viewer);
  return isOn ? stateMemories(turn, viewer, stated) : [];
}

/** What the messages of a turn state, and that a model has to read them. */
export async function noteWindow(
  turn: TurnContext,
  known?: TalkState,
): Promise<readonly EventDraft[]> {
  const stated = readStated(turn.window);
  const isRead =
    turn.model.describe.kind !== "offline" && turn.window.some((one) => ownWords(one) !== "");
  if (stated.length === 0 && !isRead) return [];
  const viewer = viewerOf(turn);
  const { isOn, isPending } = known ?? (await readState(turn.read, viewer));
  if (!isOn) return [];
  return [
    ...(stated.length === 0 ? [] : await stateMemories(turn, viewer, stated)),
    // A talk that waits already is read to its end.
    ...(isRead && !isPending ? [draftPending(turn, viewer)] : []),
  ];
}

/** A model reads it later, beside the answer's path. */
const draftPending = ({ window, now }: TurnContext, viewer: Viewer): EventDraft =>
  placeInMemory(now, {
    kind: "memory_pending",
    payload: {
      account_id: viewer.accountId,
      conversation_id: viewer.conversationId,
      audience: viewer.audience,
      through_event: window.at(-1)?.eventId ?? 0,
    },
  });

/**
 * Events for what was stated. The same again is not written twice; a new statement of the same
 * topic replaces the old one, and both are kept.
 */
export async function stateMemories(
  { read, now, newId }: Writer,
  viewer: Viewer,
  stated: readonly Sourced[],
): Promise<EventDraft[]> {
  const known = await read.rows<Known>(
    "select id, words, topic from person_memory where account_id = $1 and audience = $2 and superseded_by is null and (topic = any($3) or words = any($4))",
    [
      viewer.accountId,
      viewer.audience,
      stated.flatMap(({ topic }) => (topic === null ? [] : listTopics(topic))),
      stated.map(({ words }) => words),
    ],
  );
  const isSame = (a: string, b: string): boolean => foldForMatching(a) === foldForMatching(b);
  const drafts: EventDraft[] = [];
  const seen: Known[] = [...known];
  for (const one of stated) {
    if (one.sources.length === 0 || seen.some(({ words }) => isSame(words, one.words))) continue;
    const id = newId();
    drafts.push(draftStated({ id, now, viewer }, one));
    const topics = one.topic === null ? [] : listTopics(one.topic);
    const before = seen.filter(({ topic }) => topic !== null && topics.includes(topic));
    for (const old of before) {
      const payload = { id: old.id, account_id: viewer.accountId, by: id };
      drafts.push(placeInMemory(now, { kind: "memory_superseded", payload }));
      seen.splice(seen.indexOf(old), 1);
    }
    seen.push({ id, words: one.words, topic: one.topic });
  }
  return drafts;
}

function draftStated(
  { id, now, viewer }: { readonly id: string; readonly now: number; readonly viewer: Viewer },
  { words, topic, value, origin, sources, saidAt, form = "fact" }: Sourced,
): EventDraft {
  const date = readDate(words, Date.parse(saidAt));
  return placeInMemory(now, {
    kind: "memory_stated",
    payload: {
      id,
      account_id: viewer.accountId,
      conversation_id: viewer.conversationId,
      audience: viewer.audience,
      form,
      words,
      topic,
      value,
      date_said: date.said,
      date_meant: date.meant,
      origin,
      sources,
      said_at: saidAt,
    },
  });
}
