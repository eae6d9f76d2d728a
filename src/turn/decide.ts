import { foldVersions, readVersionMark } from "../domain/answer-versions.ts";
import { attachmentsOf, appendLabels } from "../domain/attachment.ts";
import { type ChannelCapabilities, plainChatApp } from "../domain/channel.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import type { MessagePayload } from "../domain/events/conversation.ts";
import { decodeEvent } from "../domain/events/decode.ts";
import type { Envelope } from "../domain/events/event.ts";
import { type KeptMedia, MediaAway } from "../domain/ports/media.ts";
import { ModelFailure } from "../domain/ports/model.ts";
import { asAccount } from "../domain/principal.ts";
import { splitPassedOn } from "../domain/passed-on.ts";
import { parseProvenances, isTyped, type Provenance } from "../domain/provenance.ts";
import type {
  HistoryMessage,
  Skill,
  SkillResult,
  StagedCommand,
  TurnContext,
} from "../domain/skill.ts";
import { readSurroundings } from "../domain/surroundings.ts";
import { cleanFields, cleanJson, cleanText, stripThoughts } from "../domain/text.ts";
import { askSkills } from "./ask-skills.ts";
import type { Decided } from "./commit.ts";
import { type TurnEngine, untilAborted } from "./engine.ts";
import { isShown } from "./outgoing-files.ts";
import type { StartedTurn } from "./start.ts";

/**
 * Lets the skills answer the window, in their order. When the signal aborts, this returns at once:
 * a skill or a provider that ignores it goes on, and its result is dropped.
 */
export async function decide(
  on: TurnEngine,
  turn: StartedTurn,
  signal: AbortSignal,
): Promise<Decided> {
  const commands: StagedCommand[] = [];
  const stream = on.streams.open({
    turnId: turn.id,
    conversationId: turn.lane.id,
    accountId: turn.account.id,
    attempt: turn.attempt,
  });
  const earlier = new Set<string>();
  let read = "";
  let asked: Skill | undefined;
  const context: TurnContext = {
    turnId: turn.id,
    conversationId: turn.lane.id,
    account: turn.account,
    channel: capabilitiesHere(on, turn),
    scope: turn.to.scope,
    now: turn.now,
    window: turn.window,
    model: on.model,
    tools: [],
    signal,
    newId: () => on.chance.id(),
    read: { rows: (text, params) => on.db.ask(asAccount(turn.account.id), text, params) },
    history: async (limit) => noteFiles(earlier, await readHistory(on, turn, limit)),
    earlierFiles: async () => noteFiles(earlier, await readEarlierFiles(on, turn)),
    file: async (mediaId) =>
      isShown(turn, mediaId) || earlier.has(mediaId) ? getFile(on, turn, mediaId) : undefined,
    readDocument: (file) =>
      on.files.read?.(file, { accountId: turn.account.id, signal }) ?? Promise.resolve(undefined),
    show(chunk) {
      signal.throwIfAborted();
      stream.show(chunk);
      const answer = stripThoughts(stream.text());
      if (answer.length > read.length) read = answer;
      on.failpoints.hit("turn.chunk_shown");
    },
    stage(command) {
      signal.throwIfAborted();
      commands.push(cleanCommand(command));
      on.failpoints.hit("turn.staged");
    },
  };
  try {
    const work = (async (): Promise<Omit<Decided, "isShown">> => {
      const { skill, result } = await askSkills(on.skills, context, (next) => (asked = next));
      return { skill, result: cleanResult(result), commands };
    })();
    const decided = await untilAborted(signal, work);
    stream.close();
    return { ...decided, isShown: stream.isWritten() };
  } catch (error) {
    throw asked?.keepsWhatWasRead === true && read.trim() !== ""
      ? new CutShort(error, read)
      : error;
  } finally {
    stream.close();
  }
}

