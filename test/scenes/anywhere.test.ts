import { createDirectedSkill } from "../support/directed-skill.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { engine } from "../../src/domain/principal.ts";
import { skillProjections } from "../../src/main/projections.ts";
import { openChatStates, storyAudit } from "../../src/main/scenes.ts";
import { createOfflineModel } from "../../src/model/offline.ts";
import { asksForReminders, createRemindersSkill } from "../../src/skills/reminders/skill.ts";
import { createScenesSkill } from "../../src/skills/scenes/skill.ts";
import { createSceneTimer } from "../../src/skills/scenes/plans/scene-timer.ts";
import { openModelCalls } from "../../src/store/model-calls.ts";
import {
  freshId,
  type OpenBench,
  type Someone,
  type ChannelWorld,
} from "../laws/channels/bench.ts";
import { cloudBench } from "../laws/channels/cloud.ts";
import { connectorBench } from "../laws/channels/connector.ts";
import { wecomBench } from "../laws/channels/wecom.ts";
import { openChannelWorld } from "../laws/channels/world.ts";
import { createCountedChance, recordingLog, recordingMetrics } from "../support/model-ports.ts";
import { silentLog } from "../support/silent-log.ts";

const reminders = {
  settings: { overlap: "warn", clarificationMinutes: 30, nightlyHour: 21, latePolicy: "fire" },
  metrics: recordingMetrics(),
} as const;

let world: ChannelWorld;
beforeAll(async () => {
  world = await openChannelWorld({
    behind: ({ db, clock }) => ({
      projections: skillProjections,
      model: createOfflineModel({
        clock,
        chance: createCountedChance(),
        log: recordingLog(),
        metrics: recordingMetrics(),
        ledger: openModelCalls(db, silentLog),
      }),
      skills: [
        createScenesSkill({
          states: openChatStates(),
          asksForReminders: asksForReminders(reminders),
        }),
        createRemindersSkill(reminders),
        createDirectedSkill(async () => "(ordinary talk)"),
      ],
      timers: {
        kinds: [createSceneTimer()],
        expiresMs: 3_600_000,
        zones: "2026a",
        now: () => Promise.resolve(clock.now()),
      },
    }),
  });
});
afterAll(() => world.close());

/** Sends a message and returns everything the person got back. */
async function talk(someone: Someone, text: string): Promise<string> {
  const before = (await someone.saw()).length;
  expect(await someone.says({ text, id: freshId() })).toBe("taken");
  await world.settle(someone.peer);
  return (await someone.saw()).slice(before).join("\n");
}

/** Lets time pass until a scene that goes on by itself is over and summed up. */
async function untilSummed(chats: number): Promise<void> {
  await world.until(async () => {
    await world.clock.advance(30_000);
    world.one.spine.wake();
    return (await world.db.rows("select 1 from digests")).length >= chats;
  });
}

const orlaSpeaks = /^Orla Finch: ./;
const wasAway = /^(?:While you were away|你不在的时候)/;
const begin = async (ada: Someone): Promise<void> => {
  expect(await talk(ada, "/scene samples")).toMatch(/^Your stories:\n1\. .+\n2\. /);
  expect(await talk(ada, "/scene new Orla Finch, 沈渡: The lamp")).toMatch(
    /^You are in “The lamp”[^]*\n\nOrla Finch: /,
  );
};

it("a story is played in WeChat, from help to the director's cut", async () => {
  const ada = await connectorBench(world).person();
  expect(await talk(ada, "/scene help")).toContain("/scene let Mira and Ben talk");
  expect(await talk(ada, "/scene say hello")).toContain("You are not in a story.");
  expect(await talk(ada, "/scene list")).toContain("/scene samples");
  await begin(ada);
  expect(await talk(ada, "/scene whisper 沈渡: do not trust her")).toMatch(/^沈渡：./);
  const [heard] = await world.db.rows<{ witnesses: string[] }>(
    "select witnesses from scene_turns where text = 'do not trust her'",
  );
  expect(heard?.witnesses).toEqual(["you", "sample-shen-du"]);
  expect(await talk(ada, "/scene exit 沈渡")).toBe("(沈渡 goes out.)");
  expect(await talk(ada, "/scene who")).toMatch(/Here: \S+, Orla Finch$/m);
  expect(await talk(ada, "/scene next")).toMatch(orlaSpeaks);
  expect(await talk(ada, "/scene dance")).toContain("/scene help");
  expect(await talk(ada, "/scene enter Nobody")).toContain("No character is called “Nobody”.");
  expect(await talk(ada, "/scene recall Orla from fog")).toBe(
    "Orla Finch remembers “Two hours of fog” here, too.",
  );
  expect(await talk(ada, "/scene recall Orla, 1")).toBe(
    "There is nothing new in “Two hours of fog” that Orla Finch remembers.",
  );
  expect(await talk(ada, "/scene recall 九娘 from fog")).toContain(
    "Who, and of which other story?",
  );
  expect(await talk(ada, "/scene meanwhile 沈渡, Orla: he counts the coins")).toMatch(/^沈渡：./);
  expect(await talk(ada, "/scene close")).toMatch(
    /^The scene is over\.\n\n(?:While you were away|你不在的时候)/,
  );
  expect(await talk(ada, "/scene unseal")).toMatch(/^The director’s cut:\n沈渡: /);
  expect(await talk(ada, "/scene use lamp")).toMatch(/^You are in “The lamp”/);
});

