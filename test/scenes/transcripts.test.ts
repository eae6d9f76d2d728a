import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createOfflineModel } from "../../src/model/offline.ts";
import { createSceneTimer } from "../../src/skills/scenes/plans/scene-timer.ts";
import { openModelCalls } from "../../src/store/model-calls.ts";
import { openPostgresStore } from "../support/api.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { createCountedChance, recordingLog, recordingMetrics } from "../support/model-ports.ts";
import { openSceneLab } from "../support/scene-lab.ts";
import { silentLog } from "../support/silent-log.ts";
import type { OpenStore } from "../support/stores.ts";
import { playTranscript, prompter } from "../support/story-transcript.ts";

const folder = join(import.meta.dirname, "transcripts");
const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));
let store: OpenStore;
beforeAll(async () => {
  store = await openPostgresStore();
});
beforeEach(() => store.empty());
afterAll(() => store.close());

describe("stories as they are written down", () => {
  it.each(files)("a story as it is written down: %s", async (file) => {
    const clock = fakeClock();
    const ports = {
      clock,
      chance: createCountedChance(),
      log: recordingLog(),
      metrics: recordingMetrics(),
    };
    const script = prompter(
      createOfflineModel({ ...ports, ledger: openModelCalls(store.db, silentLog) }),
    );
    const timers = {
      kinds: [createSceneTimer()],
      expiresMs: 3_600_000,
      zones: "2026a",
      now: () => Promise.resolve(clock.now()),
    };
    const scenes = await openSceneLab({ db: store.db, model: script.model, clock, timers });
    try {
      const text = readFileSync(join(folder, file), "utf8");
      const again = await playTranscript({ scenes, clock, prompter: script }, text);
      if (process.env["WRITE_TRANSCRIPTS"] === "yes") writeFileSync(join(folder, file), again);
      expect(again).toBe(text);
    } finally {
      await scenes.close();
    }
  });
});
