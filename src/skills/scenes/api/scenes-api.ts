import { isOnPage } from "../../../domain/page.ts";
import { Refusal } from "../../../domain/errors.ts";
import { type EventDraft, isDraftOf } from "../../../domain/events/catalogue.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import {
  chatScope,
  type ScenesApi,
  type RecordedStoryEvent,
} from "../../../domain/views/scenes.ts";
import { assertOffered, describeSettings, readModel } from "./settings.ts";
import { playOn } from "./play-on.ts";
import { closeScene } from "./close-scene.ts";
import { removeBot } from "./remove-bot.ts";
import { describeLives } from "../lives/describe-lives.ts";
import {
  assertNotRunning,
  decideInChat,
  type LaneDecision,
  queueByAccount,
} from "./decide-in-chat.ts";
import { draftKickoff } from "./kickoff.ts";
import { startMeanwhile } from "./start-meanwhile.ts";
import { bringMemories } from "../brought/bring.ts";
import { readList } from "./lists.ts";
import { createChatStates } from "../state/chat-states.ts";
import { createSceneFiles, type SceneFileDeps } from "../formats/files.ts";
import { importEvents } from "./import-events.ts";
import { readPeople } from "../state/people.ts";
import { createStageApi } from "../stage-view/stage-api.ts";
import { createStoryTimeApi, type StoryTimeDeps } from "../time/story-time.ts";
import { assertSayable } from "../beat/assert-sayable.ts";
import type { PreparedDecision } from "../../../domain/ports/decisions.ts";
import { withdrawBrought } from "../brought/withdraw-brought.ts";
import { readChatEvents } from "../state/read-log.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { rootBranch } from "../state/path.ts";
import { type ChatState, chatStream } from "../state/chat-state.ts";
import { withdrawMessages } from "../time/withdraw-messages.ts";

export type ScenesApiDeps = StoryTimeDeps & SceneFileDeps;

/** Chats cached for `assertSayable`. */
const cachedChats = 20;

/**
 * Stories for API clients: the same events as in a turn, and reads of the tables derived from them.
 */
