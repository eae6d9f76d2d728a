import { describe, expect, it } from "vitest";
import { createOfflineModel } from "../../src/model/offline.ts";
import { openModelCalls } from "../../src/store/model-calls.ts";
import { openPostgresStore } from "../support/api.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { createCountedChance, recordingLog, recordingMetrics } from "../support/model-ports.ts";
import { openSceneLab, type SceneLab, youChat } from "../support/scene-lab.ts";
import { silentLog } from "../support/silent-log.ts";

/** A story played by the understudy, as the text it produced. */
async function playOffline(play: (scenes: SceneLab) => Promise<void>): Promise<void> {
  const store = await openPostgresStore();
  const ports = {
    clock: fakeClock(),
    chance: createCountedChance(),
    log: recordingLog(),
    metrics: recordingMetrics(),
  };
  const model = createOfflineModel({ ...ports, ledger: openModelCalls(store.db, silentLog) });
  const scenes = await openSceneLab({ db: store.db, model, owner: (work) => store.owner(work) });
  try {
    expect((await scenes.load(youChat())).status).toBe(200);
    await play(scenes);
  } finally {
    await scenes.close();
    await store.close();
  }
}

describe("without a model", () => {
  it("a chat is kicked off, played with and without the person, closed and come back to", () =>
    playOffline(async (scenes) => {
      const bot = {
        id: "bot_a",
        name: "Mira",
        persona: "a careful locksmith",
        voice_samples: ["Every lock is a question."],
      };
      expect(
        (
          await scenes.post("/api/bots", {
            ...bot,
            kickoff_prose: "{{char}} looks up at {{user}}.",
          })
        ).status,
      ).toBe(201);
      expect((await scenes.post("/api/chats/chat_bot_a/kickoff")).status).toBe(201);
      expect((await scenes.post("/api/chats/chat_bot_a/kickoff")).status).toBe(409);
      expect((await scenes.turn("chat_bot_a", "“Thank you. I have a key.”")).status).toBe(204);
      expect((await scenes.post("/api/chats/chat_bot_a/meanwhile")).status).toBe(201);
      expect((await scenes.turn("chat_bot_a", "they search the desk")).status).toBe(204);
      expect((await scenes.post("/api/scenes/2/close")).status).toBe(200);
      expect((await scenes.turn("chat_bot_a", "I am back")).status).toBe(204);
      const turns = await scenes.db.rows<{ text: string }>(
        "select text from scene_turns where kind = 'assistant' order by event_id",
      );
      expect(turns[0]).toEqual({ text: "Mira looks up at Me." });
      expect(turns[1]?.text).toMatch(/Every lock is a question|welcome|nothing|Any time|the same/);
      expect(
        await scenes.db.rows(
          "select 1 from memories where scene_id = 2 and pov_summary like '%was with%'",
        ),
      ).toHaveLength(2);
      const said = await scenes.db.rows<{ text: string }>(
        "select text from message where direction = 'outbound' order by event_id",
      );
      expect(said.map(({ text }) => text)).toContainEqual(
        expect.stringMatching(/^While you were away, Mira and BotB were together at the office/),
      );
      const [felt] = await scenes.db.rows<{ affinity: number; facts: object[] }>(
        "select affinity, facts from edges where source_id = 'bot_a' and target_id = 'you'",
      );
      expect(felt?.affinity).toBe(52);
      expect(felt?.facts).toContainEqual(
        expect.objectContaining({ fact: "said: “I have a key.”" }),
      );
      expect(await scenes.rebuilt()).toEqual([]);
    }));

  it("every call is a row with its viewer, its prompt, its sources and what came back", () =>
    playOffline(async (scenes) => {
      expect((await scenes.turn("chat_bot_a", "hello")).status).toBe(204);
      await scenes.lab.until(
        async () =>
          (await scenes.db.rows("select 1 from model_call where outcome is null")).length === 0,
      );
      const calls = await scenes.db.rows<{
        purpose: string;
        viewer: string;
        chat_id: string;
        output: string;
        prompt: object;
        source_event_ids: number[];
      }>("select * from model_call order by started_at, id");
      expect(calls.map(({ purpose, viewer }) => [purpose, viewer])).toEqual([
        ["parse_turn", "you"],
        ["narrative", "bot_a"],
        ["state_update", "bot_a"],
        ["state_update", "bot_b"],
      ]);
      for (const call of calls) expect(call.chat_id).toBe("chat_bot_a");
      expect(JSON.parse(calls[0]?.output ?? "")).toEqual({
        segments: [{ kind: "dialogue", text: "hello" }],
      });
      expect(calls[1]?.source_event_ids.length).toBeGreaterThan(2);
      expect(JSON.stringify(calls[1]?.prompt)).toContain("hello");
    }));
});
