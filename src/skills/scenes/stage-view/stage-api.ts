import type { Decisions } from "../../../domain/ports/decisions.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { StageApi } from "../../../domain/views/stage.ts";
import { createChatStates } from "../state/chat-states.ts";
import { readFeelings } from "./feelings.ts";
import { readLobby } from "./lobby.ts";
import { readBeat, readLinesBefore } from "./lines.ts";
import { readMemories } from "./memories.ts";
import { stopUnattended, startUnattended } from "./unattended.ts";
import { readStage } from "./view.ts";

/** Cached chats, for finding the speaker of a running turn. */
const cachedChats = 20;

/** Stories for the page. The person sees their whole story; no prompt is built from these views. */
export function createStageApi({ decisions }: { readonly decisions: Decisions }): StageApi {
  const states = createChatStates({ most: cachedChats });
  const readAs = <T>(accountId: string, job: (read: Reads) => Promise<T>): Promise<T> =>
    decisions.run(accountId, async ({ read }) => ({ events: [], result: await job(read) }));
  return {
    readLobby: (accountId) => readAs(accountId, (read) => readLobby(read, accountId)),
    readStage: (accountId, of) =>
      readAs(accountId, (read) => readStage({ read, states }, { accountId, ...of })),
    listLinesBefore: (accountId, of) =>
      readAs(accountId, (read) => readLinesBefore(read, { accountId, ...of })),
    readBeat: (accountId, of) => readAs(accountId, (read) => readBeat(read, { accountId, ...of })),
    listFeelings: (accountId, chatId) =>
      readAs(accountId, (read) => readFeelings(read, { accountId, chatId })),
    listMemories: (accountId, of) =>
      readAs(accountId, (read) => readMemories(read, { accountId, ...of })),
    startUnattended: (accountId, { chatId, ...of }) =>
      decisions.run(accountId, (at) => startUnattended({ ...at, accountId, chatId }, of)),
    stopUnattended: (accountId, { chatId, planId }) =>
      decisions.run(accountId, (at) => stopUnattended({ ...at, accountId, chatId }, planId)),
  };
}
