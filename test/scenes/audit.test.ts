import { expect, it } from "vitest";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import { createOfflineModel } from "../../src/model/offline.ts";
import type { Reads } from "../../src/domain/ports/reads.ts";
import { engine } from "../../src/domain/principal.ts";
import { auditStory } from "../../src/skills/scenes/audit/run.ts";
import { openModelCalls } from "../../src/store/model-calls.ts";
import {
  convertTranscript,
  parseTranscriptLine,
} from "../../src/skills/scenes/audit/transcript-lines.ts";
import type { Database } from "../../src/store/database/database.ts";
import { type Line, type SceneLab, useSceneLab, youChat } from "../support/scene-lab.ts";
import { silentLog } from "../support/silent-log.ts";

const late: { db?: Database } = {};
const quiet = { count: () => undefined, observe: () => undefined };
/** Plays without a model, and keeps every call. */
const model = createOfflineModel({
  ledger: {
    started: (call) => openModelCalls(late.db as Database, silentLog).started(call),
    ended: (id, end) => openModelCalls(late.db as Database, silentLog).ended(id, end),
    tokensToday: () => Promise.resolve({ account: 0, server: 0 }),
  },
  clock: systemClock,
  chance: createSystemChance(systemClock.now),
  log: silentLog,
  metrics: quiet,
});
const lab = useSceneLab(youChat("story"), { model });

async function playStory(): Promise<SceneLab> {
  const scenes = lab();
  late.db = scenes.db;
  await scenes.turn("story", "Good evening, both of you.");
  await scenes.post("/api/scenes/1/presence", {
    chat_id: "story",
    entity_id: "bot_b",
    change: "leave",
  });
  await scenes.turn("story", "The password is heliotrope 4417, under the crooked lantern.");
  await scenes.post("/api/scenes/1/presence", {
    chat_id: "story",
    entity_id: "bot_b",
    change: "enter",
  });
  await scenes.turn("story", "BotB, there you are again.");
  return scenes;
}

interface Audit {
  readonly calls: number;
  readonly contexts: number;
  readonly leaks: readonly Finding[];
  readonly suspicions: readonly Finding[];
}

interface Finding {
  readonly kind: string;
  readonly viewer: string;
  readonly words: string[];
  readonly path: string[];
}
const audit = async (scenes: SceneLab, chat = "story"): Promise<Audit> =>
  (await scenes.get(`/api/chats/${chat}/audit`)).json as Audit;

it("a story that was played is without a leak, call by call and as it would go on", async () => {
  const report = await audit(await playStory());
  expect([report.leaks, report.suspicions]).toEqual([[], []]);
  expect(report.calls).toBeGreaterThan(8);
  expect(report.contexts).toBe(2);
});

it("a call that names an event which its viewer did not witness is found, with its path", async () => {
  const scenes = await playStory();
  const [, secret] = await scenes.events("user_turn");
  await scenes.db.rows(
    `update model_call set source_event_ids = source_event_ids || $1::bigint where id =
       (select id from model_call where viewer = 'bot_b' and purpose = 'narrative' order by started_at desc limit 1)`,
    [secret?.log_id],
  );
  const { leaks } = await audit(scenes);
  expect(leaks).toMatchObject([{ kind: "source", viewer: "bot_b" }]);
  expect(leaks[0]?.path.join(" → ")).toContain(
    `user_turn #${secret?.log_id} (heard by you, bot_a) → sources of the prompt → narrative call`,
  );
});

it("a memory that rests on an event its owner did not witness is found by the ids it names", async () => {
  const scenes = await playStory();
  const [, secret] = await scenes.events("user_turn");
  const [memory] = (await scenes.events("memory_written")).filter(
    ({ owner_id }) => owner_id === "bot_b",
  );
  await scenes.record([
    {
      kind: "manual_edit",
      stream: "chat:story",
      chatId: "story",
      payload: {
        chat_id: "story",
        target_kind: "memory_pov_summary",
        target_id: memory?.["id"],
        new_value: "Something was hidden.",
        author: "system",
        source_event_ids: [secret?.log_id],
      },
    },
  ]);
  const { leaks } = await audit(scenes);
  expect(leaks).toMatchObject([{ kind: "memory", viewer: "bot_b" }]);
  expect(leaks[0]?.path[0]).toContain(`user_turn #${secret?.log_id} (heard by you, bot_a)`);
});

/** Adds words to the last prompt of an absent character, as a faulty prompt builder would. */
const plant = (scenes: SceneLab, words: string) =>
  scenes.db.rows(
    `update model_call set prompt = jsonb_set(prompt, '{messages,1,content}', to_jsonb((prompt #>> '{messages,1,content}') || $1::text)) where id =
       (select id from model_call where viewer = 'bot_b' and purpose = 'narrative' order by started_at desc limit 1)`,
    [`\n\n## memories\n${words}`],
  );

