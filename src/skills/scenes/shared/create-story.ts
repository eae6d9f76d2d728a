import { Refusal } from "../../../domain/errors.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { pageColumns } from "../../../domain/page.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { Decision, RecordingContext } from "../../../domain/ports/decisions.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { NewSharedStory } from "../../../domain/views/shared-stories.ts";
import { chatScope } from "../../../domain/views/scenes.ts";
import { toCharacterName } from "../../../domain/character-name.ts";
import { rootBranch } from "../state/path.ts";
import { draftStoryEvent, type FactContext } from "../state/story-events.ts";
import { draftOpening } from "./opening.ts";

/** Stories that one person may host at a time. */
const mostHosted = 20;
const mostCharacters = 12;

interface BotRow {
  readonly id: string;
  readonly name: string;
  readonly persona: string;
  readonly voice_samples: string[];
  readonly traits: string[];
  readonly backstory: string;
  readonly kickoff_prose: string;
  readonly extensions: JsonObject;
}

/**
 * A shared story belongs to an account of its own: no one signs in as it, and its people, the host
 * included, see what they witness and nothing else.
 */
export async function createSharedStory(
  at: RecordingContext,
  accountId: string,
  asked: NewSharedStory,
): Promise<Decision<{ readonly chatId: string }>> {
  const [account] = await at.read.rows<{ default_timezone: string; language: string | null }>(
    "select default_timezone, language from account where id = $1",
    [accountId],
  );
  const bots = await readBots(at, accountId, asked.botIds);
  await assertRoomForMore(at, accountId);
  const name = toCharacterName(asked.name);
  if (bots.some((bot) => bot.name.toLowerCase() === name.toLowerCase()))
    throw new Refusal("name_taken", { field: "name" });
  const [storyAccount, chatId, entity] = [at.newId(), at.newId(), `person-${at.newId()}`];
  const when = iso(at.now);
  const on: FactContext = {
    chat: { id: chatId, accountId: storyAccount, branchId: rootBranch },
    now: at.now,
  };
  const cast = bots.map((bot) => ({ id: bot.id, name: bot.name }));
  const [host, guest] = bots as [BotRow, ...BotRow[]];
  const events: EventDraft[] = [
    {
      stream: `account:${storyAccount}`,
      kind: "account_created",
      at: when,
      accountId: storyAccount,
      payload: {
        id: storyAccount,
        origin: "web_first",
        display_name: null,
        language: account?.language ?? null,
        default_timezone: account?.default_timezone ?? "UTC",
        zone_source: "default",
      },
    },
    ...bots.map((bot): EventDraft => ({
      stream: `bot:${storyAccount}:${bot.id}`,
      kind: "bot_authored",
      at: when,
      accountId: storyAccount,
      payload: { ...bot, initial_relationship_to_you: "" },
    })),
    draftStoryEvent(on, "chat_created", {
      id: chatId,
      host_bot_id: host.id,
      guest_bot_id: guest?.id ?? null,
      initial_time: when,
      title: asked.title ?? null,
    }),
    draftConversation(on, at.newId()),
    draftStoryEvent(on, "story_shared", { host_account_id: accountId, cast }),
    draftStoryEvent(on, "story_joined", {
      member_account_id: accountId,
      entity_id: entity,
      name,
      ...(asked.persona === undefined ? {} : { persona: asked.persona }),
    }),
    draftStoryEvent(on, "container_created", {
      container_id: 1,
      name: asked.place ?? "here",
      type: "",
      properties: {},
    }),
    draftStoryEvent(on, "scene_opened", {
      scene_id: 1,
      container_id: 1,
      started_at: when,
      participants: [entity, ...bots.map((bot) => bot.id)],
    }),
    ...draftOpening(on, { bots, entity, name, newId: () => at.newId() }),
  ];
  return { events, reaches: [storyAccount], result: { chatId } };
}

async function readBots(
  { read }: RecordingContext,
  accountId: string,
  ids: readonly string[],
): Promise<BotRow[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0 || wanted.length > mostCharacters)
    throw new Refusal("invalid_request", { field: "bot_ids", problem: "1 to 12 characters" });
  const rows = await read.rows<BotRow>(
    `select id, name, persona, voice_samples, traits, backstory, kickoff_prose, extensions
     from bots where account_id = $1 and id = any($2)`,
    [accountId, wanted],
  );
  const found = wanted.map((id) => rows.find((row) => row.id === id));
  const missing = wanted[found.indexOf(undefined)];
  if (missing !== undefined)
    throw new Refusal("unknown_person", { field: "bot_ids", value: missing });
  return found.flatMap((bot) => bot ?? []);
}

async function assertRoomForMore({ read }: RecordingContext, accountId: string): Promise<void> {
  const [row] = await read.rows<{ count: number }>(
    "select count(*)::int as count from shared_stories where account_id = $1 and is_host and is_in",
    [accountId],
  );
  if ((row?.count ?? 0) >= mostHosted) throw new Refusal("too_many_stories", { most: mostHosted });
}

function draftConversation({ chat, now }: FactContext, id: string): EventDraft {
  const place = { ...pageColumns, scope: chatScope(chat.id), peer: chat.accountId };
  return {
    stream: `conversation:${id}`,
    kind: "conversation_opened",
    at: iso(now),
    accountId: chat.accountId,
    conversationId: id,
    payload: { id, account_id: chat.accountId, ...place },
  };
}
