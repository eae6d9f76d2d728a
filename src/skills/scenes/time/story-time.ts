import type { Desk } from "../../../domain/desk.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/reads.ts";
import type { StoryTime } from "../../../domain/story-time.ts";
import { contextNow } from "../audit/context.ts";
import { auditStory } from "../audit/run.ts";
import { whyKnown } from "../audit/why.ts";
import type { Recall } from "../prompt.ts";

export interface StoryTimeDeps {
  readonly desk: Desk;
  readonly recall?: Recall | undefined;
}

/** A chat's past, for routes and commands. Whoever asks sees their own chats alone. */
export function createStoryTime(on: StoryTimeDeps): StoryTime {
  const look = <T>(accountId: string, chatId: string, job: (read: Reads) => Promise<T>): Promise<T> =>
    on.desk.work(accountId, async ({ read }) => {
      await assertChat(read, accountId, chatId);
      return { events: [], result: await job(read) };
    });
  const { recall } = on;
  return {
    context: (accountId, of) => look(accountId, of.chatId, (read) => contextNow({ read, recall }, of)),
    why: (accountId, of) => look(accountId, of.chatId, (read) => whyKnown(read, of)),
    audit: (accountId, chatId) => look(accountId, chatId, (read) => auditStory({ read, recall }, { accountId, chatId })),
  };
}

/** "Not yours" and "not there" are the same answer. */
async function assertChat(read: Reads, accountId: string, chatId: string): Promise<void> {
  const found = await read.rows("select 1 from chats where account_id = $1 and id = $2", [accountId, chatId]);
  if (found.length === 0) throw new Refusal("not_found", "");
}
