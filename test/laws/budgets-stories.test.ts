import { afterAll, beforeAll, expect, it } from "vitest";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import { openFileReader } from "../../src/main/file-reader.ts";
import { productProjector } from "../../src/main/projections.ts";
import { openScenesApi } from "../../src/main/scenes.ts";
import { type ApiLab, openApi, openPostgresStore, type Person } from "../support/api.ts";
import { expectNobodyWaits } from "../support/longest-round.ts";
import type { OpenStore } from "../support/stores.ts";

let store: OpenStore;
let lab: ApiLab;
let mallory: Person;

beforeAll(async () => {
  store = await openPostgresStore();
  const parts = {
    db: store.db,
    projector: productProjector(),
    clock: systemClock,
    chance: createSystemChance(() => Date.now()),
    fileReader: openFileReader(systemClock),
  };
  lab = await openApi({ db: store.db, clock: systemClock, scenes: openScenesApi(parts) });
  mallory = await lab.person("Mallory");
});
afterAll(async () => {
  await lab.close();
  await store.close();
});

const transcript = (lines: number, words: number): string =>
  Array.from({ length: lines }, (_, nth) =>
    JSON.stringify({
      name: ["Mallory", "Ann", "Bob"][nth % 3],
      is_user: nth % 3 === 0,
      mes: `line ${nth} ${"word ".repeat(words)}`,
      ...(nth % 3 === 1 ? { swipes: [`line ${nth}, otherwise`, ""], swipe_id: 1 } : {}),
    }),
  ).join("\n");

/** A chat comes in; its id, and the last of its lines. */
async function takeChat(name: string, body: string): Promise<{ path: string; last: Line }> {
  const taken = await expectNobodyWaits(lab, `${name} comes in`, () =>
    mallory.call("/api/chats/import", { method: "POST", body }),
  );
  expect(taken.status, taken.text).toBe(201);
  const path = `/api/chats/${(taken.json as { chat_id: string }).chat_id}`;
  const { json } = await mallory.call(`${path}/turns?limit=1`);
  return { path, last: (json as { turns: readonly [Line] }).turns[0] };
}

interface Line {
  readonly id: string;
  readonly event_id: number;
}

it("S15: a story of thousands of lines comes in, goes out and is asked about without anyone waiting for it", async () => {
  const heavy = await takeChat("a chat of nine megabytes", transcript(2_000, 900));
  await expectNobodyWaits(lab, "the same goes out", async () => {
    const { status, text } = await mallory.call(`${heavy.path}/export`);
    expect([status, text.split("\n").length]).toEqual([200, 2_002]);
  });
  const { path, last } = await takeChat("a chat of many lines", transcript(3_000, 16));
  const { json } = await mallory.call("/api/bots");
  const [{ id: bot }] = (json as { bots: readonly [{ id: string }] }).bots;
  const early = last.event_id - 8_000;
  const asked: readonly (readonly [path: string, json?: object])[] = [
    ["/stage?since=1"],
    ["/turns?limit=200&unseen=hide"],
    ["/memories?limit=200&unseen=hide"],
    [`/stage/memories?owner_id=${bot}`],
    ["/feelings"],
    ["/gossip?fact=word"],
    [`/context?viewer=${bot}`],
    [`/why?viewer=${bot}&fact=word`],
    ["/branches"],
    ["/audit"],
    ["/replay"],
    [`/as-of?event_id=${last.event_id}`],
    [`/compare?a=main&b=main&b_event=${early}`],
    [`/turns/${last.id}/edit?preview=true`, { text: "other words" }],
    [`/turns/${last.id}/edit`, { text: "other words" }],
    [`/turns/${last.id}/presence?preview=true`, { entity_id: bot, present: false }],
    ["/rewind?preview=true", { event_id: early }],
    ["/branches", { name: "beside", turn_id: last.id }],
    ["/branches/switch", { branch: "main" }],
    ["/rewind", { event_id: early }],
    ["/bring-back", {}],
  ];
  for (const [where, json] of asked) {
    const reply = await expectNobodyWaits(lab, where, () =>
      mallory.call(`${path}${where}`, json === undefined ? {} : { method: "POST", json }),
    );
    expect(reply.status, `${where}: ${reply.text.slice(0, 300)}`).toBeLessThan(300);
  }
}, 180_000);
