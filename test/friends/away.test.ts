import { afterAll, beforeAll, expect, it } from "vitest";
import { openPostgresStore } from "../support/api.ts";
import { createFixedOutlook } from "../support/fixed-outlook.ts";
import type { OpenStore } from "../support/stores.ts";
import { scenesIn } from "../support/transcript-text.ts";
import { openTranscriptLab, type TranscriptLab } from "../support/transcript.ts";

let store: OpenStore;
let stage: TranscriptLab;

/** Mia has no chat that anything could be said in. */
const outlook = createFixedOutlook(({ accountId }) =>
  accountId.includes("Mia")
    ? { kind: "closed", reason: "nowhere", windowEndsAt: null }
    : { kind: "open" },
);

beforeAll(async () => {
  store = await openPostgresStore();
  stage = await openTranscriptLab(store.db, {}, outlook);
});
afterAll(async () => {
  await stage.close();
  await store.close();
});

const talks = [
  `## zh
@ 2026-06-10 11:30 Asia/Shanghai
& Mia Asia/Shanghai
A> 约Mia明天下午3点喝咖啡
B> 好，和 Mia 约好了：明天 6月11日 周四 15:00 喝咖啡。到时提醒你。
B> 还没法告诉 Mia：现在没有能把消息送到对方的聊天。一能送到就告诉对方，也会告诉你。
B> 说“撤销”即可还原。`,
  `## en
@ 2026-06-10 11:30 Asia/Shanghai
& Mia Asia/Shanghai
& Bob Asia/Shanghai
A> schedule lunch with Mia and Bob tomorrow at 12pm
B> OK, it's set with Mia and Bob: lunch, tomorrow, Thu 11 Jun, 12:00. I'll tell Bob and remind you all.
B> I can't reach Mia yet: there is no chat where my message would arrive. They'll get it as soon as there is one, and I'll let you know.
B> Say “undo” to take it back.`,
];

it.each(talks)(
  "a friend who can't be reached is said to be so at once, and nothing else is promised: %s",
  async (text) => {
    const [scene] = scenesIn(text);
    const actor = stage.actor(`away-${scene?.title}`);
    for (const step of scene?.steps ?? []) {
      const seen = await actor.play(step);
      if (step.kind === "turn") expect(seen?.reply).toEqual(step.expected.reply);
    }
  },
);
