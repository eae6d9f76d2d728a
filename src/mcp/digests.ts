import type { JsonObject } from "../domain/json.ts";
import { sealed } from "./find-story.ts";
import type { McpDeps, Program } from "./ports.ts";

export interface SeenDigest extends JsonObject {
  readonly noticed: string;
}

/** What the person could have noticed, newest last. The full account is not in it while it is sealed. */
export async function readDigests(
  on: Pick<McpDeps, "scenes">,
  { accountId }: Program,
  of: { readonly chatId: string; readonly limit: number },
): Promise<readonly SeenDigest[]> {
  const rows = await on.scenes.list(
    accountId,
    { chatId: of.chatId, what: "digests" },
    { limit: of.limit, spoilers: sealed },
  );
  return rows.map((row) => ({
    digest_id: row["id"] ?? null,
    scene_id: row["scene_id"] ?? null,
    noticed: typeof row["noticed"] === "string" ? row["noticed"] : "",
    is_sealed: row["sealed"] === true,
    full_account: row["sealed"] === true ? null : (row["directors_cut"] ?? null),
  }));
}
