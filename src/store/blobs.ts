import type { Blob } from "../domain/ports/decisions.ts";
import type { Sql } from "./database/database.ts";

/**
 * Blobs that no row refers to. Importing a card again leaves the pictures of the previous one
 * behind.
 */
const unnamedSql = `delete from blob b where b.account_id = $1 and not exists (
  select from bot_assets a where a.account_id = b.account_id
    and (a.picture_hash = b.hash or a.assets @> jsonb_build_array(jsonb_build_object('blob', b.hash))))`;

/**
 * Stores the bytes that events of this transaction refer to, and deletes those that nothing refers
 * to.
 */
export async function keepBlobs(
  sql: Sql,
  of: { accountId: string; blobs: readonly Blob[]; at: string },
): Promise<void> {
  for (const { hash, bytes } of of.blobs)
    await sql.rows(
      "insert into blob (account_id, hash, bytes, created_at) values ($1, $2, $3, $4) on conflict do nothing",
      [of.accountId, hash, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), of.at],
    );
  await sql.rows(unnamedSql, [of.accountId]);
}
