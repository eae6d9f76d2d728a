import { asAccount } from "../domain/principal.ts";
import type { Database } from "./database/database.ts";

/**
 * Stores a vector only if the memory still exists with the same text. Waits for a concurrent
 * deletion.
 */
const keepSql = `with there as (
    select m.id, v.vector from memories m join json_to_recordset($5::json) as v(id text, words text, vector text) on v.id = m.id
    where m.account_id = $1 and m.chat_id = $2 and m.owner_id = $3 and md5(m.pov_summary) = v.words for share of m)
  insert into memory_vectors (memory_id, account_id, chat_id, owner_id, model, words, vector)
  select m.id, $1, $2, $3, $4, md5(m.pov_summary), decode(t.vector, 'base64') from there t join memories m on m.id = t.id
  on conflict (memory_id, model) do update set words = excluded.words, vector = excluded.vector`;

interface Owner {
  readonly accountId: string;
  readonly chatId: string;
  readonly ownerId: string;
  readonly model: string;
}

interface MemoryVector {
  readonly memoryId: string;
  readonly words: string;
  readonly vector: Uint8Array;
}

export function openMemoryVectors(db: Database) {
  return {
    async keep(
      { accountId, chatId, ownerId, model }: Owner,
      vectors: readonly MemoryVector[],
    ): Promise<void> {
      const rows = vectors.map(({ memoryId, words, vector }) => ({
        id: memoryId,
        words,
        vector: Buffer.from(vector).toString("base64"),
      }));
      await db.transaction(asAccount(accountId), (sql) =>
        sql.rows(keepSql, [accountId, chatId, ownerId, model, JSON.stringify(rows)]),
      );
    },
  };
}
