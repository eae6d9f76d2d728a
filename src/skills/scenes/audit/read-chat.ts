import type { JsonObject } from "../../../domain/json.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { slices } from "../../../domain/slices.ts";
import type { AuditProgress } from "../../../domain/views/story-time.ts";
import { decodeLogRow, type LogRow, readAuthoredEvents, readLog } from "../state/read-log.ts";
import { isChatEvent, type LineEvent, type RecordedChatEvent } from "../state/events.ts";
import { isTurnEvent } from "../state/fold-turns.ts";
import { createCallReader, listCalls } from "./read-calls.ts";
import { type AuditedStory, type StoryWords, wordFields } from "./story-structure.ts";

export interface ReadOptions {
  readonly chatId: string;
  readonly accountId: string;
  readonly onProgress?: ((progress: AuditProgress) => void) | undefined;
  /** Without the words of sealed scenes. */
  readonly hidesSealed?: boolean | undefined;
}

/** The structure of a chat, and every model call ever made for it, page by page. */
export async function readAuditedStory(
  read: Reads,
  of: ReadOptions,
): Promise<AuditedStory & { readonly callCount: number }> {
  const heads = await listCalls(read, of.chatId);
  const events = await readStructure(read, of.chatId);
  const authored = await readAuthoredEvents(read, of.accountId);
  const calls = await createCallReader(read, { chatId: of.chatId, events, heads });
  return {
    chatId: of.chatId,
    events,
    authored,
    words: openWords(read, of.chatId),
    callCount: calls.count,
    calls: calls.pages((done) =>
      of.onProgress?.({ chatId: of.chatId, calls: done, of: calls.count }),
    ),
  };
}

async function readStructure(read: Reads, chatId: string): Promise<RecordedChatEvent[]> {
  const intern = createInterning();
  const events = await readLog(read, "chat_id = $1", {
    params: [chatId, [...wordFields]],
    payload: "payload_json - $2::text[]",
    convert: intern,
  });
  return events.filter(isChatEvent);
}

/** The same few lists of witnesses stand in every line: each is kept once. */
function createInterning(): (payload: JsonObject) => JsonObject {
  const known = new Map<string, JsonObject[string]>();
  return (payload) => {
    for (const field of ["witnesses", "present", "cites"] as const) {
      const value = payload[field];
      if (!Array.isArray(value)) continue;
      const key = value.join("\n");
      if (known.size > internedLists) known.clear();
      const same = known.get(key) ?? value;
      known.set(key, same);
      (payload as Record<string, unknown>)[field] = same;
    }
    return payload;
  };
}

const internedLists = 2_000;

const columns = "id, at, stream, stream_version, kind, payload_json, account_id, chat_id, turn_id";

function openWords(read: Reads, chatId: string): StoryWords {
  const ask = async (where: string, params: readonly unknown[]): Promise<RecordedChatEvent[]> => {
    const rows = await read.rows<LogRow>(
      `select ${columns} from event_log where ${where} order by id`,
      params,
    );
    return rows.map(decodeLogRow).filter(isChatEvent);
  };
  return {
    async readEvents(ids) {
      const whole = new Map<number, RecordedChatEvent>();
      const { yieldIfDue } = slices.short();
      for (let from = 0; from < ids.length; from += idsAtOnce) {
        // Ids of this chat's events: the primary key is the fastest way to them.
        for (const event of await ask("id = any($1::bigint[])", [
          ids.slice(from, from + idsAtOnce),
        ]))
          whole.set(event.id, event);
        await yieldIfDue();
      }
      return whole;
    },
    findLines: async (words, position): Promise<LineEvent[]> =>
      (
        await ask(
          "chat_id = $1 and id <= $2 and kind in ('user_turn', 'assistant_turn') and payload_json::text ilike any($3)",
          [
            chatId,
            position,
            words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`),
          ],
        )
      ).filter(isTurnEvent),
  };
}

const idsAtOnce = 2_000;
