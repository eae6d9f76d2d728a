import { expect, it } from "vitest";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import type { ModelRequest } from "../../src/domain/ports/model.ts";
import type { ScriptedAnswer } from "../../src/model/scripted.ts";
import { openModelCalls } from "../../src/store/model-calls.ts";
import { operatorToken } from "../support/api.ts";
import {
  json,
  type Line,
  type SceneLab,
  summary,
  text,
  unmoved,
  useSceneLab,
  youChat,
} from "../support/scene-lab.ts";
import { silentLog } from "../support/silent-log.ts";

const secret = "The key hangs behind canary3238.";
function answering(request: ModelRequest): ScriptedAnswer {
  const typed = request.sections?.find(({ name }) => name === "prose")?.lines.join("\n") ?? "";
  if (request.purpose === "parse_turn")
    return json({ segments: [{ kind: "dialogue", text: typed }] });
  if (request.purpose === "narrative") return text("Hm.");
  if (request.purpose === "state_update") return unmoved;
  return request.purpose === "threads" ? json({ threads: [] }) : summary("An evening.");
}
const lab = useSceneLab(
  [...youChat("one"), ...youChat("two").slice(3), ...youChat("three").slice(3)],
  { otherwise: answering },
);

/** In the first story BotA hears something while BotB is away, and brings it into the second. */
async function bringMemory(): Promise<SceneLab> {
  const on = lab();
  await on.post("/api/scenes/1/presence", { chat_id: "one", entity_id: "bot_b", change: "leave" });
  expect((await on.turn("one", secret)).status).toBe(204);
  expect((await bring(on, "two")).json).toEqual({ brought: 1 });
  return on;
}
/** The last prompt of a chat, as it is kept of a model that is a provider's. */
async function keepCall(on: SceneLab, chat: string): Promise<void> {
  const asked = on.model.requests.findLast(
    ({ request }) => request.chatId === chat && request.purpose === "narrative",
  )?.request;
  const [account] = await on.db.rows<{ id: string }>("select account_id as id from chats limit 1");
  await openModelCalls(on.db, silentLog).started({
    id: createSystemChance(systemClock.now).id(),
    accountId: account?.id ?? "",
    conversationId: null,
    turnId: asked?.turnId ?? null,
    purpose: "narrative",
    model: "m",
    promptHash: "h",
    prompt: { messages: (asked?.messages ?? []).map(({ role, content }) => ({ role, content })) },
    sourceEventIds: asked?.sourceEventIds ?? [],
    chatId: chat,
    viewer: asked?.viewer ?? "",
    startedAt: new Date(systemClock.now()).toISOString(),
  });
}
const bring = (on: SceneLab, to: string, more: object = {}) =>
  on.post(`/api/chats/${to}/memories`, { owner_id: "bot_a", from_chat_id: "one", ...more });
const context = async (on: SceneLab, chat: string, viewer: string) =>
  (await on.get(`/api/chats/${chat}/context?viewer=${viewer}`)).text;
const rowsWith = async (on: SceneLab, words: string): Promise<string[]> => {
  const tables = await on.db.rows<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'event_log'",
  );
  const found: string[] = [];
  for (const { name } of tables)
    if (
      (
        await on.db.rows(`select 1 from "${name}" t where to_jsonb(t)::text like $1 limit 1`, [
          `%${words}%`,
        ])
      ).length > 0
    )
      found.push(name);
  return found.sort();
};

it("SillyTavern 3238, Marinara-Agents 232: one brings their own past into another chat, and no other character there has it", async () => {
  const on = await bringMemory();
  expect(await context(on, "two", "bot_a")).toContain("canary3238");
  expect(await context(on, "two", "bot_b")).not.toContain("canary3238");
  expect((await bring(on, "two")).json).toEqual({ brought: 0 });
  expect((await bring(on, "one", { from_chat_id: "two" })).json).toEqual({ brought: 0 });
  expect((await on.turn("two", "BotA, what do you know?")).status).toBe(204);
  expect((await on.get("/api/chats/two/audit")).json).toMatchObject({ leaks: [] });
  const { memories } = (await on.get("/api/chats/two/memories?owner_id=bot_a")).json as {
    memories: { brought_from: string | null }[];
  };
  expect(memories[0]).toMatchObject({ brought_from: "one", witnesses: ["bot_a"] });
  const { origins } = (
    await on.get(
      `/api/chats/two/why?viewer=bot_a&fact=${encodeURIComponent("key behind canary3238")}`,
    )
  ).json as {
    origins: unknown[];
  };
  expect(origins).toMatchObject([
    {
      kind: "memory",
      brought_from: "one",
      from: [{ kind: "memory", from: [{ kind: "turn", of: "you", witnesses: ["you", "bot_a"] }] }],
    },
  ]);
  expect(await on.rebuilt()).toEqual([]);
});

