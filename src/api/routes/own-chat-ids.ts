import type { Json } from "../../domain/json.ts";
import { asAccount } from "../../domain/principal.ts";
import type { Database } from "../../store/database/database.ts";
import type { Answer, RawAsk, Route } from "../http/route.ts";

/** Chosen ids of an account's chats by their actual ids, where the two differ. */
type Chosen = ReadonlyMap<string, string>;

/**
 * A person may choose a chat's id. If another account already has it, the chat gets an id of its
 * own and the person keeps using the chosen one: neither direction reveals that another account has
 * such a chat.
 */
export function withChosenIds(on: { readonly db: Database }, route: Route): Route {
  return {
    ...route,
    async run(ask) {
      const before = await readChosenIds(on.db, ask.accountId);
      const result = await route.run(before.size === 0 ? ask : toActualIds(route, ask, before));
      return toChosenIds(
        result,
        route.method === "get" ? before : await readChosenIds(on.db, ask.accountId),
      );
    },
  };
}

async function readChosenIds(db: Database, accountId: string | undefined): Promise<Chosen> {
  if (accountId === undefined) return new Map();
  const rows = await db.transaction(asAccount(accountId), (sql) =>
    sql.rows<{ id: string; chosen_id: string }>(
      "select id, chosen_id from chats where account_id = $1 and chosen_id is not null",
      [accountId],
    ),
  );
  return new Map(rows.map((row) => [row.id, row.chosen_id]));
}

const isChatId = (name: string): boolean => name === "chat_id" || name.endsWith("_chat_id");

/** Replaces chosen ids with the ids in the tables. */
function toActualIds({ path }: Route, ask: RawAsk, chosen: Chosen): RawAsk {
  const own = new Map([...chosen].map(([id, name]) => [name, id]));
  const swap = (value: unknown): unknown =>
    typeof value === "string" ? (own.get(value) ?? value) : value;
  const swapNamed = <T>(of: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(of).map(([name, value]) => [
        name,
        isChatId(name) ? (swap(value) as T) : value,
      ]),
    );
  const params = path.includes("/chats/{id}")
    ? { ...ask.params, id: swap(ask.params["id"]) as string }
    : ask.params;
  return { ...ask, params, query: swapNamed(ask.query), json: swapNamed(ask.json) };
}

function toChosenIds(result: Answer, chosen: Chosen): Answer {
  if (chosen.size === 0 || result === "taken_over") return result;
  if ("json" in result) return { ...result, json: replaceIds(result.json as Json, chosen) };
  if (!("bytes" in result) || typeof result.bytes !== "string") return result;
  return {
    ...result,
    bytes: [...chosen].reduce((text, [id, name]) => text.replaceAll(id, name), result.bytes),
  };
}

function replaceIds(value: Json, chosen: Chosen): Json {
  if (typeof value === "string") return chosen.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each: Json) => replaceIds(each, chosen));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => name !== "chosen_id");
  return Object.fromEntries(fields.map(([name, each]) => [name, replaceIds(each as Json, chosen)]));
}
