import { iso } from "../../../domain/ports/clock.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { EventDraft, Payload } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { chatScope, type StoryLine } from "../../../domain/views/scenes.ts";
import { chatFact, notYetInTheLog } from "../state/story-events.ts";
import { chatOf, filled, type Intake } from "./complete-event.ts";
import { step } from "../state/fold.ts";
import { assertKnownPeople, assertPossible } from "./validate-ids.ts";
import { checked } from "./event-shapes.ts";
import { text } from "../state/payload.ts";
import { scenesThatBegin } from "../plans/plans.ts";
import { type ChatState, chatStream, emptyChat } from "../state/chat-state.ts";

export interface TakenIn {
  readonly drafts: readonly EventDraft[];
  /** Where new chats are played, so that whoever wants to listen can before the first word. */
  readonly opened: readonly EventDraft[];
  /** Versions of the chats that this was decided on. */
  readonly expects: Readonly<Record<string, number>>;
}

interface IntakeOn {
  readonly read: Reads;
  readonly accountId: string;
  readonly now: number;
  /** Made by somebody just now, not brought from elsewhere: then everything in it must be known here. */
  readonly byHand?: boolean | undefined;
  newId(): string;
}

/**
 * Events from outside, in order, become facts of the account's chats. Each is checked against what those before it have made,
 * and what it leaves open (numbers, ids, who was there) is filled in. Either all are taken or none. Chats that the caller has
 * in hand are changed with it.
 */
export async function takeIn(
  on: IntakeOn,
  lines: readonly StoryLine[],
  chats: Map<string, ChatState> = new Map(),
): Promise<TakenIn> {
  const intake: Intake = { read: on.read, accountId: on.accountId, chats, newId: () => on.newId() };
  const expects: Record<string, number> = {};
  const drafts: EventDraft[] = [];
  for (const [index, line] of lines.entries()) {
    // What is taken in goes on along the branch that is played, at its end, wherever it stood where it comes from.
    const {
      branch_id: _branch,
      placed_after: _place,
      ...payload
    } = checked(line.kind, line.payload, {
      line: index + 1,
      byHand: on.byHand === true,
    });
    const draft = await atLine(index + 1, () => draftOf(on, intake, { kind: line.kind, payload }));
    if (draft.chatId !== undefined) {
      const chat = intake.chats.get(draft.chatId);
      expects[draft.stream] ??= chat?.version ?? 0;
      if (chat !== undefined)
        step(chat, { ...draft, id: notYetInTheLog + index, streamVersion: 0 });
    }
    drafts.push(draft);
    if (line.kind === "time_advanced") drafts.push(...begunBy(on, intake, { draft, index }));
  }
  const opened = drafts
    .filter(({ kind }) => kind === "chat_created")
    .map((created) => conversationOf(on, created));
  return { drafts, opened, expects };
}

/** Time that passes makes scenes begin that were set for it. */
function begunBy(
  on: IntakeOn,
  { chats }: Intake,
  { draft, index }: { draft: EventDraft; index: number },
): EventDraft[] {
  const chat = chats.get(draft.chatId ?? "");
  if (chat === undefined) return [];
  const begun = scenesThatBegin({ chat, now: on.now }, chat, { clock: chat.clock, opened: 0 });
  for (const event of begun)
    if (event.chatId === chat.id)
      step(chat, { ...event, id: notYetInTheLog + index, streamVersion: 0 });
  return begun;
}

function conversationOf(on: IntakeOn, { chatId = "", at, payload }: EventDraft): EventDraft {
  const id = on.newId();
  const title = text(payload, "title");
  const place = {
    provider_type: "web",
    channel_account: "web",
    scope: chatScope(chatId),
    peer: on.accountId,
  };
  return {
    stream: `conversation:${id}`,
    kind: "conversation_opened",
    at,
    accountId: on.accountId,
    conversationId: id,
    payload: { id, account_id: on.accountId, ...place, ...(title === "" ? {} : { title }) },
  };
}

async function atLine<T>(line: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal)
      throw new Refusal(error.code, error.message, { ...error.fact, line });
    throw error;
  }
}

async function draftOf(
  on: IntakeOn,
  intake: Intake,
  { kind, payload }: { kind: string; payload: Payload },
): Promise<EventDraft> {
  const of = { kind, at: iso(on.now), accountId: on.accountId };
  if (kind === "you_authored") return { ...of, stream: `you:${on.accountId}`, payload };
  const id = text(payload, "id") || on.newId();
  if (kind === "bot_authored")
    return { ...of, stream: `bot:${on.accountId}:${id}`, payload: { ...payload, id } };
  if (kind === "chat_created") {
    const own = await ownIdFor(on, intake, id);
    if (on.byHand === true) await assertKnownPeople(on, { kind, payload });
    const made = emptyChat(own, on.accountId);
    intake.chats.set(id, made).set(own, made);
    return {
      ...of,
      stream: chatStream(own),
      chatId: own,
      payload: { ...payload, id: own, ...(own === id ? {} : { chosen_id: id }) },
    };
  }
  const chat = await chatOf(intake, kind, payload);
  const ours = text(payload, "chat_id") === "" ? payload : { ...payload, chat_id: chat.id };
  if (on.byHand === true) {
    await assertKnownPeople(on, { kind, payload });
    await assertPossible(on, chat, { kind, payload });
  }
  return chatFact({ chat, now: on.now }, kind, filled(intake, chat, { kind, payload: ours }));
}

/**
 * Two of one person's chats never share an id. An id that another account has, or had, is as good as a free one: the chat gets
 * one of its own beside it, and nobody learns why.
 */
async function ownIdFor(
  { read, accountId, newId }: IntakeOn,
  { chats }: Intake,
  id: string,
): Promise<string> {
  const mine = await read.rows(
    `select 1 from chats where account_id = $1 and (id = $2 or chosen_id = $2)
     union all (select 1 from event_log where account_id = $1 and stream = $3 limit 1)`,
    [accountId, id, chatStream(id)],
  );
  if (chats.has(id) || mine.length > 0) throw new Refusal("already_recorded", "", { field: "id" });
  const [found] = await read.rows<{ taken: boolean }>("select chat_id_is_taken($1) as taken", [id]);
  return found?.taken === true ? newId() : id;
}
