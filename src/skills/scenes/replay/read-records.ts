import { Refusal } from "../../../domain/errors.ts";
import { isEventOf, type RecordedEvent } from "../../../domain/events/catalogue.ts";
import type { Row } from "../../../domain/events/projection.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { WindowMessage } from "../../../domain/skill.ts";
import type { Json } from "../../../domain/json.ts";
import { keepText, readObject } from "../formats/lenient-json.ts";
import { castSql } from "../state/cast.ts";
import type { AuthoredEvent } from "../state/events.ts";

/** A recorded answer of a model. */
export interface RecordedAnswer {
  readonly id: string;
  readonly turnId: string;
  readonly purpose: string;
  readonly viewer: string;
  readonly model: string;
  readonly outcome: string | null;
  readonly errorCode: string | null;
  readonly output: string | null;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** The input of a turn: its messages and their conversation. */
export interface RecordedWindow {
  readonly scope: string;
  readonly conversationId: string;
  readonly messages: readonly WindowMessage[];
}

export async function readAnswers(
  read: Reads,
  chatId: string,
): Promise<Map<string, RecordedAnswer[]>> {
  const rows = await read.rows<
    Record<string, string | null> & { prompt: { messages?: RecordedAnswer["messages"] } | null }
  >(
    `select id, turn_id, purpose, viewer, model, outcome, error_code, output, prompt, archive_name from model_call
     where chat_id = $1 and turn_id is not null order by started_at, id`,
    [chatId],
  );
  const archived = rows.filter((row) => row["archive_name"] !== null).length;
  if (archived > 0) throw new Refusal("unavailable", { archived }, describeArchived(archived));
  const answers = rows.map((row): RecordedAnswer => ({
    id: row["id"] ?? "",
    turnId: row["turn_id"] ?? "",
    purpose: row["purpose"] ?? "",
    viewer: row["viewer"] ?? "",
    model: row["model"] ?? "",
    outcome: row["outcome"] ?? null,
    errorCode: row["error_code"] ?? null,
    output: row["output"] ?? null,
    messages: row.prompt?.messages ?? [],
  }));
  return Map.groupBy(answers, ({ turnId }) => turnId);
}

/** Without their answers a story would seem to differ. */
const describeArchived = (count: number): string =>
  `${count} recorded answers of this story are in the archive. The operator puts them back: npx meanwhile archive --restore all.`;

interface WindowRow {
  readonly turn_id: string;
  readonly conversation_id: string;
  readonly scope: string;
  readonly id: string;
  readonly seq: number;
  readonly event_id: number;
  readonly text: string;
  readonly sender_name: string | null;
  readonly payload: WindowMessage["payload"];
  readonly created_at: string;
}

export async function readWindows(
  read: Reads,
  turnIds: readonly string[],
): Promise<Map<string, RecordedWindow>> {
  const rows = await read.rows<WindowRow>(
    `select t.id as turn_id, c.id as conversation_id, c.scope, m.id, m.seq, m.event_id, m.text, m.sender_name, m.payload, m.created_at
     from turn t join conversation c on c.id = t.conversation_id
     join message m on m.conversation_id = c.id and m.direction = 'inbound' and m.seq between t.input_from_seq and t.input_to_seq
     where t.id = any($1) order by m.seq`,
    [turnIds],
  );
  const windows = [...Map.groupBy(rows, ({ turn_id }) => turn_id)].map(
    ([id, of]): [string, RecordedWindow] => {
      const [first] = of as [WindowRow, ...WindowRow[]];
      return [
        id,
        { scope: first.scope, conversationId: first.conversation_id, messages: of.map(toMessage) },
      ];
    },
  );
  return new Map(windows);
}

const toMessage = ({
  id,
  seq,
  event_id: eventId,
  text: words,
  sender_name: senderName,
  payload,
  created_at: at,
}: WindowRow): WindowMessage => ({
  id,
  seq,
  eventId,
  text: words,
  senderName,
  payload,
  at,
});

/** Reads the cast as it was authored before an event; all other queries pass through. */
export function createReadsAsOf(
  read: Reads,
  authored: readonly AuthoredEvent[],
  eventId: number,
): Reads {
  return {
    rows: async <R>(sql: string, params?: readonly unknown[]): Promise<R[]> => {
      if (sql !== castSql) return read.rows<R>(sql, params);
      const then = authored.filter(({ id }) => id < eventId);
      const ids = params?.[1] as readonly string[];
      const cards = then.filter((event) => isEventOf(event, "bot_authored"));
      const bots = ids.flatMap((id) => cards.findLast(({ payload }) => payload.id === id) ?? []);
      const self = then.findLast(({ kind }) => kind === "you_authored");
      return [
        {
          bots: bots.map(toBot),
          you: self === undefined ? null : { ...self.payload, event_id: self.id },
        },
      ] as R[];
    },
  };
}

function toBot({ id: event_id, payload }: RecordedEvent<"bot_authored">): Row {
  return {
    persona: payload.persona ?? "",
    backstory: payload.backstory ?? "",
    initial_relationship_to_you: payload.initial_relationship_to_you ?? "",
    kickoff_prose: payload.kickoff_prose ?? "",
    id: payload.id ?? "",
    name: payload.name,
    voice_samples: payload.voice_samples ?? [],
    traits: payload.traits ?? [],
    lorebook: payload.extensions?.["lorebook"],
    pronouns: payload.pronouns ?? "",
    looks: payload.looks ?? "",
    play: payload.play ?? {},
    prompts: readCardPrompts(payload.extensions?.["card"]),
    event_id,
  };
}

function readCardPrompts(card: Json | undefined): Row {
  const data = readObject(readObject(card)["data"]);
  const depth = readObject(readObject(data["extensions"])["depth_prompt"]);
  return {
    system: keepText(data["system_prompt"]),
    closing: keepText(data["post_history_instructions"]),
    note: keepText(depth["prompt"]),
  };
}
