import { expect, it } from "vitest";
import type { Skill, TurnContext } from "../../../domain/skill.ts";
import { doAside, partWindow } from "./aside.ts";
import { wantsStory } from "./play-window.ts";

/** Takes whatever has a time in it, and “undo”. */
const aside: Skill = {
  name: "reminders",
  wants: ({ window }) => window.every(({ text }) => /\d|八点|^undo$|remind me/.test(text)),
  run: async ({ window }) => ({
    reply: window.map(({ text }) => `set: ${text}`),
    disposition: "replied",
    reason: "reply_ready",
  }),
};

function turnOf(texts: readonly string[], before = "Orla Finch: Well?"): TurnContext {
  const window = texts.map((text, seq) => ({
    id: `${seq}`,
    seq,
    eventId: seq,
    text,
    senderName: null,
    payload: {},
    at: "",
  }));
  const turn = {
    window,
    now: Date.parse("2026-04-26T12:00:00Z"),
    account: { id: "ada", displayName: null, language: null, timezone: "UTC" },
    read: {
      rows: async (sql: string) =>
        sql.includes("from bots") ? [{ id: "o", name: "Orla Finch" }] : [],
    },
    history: async () => [{ direction: "outbound", text: before, eventId: 0, at: "" }],
  };
  return turn as unknown as TurnContext;
}

it.each([
  ["a wish with a time", "Remind me tomorrow at 8pm to lock up", "aside"],
  ["the same in Chinese", "明天早上八点提醒我吃药", "aside"],
  ["a command", "/remind tomorrow 9pm call Ann", "aside"],
  ["a command in Chinese", "／提醒：明晚八点关窗", "aside"],
  ["a plan", "I'll meet you tomorrow at 9 by the dock", "played"],
  ["what is asked of one of the cast", "Orla, remind me tomorrow at 8pm to lock up", "played"],
  [
    "the same with the name behind it",
    "Remind me tomorrow at 8pm to lock up, Orla Finch!",
    "played",
  ],
  ["what is quoted", "“Remind me tomorrow at 8pm,” I whisper.", "played"],
  ["what is done", "*I ask her to remind me at 8*", "played"],
  ["a command of the story", "/scene say remind me tomorrow at 8pm", "played"],
  ["undo, out of the blue", "undo", "played"],
  ["a wish without a time", "remind me to thank you", "doubtful"],
])("%s", async (_what, text, expected) => {
  const { asides, story, isDoubtful } = await partWindow(turnOf([text]), aside);
  expect([asides.length, story.length, isDoubtful]).toEqual(
    { aside: [1, 0, false], played: [0, 1, false], doubtful: [0, 1, true] }[expected],
  );
});

it("what follows something done outside of the story belongs to it, if it can be read so", async () => {
  const after = "(Not in the story) Noted.";
  expect((await partWindow(turnOf(["undo"], after), aside)).asides).toHaveLength(1);
  expect((await partWindow(turnOf(["Where were we?"], after), aside)).asides).toEqual([]);
});

it("words beside it are played, and what can't be read is asked", async () => {
  const parted = await partWindow(turnOf(["Well?", "/remind 9pm call Ann", "Go on."]), aside);
  expect(parted.story.map(({ text }) => text)).toEqual(["Well?", "Go on."]);
  const told = async (text: string) =>
    (
      await doAside(turnOf([text]), {
        aside,
        window: (await partWindow(turnOf([text]), aside)).asides,
        isInStory: true,
      })
    ).reply;
  expect(await told("/remind call Ann")).toEqual(["(Not in the story) set: remind me call Ann"]);
  expect(await told("/remind")).toEqual([
    "(Not in the story) What, and when? /remind tomorrow 3pm call Ann",
  ]);
});

it("the command works where no story is played, too, and then there is nothing that it is outside of", async () => {
  expect(await wantsStory(turnOf(["/remind tomorrow 9pm call Ann"]), aside)).toBe(true);
  expect(await wantsStory(turnOf(["/remind tomorrow 9pm call Ann", "hello"]), aside)).toBe(false);
  const { asides } = await partWindow(turnOf(["/提醒 明晚八点关窗"]), aside);
  const { reply } = await doAside(turnOf([]), { aside, window: asides, isInStory: false });
  expect(reply).toEqual(["set: 明晚八点关窗"]);
});