it.each<[string, OpenBench]>([
  ["WhatsApp", cloudBench],
  ["WeCom", wecomBench],
])(
  "a scene in %s goes on while the person is away, what was named to stop it is reported when it comes to pass, the digest comes with the next message",
  async (_name, open) => {
    const ada = await open(world).person();
    const digests = (await world.db.rows("select 1 from digests")).length;
    await begin(ada);
    expect(await talk(ada, "Good evening. I have brought the key.")).toMatch(
      /^(?:Orla Finch: |沈渡：)./,
    );
    const asked =
      "/scene let Orla Finch and 沈渡 talk for 2 beats, stop if trust(Orla Finch, 沈渡) > 0";
    expect(await talk(ada, asked)).toContain("2 beats at most");
    await untilSummed(digests + 1);
    await world.settle(ada.peer);
    const told =
      /^\(They stopped: Orla Finch’s trust in 沈渡 > 0: it is \d+\.\)\nWrite anything to hear what could be noticed\.$/;
    expect((await ada.saw()).at(-1)).toMatch(told);
    const back = await talk(ada, "I am back.");
    expect(back).toMatch(wasAway);
    expect(back).toMatch(/(?:Orla Finch: |沈渡：).+$/);
    expect(await talk(ada, "/scene leave")).toBe("You have left “The lamp”.");
    expect(await talk(ada, "hello")).toBe("(ordinary talk)");
  },
);

it("a scene in Chinese has names before every line", async () => {
  const ming = await connectorBench(world).person();
  expect(await talk(ming, "/场景帮助")).toContain("/场景 让沈渡和九娘聊6轮");
  expect(await talk(ming, "/场景 示例")).toContain("你的剧情：");
  expect(await talk(ming, "/剧情 新建 沈渡、九娘：渡口")).toMatch(/^你进入了《渡口》/);
  expect(await talk(ming, "今晚还有船吗？")).toMatch(/^(?:沈渡|九娘)：./);
  expect(await talk(ming, "/场景 悄悄对九娘说：别告诉他")).toMatch(/^九娘：./);
  expect(await talk(ming, "/场景 定在 23:55 让沈渡和九娘聊三轮，如果提到钥匙就停")).toMatch(
    /23:55[^]*有人说到“钥匙”/,
  );
  expect(await talk(ming, "/场景 记起 九娘 从 2")).toBe("九娘在这里也记得“靠窗第三个位子”了。");
  expect(await talk(ming, "/场景 停")).toBe("他们停在这里。");
  expect(await talk(ming, "/场景 快进 两小时")).toMatch(/^剧情时间现在是/);
  expect(await talk(ming, "/场景 离开")).toBe("你离开了《渡口》。");
});

it("a person who plays a story can still set reminders, which are handled and marked as outside the story", async () => {
  const ada = await connectorBench(world).person();
  const contents = async (): Promise<string[]> =>
    (
      await world.db.rows<{ content: string }>(
        "select content from reminder where lifecycle = 'active' order by id",
      )
    ).map((row) => row.content);
  await begin(ada);
  expect(await talk(ada, "remind me to thank you")).toMatch(
    /^(?:Orla Finch: |沈渡：)[^]*\/remind tomorrow 3pm call Ann\)$/,
  );
  expect(await talk(ada, "Remind me tomorrow at 8pm to water the ferns")).toMatch(
    /^\(Not in the story\) .*water the ferns/,
  );
  expect(await talk(ada, "/提醒 明晚八点关窗")).toMatch(/^（剧情之外）.*关窗/);
  expect(await contents()).toEqual(["water the ferns", "关窗"]);
  expect(await talk(ada, "undo")).toMatch(/^\(Not in the story\) /);
  expect(await contents()).toEqual(["water the ferns"]);
});

it("no character in the stories of chat apps was given what they did not witness", async () => {
  const chats = await world.db.rows<{ chatId: string; accountId: string }>(
    'select id as "chatId", account_id as "accountId" from chats',
  );
  expect(chats.length).toBeGreaterThan(3);
  for (const chat of chats)
    expect(await world.db.transaction(engine, (sql) => storyAudit(sql, chat))).toMatchObject({
      chats: 1,
      leaks: [],
    });
});
