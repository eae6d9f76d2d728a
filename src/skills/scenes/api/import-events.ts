import { pageColumns } from "../../../domain/page.ts";
import { iso } from "../../../domain/ports/clock.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { StoryShapeKind } from "../../../domain/events/story.ts";
import type { RecordingContext } from "../../../domain/ports/decisions.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { slices } from "../../../domain/slices.ts";
import { chatScope, type StoryEventInput } from "../../../domain/views/scenes.ts";
import { isChatDraft, withFields } from "../state/events.ts";
import { firstUnrecordedId, placeInChat } from "../state/story-events.ts";
import { resolveChat, completeEvent, type ImportState } from "./complete-event.ts";
import { applyEvent } from "../state/fold.ts";
import { assertKnownPeople, assertPossible } from "./validate-ids.ts";
import { type ImportedEvent, validateEvent } from "./event-shapes.ts";
import { draftLives } from "../lives/draft-lives.ts";
import { startDueScenes } from "../plans/plans.ts";
import { loadCast } from "../state/cast.ts";
import { type ChatState, chatStream, createEmptyChat } from "../state/chat-state.ts";

export interface ImportedEvents {
  /** Without those that were written ahead. */
  readonly drafts: readonly EventDraft[];
  /** Conversations of new chats, so that clients can subscribe before the first line. */
  readonly opened: readonly EventDraft[];
  /** The chat versions that the decision is based on. */
  readonly expects: Readonly<Record<string, number>>;
}

interface ImportContext {
  readonly read: Reads;
  readonly accountId: string;
  readonly now: number;
  /**
   * True for an event authored by the person, in contrast to an import: all ids must exist here.
   */
  readonly byHand?: boolean | undefined;
  /** Records finished drafts before the import is over, in the same transaction. */
  readonly writeAhead?: RecordingContext["write"] | undefined;
  newId(): string;
}

/** Drafts that are held before they are written ahead. */
const mostHeld = 500;

/**
 * Turns external events into events of the account's chats, in order. Each is validated against the
 * ones before it, and missing fields (numbers, ids, witnesses) are filled in. All are accepted or
 * none. Chats passed by the caller are updated.
 */
export async function importEvents(
  on: ImportContext,
  lines: Iterable<StoryEventInput>,
  chats: Map<string, ChatState> = new Map(),
): Promise<ImportedEvents> {
  const intake: ImportState = {
    read: on.read,
    accountId: on.accountId,
    chats,
    newId: () => on.newId(),
  };
  const versions = new Map<string, number>();
  const opened: EventDraft[] = [];
  let expects: Record<string, number> = {};
  let drafts: EventDraft[] = [];
  let index = -1;
  const slice = slices.short();
  for (const line of lines) {
    index += 1;
    await slice.yieldIfDue();
    const event = validateEvent(line.kind, line.payload, {
      line: index + 1,
      byHand: on.byHand === true,
    });
    const draft = await withLineNumber(index + 1, () => draftEvent(on, intake, event));
    const before = readClock(intake, draft);
    if (isChatDraft(draft) && draft.chatId !== undefined) {
      const chat = intake.chats.get(draft.chatId);
      if (!versions.has(draft.stream))
        versions.set(draft.stream, (expects[draft.stream] = chat?.version ?? 0));
      if (chat !== undefined)
        applyEvent(chat, { ...draft, id: firstUnrecordedId + index, streamVersion: 0 });
    }
    drafts.push(draft);
    if (draft.kind === "chat_created") opened.push(draftConversation(on, draft));
    if (draft.kind === "time_advanced")
      drafts.push(...(await letTimePass(on, intake, { draft, index, before })));
    if (on.writeAhead !== undefined && drafts.length >= mostHeld) {
      await on.writeAhead(drafts, expects);
      [drafts, expects] = [[], {}];
    }
  }
  return { drafts, opened, expects };
}

const readClock = ({ chats }: ImportState, { chatId = "" }: EventDraft): string =>
  chats.get(chatId)?.clock ?? "";

/**
 * When the clock moves on, characters live through the time between, and the scenes that were
 * planned for it begin.
 */
