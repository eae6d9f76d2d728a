import { attachmentsOf, withLabels } from "../domain/attachment.ts";
import type { Payload } from "../domain/events.ts";
import { ModelFailure } from "../domain/ports/model.ts";
import { asAccount, engine } from "../domain/principal.ts";
import { splitPassedOn } from "../domain/passed-on.ts";
import { carriedIn, isTyped, type Provenance } from "../domain/provenance.ts";
import type {
  HistoryMessage,
  Skill,
  SkillResult,
  StagedCommand,
  TurnContext,
} from "../domain/skill.ts";
import { surroundingsOf } from "../domain/surroundings.ts";
import { cleanJson, cleanText, withoutThoughts } from "../domain/text.ts";
import type { Decided } from "./commit.ts";
import type { TurnEngine } from "./engine.ts";
import { isShown } from "./outgoing-files.ts";
import type { StartedTurn } from "./start.ts";
import { untilAborted } from "./until-aborted.ts";

/**
 * Lets the first skill that wants the window work on it. When the signal aborts, this returns at once: a skill or a
 * provider that ignores it goes on talking to a closed door.
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
  let picked: Skill | undefined;
  const context: TurnContext = {
    turnId: turn.id,
    conversationId: turn.lane.id,
    account: turn.account,
    channel: turn.to.channel,
    scope: turn.to.scope,
    now: turn.now,
    window: turn.window,
    model: on.model,
    signal,
    newId: () => on.chance.id(),
    read: { rows: (text, params) => on.db.ask(asAccount(turn.account.id), text, params) },
    history: async (limit) => {
      const messages = await readHistory(on, turn, limit);
      for (const { attachments = [] } of messages)
        for (const { mediaId } of attachments) if (mediaId !== null) earlier.add(mediaId);
      return messages;
    },
    file: async (mediaId) =>
      isShown(turn, mediaId) || earlier.has(mediaId) ? on.files.store?.get(mediaId) : undefined,
    readDocument: (file) =>
      on.files.read?.(file, { accountId: turn.account.id, signal }) ?? Promise.resolve(undefined),
    carriesFiles: on.carriesFiles(turn.to.channel),
    showsThoughts: on.showsThoughts(turn.to.channel),
    show(chunk) {
      signal.throwIfAborted();
      stream.show(chunk);
      const answer = withoutThoughts(stream.text());
      if (answer.length > read.length) read = answer;
      on.failpoints.hit("turn.chunk_shown");
    },
    stage(command) {
      signal.throwIfAborted();
      commands.push(cleaned(command));
      on.failpoints.hit("turn.staged");
    },
  };
  try {
    const work = (async (): Promise<Decided> => {
      picked = await pickSkill(on.skills, context);
      return { skill: picked.name, result: spoken(await picked.run(context)), commands };
    })();
    return await untilAborted(signal, work);
  } catch (error) {
    throw picked?.keepsWhatWasRead === true && read.trim() !== ""
      ? new CutShort(error, read)
      : error;
  } finally {
    stream.close();
  }
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

/** What a skill or a model says is text from outside, too: nothing in it may fail the commit, and silence is not a reply. */
function spoken(result: SkillResult): SkillResult {
  const reply = result.reply
    .map((segment) => cleanText(segment, Infinity))
    .filter((segment) => segment.trim() !== "");
  if (reply.length === 0 && result.disposition !== "no_reply")
    throw new ModelFailure("bad_output", "the turn has nothing to say");
  const events = result.events?.map((event) => ({
    ...event,
    payload: cleanJson(event.payload) as Payload,
  }));
  return { ...result, reply, events };
}

function cleaned(command: StagedCommand): StagedCommand {
  return {
    ...command,
    payload: cleanJson(command.payload) as Payload,
    preview: command.preview === undefined ? undefined : cleanJson(command.preview),
    events: command.events.map((event) => ({
      ...event,
      payload: cleanJson(event.payload) as Payload,
    })),
  };
}

async function pickSkill(skills: readonly Skill[], context: TurnContext): Promise<Skill> {
  for (const skill of skills) if (await skill.wants(context)) return skill;
  throw new Error("no skill takes this turn: the last one must take everything");
}

/**
 * What was said before this window and after the last /clear, oldest first. Read as the account: it sees its own rows, unless
 * its channel says that this conversation is shared by several people. A question that failed stays, with as much of its answer as
 * people have read; apologies do not, nor does input that was given up because it failed again and again.
 */
async function readHistory(
  on: TurnEngine,
  turn: StartedTurn,
  limit: number,
): Promise<HistoryMessage[]> {
  const shared = surroundingsOf(turn.window.at(-1)?.payload ?? {})?.shared === true;
  const rows = await on.db.ask<HistoryRow>(
    shared ? engine : asAccount(turn.account.id),
    `select direction, text, payload, event_id as "eventId", created_at as at, payload ->> 'sender' as sender, turn_id as "turnId" from message
     where conversation_id = $1 and event_id < $2 and event_id > $4
       and (ended_as is null or ended_as in ('answered', 'stopped') or (ended_as = 'dead_lettered' and exists (
         select from turn failed join output_disposition why on why.turn_id = failed.id
         where failed.conversation_id = message.conversation_id and message.seq between failed.input_from_seq and failed.input_to_seq
           and failed.status = 'failed' and why.reason_code <> 'dead_letter')))
       and (direction = 'inbound' or not exists (select from turn failed where failed.id = message.turn_id and failed.status = 'failed')
         or (segment_index = 1 and exists (select from delivery_attempt d where d.message_id = message.id and d.delivery_source = 'reply')))
     order by event_id desc limit $3`,
    [turn.lane.id, turn.window[0]?.eventId ?? 0, limit, turn.lane.cleared_through_event],
  );
  // Where a limit has cut it, it begins with what somebody said, not in the middle of an answer.
  const from =
    rows.length < limit
      ? rows.length
      : rows.findLastIndex(({ direction }) => direction === "inbound") + 1;
  return rows
    .slice(0, from === 0 ? rows.length : from)
    .toReversed()
    .map(({ payload, sender, turnId, ...message }) => ({
      ...message,
      text: withLabels(message.text, payload),
      carries: carriedBy(message, { payload, turnId }),
      attachments:
        message.direction === "inbound"
          ? attachmentsOf(payload).filter(({ state }) => state === "kept")
          : [],
      ...(shared && sender !== null ? { sender } : {}),
    }));
}

interface HistoryRow extends Omit<HistoryMessage, "sender" | "carries"> {
  readonly payload: Payload;
  readonly sender: string | null;
  readonly turnId: string | null;
}

/** What was kept before marks were made may hold anything: what came unasked is taken for a friend's news, the rest for made of a tool's answer. */
function carriedBy(
  { direction, text }: Pick<HistoryRow, "direction" | "text">,
  of: Pick<HistoryRow, "payload" | "turnId">,
): readonly Provenance[] {
  if (direction === "inbound")
    return isTyped({ text, payload: of.payload }) && splitPassedOn(text).passedOn === ""
      ? []
      : ["quote"];
  return carriedIn(of.payload["carries"]) ?? (of.turnId === null ? ["friend"] : ["tool"]);
}
