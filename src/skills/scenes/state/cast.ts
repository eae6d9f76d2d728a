import type { BotSpeech, StorySettings } from "../../../domain/events/story.ts";
import type { Json } from "../../../domain/json.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { fillPlaceholders } from "../formats/macros.ts";
import { labelNamesakes } from "./namesakes.ts";
import { toCharacterName } from "../../../domain/character-name.ts";
import { you } from "./chat-state.ts";

/**
 * A bot as it was authored. Everything but its public side (name, pronouns, looks) is read only for
 * its own prompts.
 */
export interface CastMember {
  readonly id: string;
  readonly name: string;
  readonly persona: string;
  readonly voice_samples: readonly string[];
  readonly traits: readonly string[];
  readonly backstory: string;
  readonly initial_relationship_to_you: string;
  readonly kickoff_prose: string;
  /** What others see; with the name, all that they know of the card. */
  readonly pronouns?: string | undefined;
  readonly looks?: string | undefined;
  readonly play?: BotSpeech | undefined;
  /** Instructions of a character card, which count only where the person allows them. */
  readonly prompts?: CardPrompts | null | undefined;
  /** The bot's private lorebook. */
  readonly lorebook?: Json | undefined;
  readonly event_id: number;
}

interface CardPrompts {
  readonly system?: string | null | undefined;
  readonly closing?: string | null | undefined;
  readonly note?: string | null | undefined;
}

export interface Cast {
  readonly bots: ReadonlyMap<string, CastMember>;
  readonly you:
    | {
        readonly name: string;
        readonly pronouns: string;
        readonly persona: string;
        readonly event_id: number;
      }
    | undefined;
  /** The people of a shared story who play a persona of their own. */
  readonly players?: ReadonlyMap<string, { readonly name: string; readonly persona: string }>;
}

/** Point-in-time readers answer this exact query from the log. */
export const castSql = `select (select jsonb_agg(to_jsonb(b) - 'extensions' || jsonb_build_object('lorebook', b.extensions -> 'lorebook', 'prompts', jsonb_build_object(
         'system', b.extensions #>> '{card,data,system_prompt}', 'closing', b.extensions #>> '{card,data,post_history_instructions}',
         'note', b.extensions #>> '{card,data,extensions,depth_prompt,prompt}'))) from bots b where b.account_id = $1 and b.id = any($2)) as bots,
       (select to_jsonb(y) from you y where y.account_id = $1) as you`;

/** A story, as far as it says whom the person plays. */
interface PlayedStory {
  readonly accountId: string;
  readonly settings?: StorySettings;
  readonly settingsEventId?: number;
}

/** The requested bots and the person's persona in the story, as they are now. */
export async function loadCast(
  read: Reads,
  story: PlayedStory,
  ids: readonly string[],
): Promise<Cast> {
  return createCast(story, await readCastRows(read, story.accountId, ids));
}

export interface CastRows {
  readonly bots: CastMember[] | null;
  readonly you: Cast["you"] | null;
}

/** What a cast is made of, apart from what the story itself says of the people in it. */
export async function readCastRows(
  read: Reads,
  accountId: string,
  ids: readonly string[],
): Promise<CastRows> {
  const [row] = await read.rows<CastRows>(castSql, [accountId, [...new Set(ids)]]);
  return row ?? { bots: null, you: null };
}

export function createCast(story: PlayedStory, row: CastRows): Cast {
  const chosen = readPersona(story) ?? row.you ?? undefined;
  const self = chosen === undefined ? undefined : { ...chosen, name: toCharacterName(chosen.name) };
  const bots = (row.bots ?? []).map((bot) =>
    fillBot({ ...bot, name: toCharacterName(bot.name) }, self?.name ?? "You"),
  );
  const labels = labelNamesakes(bots, self === undefined ? [] : [self.name]);
  return {
    bots: new Map(bots.map((bot) => [bot.id, { ...bot, name: labels.get(bot.id) ?? bot.name }])),
    you: self,
  };
}

function readPersona({ settings, settingsEventId = 0 }: PlayedStory): Cast["you"] {
  const { name, pronouns = "", persona = "" } = settings?.persona ?? { name: "" };
  return name === "" ? undefined : { name, pronouns, persona, event_id: settingsEventId };
}

/** Character cards contain placeholders for names; they are filled when a bot is read. */
function fillBot(bot: CastMember, user: string): CastMember {
  const fill = (words: string): string => fillPlaceholders(words, { char: bot.name, user });
  return {
    ...bot,
    persona: fill(bot.persona),
    backstory: fill(bot.backstory),
    voice_samples: bot.voice_samples.map(fill),
    kickoff_prose: fill(bot.kickoff_prose),
    looks: fill(bot.looks ?? ""),
    prompts: {
      system: fill(bot.prompts?.system ?? ""),
      closing: fill(bot.prompts?.closing ?? ""),
      note: fill(bot.prompts?.note ?? ""),
    },
  };
}

export function nameOf(cast: Cast, id: string): string {
  if (id === you) return cast.you?.name ?? "You";
  return cast.bots.get(id)?.name ?? cast.players?.get(id)?.name ?? id;
}
