import * as fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { conversationOpened, messageReceived } from "../../../test/support/conversation-events.ts";
import { type OpenStore, postgresStore } from "../../../test/support/stores.ts";
import { engine } from "../../domain/principal.ts";
import { productProjector } from "../../main/projections.ts";
import { rebuild } from "./rebuild.ts";
import { record } from "./record.ts";
import { toArray } from "./table-shapes.ts";

let store: OpenStore;
beforeAll(async () => {
  store = await postgresStore.open();
  return store.close;
});

/** PostgreSQL holds every character but this one. */
const texts = fc.string({ unit: "binary" }).filter((text) => !text.includes("\0"));
const awkward = [
  "",
  "null",
  "NULL",
  "{}",
  '"',
  "\\",
  "\\n",
  "a,b",
  " spaced ",
  "two\nlines\t",
  "钥匙🗝",
];

it("a column of many rows arrives in the database as it was, whatever its texts hold", async () => {
  const column = fc.array(fc.option(fc.oneof(texts, fc.constantFrom(...awkward))), {
    minLength: 1,
  });
  await fc.assert(
    fc.asyncProperty(column, async (values) => {
      const rows = await store.db.rows<{ value: string | null }>(
        "select value from unnest($1::text[]) with ordinality as u(value, place) order by place",
        [toArray(values)],
      );
      expect(rows.map(({ value }) => value)).toEqual(values);
    }),
    { numRuns: 60, examples: [[awkward], [[null, ...awkward]]] },
  );
});

it("rows that were written one, a few and many at a time are the same when all are written at once", async () => {
  const projector = productProjector();
  const drafts = Array.from({ length: 240 }, (_, at) =>
    messageReceived("ada", "talk", { seq: at + 1, text: `${awkward[at % awkward.length]} ${at}` }),
  );
  const sizes = [1, 20, 40];
  for (let [from, nth] = [0, 0]; from < drafts.length; nth += 1) {
    const until = from + (sizes[nth % sizes.length] ?? 1);
    await store.db.transaction(engine, (sql) =>
      record(sql, projector, [
        ...(from === 0 ? [conversationOpened("ada", "talk")] : []),
        ...drafts.slice(from, until),
      ]),
    );
    from = until;
  }
  const report = await store.owner((sql) => rebuild(sql, projector));
  expect(report.tables.filter(({ same }) => !same)).toEqual([]);
  expect(report.tables.find(({ table }) => table === "message")?.after.rows).toBe(240);
});