it("words of an unwitnessed event are pointed out in a prompt whose record leaves the source out", async () => {
  const scenes = await playStory();
  await plant(scenes, "something about heliotrope");
  const { leaks, suspicions } = await audit(scenes);
  expect(leaks).toEqual([]);
  expect(suspicions).toMatchObject([{ kind: "words", viewer: "bot_b", words: ["heliotrope"] }]);
  expect(suspicions[0]?.path[1]).toBe("“memories” of the prompt");
});

async function playSecret(secret: string): Promise<SceneLab> {
  const scenes = lab();
  late.db = scenes.db;
  const move = (change: string) =>
    scenes.post("/api/scenes/1/presence", { chat_id: "story", entity_id: "bot_b", change });
  await move("leave");
  await scenes.turn("story", secret);
  await move("enter");
  await scenes.turn("story", "BotB, there you are again.");
  await scenes.turn("story", "BotB, sit down.");
  return scenes;
}

it.each([
  ["I hid it in the oven.", "the oven", ["oven"]],
  ["我把它藏在烤箱里。", "烤箱", ["烤箱"]],
  ["The code is 47.", "47", ["47"]],
])("short words are pointed out too: %s", async (secret, planted, words) => {
  const scenes = await playSecret(secret);
  expect((await audit(scenes)).suspicions).toEqual([]);
  await plant(scenes, planted);
  const { suspicions } = await audit(scenes);
  expect(suspicions.map((each) => each.words)).toEqual([words]);
});

it("words that also stand in the form of a prompt are not reported", async () => {
  const scenes = await playSecret(
    "The history of our relationship, its memories and prose, cost me 100 crowns in 2026.",
  );
  const report = await audit(scenes);
  expect([report.leaks, report.suspicions]).toEqual([[], []]);
});

it("rpg-companion 123: the context is the prompt that would be built, part by part, and holds nothing of what was missed", async () => {
  const scenes = await playStory();
  const of = async (viewer: string) =>
    (await scenes.get(`/api/chats/story/context?viewer=${viewer}`)).json as {
      sections: { name: string; source_event_ids: number[] }[];
      messages: { role: string; content: string }[];
    };
  const [a, b] = [await of("bot_a"), await of("bot_b")];
  expect(JSON.stringify(a)).toContain("heliotrope");
  expect(JSON.stringify(b)).not.toContain("heliotrope");
  expect(b.sections.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["self", "scene", "history", "now"]),
  );
  expect(
    b.sections.find(({ name }) => name === "history")?.source_event_ids.length,
  ).toBeGreaterThan(1);
  const roles = b.messages.map(({ role }) => role);
  expect([roles[0], roles[1], roles.at(-1)]).toEqual(["system", "user", "user"]);
  expect((await scenes.get("/api/chats/story/context?viewer=nobody")).status).toBe(404);
});

const transcript = (...lines: [speaker: string, text: string, present: string[]][]): Line[] =>
  convertTranscript(
    lines.map(([speaker, text, present], at) =>
      parseTranscriptLine({ speaker, text, present }, at + 1),
    ),
    { chatId: "elsewhere", startedAt: "2026-04-26T20:00:00Z", known: [] },
  ) as Line[];

it("a transcript from elsewhere is audited: who says what they can't know is named with the line it comes from", async () => {
  const scenes = lab();
  await scenes.load(
    transcript(
      ["Ann", "I hid the silver key beneath the third floorboard.", ["Ann", "Bob"]],
      ["Cy", "What a quiet evening it is.", ["Ann", "Bob", "Cy"]],
      ["Cy", "I know about the silver key beneath the third floorboard.", ["Ann", "Bob", "Cy"]],
    ),
  );
  const { leaks, suspicions } = await audit(scenes, "elsewhere");
  expect(leaks).toEqual([]);
  expect(suspicions).toMatchObject([{ kind: "spoken", viewer: "Cy" }]);
  expect(suspicions[0]?.path[0]).toContain("heard by Ann, Bob");
});

it("people who come back and talk of the same things raise no suspicion", async () => {
  const scenes = lab();
  await scenes.load(
    transcript(
      [
        "Ann",
        "Hi everyone, nice to meet you all! I was thinking about my trip to Paris.",
        ["Ann", "Bob"],
      ],
      [
        "Bob",
        "That's true, it was a bit rainy there in April, but the museums were great.",
        ["Ann", "Bob"],
      ],
      [
        "Ann",
        "I think it's important to have regular breaks. Bartholomew says so too.",
        ["Ann", "Bob"],
      ],
      ["Cy", "Hi everyone, nice to meet you all! Sorry for being late.", ["Ann", "Bob", "Cy"]],
      [
        "Cy",
        "I think it's important to have regular holidays, I loved Paris in April.",
        ["Ann", "Bob", "Cy"],
      ],
      [
        "Cy",
        "That's true. It was a bit cold. My friend Bartholomew lives there.",
        ["Ann", "Bob", "Cy"],
      ],
    ),
  );
  const report = await audit(scenes, "elsewhere");
  expect([report.leaks, report.suspicions]).toEqual([[], []]);
});

