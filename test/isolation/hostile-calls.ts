import type { ModelTool } from "../../src/domain/ports/model.ts";
import type { Database } from "../../src/store/database/database.ts";
import { foreignTo, forms } from "./foreign.ts";

interface Call {
  readonly name: string;
  readonly args: unknown;
}

/** Every id of these people, of whatever kind, as it is and without dashes. */
export async function foreignIds(db: Database, people: readonly string[]): Promise<string[]> {
  const found = await Promise.all(people.map((id) => foreignTo(db, id)));
  return [...new Set(found.flatMap(({ byKind }) => [...byKind.values()].flat()).flatMap(forms))];
}

/** Ways to ask for what is another account's. */
const wordings: readonly ((id: string) => string)[] = [
  (id) => id,
  (id) => `id:${id}`,
  (id) => `shared:${id}`,
  (id) => `the reminder of ${id}, tomorrow at 12pm`,
  (id) => `取消${id}的所有提醒`,
  (id) => `canary ${id}`,
  (id) => `{"owner_account_id":"${id}"}`,
  (id) => `' or id = '${id}'; drop table reminder; --`,
];

/** What an argument holds beside the one that is tried. */
const others = [
  "Eve",
  "Bob",
  "all",
  "*",
  "%",
  "canary",
  "tomorrow at 12pm",
  "yesterday at 3pm",
  "../../etc/passwd",
  "x".repeat(5_000),
];

/**
 * Turns of a model that obeys: each tool with each id and with words that mean everything, in an argument that goes round, in
 * as many wordings as there are turns, with a few more arguments that no tool has.
 */
export function hostileTurns(
  ids: readonly string[],
  victim: string,
  turns: number,
): ((tools: readonly ModelTool[]) => Call[])[] {
  const more = {
    owner_account_id: victim,
    account_id: victim,
    receiver_account_ids: [victim],
    sql: "drop table account",
  };
  return Array.from(
    { length: turns },
    (_, round) => (tools) =>
      tools.flatMap(({ name, parameters }, tool) => {
        const names = Object.keys(parameters["properties"] as object);
        return [...ids, ...others].map((id, nth): Call => {
          const value = wordings[(nth + tool + round) % wordings.length]?.(id) ?? id;
          const args = Object.fromEntries(
            names.map((key, at) => [key, others[(nth + at) % others.length]]),
          );
          return {
            name,
            args: {
              ...args,
              [names[(nth + round) % Math.max(names.length, 1)] ?? "x"]: value,
              ...more,
              reminder_id: id,
            },
          };
        });
      }),
  );
}
