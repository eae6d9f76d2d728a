import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RecordedEvent } from "../../src/domain/events/catalogue.ts";
import type {
  Change,
  EventHandler,
  Key,
  Projection,
  Row,
} from "../../src/domain/events/projection.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Sql } from "../../src/store/database/database.ts";
import { createProjector, project } from "../../src/store/log/projector.ts";
import { inPieces } from "../support/histories.ts";
import { patience, runs } from "../support/runs.ts";
import { type OpenStore, stores } from "../support/stores.ts";
import { createHandler, toRecorded } from "../support/stored-event.ts";

// A table of its own: two columns as key, two columns with a default, and one of each kind of value that handlers write.
const createPebble = `create table pebble (
  shelf text not null, place bigint not null,
  size bigint not null default 7, colour text default 'grey', note text, seen_at timestamptz, facts jsonb, smooth boolean not null default false,
  primary key (shelf, place))`;

type Pebble = Record<string, unknown>;
const fresh: Pebble = {
  size: 7,
  colour: "grey",
  note: null,
  seen_at: null,
  facts: null,
  smooth: false,
};

const keyOf = (payload: JsonObject): Key => ({
  shelf: payload["shelf"] as string,
  place: Number(payload["place"]),
});
const besides = (payload: JsonObject): Key => ({
  shelf: payload["shelf"] as string,
  place: (Number(payload["place"]) + 1) % 3,
});
const table = "pebble";

/** What handlers do in real rooms: set, change, forget; count up from what is there; copy what is there; act on what is missing. */
const handlers: readonly EventHandler[] = [
  createHandler({
    kind: "put",
    evolve: ({ payload }) => [
      { op: "put", table, row: { ...keyOf(payload), ...(payload["set"] as Row) } },
    ],
  }),
  createHandler({
    kind: "patch",
    evolve: ({ payload }) => [
      { op: "patch", table, key: keyOf(payload), set: payload["set"] as Row },
    ],
  }),
  createHandler({
    kind: "drop",
    evolve: ({ payload }) => [{ op: "drop", table, key: keyOf(payload) }],
  }),
  createHandler({
    kind: "grow",
    reads: ({ payload }) => [{ table, key: keyOf(payload) }],
    evolve: ({ payload }, read) => {
      const now = read(table, keyOf(payload));
      return now === undefined
        ? []
        : [{ op: "patch", table, key: keyOf(payload), set: { size: Number(now["size"]) + 1 } }];
    },
  }),
  createHandler({
    kind: "copy",
    reads: ({ payload }) => [
      { table, key: keyOf(payload) },
      { table, key: besides(payload) },
    ],
    evolve: ({ payload }, read) => {
      const [from, to] = [read(table, keyOf(payload)), read(table, besides(payload))];
      if (from === undefined) return [{ op: "drop", table, key: besides(payload) }];
      const { shelf: _shelf, place: _place, ...values } = from;
      return [
        {
          op: "put",
          table,
          row: {
            ...besides(payload),
            ...values,
            note: to === undefined ? "first" : `after ${String(to["size"])}`,
          },
        },
      ];
    },
  }),
  // Two handlers of one kind see each other's work.
  createHandler({
    kind: "renew",
    evolve: ({ payload }) => [{ op: "drop", table, key: keyOf(payload) }],
  }),
  createHandler({
    kind: "renew",
    reads: ({ payload }) => [{ table, key: keyOf(payload) }],
    evolve: ({ payload }, read) => [
      {
        op: "put",
        table,
        row: { ...keyOf(payload), note: read(table, keyOf(payload)) === undefined ? "new" : "old" },
      },
    ],
  }),
];
const projection: Projection = { tables: [{ name: table, key: ["shelf", "place"] }], handlers };

/** The same story kept by a plain map, one change after the other. */
function foldPlainly(events: readonly RecordedEvent[]): Pebble[] {
  const rows = new Map<string, Pebble>();
  const id = (key: Row): string => JSON.stringify([key["shelf"], key["place"]]);
  const dropUndefined = (row: Row): Pebble =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
  const apply = (change: Change): void => {
    if (change.op === "drop") rows.delete(id(change.key));
    else if (change.op === "put")
      rows.set(id(change.row), {
        ...(rows.get(id(change.row)) ?? fresh),
        ...dropUndefined(change.row),
      });
    else if (rows.has(id(change.key)))
      rows.set(id(change.key), { ...rows.get(id(change.key)), ...dropUndefined(change.set) });
  };
  for (const event of events)
    for (const handler of handlers)
      if (handler.kind === event.kind)
        for (const change of handler.evolve(event, (_, key) => rows.get(id(key)))) apply(change);
  return [...rows.values()].toSorted((one, other) => (id(one) < id(other) ? -1 : 1));
}