async function letTimePass(
  on: ImportContext,
  { chats }: ImportState,
  { draft, index, before }: { draft: EventDraft; index: number; before: string },
): Promise<EventDraft[]> {
  const chat = chats.get(draft.chatId ?? "");
  if (chat === undefined) return [];
  const apply = (events: readonly EventDraft[]): readonly EventDraft[] => {
    for (const event of events)
      if (isChatDraft(event) && event.chatId === chat.id)
        applyEvent(chat, { ...event, id: firstUnrecordedId + index, streamVersion: 0 });
    return events;
  };
  const moment = { chat, now: on.now };
  const lived = apply(await liveOn(on, chat, before));
  const begun = startDueScenes(moment, chat, { clock: chat.clock, opened: 0 });
  return [...lived, ...apply(begun)];
}

/** Only by hand: an imported story has lived through its past. */
async function liveOn(
  on: ImportContext,
  chat: ChatState,
  before: string,
): Promise<readonly EventDraft[]> {
  if (chat.lives?.is_on !== true || on.byHand !== true) return [];
  const ids = chat.lives.routines.map(({ entity_id }) => entity_id);
  const cast = await loadCast(on.read, chat, ids);
  return draftLives(
    { moment: { chat, now: on.now }, state: chat, cast, newId: () => on.newId() },
    { from: before, to: chat.clock },
  );
}

export function draftConversation(
  on: Pick<ImportContext, "accountId" | "newId">,
  { chatId = "", at, payload }: Pick<EventDraft<"chat_created">, "chatId" | "at" | "payload">,
): EventDraft<"conversation_opened"> {
  const id = on.newId();
  const title = payload.title ?? "";
  const place = {
    ...pageColumns,
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

async function withLineNumber<T>(line: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal)
      throw new Refusal(error.code, { ...error.fact, line }, error.message);
    throw error;
  }
}

async function draftEvent(
  on: ImportContext,
  intake: ImportState,
  event: ImportedEvent,
): Promise<EventDraft<StoryShapeKind>> {
  const of = { at: iso(on.now), accountId: on.accountId };
  if (event.kind === "you_authored") return { ...of, ...event, stream: `you:${on.accountId}` };
  const id = ("id" in event.payload ? event.payload.id : "") || on.newId();
  if (event.kind === "bot_authored")
    return { ...of, ...withFields(event, { id }), stream: `bot:${on.accountId}:${id}` };
  if (event.kind === "chat_created") {
    const own = await pickChatId(on, intake, id);
    if (on.byHand === true) await assertKnownPeople(on, event);
    const made = createEmptyChat(own, on.accountId);
    intake.chats.set(id, made).set(own, made);
    const named = withFields(event, { id: own, ...(own === id ? {} : { chosen_id: id }) });
    return { ...of, ...named, stream: chatStream(own), chatId: own };
  }
  const chat = await resolveChat(intake, event);
  if (on.byHand === true) {
    await assertKnownPeople(on, event);
    await assertPossible(on, chat, event);
  }
  const isNamed = (event.payload.chat_id ?? "") !== "";
  const ours = isNamed ? withFields(event, { chat_id: chat.id }) : event;
  return placeInChat({ chat, now: on.now }, completeEvent(intake, chat, ours));
}

/**
 * An account's chats have distinct ids. An id that another account uses, or used, is accepted too:
 * the chat gets its own id in addition, so the answer does not reveal the other account.
 */
async function pickChatId(
  { read, accountId, newId }: ImportContext,
  { chats }: ImportState,
  id: string,
): Promise<string> {
  const mine = await read.rows(
    `select 1 from chats where account_id = $1 and (id = $2 or chosen_id = $2)
     union all (select 1 from event_log where account_id = $1 and stream = $3 limit 1)`,
    [accountId, id, chatStream(id)],
  );
  if (chats.has(id) || mine.length > 0) throw new Refusal("already_recorded", { field: "id" });
  const [found] = await read.rows<{ taken: boolean }>("select chat_id_is_taken($1) as taken", [id]);
  return found?.taken === true ? newId() : id;
}