export function createScenesApi(on: ScenesApiDeps): ScenesApi {
  const { decisions } = on;
  const long = queueByAccount(decisions);
  const readAs = <T>(accountId: string, job: (read: Reads) => Promise<T>): Promise<T> =>
    decisions.read(accountId, job);
  const states = createChatStates({ most: cachedChats });
  return {
    time: createStoryTimeApi({ ...on, decisions: long }),
    stage: createStageApi({ decisions, long }),
    importEvents: (accountId, lines) =>
      long.prepare(accountId, async (at) => {
        const { drafts, opened, expects } = await importEvents({ ...at, accountId }, lines);
        return { events: [...drafts, ...opened], expects, result: drafts.map(toRecorded) };
      }),
    authorEvent: (accountId, line) =>
      long.prepare(accountId, async (at) => {
        if (line.kind === "bot_authored") assertOffered(readModel(line.payload), on.model);
        const { drafts, opened, expects } = await importEvents({ ...at, accountId, byHand: true }, [
          line,
        ]);
        return {
          events: [...drafts, ...opened],
          expects,
          result: toRecorded(drafts[0] as EventDraft),
        };
      }),
    playOn: (accountId, { chatId, ...of }) =>
      decideInChat(long, { accountId, chatId }, async (at) => {
        await requireChat(at.read, accountId, chatId);
        return playOn(at, of);
      }),
    assertSayable: (accountId, chatId, words) =>
      long.read(accountId, async (read) => {
        const state = await states.load(read, chatId);
        if (state === undefined) throw new Refusal("not_found");
        assertSayable({ state, people: await readPeople(read, accountId, state) }, words);
      }),
    readSettings: (accountId, chatId) =>
      long.read(accountId, async (read) => {
        await requireChat(read, accountId, chatId);
        const state = await states.load(read, chatId);
        return describeSettings(state?.settings ?? {}, on.model);
      }),
    changeSettings: (accountId, chatId, settings) =>
      long.prepare(accountId, async (at) => {
        await requireChat(at.read, accountId, chatId);
        assertOffered(settings["model"], on.model);
        const line = { kind: "story_settings_set", payload: { chat_id: chatId, settings } };
        const { drafts, expects } = await importEvents({ ...at, accountId, byHand: true }, [line]);
        const [set] = drafts.filter((draft) => isDraftOf(draft, "story_settings_set"));
        return {
          events: drafts,
          expects,
          result: describeSettings(set?.payload.settings ?? {}, on.model),
        };
      }),
    readLives: (accountId, chatId) =>
      long.read(accountId, async (read) => {
        await requireChat(read, accountId, chatId);
        return describeLives(await states.load(read, chatId));
      }),
    changeLives: (accountId, chatId, lives) =>
      long.prepare(accountId, async (at) => {
        await requireChat(at.read, accountId, chatId);
        const chats = new Map<string, ChatState>();
        const line = { kind: "lives_set", payload: { chat_id: chatId, lives } };
        const on = { ...at, accountId, byHand: true };
        const { drafts, expects } = await importEvents(on, [line], chats);
        return { events: drafts, expects, result: describeLives(chats.get(chatId)) };
      }),
    listBots: (accountId) =>
      readAs(accountId, (read) =>
        read.rows<JsonObject>("select * from bots where account_id = $1 order by name, id", [
          accountId,
        ]),
      ),
    removeBot: (accountId, botId) =>
      decisions.run(accountId, (at) => removeBot({ ...at, accountId }, botId)),
    files: createSceneFiles({ ...on, decisions: long }),
    readYou: (accountId) =>
      readAs(
        accountId,
        async (read) =>
          (
            await read.rows<JsonObject>("select * from you where account_id = $1", [accountId])
          )[0] ?? null,
      ),
    listChats: (accountId) =>
      readAs(accountId, async (read) =>
        (
          await read.rows<JsonObject>(
            "select * from chats where account_id = $1 order by updated_at desc, id",
            [accountId],
          )
        ).map(hideChosenId),
      ),
    readChat: (accountId, chatId) =>
      readAs(accountId, (read) => requireChat(read, accountId, chatId)),
    list: (accountId, of, query) =>
      long.read(accountId, async (read) => {
        await requireChat(read, accountId, of.chatId);
        return readList(read, of, query);
      }),
    startMeanwhile: (accountId, chatId, start) =>
      long.prepare(accountId, (at) => startMeanwhile({ ...at, accountId, chatId }, start)),
    kickOff: (accountId, chatId, greeting) =>
      long.prepare(accountId, async (at) => {
        const lines = await draftKickoff(at.read, { accountId, chatId, greeting });
        const { drafts, expects } = await importEvents({ ...at, accountId }, lines);
        return { events: drafts, expects, result: drafts.map(toRecorded) };
      }),
    bringMemories: (accountId, chatId, what) =>
      long.prepare(accountId, async (at) => {
        await requireChat(at.read, accountId, chatId);
        await requireChat(at.read, accountId, what.fromChatId);
        return bringMemories({ ...at, accountId, chatId }, what);
      }),
    removeChat: (accountId, chatId) =>
      decideInChat(long, { accountId, chatId }, async (at) => {
        await requireChat(at.read, accountId, chatId);
        return removeChat(at);
      }),
    closeScene: (accountId, scene) =>
      long.prepare(accountId, (at) => closeScene({ ...at, accountId }, scene)),
    isBeingPlayed: (accountId, chatId) =>
      readAs(accountId, async (read) => {
        const sql = `select 1 from message m join conversation c on c.id = m.conversation_id
          where ${isOnPage("c")} and c.scope = $1 and m.direction = 'inbound'
            and m.seq > c.last_closed_inbound_seq and coalesce(m.payload #>> '{scene,op}', 'prose') in ('prose', 'again') limit 1`;
        return (await read.rows(sql, [chatScope(chatId)])).length > 0;
      }),
    findConversation: (accountId, chatId) =>
      readAs(accountId, async (read) => {
        await requireChat(read, accountId, chatId);
        const sql = `select id from conversation c where account_id = $1 and ${isOnPage("c")} and scope = $2`;
        return (await read.rows<{ id: string }>(sql, [accountId, chatScope(chatId)]))[0]?.id;
      }),
  };
}

const toRecorded = ({ kind, payload }: EventDraft): RecordedStoryEvent => ({ kind, payload });

/** Another account's chat and a missing chat get the same answer. */
async function requireChat(read: Reads, accountId: string, chatId: string): Promise<JsonObject> {
  const [row] = await read.rows<JsonObject>(
    "select * from chats where account_id = $1 and id = $2",
    [accountId, chatId],
  );
  if (row === undefined) throw new Refusal("not_found");
  return hideChosenId(row);
}

/** Answers never reveal whether a client-chosen id was replaced. */
const hideChosenId = ({ chosen_id: _chosen, ...row }: JsonObject): JsonObject => row;

/**
 * Removes a chat with everything derived from it: scenes, memories, feelings, digests, messages and
 * stored prompts.
 */
async function removeChat(at: LaneDecision): Promise<PreparedDecision<void>> {
  assertNotRunning(at);
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