/** While the storage of files can't be used, the turn goes on without the file. */
async function readKept(on: TurnEngine, mediaId: string): Promise<KeptMedia | undefined> {
  try {
    return await on.files.store?.get(mediaId);
  } catch (error) {
    if (!(error instanceof MediaAway)) throw error;
    on.log.warn({ error }, "a file can't be read now");
    return undefined;
  }
}

/** Files of these messages may be opened in this turn. */
function noteFiles<T extends Pick<HistoryMessage, "attachments">>(
  earlier: Set<string>,
  messages: readonly T[],
): readonly T[] {
  for (const { attachments = [] } of messages)
    for (const { mediaId } of attachments) if (mediaId !== null) earlier.add(mediaId);
  return messages;
}

/** A file that was deleted after its time is its words, where it had some. */
async function getFile(
  on: TurnEngine,
  { lane }: StartedTurn,
  mediaId: string,
): Promise<KeptMedia | undefined> {
  const file = await readKept(on, mediaId);
  if (file !== undefined) return file;
  const [row] = await on.db.rows<{ text: string }>(
    "select text from media_file where id = $1 and conversation_id = $2 and text is not null",
    [mediaId, lane.id],
  );
  return row && { type: "text/plain", channel: "", bytes: new TextEncoder().encode(row.text) };
}

const mostEarlierFiles = 50;

/** By the same filters as the history and in one statement, however long ago they came. */
async function readEarlierFiles(
  on: TurnEngine,
  turn: StartedTurn,
): Promise<readonly Pick<HistoryMessage, "eventId" | "attachments">[]> {
  const rows = await on.db.rows<{ eventId: number; payload: MessagePayload }>(
    `select event_id as "eventId", payload from message
     where id in (select f.message_id from media_file f where f.conversation_id = $1 and f.account_id = $2
         and (f.dropped_at is null or f.text is not null))
       and conversation_id = $1 and account_id = $2 and direction = 'inbound' and event_id < $3 and event_id > $4
       and not exists (select from forgotten_message f where f.event_id = message.event_id)
     order by event_id desc limit ${mostEarlierFiles}`,
    [turn.lane.id, turn.account.id, turn.window[0]?.eventId ?? 0, turn.lane.cleared_through_event],
  );
  return rows.map(({ eventId, payload }) => ({
    eventId,
    attachments: attachmentsOf(payload).filter(({ state }) => state === "kept"),
  }));
}

/** A reply carries a file only where files are kept and this account's way takes them. */
function capabilitiesHere(on: TurnEngine, { to }: StartedTurn): ChannelCapabilities {
  const channel = on.channels.get(to.channel);
  const capabilities = channel?.capabilities ?? plainChatApp;
  const isTaken = channel?.carriesFilesFor?.(to.channelAccount) ?? capabilities.carriesFiles;
  return { ...capabilities, carriesFiles: isTaken && on.files.store !== undefined };
}

/** The turn ended in the middle of an answer that people were reading. */
export class CutShort extends Error {
  override readonly name = "CutShort";
  /** The most of the answer that was shown at a time. */
  readonly read: string;

  constructor(cause: unknown, read: string) {
    super("the answer was cut short", { cause });
    this.read = read;
  }
}

/**
 * The text of a skill or a model is external input as well: nothing in it may fail the commit, and
 * an empty text is not a reply.
 */
function cleanResult(result: SkillResult): SkillResult {
  const reply = result.reply
    .map((segment) => cleanText(segment, Infinity))
    .filter((segment) => segment.trim() !== "");
  if (reply.length === 0 && result.disposition !== "no_reply")
    throw new ModelFailure("bad_output", "the turn has nothing to say");
  return { ...result, reply, events: result.events?.map(cleanEvent) };
}

function cleanCommand(command: StagedCommand): StagedCommand {
  return {
    ...command,
    payload: cleanFields(command.payload),
    preview: command.preview === undefined ? undefined : cleanJson(command.preview),
    events: command.events.map(cleanEvent),
  };
}

