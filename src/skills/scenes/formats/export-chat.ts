import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { slices } from "../../../domain/slices.ts";
import type { SceneFiles } from "../../../domain/views/scene-files.ts";
import { readChatState } from "../state/chat-states.ts";
import { isTurnEvent, readTurnId } from "../state/fold-turns.ts";
import { computePaths } from "../state/path.ts";
import { readChatEvents } from "../state/read-log.ts";
import { readSealedEvents } from "../state/spoilers.ts";
import type { StoryExport } from "../story-file/story-file.ts";
import { beginChatFile, type ChatFile, type ChatRow, type TurnRow } from "./chat-write.ts";
import { toFileName } from "./file-name.ts";

/** A chat as SillyTavern reads it. */
export async function exportChat(
  read: Reads,
  { accountId, chatId, showSealed }: StoryExport,
): ReturnType<SceneFiles["exportChat"]> {
  const [chat] = await read.rows<ChatRow>("select * from chats where account_id = $1 and id = $2", [
    accountId,
    chatId,
  ]);
  if (chat === undefined) throw new Refusal("not_found");
  const bots = await read.rows<{ id: string; name: string }>(
    "select id, name from bots where account_id = $1",
    [accountId],
  );
  const [self] = await read.rows<{ name: string }>("select name from you where account_id = $1", [
    accountId,
  ]);
  const settings = (await readChatState(read, chatId))?.settings ?? {};
  const names = new Map(bots.map(({ id, name }) => [id, name]));
  const file = beginChatFile({
    chat,
    yourName: chat.persona?.name ?? self?.name ?? "You",
    note: settings.note,
    noteDepth: settings.note_depth,
    nameOf: (id) => names.get(id) ?? id,
  });
  const sealed = showSealed ? new Set<string>() : await listSealedTurns(read, accountId, chatId);
  await addTurns(read, { chatId, sealed }, file);
  return {
    bytes: file.bytes(),
    type: "application/x-ndjson",
    name: `${toFileName(chat.title || chatId)}.jsonl`,
  };
}

async function listSealedTurns(
  read: Reads,
  accountId: string,
  chatId: string,
): Promise<ReadonlySet<string>> {
  const paths = await slices.run(computePaths(await readChatEvents(read, chatId, 0)));
  const sealed = await readSealedEvents(read, { chatId, accountId }, paths);
  const path = paths.byBranch.get(paths.active) ?? [];
  return new Set(
    path
      .filter(({ id }) => sealed.has(id))
      .filter(isTurnEvent)
      .map(readTurnId),
  );
}

const pageOfTurns = 500;

/** Reads a long chat page by page, so that its rows are never in memory together. */
async function addTurns(
  read: Reads,
  { chatId, sealed }: { readonly chatId: string; readonly sealed: ReadonlySet<string> },
  file: ChatFile,
): Promise<void> {
  const slice = slices.short();
  for (let last: TurnRow | undefined; ;) {
    const page = await read.rows<TurnRow>(
      `select * from scene_turns where chat_id = $1 and status = 'completed' and (event_id, id) > ($2::bigint, $3)
       order by event_id, id limit ${pageOfTurns}`,
      [chatId, last?.event_id ?? 0, last?.id ?? ""],
    );
    for (const turn of page) {
      if (!sealed.has(turn.id)) file.add(turn);
      await slice.yieldIfDue();
    }
    last = page.at(-1);
    if (last === undefined) return;
  }
}
