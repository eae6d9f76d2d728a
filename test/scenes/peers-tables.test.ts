import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/cli/system.ts";
import type { ModelRequest } from "../../src/domain/ports/model.ts";
import type { ScriptedAnswer } from "../../src/model/scripted.ts";
import { openModelCalls } from "../../src/store/model-calls.ts";
import { operatorToken } from "../support/api.ts";
import {
  json,
  type SceneLab,
  summary,
  text,
  unmoved,
  useSceneLab,
  youChat,
} from "../support/scene-lab.ts";
import { silentLog } from "../support/silent-log.ts";

/** Says what was typed back, so that it is in every row that a turn makes. */
function repeating(request: ModelRequest): ScriptedAnswer {
  const typed =
    /canary\w*/.exec(request.messages.map(({ content }) => content).join("\n"))?.[0] ?? "nothing";
  if (request.purpose === "parse_turn")
    return json({ segments: [{ kind: "dialogue", text: typed }] });
  if (request.purpose === "narrative") return text(`I heard ${typed}.`);
  if (request.purpose === "state_update")
    return json({ affinity_delta: 1, trust_delta: 1, knowledge_facts: [typed] });
  return request.purpose === "threads"
    ? json({ threads: [{ title: typed }] })
    : summary(`remembers ${typed}`);
}

let laterMs = 0;
const clock = { ...systemClock, now: () => systemClock.now() + laterMs };
const scenes = useSceneLab(youChat(), { otherwise: repeating, clock });
const stories = [
  "chats",
  "scenes",
  "presence",
  "scene_turns",
  "memories",
  "edges",
  "digests",
  "threads",
  "containers",
  "scene_plans",
];

/** Every table but the log in which these words stand. */
async function tablesWith(on: SceneLab, words: string): Promise<string[]> {
  const tables = await on.db.rows<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
     and table_name not in ('event_log') order by 1`,
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
  return found;
}

describe("what other programs leave behind", () => {
  it("Marinara 1182, Graphiti 1841: nothing of a chat that was deleted is left in any table, and its name is not given again", async () => {
    const on = scenes();
    // What a recorded call of the chat looks like, whose turn failed.
    const [account] = await on.db.rows<{ id: string }>("select account_id as id from chats");
    const call = {
      purpose: "narrative",
      model: "m",
      promptHash: "h",
      sourceEventIds: [],
      conversationId: null,
      viewer: "bot_a",
    };
    await openModelCalls(on.db, silentLog).started({
      ...call,
      id: "c1",
      accountId: account?.id ?? "",
      turnId: "t-failed",
      chatId: "chat_bot_a",
      prompt: { messages: [{ role: "user", content: "canary1182" }] },
      startedAt: "2026-01-01T00:00:00.000Z",
    });
    expect((await on.turn("chat_bot_a", "canary1182")).status).toBe(204);
    expect((await on.post("/api/scenes/1/close", { chat_id: "chat_bot_a" })).status).toBe(200);
    expect(await tablesWith(on, "canary1182")).toEqual(
      expect.arrayContaining(["memories", "message", "model_call", "scene_turns"]),
    );
    const remove = () =>
      on.api.call("/api/chats/chat_bot_a", { method: "DELETE", token: operatorToken });
    expect((await remove()).status).toBe(204);
    expect(await tablesWith(on, "canary1182")).toEqual([]);
    for (const table of stories)
      expect([table, await on.db.rows(`select 1 from ${table}`)]).toEqual([table, []]);
    expect([(await remove()).status, (await on.turn("chat_bot_a", "hello")).status]).toEqual([
      404, 404,
    ]);
    expect(await on.rebuilt()).toEqual([]);
    expect((await on.load(youChat().slice(3))).status).toBe(409);

    // A deletion can be undone by its owner for a day, and not later.
    const back = () => on.post("/api/chats/chat_bot_a/bring-back");
    expect(
      (
        await (
          await on.api.person("stranger")
        ).call("/api/chats/chat_bot_a/bring-back", { method: "POST", json: {} })
      ).status,
    ).toBe(404);
    expect((await back()).status).toBe(200);
    expect(await tablesWith(on, "canary1182")).toEqual(
      expect.arrayContaining(["memories", "message", "scene_turns"]),
    );
    expect(await on.rebuilt()).toEqual([]);
    expect([(await back()).status, (await remove()).status]).toEqual([409, 204]);
    laterMs = 86_400_001;
    expect((await back()).status).toBe(404);
    laterMs = 0;
    expect(await tablesWith(on, "canary1182")).toEqual([]);
  });

  it("Graphiti 1705: one account never deletes what is another's", async () => {
    const stranger = await scenes().api.person("stranger");
    expect((await stranger.call("/api/chats/chat_bot_a", { method: "DELETE" })).status).toBe(404);
    expect(await scenes().db.rows("select 1 from chats")).toHaveLength(1);
  });

  it("Marinara 6260: a scene that is closed twice is summed up once", async () => {
    const on = scenes();
    expect((await on.post("/api/chats/chat_bot_a/meanwhile")).status).toBe(201);
    expect((await on.turn("chat_bot_a", "canary6260")).status).toBe(204);
    const close = () => on.post("/api/scenes/2/close", { chat_id: "chat_bot_a" });
    expect((await Promise.all([close(), close()])).map(({ status }) => status)).toContain(200);
    await on.lab.idle();
    expect((await close()).status).toBe(200);
    expect((await on.events("digest_written")).length).toBe(1);
    expect((await on.events("manual_edit")).map(({ scene_id }) => scene_id)).toEqual([2, 2]);
    expect((await on.events("scene_summarised")).length).toBe(1);
  });

  it("SillyTavern 5941, 5454, 6032: nothing that was said can be written over", async () => {
    const on = scenes();
    expect((await on.turn("chat_bot_a", "canary5941")).status).toBe(204);
    await expect(
      on.db.rows("update event_log set payload_json = '{}' where kind = 'user_turn'"),
    ).rejects.toThrow();
    await expect(on.db.rows("delete from event_log where kind = 'user_turn'")).rejects.toThrow();
    // The greeting of a chat that has begun is refused, not put in the place of what was said.
    expect((await on.post("/api/chats/chat_bot_a/kickoff")).status).toBe(409);
    expect(await on.db.rows("select text from scene_turns where kind = 'user'")).toEqual([
      { text: "canary5941" },
    ]);
  });

  it("Marinara 548 and 559: an answer that was made again is in no memory, no feeling and no prompt", async () => {
    const on = scenes();
    on.model.script(
      json({ segments: [{ kind: "dialogue", text: "hm" }] }),
      text("canary548"),
      ...Array.from({ length: 4 }, () =>
        json({ affinity_delta: 1, trust_delta: 0, knowledge_facts: ["canary548"] }),
      ),
      text("better"),
      ...Array.from({ length: 4 }, () => unmoved),
    );
    expect((await on.turn("chat_bot_a", "hm")).status).toBe(204);
    expect((await on.post("/api/chats/chat_bot_a/regenerate")).status).toBeLessThan(300);
    expect(
      (await tablesWith(on, "canary548")).filter((table) =>
        ["memories", "edges", "threads", "digests"].includes(table),
      ),
    ).toEqual([]);
    for (const bot of ["bot_a", "bot_b"])
      expect((await on.get(`/api/chats/chat_bot_a/context?viewer=${bot}`)).text).not.toContain(
        "canary548",
      );
    expect(await on.db.rows("select text from scene_turns where kind = 'assistant'")).toEqual([
      { text: "better" },
    ]);
  });
});