function cleanEvent(event: EventDraft): EventDraft {
  const envelope: Envelope = event;
  return { ...envelope, ...decodeEvent(event.kind, cleanFields(event.payload)) };
}

/**
 * The messages before this window and after the last /clear, oldest first: the account's own, unless
 * its channel says that this conversation is shared by several people. A question that failed stays,
 * with as much of its answer as people have read; apologies do not, nor does input that was given up
 * because it failed again and again. A single statement of the engine, because a transaction as the
 * account would cost each turn three more. Not with `exists`: the planner may then collect the failed
 * turns of all accounts, by reading the whole table.
 */
async function readHistory(
  on: TurnEngine,
  turn: StartedTurn,
  limit: number,
): Promise<HistoryMessage[]> {
  const shared = readSurroundings(turn.window.at(-1)?.payload ?? {})?.shared === true;
  const rows = await on.db.rows<HistoryRow>(
    `select id, direction, text, payload, event_id as "eventId", created_at as at, payload ->> 'sender' as sender, turn_id as "turnId" from message
     where conversation_id = $1 and event_id < $2 and event_id > $4 and ($5::text is null or account_id = $5)
       and (select true from forgotten_message f where f.event_id = message.event_id limit 1) is null
       and (ended_as is null or ended_as in ('answered', 'stopped') or (ended_as = 'dead_lettered' and (
         select true from turn failed join output_disposition why on why.turn_id = failed.id
         where failed.conversation_id = $1 and message.seq between failed.input_from_seq and failed.input_to_seq
           and failed.status = 'failed' and why.reason_code <> 'dead_letter' limit 1)))
       and (direction = 'inbound' or turn_id is null
         or turn_id <> all(array(select failed.id from turn failed where failed.conversation_id = $1 and failed.status = 'failed'))
         or (segment_index = 1 and (select true from delivery_attempt d where d.message_id = message.id and d.delivery_source = 'reply' limit 1)))
     order by event_id desc limit $3`,
    [
      turn.lane.id,
      turn.window[0]?.eventId ?? 0,
      limit,
      turn.lane.cleared_through_event,
      shared ? null : turn.account.id,
    ],
  );
  // Where a limit has cut it, it begins with a person's message, not in the middle of an answer.
  const from =
    rows.length < limit
      ? rows.length
      : rows.findLastIndex(({ direction }) => direction === "inbound") + 1;
  const said = rows.slice(0, from === 0 ? rows.length : from).toReversed();
  const hidden = foldVersions(
    [...said, ...turn.window].map(({ payload }) => readVersionMark(payload)),
  );
  return said
    .filter(({ id }) => !hidden.has(id))
    .map(({ id: _id, payload, sender, turnId, ...message }) => ({
      ...message,
      text: appendLabels(message.text, payload),
      carries: findProvenance(message, { payload, turnId }),
      attachments:
        message.direction === "inbound"
          ? attachmentsOf(payload).filter(({ state }) => state === "kept")
          : [],
      ...(shared && sender !== null ? { sender } : {}),
      ...(typeof payload.spoken_as === "string" ? { spokenAs: payload.spoken_as } : {}),
    }));
}

interface HistoryRow extends Omit<HistoryMessage, "sender" | "carries"> {
  readonly id: string;
  readonly payload: MessagePayload;
  readonly sender: string | null;
  readonly turnId: string | null;
}

/**
 * Messages without a provenance may hold anything: unsolicited ones count as a friend's news, the
 * others as made from a tool's answer.
 */
function findProvenance(
  { direction, text }: Pick<HistoryRow, "direction" | "text">,
  of: Pick<HistoryRow, "payload" | "turnId">,
): readonly Provenance[] {
  if (direction === "inbound")
    return isTyped({ text, payload: of.payload }) && splitPassedOn(text).passedOn === ""
      ? []
      : ["quote"];
  return parseProvenances(of.payload.carries) ?? (of.turnId === null ? ["friend"] : ["tool"]);
}