it.each<[string, (on: SceneLab) => Promise<unknown>]>([
  ["wound back", (on) => on.post("/api/chats/one/rewind", { event_id: firstEvent })],
  ["deleted", (on) => on.api.call("/api/chats/one", { method: "DELETE", token: operatorToken })],
  [
    "edited",
    async (on) => {
      const [turn] = await on.events("user_turn");
      return on.post(`/api/chats/one/turns/${turn?.["id"] as string}/edit`, {
        text: "Good evening.",
      });
    },
  ],
])(
  "Marinara 1182: what was %s where it comes from is in no row, no index and no prompt of where it was brought",
  async (_how, undo) => {
    const on = await bringMemory();
    const [opened] = await on.events("presence_changed");
    firstEvent = opened?.log_id ?? 0;
    // From there it goes on to a third, and prompts of both are kept.
    expect((await bring(on, "three", { from_chat_id: "two" })).json).toEqual({ brought: 1 });
    for (const chat of ["two", "three"]) {
      expect((await on.turn(chat, "BotA, good evening.")).status).toBe(204);
      await keepCall(on, chat);
    }
    expect(await rowsWith(on, "canary3238")).toEqual(
      expect.arrayContaining(["memories", "message", "model_call"]),
    );
    const done = (await undo(on)) as { status: number };
    expect(done.status).toBeLessThan(300);
    expect(await rowsWith(on, "canary3238")).toEqual([]);
    for (const chat of ["two", "three"])
      expect(await context(on, chat, "bot_a")).not.toContain("canary3238");
    expect(await on.rebuilt()).toEqual([]);
  },
);
let firstEvent = 0;

it("a character who turns out not to have been there has not brought the memory either", async () => {
  const on = await bringMemory();
  const [turn] = await on.events("user_turn");
  const path = `/api/chats/one/turns/${turn?.["id"] as string}/presence`;
  const answered = await on.events("assistant_turn");
  expect(
    (await on.post(path, { entity_id: "bot_a", present: false, to_turn_id: answered[0]?.["id"] }))
      .status,
  ).toBe(400);
  await on.post("/api/scenes/1/presence", { chat_id: "one", entity_id: "bot_b", change: "enter" });
  expect((await on.turn("one", "BotB, listen: canary77.")).status).toBe(204);
  const [, later] = await on.events("user_turn");
  expect((await bring(on, "two")).json).toEqual({ brought: 1 });
  expect(await context(on, "two", "bot_a")).toContain("canary77");
  const corrected = await on.post(`/api/chats/one/turns/${later?.["id"] as string}/presence`, {
    entity_id: "bot_a",
    present: false,
  });
  expect([corrected.status, corrected.text]).toEqual([200, corrected.text]);
  expect(await context(on, "two", "bot_a")).not.toContain("canary77");
  expect(await context(on, "two", "bot_a")).toContain("canary3238");
  expect(await on.rebuilt()).toEqual([]);
});

it("a memory that says it was brought, and is another's there or reads otherwise, is found by the audit", async () => {
  const on = await bringMemory();
  const [written] = await on.events("memory_written");
  const forgeMemory = (owner_id: string, words: string) => ({
    stream: "chat:two",
    chatId: "two",
    kind: "memory_written",
    payload: {
      chat_id: "two",
      id: `forged ${owner_id}`,
      owner_id,
      witnesses: [owner_id],
      text: words,
      pov_summary: words,
      cites: [],
      brought_from: {
        chat_id: "one",
        memory_id: written?.["id"] as string,
        event_ids: [written?.log_id ?? 0],
      },
    },
  });
  await on.record([
    forgeMemory("bot_b", written?.["text"] as string),
    forgeMemory("bot_a", "The key is gone."),
  ]);
  const { leaks } = (await on.get("/api/chats/two/audit")).json as {
    leaks: { kind: string; viewer: string }[];
  };
  expect(leaks.filter(({ kind }) => kind === "memory").map(({ viewer }) => viewer)).toEqual([
    "bot_b",
    "bot_a",
  ]);
});

it("memories of another owner, or into a story without that character, cannot be brought", async () => {
  const on = await bringMemory();
  const stranger: Line[] = [{ kind: "bot_authored", payload: { id: "bot_c", name: "C" } }];
  expect((await on.load(stranger)).status).toBe(200);
  expect((await bring(on, "two", { owner_id: "bot_c" })).status).toBe(400);
  expect((await bring(on, "one")).status).toBe(404);
  expect((await bring(on, "two", { from_chat_id: "nowhere" })).status).toBe(404);
  expect((await bring(on, "two", { owner_id: "bot_b" })).json).toEqual({ brought: 0 });
  const eve = await on.api.person("eve");
  const theirs = await eve.call("/api/chats/two/memories", {
    method: "POST",
    json: { owner_id: "bot_a", from_chat_id: "one" },
  });
  expect(theirs.status).toBe(404);
});
