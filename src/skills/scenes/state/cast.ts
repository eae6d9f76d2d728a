import type { Json } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { withNames } from "../formats/macros.ts";
import { labelsOf } from "./namesakes.ts";
import { plainName } from "./plain-name.ts";
import { you } from "./chat-state.ts";

/** A bot as it was authored. Only its own prompts read more than its name. */
export interface CastMember {
  readonly id: string;
  readonly name: string;
  readonly persona: string;
  readonly voice_samples: readonly string[];
  readonly traits: readonly string[];
  readonly backstory: string;
  readonly initial_relationship_to_you: string;
  readonly kickoff_prose: string;
  /** What it knows of the world, and only it. */
  readonly lorebook?: Json | undefined;
  readonly event_id: number;
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
}

/** Whoever reads a story of another time answers this from the log instead. */
export const castSql = `select (select jsonb_agg(to_jsonb(b) - 'extensions' || jsonb_build_object('lorebook', b.extensions -> 'lorebook')) from bots b where b.account_id = $1 and b.id = any($2)) as bots,
       (select to_jsonb(y) from you y where y.account_id = $1) as you`;

/** The named bots and the person's part, as they are now. */
export async function loadCast(
  read: Reads,
  accountId: string,
  ids: readonly string[],
): Promise<Cast> {
  const [row] = await read.rows<{ bots: CastMember[] | null; you: Cast["you"] | null }>(castSql, [
    accountId,
    [...new Set(ids)],
  ]);
  const self =
    row?.you === null || row?.you === undefined
      ? undefined
      : { ...row.you, name: plainName(row.you.name) };
  const bots = (row?.bots ?? []).map((bot) =>
    named({ ...bot, name: plainName(bot.name) }, self?.name ?? "You"),
  );
  const labels = labelsOf(bots, self === undefined ? [] : [self.name]);
  return {
    bots: new Map(bots.map((bot) => [bot.id, { ...bot, name: labels.get(bot.id) ?? bot.name }])),
    you: self,
  };
}

/** Cards leave places for names; whoever reads a bot finds the names in them. */
function named(bot: CastMember, user: string): CastMember {
  const fill = (words: string): string => withNames(words, { char: bot.name, user });
  return {
    ...bot,
    persona: fill(bot.persona),
    backstory: fill(bot.backstory),
    voice_samples: bot.voice_samples.map(fill),
    kickoff_prose: fill(bot.kickoff_prose),
  };
}

export function nameOf(cast: Cast, id: string): string {
  return id === you ? (cast.you?.name ?? "You") : (cast.bots.get(id)?.name ?? id);
}
