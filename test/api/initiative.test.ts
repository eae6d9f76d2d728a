import { afterAll, beforeAll, expect, it } from "vitest";
import { createSystemChance } from "../../src/cli/system.ts";
import { openCompanionApi, openInitiativeApi, openReviewApi } from "../../src/main/memory.ts";
import { engine } from "../../src/domain/principal.ts";
import { productProjector } from "../../src/main/projections.ts";
import { type ApiLab, codeOf, openApi, openPostgresStore, operatorToken } from "../support/api.ts";
import { record } from "../../src/store/log/record.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { toDraft } from "../support/stored-event.ts";
import type { OpenStore } from "../support/stores.ts";

let store: OpenStore;
let lab: ApiLab;
const clock = fakeClock();

beforeAll(async () => {
  store = await openPostgresStore();
  const chance = createSystemChance(() => clock.now());
  const parts = { db: store.db, projector: productProjector(), clock, chance };
  lab = await openApi({
    db: store.db,
    clock,
    initiative: openInitiativeApi(parts),
    companion: openCompanionApi(parts),
    review: openReviewApi(parts),
  });
});
afterAll(async () => {
  await lab.close();
  await store.close();
});

it("a program switches the morning brief on for its own account alone, and reads what was written first", async () => {
  const [ada, bob] = [await lab.person(), await lab.person()];
  const off = { brief: false, follow_ups: false, silence_days: null, most_per_day: 2 };
  expect((await ada.call("/api/initiative")).json).toEqual(off);
  const set = (json: object) => ada.call("/api/initiative", { method: "POST", json });
  expect((await set({ brief: true })).json).toEqual({ ...off, brief: true });
  expect((await set({ most_per_day: 3 })).json).toEqual({ ...off, brief: true, most_per_day: 3 });
  expect(codeOf(await set({ most_per_day: 99 }))).toBe("invalid_request");
  expect((await set({ silence_days: 5 })).json).toMatchObject({ brief: true, silence_days: 5 });
  expect(codeOf(await set({ silence_days: 0 }))).toBe("invalid_request");
  expect((await set({ silence_days: null })).json).toMatchObject({ silence_days: null });
  expect((await bob.call("/api/initiative")).json).toEqual(off);
  expect((await ada.call("/api/initiative/messages")).json).toEqual({ messages: [], next: null });
  const timers = await store.db.rows<{ id: string }>(
    "select id from timer where kind = 'initiative'",
  );
  expect(timers).toHaveLength(1);
});

it("a program reads what was done on some days, and an end before its start is refused", async () => {
  const ada = await lab.person();
  const read = (from: string, to: string) => ada.call(`/api/review?from=${from}&to=${to}`);
  expect((await read("2026-06-01", "2026-06-07")).json).toEqual({ lines: [], is_cut: false });
  expect(codeOf(await read("2026-06-07", "2026-06-01"))).toBe("invalid_request");
  expect(codeOf(await read("last-week", "2026-06-01"))).toBe("invalid_request");
  expect(codeOf(await read("2026-02-30", "2026-03-05"))).toBe("invalid_request");
  expect(codeOf(await read("9999-12-31", "9999-12-31"))).toBe("invalid_request");
});

it("a program chooses one of its own characters as companion, and another account's is not found", async () => {
  const [ada, bob] = [await lab.person(), await lab.person()];
  const at = new Date(clock.now()).toISOString();
  const authored = { id: "mira", name: "Mira", persona: "", kickoff_prose: "" };
  await store.db.transaction(engine, (sql) =>
    record(sql, productProjector(), [
      toDraft({
        kind: "bot_authored",
        payload: authored,
        stream: `stage:${ada.id}`,
        at,
        accountId: ada.id,
      }),
    ]),
  );
  const choose = (who: typeof ada, bot_id: string | null) =>
    who.call("/api/companion", { method: "POST", json: { bot_id } });
  expect((await ada.call("/api/companion")).json).toMatchObject({ companion: null });
  expect((await choose(ada, "mira")).json).toMatchObject({
    companion: { id: "mira", name: "Mira" },
    characters: [{ id: "mira" }],
  });
  expect(codeOf(await choose(bob, "mira"))).toBe("not_found");
  expect((await choose(ada, null)).json).toMatchObject({ companion: null });
  expect(await store.db.rows("select bot_id from companion")).toEqual([{ bot_id: null }]);
});

it("a token that may not read reminders gets no titles of them in what was done", async () => {
  const line = { at: "2026-06-01T09:00:00.000Z", times: 1, all_day: false, with: [] };
  const lines = [
    {
      ...line,
      kind: "done" as const,
      text: "the dentist",
      is_foreign: false,
      source: { kind: "reminder" as const, reminder_id: "r1" },
    },
    {
      ...line,
      kind: "said" as const,
      text: "I went swimming.",
      is_foreign: false,
      source: { kind: "message" as const, conversation_id: "c1", event_id: 1 },
    },
  ];
  const other = await openApi({
    db: store.db,
    clock,
    review: { readDays: async () => ({ lines, is_cut: false }) },
  });
  const ada = await other.person();
  const read = async (scopes: readonly string[]) => {
    const json = { account_id: ada.id, scopes };
    const made = await other.call("/api/tokens", { method: "POST", token: operatorToken, json });
    const { token } = made.json as { token: string };
    const answer = await other.call("/api/review?from=2026-06-01&to=2026-06-02", { token });
    return (answer.json as { lines: { text: string }[] }).lines.map(({ text }) => text);
  };
  expect(await read(["chat:read"])).toEqual(["I went swimming."]);
  expect(await read(["chat:read", "reminders:read"])).toEqual(["the dentist", "I went swimming."]);
  await other.close();
});
