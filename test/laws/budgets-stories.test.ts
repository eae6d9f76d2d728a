import { afterAll, beforeAll, expect, it } from "vitest";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import { openFileReader } from "../../src/main/file-reader.ts";
import { productProjector } from "../../src/main/projections.ts";
import { openScenesApi } from "../../src/main/scenes.ts";
import type { ScenesApi } from "../../src/domain/views/scenes.ts";
import {
  type ApiLab,
  openApi,
  openPostgresStore,
  type Person,
  type Reply,
} from "../support/api.ts";
import { expectNobodyWaits, expectNobodyWaitsAgain } from "../support/longest-round.ts";
import { growStory } from "../support/long-story.ts";
import { pickSome, runs } from "../support/runs.ts";
import type { OpenStore } from "../support/stores.ts";

let store: OpenStore;
let lab: ApiLab;
let mallory: Person;
let scenes: ScenesApi;

beforeAll(async () => {
  store = await openPostgresStore();
  const parts = {
    db: store.db,
    projector: productProjector(),
    clock: systemClock,
    chance: createSystemChance(() => Date.now()),
    fileReader: openFileReader(systemClock),
  };
  scenes = openScenesApi(parts);
  lab = await openApi({ db: store.db, clock: systemClock, scenes });
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

it("S15: a long file of a story comes in and goes out without anyone waiting for it", async () => {
  // What holds up others is its size, what takes its time is the number of its lines.
  const lines = runs(500, 2_000);
  const heavy = await takeChat("a chat of nine megabytes", transcript(lines, 1_800_000 / lines));
  await expectNobodyWaitsAgain(lab, "the same goes out", async () => {
    const { status, text } = await mallory.call(`${heavy.path}/export`);
    expect([status, text.split("\n").length]).toEqual([200, lines + 2]);
  });
}, 180_000);

/** Answered by a turn, about one row, or at a story's beginning; two are measured without their route. */
const others = [
  "post /api/chats/{id}/kickoff",
  "post /api/chats/{id}/turns/{turn}/version",
  "post /chats/{id}/turns",
  "post /chats/{id}/turns/cancel",
  "post /api/chats/{id}/rerun",
  "post /api/chats/{id}/plans/{plan}/stop",
  "post /api/chats/{id}/digests/{digest}/unseal",
  "post /api/chats/{id}/regenerate",
  "post /api/chats/{id}/next",
];

type Asked = readonly [route: string, query?: string, json?: object];

async function ask(path: string, turnId: string, [route, query = "", json]: Asked): Promise<Reply> {
  const [method = "", where = ""] = route.split(" /api/chats/{id}");
  const reply = await mallory.call(
    `${path}${where.replace("{turn}", turnId).replace("{thread}", "promise")}${query}`,
    {
      method: method.toUpperCase(),
      ...(json === undefined ? {} : { json }),
    },
  );
  expect(reply.status, `${route}: ${reply.text.slice(0, 300)}`).toBeLessThan(300);
  return reply;
}

/** 3,000 lines show the same as 20,000, which the long run has, in a fifth of the time. */
it("S15: no request about a story of thousands of lines holds up anyone, nor do seven of them at once", async () => {
  const { path } = await takeChat("a chat", transcript(6, 12));
  const { path: other } = await takeChat("another chat", transcript(6, 12));
  const chatId = path.split("/").at(-1) ?? "";
  await growStory(store, chatId, runs(3_000, 20_000));
  const newest = (await mallory.call(`${path}/turns?limit=2`)).json;
  const [line, last] = (newest as { turns: readonly [Line & { speaker_id: string }, Line] }).turns;
  const authored = (await mallory.call(`/api/bots`)).json;
  const bots = (authored as { bots: readonly { id: string }[] }).bots.map(({ id }) => id);
  const bot = bots.find((id) => id !== line.speaker_id) ?? "";
  const early = last.event_id - 4_000;
  const kept = (await mallory.call(`${path}/memories?limit=1`)).json;
  const [memory] = (kept as { memories: readonly [Line] }).memories;
  const reads: readonly Asked[] = [
    ["get /api/chats/{id}"],
    ...[
      "containers",
      "scenes",
      "presence",
      "activities",
      "edges",
      "threads",
      "digests",
      "plans",
      "settings",
    ].map((what): Asked => [`get /api/chats/{id}/${what}`]),
    ["get /api/chats/{id}/turns", "?limit=1000&unseen=hide"],
    ["get /api/chats/{id}/memories", "?limit=1000&unseen=hide"],
    ["get /api/chats/{id}/stage", "?since=1"],
    ["get /api/chats/{id}/lines", `?before=${last.event_id}`],
    ["get /api/chats/{id}/beats"],
    ["get /api/chats/{id}/why", `?viewer=${bot}&fact=word`],
    ["get /api/chats/{id}/audit"],
    ["get /api/chats/{id}/replay"],
    ["get /api/chats/{id}/export"],
    ["get /api/chats/{id}/preset"],
    ["get /api/chats/{id}/compare", `?a=main&b=main&b_event=${early}`],
    ["get /api/chats/{id}/ask", "?question=what+did+Ann+say"],
    ["post /api/chats/{id}/turns/{turn}/edit", "?preview=true", { text: "other words" }],
  ];
  const together: readonly Asked[] = [
    ["get /api/chats/{id}/branches"],
    ["get /api/chats/{id}/lives"],
    ["get /api/chats/{id}/context", `?viewer=${bot}`],
    ["get /api/chats/{id}/stage/memories", `?owner_id=${bot}`],
    ["get /api/chats/{id}/gossip", "?fact=word"],
    ["get /api/chats/{id}/as-of", `?event_id=${last.event_id}`],
    ["get /api/chats/{id}/feelings"],
    [
      "post /api/chats/{id}/turns/{turn}/presence",
      "?preview=true",
      { entity_id: bot, present: false },
    ],
  ];
  const writes: readonly Asked[] = [
    ["post /api/chats/{id}/containers", "", { name: "there" }],
    ["post /api/chats/{id}/containers/rename", "", { container_id: 1, name: "here" }],
    ["post /api/chats/{id}/rename", "", { title: "another title" }],
    ["post /api/chats/{id}/threads", "", { id: "promise", title: "A promise" }],
    ["post /api/chats/{id}/threads/{thread}", "", { title: "A kept promise" }],
    ["post /api/chats/{id}/activities", "", { entity_id: bot, posture: "sitting" }],
    ["post /api/chats/{id}/edges", "", { source_id: bot, target_id: "you", affinity_delta: 1 }],
    ["post /api/chats/{id}/settings", "", { length: "long" }],
    ["post /api/chats/{id}/lives", "", { is_on: false }],
    ["post /api/chats/{id}/clock", "", { to: "2099-01-01T00:00:00Z" }],
    [
      "post /api/chats/{id}/edits",
      "",
      { target_kind: "memory_pinned", target_id: memory.id, new_value: "yes" },
    ],
    ["post /api/chats/{id}/memories", "", { owner_id: bot, from_chat_id: other.split("/").at(-1) }],
    ["post /api/chats/{id}/scenes", "", { container_id: 1, participants: ["you", bot] }],
    ["post /api/chats/{id}/meanwhile", "", { participants: bots }],
    ["post /api/chats/{id}/let-talk", "", { scene_id: 3, beats: 1 }],
    ["post /api/chats/{id}/turns/{turn}/edit", "", { text: "other words" }],
    ["post /api/chats/{id}/turns/{turn}/presence", "", { entity_id: bot, present: false }],
    ["post /api/chats/{id}/branches", "", { name: "beside", turn_id: line.id }],
    ["post /api/chats/{id}/branches/switch", "", { branch: "main" }],
    ["post /api/chats/{id}/rewind", "", { event_id: early }],
    ["delete /api/chats/{id}"],
    ["post /api/chats/{id}/bring-back", "", {}],
  ];
  await expectNobodyWaitsAgain(lab, "seven at once", () =>
    Promise.all(together.map((asked) => ask(path, line.id, asked))),
  );
  for (const asked of pickSome(reads, 3))
    await expectNobodyWaitsAgain(lab, asked[0], () => ask(path, line.id, asked));
  for (const asked of writes)
    await expectNobodyWaits(lab, asked[0], () => ask(path, line.id, asked));
  const latest = (await mallory.call(`${path}/turns?limit=1`)).json;
  const [{ id: turnId }] = (latest as { turns: readonly [Line] }).turns;
  await expectNobodyWaits(lab, "a version is chosen", () =>
    scenes.time.chooseVersion(mallory.id, { chatId, turnId, version: 1 }),
  );
  await expectNobodyWaits(lab, "another version", () =>
    scenes.time.regenerate(mallory.id, { chatId }),
  );
  const { paths } = (await lab.call("/openapi.json")).json as { paths: Record<string, object> };
  const routes = Object.entries(paths).flatMap(([route, methods]) =>
    route.includes("/chats/{id}") ? Object.keys(methods).map((method) => `${method} ${route}`) : [],
  );
  const measured = [...reads, ...together, ...writes].map(([route]) => route);
  expect(routes.filter((route) => ![...measured, ...others].includes(route))).toEqual([]);
}, 900_000);
