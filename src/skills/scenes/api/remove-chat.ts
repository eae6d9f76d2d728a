import type { DecisionJob } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import { withdrawBrought } from "../brought/withdraw-brought.ts";
import { readChatEvents } from "../state/read-log.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { lockLane } from "./internal-turns.ts";
import { rootBranch } from "../state/path.ts";
import { chatStream } from "../state/chat-state.ts";
import { withdrawMessages } from "../time/withdraw-messages.ts";

type At = Parameters<DecisionJob<unknown>>[0] & {
  readonly accountId: string;
  readonly chatId: string;
};

/**
 * Removes a chat with everything derived from it: scenes, memories, feelings, digests, messages and
 * stored prompts.
 */
export async function removeChat(at: At): Promise<Awaited<ReturnType<DecisionJob<void>>>> {
  if ((await lockLane(at.read, at.chatId))?.busy === true) throw new Refusal("turn_in_flight");
  const events = await readChatEvents(at.read, at.chatId, 0);
  const version =
    events.findLast(({ stream }) => stream === chatStream(at.chatId))?.streamVersion ?? 0;
  const deleted = draftStoryEvent(
    { chat: { id: at.chatId, accountId: at.accountId, branchId: rootBranch }, now: at.now },
    "chat_deleted",
    {},
  );
  const after = [
    ...events,
    { ...deleted, id: (events.at(-1)?.id ?? 0) + 1, streamVersion: version + 1 },
  ];
  const [gone] = await withdrawMessages(at, { chatId: at.chatId, events: after });
  // Failed turns left no events, but their model calls contain prompts of this chat.
  const calls = await at.read.rows<{ turn_id: string }>(
    "select distinct turn_id from model_call where chat_id = $1 and turn_id is not null",
    [at.chatId],
  );
  const turn_ids = [
    ...new Set([...(gone?.payload.turn_ids ?? []), ...calls.map(({ turn_id }) => turn_id)]),
  ];
  const words = gone === undefined ? [] : [{ ...gone, payload: { ...gone.payload, turn_ids } }];
  const elsewhere = await withdrawBrought(at, { chatId: at.chatId, events: after });
  return {
    events: [deleted, ...words, ...elsewhere.events],
    expects: { ...elsewhere.expects, [chatStream(at.chatId)]: version },
    result: undefined,
  };
}
