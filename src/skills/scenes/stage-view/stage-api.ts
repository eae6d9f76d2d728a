import type { Desk } from "../../../domain/ports/decisions.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { StageBook } from "../../../domain/views/stage.ts";
import { createChatStates } from "../state/chat-states.ts";
import { readFeelings } from "./feelings.ts";
import { readLobby } from "./lobby.ts";
import { readBeat, readLinesBefore } from "./lines.ts";
import { readMemories } from "./memories.ts";
import { hush, letTalk } from "./talk.ts";
import { readStage } from "./view.ts";

/** Chats whose next speaker somebody watches. */
const watched = 20;

/** What a page shows of stories. It is the person's own story, and no prompt is made of it. */
export function createStageBook({ desk }: { readonly desk: Desk }): StageBook {
  const states = createChatStates({ most: watched });
  const look = <T>(accountId: string, job: (read: Reads) => Promise<T>): Promise<T> =>
    desk.work(accountId, async ({ read }) => ({ events: [], result: await job(read) }));
  return {
    lobby: (accountId) => look(accountId, (read) => readLobby(read, accountId)),
    chat: (accountId, of) =>
      look(accountId, (read) => readStage({ read, states }, { accountId, ...of })),
    linesBefore: (accountId, of) =>
      look(accountId, (read) => readLinesBefore(read, { accountId, ...of })),
    beat: (accountId, of) => look(accountId, (read) => readBeat(read, { accountId, ...of })),
    feelings: (accountId, chatId) =>
      look(accountId, (read) => readFeelings(read, { accountId, chatId })),
    memories: (accountId, of) =>
      look(accountId, (read) => readMemories(read, { accountId, ...of })),
    letTalk: (accountId, { chatId, ...of }) =>
      desk.work(accountId, (at) => letTalk({ ...at, accountId, chatId }, of)),
    hush: (accountId, { chatId, planId }) =>
      desk.work(accountId, (at) => hush({ ...at, accountId, chatId }, planId)),
  };
}