const value = fc.record(
  {
    size: fc.oneof(fc.integer({ min: 0, max: 99 }), fc.constant(undefined)),
    colour: fc.constantFrom("red", "青", null, undefined),
    note: fc.constantFrom("a", "b", null),
    seen_at: fc.constantFrom("2026-01-05T09:00:00.000Z", null),
    facts: fc.constantFrom({ deep: [1, { two: "2" }] }, [], "text", undefined),
    smooth: fc.boolean(),
  },
  { requiredKeys: [] },
);
const change = fc.record({
  kind: fc.constantFrom("put", "put", "patch", "patch", "drop", "grow", "copy", "renew"),
  payload: fc.record({ shelf: fc.constantFrom("a", "b"), place: fc.nat({ max: 2 }), set: value }),
});

let open: OpenStore;
beforeAll(async () => {
  // What is tested is how changes add up, which is the same on every store: the quicker one to start is enough.
  open = await (stores.find(({ name }) => name === "PostgreSQL") as (typeof stores)[number]).open();
  await open.owner((sql) => sql.rows(createPebble));
});
afterAll(() => open.close());

const eventsOf = (changes: readonly { kind: string; payload: unknown }[]): RecordedEvent[] =>
  changes.map(({ kind, payload }, index) =>
    toRecorded({
      id: index + 1,
      stream: "s",
      streamVersion: index + 1,
      kind,
      at: "2026-01-05T09:00:00.000Z",
      payload: payload as JsonObject,
    }),
  );

async function fold(sql: Sql, pieces: readonly (readonly RecordedEvent[])[]): Promise<Pebble[]> {
  const projector = createProjector([projection]);
  await sql.rows("truncate pebble");
  for (const piece of pieces) await project(sql, projector, piece);
  return sql.rows<Pebble>('select * from pebble order by shelf collate "C", place');
}

it(
  "a row batch gives the same rows for the same changes, in whatever batches they come",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 14 }),
        fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 6 }),
        async (changes, sizes) => {
          const events = eventsOf(changes);
          const rows = await open.owner((sql) => fold(sql, inPieces(events, sizes)));
          expect(rows).toEqual(foldPlainly(events));
        },
      ),
      { numRuns: runs(120, 5_000) },
    );
  },
  patience,
);

it.each([
  ["a change of a row that is not there is forgotten when the row comes", ["patch", "put"]],
  [
    "a change of a row that is gone is forgotten when the row comes back",
    ["put", "drop", "patch", "put"],
  ],
  ["a row that comes back has nothing of its former life", ["put", "drop", "put"]],
] as const)("a row batch: %s", async (_, kinds) => {
  const set = { put: { note: "put" }, patch: { size: 99, colour: "red" }, drop: {} };
  const events = eventsOf(
    kinds.map((kind) => ({ kind, payload: { shelf: "a", place: 1, set: set[kind] } })),
  );
  const rows = await open.owner((sql) => fold(sql, [events]));
  expect(rows).toEqual([{ shelf: "a", place: 1, ...fresh, note: "put" }]);
});

it("a row batch refuses a handler that reads what it did not declare, whether the row was touched or not", async () => {
  const nosy = createHandler({
    kind: "nosy",
    evolve: ({ payload }, read) => (read(table, keyOf(payload)), []),
  });
  const projector = createProjector([{ ...projection, handlers: [...handlers, nosy] }]);
  const payload = { shelf: "a", place: 1, set: { note: "x" } };
  for (const kinds of [["nosy"], ["put", "nosy"], ["patch", "nosy"], ["drop", "nosy"]]) {
    const events = eventsOf(kinds.map((kind) => ({ kind, payload })));
    await expect(open.owner((sql) => project(sql, projector, events))).rejects.toThrow(
      "without declaring it",
    );
  }
});

it("a row batch refuses a table that no projection owns, and two projections that claim one table", async () => {
  const stray = createHandler({
    kind: "stray",
    evolve: () => [{ op: "put", table: "message", row: { id: "1" } }],
  });
  const projector = createProjector([{ tables: [], handlers: [stray] }]);
  const [event] = eventsOf([{ kind: "stray", payload: {} }]);
  await expect(
    open.owner((sql) => project(sql, projector, [event as RecordedEvent])),
  ).rejects.toThrow("no projection owns the table message");
  expect(() => createProjector([projection, projection])).toThrow(
    "two projections claim the table pebble",
  );
});
