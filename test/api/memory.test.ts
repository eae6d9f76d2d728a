import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createSystemChance } from "../../src/cli/system.ts";
import { engine } from "../../src/domain/principal.ts";
import { openMemoryApi } from "../../src/main/memory.ts";
import { productProjector } from "../../src/main/projections.ts";
import { record } from "../../src/store/log/record.ts";
import { type ApiLab, openApi, openPostgresStore, type Person } from "../support/api.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { toDraft } from "../support/stored-event.ts";
import type { OpenStore } from "../support/stores.ts";

let store: OpenStore;
let lab: ApiLab;
let ada: Person;
let bob: Person;
const clock = fakeClock();
const projector = productProjector();

beforeAll(async () => {
  store = await openPostgresStore();
  const chance = createSystemChance(() => Date.now());
  const memory = openMemoryApi({ db: store.db, projector, clock, chance });
  lab = await openApi({ db: store.db, clock, memory });
});
afterAll(async () => {
  await lab.close();
  await store.close();
});
beforeEach(async () => {
  [ada, bob] = [await lab.person("Ada"), await lab.person("Bob")];
});

interface Shown {
  readonly id: string;
  readonly words: string;
  readonly pinned: boolean;
  readonly superseded_by: string | null;
}

let count = 0;
async function remember(who: Person, words: string): Promise<string> {
  const id = `00000000-0000-7000-8000-${String((count += 1)).padStart(12, "0")}`;
  const at = new Date(clock.now()).toISOString();
  const fact = {
    stream: `memory:${who.id}`,
    kind: "memory_stated",
    at,
    accountId: who.id,
    payload: {
      id,
      account_id: who.id,
      conversation_id: `talk of ${who.id}`,
      audience: "private",
      form: "fact",
      words,
      topic: null,
      value: null,
      date_said: null,
      date_meant: null,
      origin: "rule",
      sources: [1_000_000 + count],
      said_at: at,
    },
  };
  await store.db.transaction(engine, (sql) => record(sql, projector, [toDraft(fact)]));
  return id;
}

const list = async (who: Person, q = ""): Promise<Shown[]> =>
  ((await who.call(`/api/memory${q}`)).json as { memories: Shown[] }).memories;
const act = (who: Person, path: string, json: unknown = {}) =>
  who.call(`/api/memory/${path}`, { method: "POST", json });

it("memories are listed, searched, pinned, corrected and forgotten by the API", async () => {
  const kiwis = await remember(ada, "I'm allergic to kiwis");
  const porto = await remember(ada, "I moved to Porto");
  expect((await list(ada)).map(({ words }) => words)).toEqual([
    "I moved to Porto",
    "I'm allergic to kiwis",
  ]);
  expect((await list(ada, "?q=allergies")).map(({ id }) => id)).toEqual([kiwis]);
  expect((await act(ada, `${kiwis}/pin`, { pinned: true })).status).toBe(200);
  expect((await list(ada))[0]).toMatchObject({ id: kiwis, pinned: true });
  const edited = await act(ada, `${porto}/edit`, { words: "I moved to Braga" });
  const { memory } = edited.json as { memory: Shown };
  expect(memory.words).toBe("I moved to Braga");
  expect((await list(ada)).find(({ id }) => id === porto)?.superseded_by).toBe(memory.id);
  expect((await act(ada, `${memory.id}/forget`)).json).toEqual({ forgotten: 2 });
  expect((await list(ada)).map(({ words }) => words)).toEqual(["I'm allergic to kiwis"]);
  const left = await store.db.rows(
    "select id from event_log where payload_json::text like '%Porto%' or payload_json::text like '%Braga%'",
  );
  expect(left).toEqual([]);
});

it("another account's memories are neither shown nor changed", async () => {
  const kiwis = await remember(ada, "I'm allergic to kiwis");
  expect(await list(bob)).toEqual([]);
  for (const [what, body] of [
    ["pin", { pinned: true }],
    ["edit", { words: "no" }],
    ["forget", {}],
  ] as const)
    expect((await act(bob, `${kiwis}/${what}`, body)).status).toBe(404);
  expect((await act(bob, "conversations/unknown-talk", { is_on: false })).status).toBe(404);
  expect(await list(ada)).toMatchObject([{ words: "I'm allergic to kiwis", pinned: false }]);
});
