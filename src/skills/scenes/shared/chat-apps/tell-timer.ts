import type { JsonObject } from "../../../../domain/json.ts";
import { type ErrorCode, errorCodes, Refusal } from "../../../../domain/errors.ts";
import type { Reads } from "../../../../domain/ports/reads.ts";
import type { Firing, TimerKind, TimerOutcome } from "../../../../domain/timers.ts";
import { parseChatId } from "../../api/internal-turns.ts";
import { composeTold, type TurnLine } from "./compose-told.ts";
import { listPlaces, type StoryPlace } from "./places.ts";
import { describeRefusal } from "./requests.ts";
import { watchMs } from "./say-request.ts";
import { readAbout, setStoryTimer, tellTimer, watchTimer } from "./timers.ts";
import { togetherWords } from "./words.ts";

/**
 * After a turn of a shared story: everyone who plays from a chat app gets what their own rows have
 * of it, and the person who wrote a refused line gets the reason. A line that was rewound
 * meanwhile is in no row.
 */
export function createTellTimer(): TimerKind {
  return {
    kind: tellTimer,
    async fire(due, on) {
      const fired: TimerOutcome[] = [];
      for (const { id } of due) fired.push(...(await tellTurn(on, readAbout(tellTimer, id))));
      return fired;
    },
  };
}

interface TurnRow {
  readonly scope: string;
  readonly from: string | null;
  readonly speaker: string | null;
  readonly refused: JsonObject | null;
}

const turnSql = `select c.scope, m.payload #>> '{scene,from,conversation_id}' as from, m.payload #>> '{scene,speaker}' as speaker,
    (select s.command_payload from staged_command s where s.turn_id = t.id and s.domain = 'scene' and s.operation = 'refused' limit 1) as refused
  from turn t join conversation c on c.id = t.conversation_id
  left join message m on m.conversation_id = c.id and m.direction = 'inbound' and m.seq between t.input_from_seq and t.input_to_seq
  where t.id = $1 order by m.seq limit 1`;

async function tellTurn(on: Firing, turnId: string): Promise<TimerOutcome[]> {
  const [turn] = await on.read.rows<TurnRow>(turnSql, [turnId]);
  const chatId = parseChatId(turn?.scope ?? "");
  if (turn === undefined || chatId === undefined) return [];
  const places = await listPlaces(on.read, chatId);
  if (turn.refused !== null) {
    const { code, fact } = turn.refused;
    const error = isErrorCode(code) ? new Refusal(code, (fact ?? {}) as JsonObject) : undefined;
    return tellTypist(on, places, {
      ...turn,
      text: (language) =>
        error === undefined ? togetherWords[language].refused : describeRefusal(language, error),
    });
  }
  const told = composeTold(places, {
    lines: await readLines(on.read, { chatId, turnId }),
    from: turn.from,
  });
  return told.map(({ accountId, conversationId, text }) => ({
    accountId,
    events: [],
    words: { messageId: on.newId(), conversationId, text, expiresAt: null, carries: ["card"] },
  }));
}

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === "string" && code in errorCodes;

/** The lines of a turn as each person has them, with the names of their speakers. */
const readLines = (
  read: Reads,
  of: { readonly chatId: string; readonly turnId: string },
): Promise<TurnLine[]> =>
  read.rows<TurnLine>(
    `select t.id, t.kind, t.speaker_id, t.present, t.witnesses, t.segments,
       (select jsonb_object_agg(l.account_id, l.text) from shared_lines l where l.chat_id = t.chat_id and l.id = t.id) as texts,
       coalesce((select one ->> 'name' from jsonb_array_elements(r.room -> 'seats') one where one ->> 'entity_id' = t.speaker_id limit 1),
         (select one ->> 'name' from jsonb_array_elements(r.room -> 'cast') one where one ->> 'id' = t.speaker_id limit 1), '') as name
     from scene_turns t join story_rooms r on r.chat_id = t.chat_id
     where t.chat_id = $1 and t.turn_id = $2 and t.status = 'completed' order by t.event_id, t.kind desc`,
    [of.chatId, of.turnId],
  );

/** An answer to the person who wrote the line, where they wrote it. */
function tellTypist(
  on: Firing,
  places: readonly StoryPlace[],
  of: {
    readonly from: string | null;
    readonly speaker: string | null;
    readonly text: (language: "en" | "zh") => string;
  },
): TimerOutcome[] {
  const place = places.find(
    ({ conversation_id, entity_id }) => conversation_id === of.from && entity_id === of.speaker,
  );
  if (place === undefined) return [];
  const { account_id: accountId, conversation_id: conversationId, language } = place;
  const text = of.text(language ?? "en");
  return [
    {
      accountId,
      events: [],
      words: { messageId: on.newId(), conversationId, text, expiresAt: null, carries: ["card"] },
    },
  ];
}

interface WatchedRow {
  readonly account_id: string;
  readonly ended_as: string | null;
  readonly scope: string;
  readonly from: string | null;
  readonly speaker: string | null;
}

/** A line whose turn failed or was stopped left nothing: its writer hears so. */
export function createWatchTimer(): TimerKind {
  return {
    kind: watchTimer,
    async fire(due, on) {
      const fired: TimerOutcome[] = [];
      for (const { id } of due) fired.push(...(await lookAfter(on, readAbout(watchTimer, id))));
      return fired;
    },
  };
}

async function lookAfter(on: Firing, messageId: string): Promise<TimerOutcome[]> {
  const [row] = await on.read.rows<WatchedRow>(
    `select m.account_id, m.ended_as, c.scope, m.payload #>> '{scene,from,conversation_id}' as from, m.payload #>> '{scene,speaker}' as speaker
     from message m join conversation c on c.id = m.conversation_id where m.id = $1`,
    [messageId],
  );
  const chatId = parseChatId(row?.scope ?? "");
  if (row === undefined || chatId === undefined || row.ended_as === "answered") return [];
  if (row.ended_as === null) {
    const again = setStoryTimer(watchTimer, {
      accountId: row.account_id,
      about: messageId,
      due: on.now + watchMs,
      now: on.now,
    });
    return [{ accountId: row.account_id, events: [again], words: undefined }];
  }
  const places = await listPlaces(on.read, chatId);
  return tellTypist(on, places, { ...row, text: (language) => togetherWords[language].failed });
}
