import type { Reads } from "../../../domain/ports/reads.ts";
import type { SpoilerFilter } from "../../../domain/views/story-time.ts";
import type { LineView } from "../../../domain/views/story-view.ts";

const hiddenScenesSql = `select scene_id from digests where chat_id = $1 and sealed
  union select p.scene_id from scene_plans p join scenes s on s.chat_id = p.chat_id and s.id = p.scene_id
  where p.chat_id = $1 and p.status = 'running' and s.closed_at is null and not p.scene_id = any($2::bigint[])`;

/** Scenes of a story that the person has not seen. */
export async function listHiddenScenes(
  read: Reads,
  { chatId, watched }: SpoilerFilter & { readonly chatId: string },
): Promise<Set<number | null>> {
  const rows = await read.rows<{ scene_id: number }>(hiddenScenesSql, [
    chatId,
    watched.filter((id) => Number.isInteger(id)),
  ]);
  return new Set(rows.map(({ scene_id }) => scene_id));
}

/**
 * Lines of scenes that the person has not seen keep their place and lose their words: a page can say
 * how many there are.
 */
export async function hideSealedLines(
  read: Reads,
  { chatId, spoilers }: { readonly chatId: string; readonly spoilers?: SpoilerFilter | undefined },
  lines: readonly LineView[],
): Promise<LineView[]> {
  if (spoilers === undefined || lines.length === 0) return [...lines];
  const hidden = await listHiddenScenes(read, { chatId, ...spoilers });
  return lines.map((line) =>
    hidden.has(line.scene_id) ? { ...line, text: "", segments: [], versions: [] } : line,
  );
}
