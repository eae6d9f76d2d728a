import { Refusal } from "../../../domain/errors.ts";
import type { EventDraft, Payload } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { chatScope, type SceneBook, type TakenEvent } from "../../../domain/views/scenes.ts";
import { closeScene } from "./close-scene.ts";
import { kickoffLines } from "./kickoff.ts";
import { startMeanwhile } from "./start-meanwhile.ts";
import { bringMemories } from "../brought/bring.ts";
import { readList } from "./lists.ts";
import { removeChat } from "./remove-chat.ts";
import { createChatStates } from "../state/chat-states.ts";
import { createSceneFiles, type SceneFileDeps } from "../formats/files.ts";
import { takeIn } from "./take-events.ts";
import { readPeople } from "../state/people.ts";
import { createStageBook } from "../stage-view/stage-api.ts";
import { createStoryTime, type StoryTimeDeps } from "../time/story-time.ts";
import { assertCanBeSaid } from "../beat/who-hears.ts";

export type SceneBookDeps = StoryTimeDeps & SceneFileDeps;

/** Chats that words are said in. */
const played = 20;

/** Stories without a conversation: the same events as in a turn, and views of the tables that they make. */
export function createSceneBook(on: SceneBookDeps): SceneBook {
  const look = <T>(accountId: string, job: (read: Reads) => Promise<T>): Promise<T> =>
    on.desk.work(accountId, async ({ read }) => ({ events: [], result: await job(read) }));
  const states = createChatStates({ most: played });
  return {
    time: createStoryTime(on),
    stage: createStageBook(on),
    takeIn: (accountId, lines) =>
      on.desk.work(accountId, async (at) => {
        const { drafts, opened, expects } = await takeIn({ ...at, accountId }, lines);
        return { events: [...drafts, ...opened], expects, result: drafts.map(taken) };
      }),
    author: (accountId, line) =>
      on.desk.work(accountId, async (at) => {
        const { drafts, opened, expects } = await takeIn({ ...at, accountId, byHand: true }, [
          line,
        ]);
        return { events: [...drafts, ...opened], expects, result: taken(drafts[0] as EventDraft) };
      }),
    assertCanBeSaid: (accountId, chatId, words) =>
      look(accountId, async (read) => {
        const state = await states.load(read, chatId);
        if (state === undefined) throw new Refusal("not_found", "");
        assertCanBeSaid({ state, people: await readPeople(read, accountId) }, words);
      }),
    bots: (accountId) =>
      look(accountId, (read) =>
        read.rows<Payload>("select * from bots where account_id = $1 order by name, id", [
          accountId,
        ]),
      ),
    files: createSceneFiles(on),
    you: (accountId) =>
      look(
        accountId,
        async (read) =>
          (await read.rows<Payload>("select * from you where account_id = $1", [accountId]))[0] ??
          null,
      ),
    chats: (accountId) =>
      look(accountId, async (read) =>
        (
          await read.rows<Payload>(
            "select * from chats where account_id = $1 order by updated_at desc, id",
            [accountId],
          )
        ).map(seen),
      ),
    chat: (accountId, chatId) => look(accountId, (read) => theChat(read, accountId, chatId)),
    list: (accountId, of, query) =>
      look(accountId, async (read) => {
        await theChat(read, accountId, of.chatId);
        return readList(read, of, query);
      }),
    startMeanwhile: (accountId, chatId, start) =>
      on.desk.work(accountId, (at) => startMeanwhile({ ...at, accountId, chatId }, start)),
    kickoff: (accountId, chatId, greeting) =>
      on.desk.work(accountId, async (at) => {
        const lines = await kickoffLines(at.read, { accountId, chatId, greeting });
        const { drafts, expects } = await takeIn({ ...at, accountId }, lines);
        return { events: drafts, expects, result: drafts.map(taken) };
      }),
    bringMemories: (accountId, chatId, what) =>
      on.desk.work(accountId, async (at) => {
        await theChat(at.read, accountId, chatId);
        await theChat(at.read, accountId, what.fromChatId);
        return bringMemories({ ...at, accountId, chatId }, what);
      }),
    remove: (accountId, chatId) =>
      on.desk.work(accountId, async (at) => {
        await theChat(at.read, accountId, chatId);
        return removeChat({ ...at, accountId, chatId });
      }),
    close: (accountId, scene) =>
      on.desk.work(accountId, (at) => closeScene({ ...at, accountId }, scene)),
    isBeingPlayed: (accountId, chatId) =>
      look(accountId, async (read) => {
        const sql = `select 1 from message m join conversation c on c.id = m.conversation_id
          where c.provider_type = 'web' and c.channel_account = 'web' and c.scope = $1 and m.direction = 'inbound'
            and m.seq > c.last_closed_inbound_seq and coalesce(m.payload #>> '{scene,op}', 'prose') in ('prose', 'again') limit 1`;
        return (await read.rows(sql, [chatScope(chatId)])).length > 0;
      }),
    conversation: (accountId, chatId) =>
      look(accountId, async (read) => {
        await theChat(read, accountId, chatId);
        const sql =
          "select id from conversation where account_id = $1 and provider_type = 'web' and channel_account = 'web' and scope = $2";
        return (await read.rows<{ id: string }>(sql, [accountId, chatScope(chatId)]))[0]?.id;
      }),
  };
}

const taken = ({ kind, payload }: EventDraft): TakenEvent => ({ kind, payload });

/** "Not yours" and "not there" are the same answer. */
async function theChat(read: Reads, accountId: string, chatId: string): Promise<Payload> {
  const [row] = await read.rows<Payload>("select * from chats where account_id = $1 and id = $2", [
    accountId,
    chatId,
  ]);
  if (row === undefined) throw new Refusal("not_found", "");
  return seen(row);
}

/** Whether the id is the chat's own or the one that its person calls it by shows in no answer. */
const seen = ({ chosen_id: _chosen, ...row }: Payload): Payload => row;
