import { describe, expect, it } from "vitest";
import { letTalk, storyWhen } from "./let-words.ts";
import { actsIn } from "./play-window.ts";
import { sceneCommand } from "./scene-command.ts";

describe("a command of a story", () => {
  it.each<[string, string | undefined, string]>([
    ["/scene", "help", ""],
    ["／ＳＣＥＮＥ help", "help", ""],
    ["/场景帮助", "help", ""],
    ["/剧情 列表", "list", ""],
    ["/scene use 2", "use", "2"],
    ["/场景 打开 雨夜", "use", "雨夜"],
    ["/scene say Hello, Mira.", "say", "Hello, Mira."],
    ["/场景说：你好。", "say", "你好。"],
    ["/scene whisper Mira: run", "whisper", "Mira: run"],
    ["/场景 悄悄对九娘说：快走", "whisper", "九娘说：快走"],
    ["/scene go on", "next", ""],
    ["/场景 继续", "next", ""],
    ["/scene let Mira and Ben talk for 6 beats", "let", "Mira and Ben talk for 6 beats"],
    ["/场景 让沈渡和九娘聊6轮", "let", "沈渡和九娘聊6轮"],
    ["/scene leave", "leave", ""],
    ["/scene leave Ben", "exit", "Ben"],
    ["/scene enter Cleo", "enter", "Cleo"],
    ["/场景 与此同时 沈渡、九娘", "meanwhile", "沈渡、九娘"],
    ["/scene dance", "unknown", "dance"],
    ["/scenery is nice", undefined, ""],
    ["let us go", undefined, ""],
    ["a /scene in the middle", undefined, ""],
  ])("%s", (text, op, rest) => {
    const command = sceneCommand(text);
    expect(command?.op).toBe(op);
    expect(command?.rest ?? "").toBe(rest);
  });
});

describe("letting them talk", () => {
  it.each<[string, ReturnType<typeof letTalk>]>([
    [
      "Mira and Ben talk for 6 beats, stop if trust(Mira, Ben) < 40 or it rains; stop when Cleo enters",
      {
        head: "Mira and Ben talk for 6 beats",
        beats: 6,
        everySeconds: undefined,
        stopIf: ["trust(Mira, Ben) < 40", "it rains", "Cleo enters"],
      },
    ],
    [
      "沈渡和九娘聊六轮，每隔2分钟，如果沈渡对九娘的信任低于40就停，如果提到钥匙就停下",
      {
        head: "沈渡和九娘聊六轮,每隔2分钟",
        beats: 6,
        everySeconds: 120,
        stopIf: ["沈渡对九娘的信任低于40", "提到钥匙"],
      },
    ],
    [
      "Mira and Ben talk until 22:00",
      {
        head: "Mira and Ben talk",
        beats: undefined,
        everySeconds: undefined,
        stopIf: ["until 22:00"],
      },
    ],
    [
      "沈渡和九娘聊到22:00",
      { head: "沈渡和九娘聊", beats: undefined, everySeconds: undefined, stopIf: ["到22:00"] },
    ],
  ])("%s", (text, expected) => {
    expect(letTalk(text)).toEqual(expected);
  });

  it.each<[string, ReturnType<typeof storyWhen>]>([
    [
      "21:00 let Mira and Ben talk",
      { when: { kind: "wall", hour: 21, minute: 0 }, rest: "let Mira and Ben talk" },
    ],
    ["in 2 hours let them talk", { when: { kind: "after", minutes: 120 }, rest: "let them talk" }],
    ["两小时后让他们聊", { when: { kind: "after", minutes: 120 }, rest: "让他们聊" }],
    ["half an hour", { when: { kind: "after", minutes: 30 }, rest: "" }],
    ["2026-04-27T08:00Z", { when: { kind: "moment", at: "2026-04-27T08:00Z" }, rest: "" }],
    ["soon", undefined],
  ])("%s", (text, expected) => {
    expect(storyWhen(text)).toEqual(expected);
  });
});

it("what is said in a row is one beat; commands in between part it", () => {
  const window = [
    "Good evening.",
    "/scene say I have a key.",
    "/scene exit Ben",
    "Now we are alone.",
  ];
  expect(actsIn(window.map((text, at) => ({ text, eventId: at + 1 })))).toEqual([
    { op: "say", rest: "Good evening.\nI have a key.", eventIds: [1, 2] },
    { op: "exit", rest: "Ben", eventIds: [3] },
    { op: "say", rest: "Now we are alone.", eventIds: [4] },
  ]);
});
