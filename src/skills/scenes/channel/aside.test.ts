import { expect, it } from "vitest";
import { isHandover, type TurnContext } from "../../../domain/skill.ts";
import { type AsksForReminders, splitWindow } from "./aside.ts";
import { playConversation } from "./play-window.ts";

/** Accepts text with a time in it, and “undo”. */
const asksForReminders: AsksForReminders = async ({ window }) =>
  window.every(({ text }) => /\d|八点|^undo$|remind me/.test(text));

function turnOf(
  texts: readonly string[],
  { before = "Orla Finch: Well?", isSeated = false } = {},
): TurnContext {
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
    account: { id: "ada", displayName: null, language: null, timezone: "UTC", linkHosts: [] },
    read: {
      rows: async (sql: string) =>
        sql.includes("from bots")
          ? [{ id: "o", name: "Orla Finch" }]
          : sql.includes("scene_seats") && isSeated
            ? [{ chat_id: "hall" }]
            : [],
    },
    history: async () => [{ direction: "outbound", text: before, eventId: 0, at: "" }],
  };
  return turn as unknown as TurnContext;
}

it.each([
  ["a reminder with a time", "Remind me tomorrow at 8pm to lock up", "aside"],
  ["a reminder in Chinese", "明天早上八点提醒我吃药", "aside"],
  ["a /remind command", "/remind tomorrow 9pm call Ann", "aside"],
  ["a /提醒 command", "／提醒：明晚八点关窗", "aside"],
  ["a plan", "I'll meet you tomorrow at 9 by the dock", "played"],
  ["a request addressed to a character", "Orla, remind me tomorrow at 8pm to lock up", "played"],
  [
    "a request that ends with a character's name",
    "Remind me tomorrow at 8pm to lock up, Orla Finch!",
    "played",
  ],
  ["quoted speech", "“Remind me tomorrow at 8pm,” I whisper.", "played"],
  ["an action in asterisks", "*I ask her to remind me at 8*", "played"],
  ["a story command", "/scene say remind me tomorrow at 8pm", "played"],
  ["“undo” without a preceding reply", "undo", "played"],
  ["a reminder without a time", "remind me to thank you", "doubtful"],
])("%s (“%s”) in a story is handled as: %s", async (_what, text, expected) => {
  const { asides, story, isDoubtful } = await splitWindow(turnOf([text]), asksForReminders);
  expect([asides.length, story.length, isDoubtful]).toEqual(
    { aside: [1, 0, false], played: [0, 1, false], doubtful: [0, 1, true] }[expected],
  );
});

it("a short answer after a reply outside the story belongs to that reply", async () => {
  const after = "(Not in the story) Noted.";
  expect(
    (await splitWindow(turnOf(["undo"], { before: after }), asksForReminders)).asides,
  ).toHaveLength(1);
  expect(
    (await splitWindow(turnOf(["Where were we?"], { before: after }), asksForReminders)).asides,
  ).toEqual([]);
});

/**
 * What a window of only such words is answered with; the skills after the story set each of them.
 */
async function answerTo(turn: TurnContext): Promise<readonly string[] | undefined> {
  const states = { load: () => Promise.resolve(undefined), peek: () => undefined };
  const handled = await playConversation({ turn, asksForReminders, states, recall: undefined });
  if (handled === undefined || !isHandover(handled)) return handled?.reply;
  const { next, complete } = handled;
  const reply = next.window?.map(({ text }) => `set: ${text}`) ?? [];
  return (await complete({ reply, disposition: "replied", reason: "reply_ready" })).reply;
}

it("lines beside a /remind command are played, and an empty /remind asks what and when", async () => {
  const window = turnOf(["Well?", "/remind 9pm call Ann", "Go on."]);
  const { story } = await splitWindow(window, asksForReminders);
  expect(story.map(({ text }) => text)).toEqual(["Well?", "Go on."]);
  expect(await answerTo(turnOf(["/remind call Ann"], { isSeated: true }))).toEqual([
    "(Not in the story) set: remind me call Ann",
  ]);
  expect(await answerTo(turnOf(["/remind"], { isSeated: true }))).toEqual([
    "(Not in the story) What, and when? /remind tomorrow 3pm call Ann",
  ]);
});

it("the /remind command works without a story, and its reply has no mark", async () => {
  expect(await answerTo(turnOf(["/提醒 明晚八点关窗"]))).toEqual(["set: 明晚八点关窗"]);
  expect(await answerTo(turnOf(["/remind tomorrow 9pm call Ann", "hello"]))).toBe(undefined);
});
