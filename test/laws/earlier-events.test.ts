import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isEventOf, type RecordedEvent } from "../../src/domain/events/catalogue.ts";
import { engine } from "../../src/domain/principal.ts";
import { productProjector } from "../../src/main/projections.ts";
import { readLog } from "../../src/store/log/event-log.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { record } from "../../src/store/log/record.ts";
import { earlierEvents } from "../support/earlier-events/all.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";

/** Each is recorded as it is, alone: what an event needs before it, no handler may take for granted. */
describe("an event of an earlier version", () => {
  const projector = productProjector();
  const events: readonly RecordedEvent[] = Object.values(earlierEvents);
  let store: OpenStore;

  beforeAll(async () => {
    store = await postgresStore.open();
  });
  afterAll(() => store.close());

  it.each(events.map((event) => [event.kind, event] as const))(
    "%s of an earlier version is read as it was written and changes the tables",
    async (kind, { id: _id, streamVersion: _version, ...draft }) => {
      const [recorded] = await store.db.transaction(engine, (sql) =>
        record(sql, projector, [draft]),
      );
      const [read] = await store.owner((sql) => readLog(sql, (recorded?.id ?? 0) - 1, 1));
      expect(read).toMatchObject({ ...draft, id: recorded?.id });
      expect(read !== undefined && isEventOf(read, kind)).toBe(true);
    },
  );

  it("all events of earlier versions together rebuild to the same tables", async () => {
    const report = await store.owner((sql) => rebuild(sql, projector));
    expect(report.events).toBe(events.length);
    expect(report.tables.filter(({ same }) => !same)).toEqual([]);
    expect(report.tables.filter(({ after }) => after.rows > 0).length).toBeGreaterThan(20);
  });
});
