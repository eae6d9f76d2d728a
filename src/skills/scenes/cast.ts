import type { Reads } from "../../domain/reads.ts";
import { you } from "./state.ts";

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
  readonly event_id: number;
}

export interface Cast {
  readonly bots: ReadonlyMap<string, CastMember>;
  readonly you: { readonly name: string; readonly pronouns: string; readonly persona: string; readonly event_id: number } | undefined;
}

/** The named bots and the person's part, as they are now. */
export async function loadCast(read: Reads, accountId: string, ids: readonly string[]): Promise<Cast> {
  const [row] = await read.rows<{ bots: CastMember[] | null; you: Cast["you"] | null }>(
    `select (select jsonb_agg(b) from bots b where b.account_id = $1 and b.id = any($2)) as bots,
       (select to_jsonb(y) from you y where y.account_id = $1) as you`,
    [accountId, [...new Set(ids)]],
  );
  return { bots: new Map((row?.bots ?? []).map((bot) => [bot.id, bot])), you: row?.you ?? undefined };
}

export function nameOf(cast: Cast, id: string): string {
  return id === you ? (cast.you?.name ?? "You") : (cast.bots.get(id)?.name ?? id);
}

/** Who is meant by a name, or by an id. */
export function idOf(cast: Cast, name: string): string | undefined {
  const wanted = name.trim().toLowerCase();
  if (wanted === you || wanted === cast.you?.name.toLowerCase()) return you;
  return [...cast.bots.values()].find(({ id, name: known }) => id === name || known.toLowerCase() === wanted)?.id;
}
