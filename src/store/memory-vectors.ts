import type { MemoryVectors } from "../domain/ports/memory-vectors.ts";
import { asAccount } from "../domain/principal.ts";
import type { Database } from "./database/database.ts";

/** Beside a memory that is there and reads so. Whoever is just taking it away is waited for. */
const keepSql = `with there as (
    select m.id, v.vector from memories m join json_to_recordset($5::json) as v(id text, words text, vector text) on v.id = m.id
    where m.account_id = $1 and m.chat_id = $2 and m.owner_id = $3 and md5(m.pov_summary) = v.words for share of m)
  insert into memory_vectors (memory_id, account_id, chat_id, owner_id, model, words, vector)
  select m.id, $1, $2, $3, $4, md5(m.pov_summary), decode(t.vector, 'base64') from there t join memories m on m.id = t.id
  on conflict (memory_id, model) do update set words = excluded.words, vector = excluded.vector`;

export function openMemoryVectors(db: Database): MemoryVectors {
  return {
    async keep({ accountId, chatId, ownerId, model }, vectors) {
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
