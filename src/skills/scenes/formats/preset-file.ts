import { Refusal } from "../../../domain/errors.ts";
import type { Json } from "../../../domain/json.ts";
import type { StorySettings } from "../../../domain/events/story.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { readChatState } from "../state/chat-states.ts";
import { refuseFile } from "./file-refusal.ts";

const mostBytes = 1_000_000;

export function parsePreset(bytes: Uint8Array): Json {
  if (bytes.length > mostBytes) throw refuseFile("too_large", { limit_bytes: mostBytes });
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as Json;
  } catch {
    throw refuseFile("not_a_preset");
  }
}

/** How a story or a character of the account is played. */
export async function findSettings(
  read: Reads,
  accountId: string,
  of: { readonly chatId: string } | { readonly botId: string },
): Promise<{ readonly name: string; readonly settings: StorySettings }> {
  if ("botId" in of) {
    const [bot] = await read.rows<{ name: string; play: StorySettings }>(
      "select name, play from bots where account_id = $1 and id = $2",
      [accountId, of.botId],
    );
    if (bot === undefined) throw new Refusal("not_found");
    return { name: bot.name, settings: bot.play };
  }
  const [chat] = await read.rows<{ title: string | null }>(
    "select title from chats where account_id = $1 and id = $2",
    [accountId, of.chatId],
  );
  const state = chat === undefined ? undefined : await readChatState(read, of.chatId);
  if (state === undefined) throw new Refusal("not_found");
  return { name: chat?.title ?? "", settings: state.settings };
}
