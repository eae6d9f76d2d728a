import type {
  CharacterCard,
  CharacterOf,
  LivedThrough,
  StageCharacters,
} from "../../../domain/ports/companion.ts";
import type { CharacterView } from "../../../domain/views/companion.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { loadCastOf } from "../beat/play-context.ts";
import { loadCast } from "../state/cast.ts";
import { type Memory, you } from "../state/chat-state.ts";
import type { ChatStates } from "../state/chat-states.ts";
import { readPeople } from "../state/people.ts";
import { openSources } from "../state/witness.ts";

/** The characters of a person's Stage, for a skill that talks as one of them. */
export function createStageCharacters({
  states,
}: {
  readonly states: ChatStates;
}): StageCharacters {
  return {
    list: async (read, accountId) => {
      const people = await readPeople(read, accountId);
      const bots = await read.rows<Omit<CharacterView, "name">>(
        `select id, updated_at, exists (select from bot_assets a where a.account_id = b.account_id and a.bot_id = b.id
           and (a.picture is not null or a.picture_hash is not null)) as has_picture
         from bots b where account_id = $1 order by name, id`,
        [accountId],
      );
      return bots.map((bot) => ({ ...bot, name: people.nameOf(bot.id) }));
    },
    findIds: async (read, { accountId, name }) => {
      const people = await readPeople(read, accountId);
      return people.findIds(name).filter((id) => people.bots.some((bot) => bot.id === id));
    },
    findCard,
    listLived: (read, of) => listLived({ read, states }, of),
    hasLived: async (read, { accountId, botId, after }) =>
      (await read.rows(`${livedSql} and m.event_id > $3 limit 1`, [accountId, botId, after]))
        .length > 0,
  };
}

async function findCard(
  read: Reads,
  { accountId, botId }: CharacterOf,
): Promise<CharacterCard | undefined> {
  const { bots } = await loadCast(read, { accountId }, [botId]);
  const bot = bots.get(botId);
  if (bot === undefined) return undefined;
  const [felt] = await read.rows<{ affinity: number; trust: number }>(
    "select affinity, trust from edges where account_id = $1 and source_id = $2 and target_id = $3 order by event_id desc limit 1",
    [accountId, botId, you],
  );
  const [origin] = await read.rows<{ is_card: boolean }>(
    "select extensions ? 'card' as is_card from bots where account_id = $1 and id = $2",
    [accountId, botId],
  );
  return {
    id: botId,
    name: bot.name,
    persona: bot.persona,
    traits: bot.traits,
    backstory: bot.backstory,
    voiceSamples: bot.voice_samples,
    relationship: bot.initial_relationship_to_you,
    affinity: felt?.affinity ?? null,
    trust: felt?.trust ?? null,
    isForeign: origin?.is_card !== false,
    eventId: bot.event_id,
  };
}

/** Of scenes that the character was in, without the person, and that are over and summed up. */
const livedSql = `select m.chat_id, m.scene_id, max(m.event_id) over (partition by m.chat_id, m.scene_id) as last
  from memories m join chats c on c.id = m.chat_id
  join scenes s on s.chat_id = m.chat_id and s.id = m.scene_id and s.kind = 'meanwhile' and s.closed_at is not null and s.summarised
  where c.account_id = $1 and m.owner_id = $2 and m.brought_from is null`;

/** Words come from the character's own side of each story, by the reader that its prompts use. */
async function listLived(
  { read, states }: { readonly read: Reads; readonly states: ChatStates },
  of: CharacterOf & { readonly most: number },
): Promise<readonly LivedThrough[]> {
  const scenes = await read.rows<{ chat_id: string; scene_id: number }>(
    `select chat_id, scene_id from (${livedSql}) l group by chat_id, scene_id order by max(last) desc limit $3`,
    [of.accountId, of.botId, of.most],
  );
  const lived: LivedThrough[] = [];
  for (const { chat_id: chatId, scene_id: sceneId } of scenes.toReversed()) {
    const state = await states.load(read, chatId);
    if (state === undefined) continue;
    const own = openSources(state, await loadCastOf(read, state, [of.botId]), of.botId);
    lived.push(...toLived(own.listMemoriesOf(sceneId)));
  }
  return lived;
}

/** The summary of the scene, which one of its memories holds; else its last lines. */
function toLived(memories: readonly Memory[]): LivedThrough[] {
  const summed = memories.filter(({ text, povSummary }) => povSummary !== text);
  return (summed.length === 0 ? memories.slice(-3) : summed).map(
    ({ povSummary, sources, storyTime }) => ({
      words: povSummary,
      eventIds: sources,
      at: storyTime,
    }),
  );
}