it("the audit does not report retold facts as leaks, in Chinese either", async () => {
  const scenes = lab();
  await scenes.load(
    transcript(
      ["李明", "钥匙藏在第三块地板下面。", ["李明", "阿达"]],
      ["阿达", "李明说钥匙藏在第三块地板下面。", ["阿达", "小周"]],
      ["小周", "我听说钥匙藏在第三块地板下面。", ["小周", "李明"]],
    ),
  );
  expect(await audit(scenes, "elsewhere")).toMatchObject({ leaks: [], suspicions: [] });
  const why = (
    await scenes.get(
      `/api/chats/elsewhere/why?fact=${encodeURIComponent("钥匙藏在第三块地板下面")}`,
    )
  ).json as {
    origins: { of: string; from: { of: string; hearsay?: boolean; from: { of: string }[] }[] }[];
  };
  const told = why.origins.find(({ from }) => from[0]?.from[0]?.of !== undefined);
  expect(told?.from[0]?.hearsay).toBe(true);
});

it("a Chinese line that repeats a sentence which its speaker never heard is pointed out", async () => {
  const scenes = lab();
  await scenes.load(
    transcript(
      ["李明", "钥匙藏在第三块地板下面。", ["李明", "阿达"]],
      ["小周", "钥匙就在第三块地板下面吧？", ["小周", "李明"]],
    ),
  );
  expect((await audit(scenes, "elsewhere")).suspicions).toHaveLength(1);
});

it("a story with many calls is read a hundred at a time, in the order of time, and says how far it has come", async () => {
  const scenes = await playStory();
  const [account] = await scenes.db.rows<{ id: string }>("select account_id as id from chats");
  const [counted] = await scenes.db.rows<{ calls: number }>(
    "select count(*) as calls from model_call",
  );
  await scenes.db.rows(
    `insert into model_call (id, account_id, conversation_id, turn_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at, chat_id, viewer, outcome, output)
     select id || '-' || n, account_id, conversation_id, turn_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at, chat_id, viewer, outcome, output
     from model_call cross join generate_series(1, 20) n`,
  );
  const sizes: number[] = [];
  const read: Reads = {
    async rows(sql, params) {
      const rows = await scenes.db.ask<never>(engine, sql, params);
      if (sql.includes("prompt,")) sizes.push(rows.length);
      return rows;
    },
  };
  const done: number[] = [];
  const report = await auditStory(
    { read, recall: undefined },
    {
      chatId: "story",
      accountId: account?.id ?? "",
      onProgress: (at) => done.push(at.calls),
    },
  );
  const calls = (counted?.calls ?? 0) * 21;
  expect([report.calls, report.leaks, report.suspicions]).toEqual([calls, [], []]);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  expect([done[0], done.at(-1)]).toEqual([100, calls]);
});

it("a story that is played while it is audited shows no leak", async () => {
  const scenes = await playStory();
  const asked: string[] = [];
  const read: Reads = {
    async rows<R>(sql: string, params?: readonly unknown[]) {
      const rows = await scenes.db.ask<R>(engine, sql, params);
      const step = sql.includes("from model_call where chat_id")
        ? "calls"
        : sql.includes("- $2::text[]")
          ? "events"
          : "";
      // The next exchange ends between two steps of the audit.
      if (step !== "" && !asked.includes(step)) {
        asked.push(step);
        await scenes.turn("story", `After ${step} were read: the lantern is gone.`);
      }
      return rows;
    },
  };
  const [account] = await scenes.db.rows<{ account_id: string }>("select account_id from chats");
  const audit = await auditStory(
    { read, recall: undefined },
    { chatId: "story", accountId: account?.account_id ?? "" },
  );
  expect(asked.toSorted()).toEqual(["calls", "events"]);
  expect(audit.leaks).toEqual([]);
});

it("a presence that is corrected while a story is audited shows no leak", async () => {
  const scenes = await playStory();
  const [said] = await scenes.db.rows<{ id: string }>(
    "select id from scene_turns where text like '%heliotrope%' and kind = 'user'",
  );
  let asked = 0;
  const read: Reads = {
    async rows<R>(sql: string, params?: readonly unknown[]) {
      // The correction is recorded directly before a prompt's story is read.
      if (sql.includes("from event_log") && sql.includes("id >") && asked++ === 0)
        expect(
          (
            await scenes.post(`/api/chats/story/turns/${said?.id ?? ""}/presence`, {
              entity_id: "bot_b",
              present: true,
            })
          ).status,
        ).toBe(200);
      return scenes.db.ask<R>(engine, sql, params);
    },
  };
  const [account] = await scenes.db.rows<{ account_id: string }>("select account_id from chats");
  const audit = await auditStory(
    { read, recall: undefined },
    { chatId: "story", accountId: account?.account_id ?? "" },
  );
  expect(asked).toBeGreaterThan(0);
  expect(audit.leaks).toEqual([]);
});
