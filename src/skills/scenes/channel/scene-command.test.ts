import { describe, expect, it } from "vitest";
import { parseTalkRequest, parseStoryTime } from "./talk-request.ts";
import { groupActs } from "./group-acts.ts";
import { parseSceneCommand } from "./scene-command.ts";

describe("parsing a story command", () => {
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
  ])("“%s” is parsed as a story command or as plain text", (text, op, rest) => {
    const command = parseSceneCommand(text);
    expect(command?.op).toBe(op);
    expect(command?.rest ?? "").toBe(rest);
  });
});

describe("parsing a request for an unattended scene", () => {
  it.each<[string, ReturnType<typeof parseTalkRequest>]>([
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
  ])("“%s” is split into beats, interval and stop conditions", (text, expected) => {
    expect(parseTalkRequest(text)).toEqual(expected);
  });

  it.each<[string, ReturnType<typeof parseStoryTime>]>([
    [
      "21:00 let Mira and Ben talk",
      { when: { kind: "wall", hour: 21, minute: 0 }, rest: "let Mira and Ben talk" },
    ],
    ["in 2 hours let them talk", { when: { kind: "after", minutes: 120 }, rest: "let them talk" }],
    ["两小时后让他们聊", { when: { kind: "after", minutes: 120 }, rest: "让他们聊" }],
    ["half an hour", { when: { kind: "after", minutes: 30 }, rest: "" }],
    ["2026-04-27T08:00Z", { when: { kind: "moment", at: "2026-04-27T08:00Z" }, rest: "" }],
    ["soon", undefined],
  ])("“%s” is parsed as a time of the story", (text, expected) => {
    expect(parseStoryTime(text)).toEqual(expected);
  });
});

it("consecutive lines of a window form one beat, and commands separate beats", () => {
  const window = [
    "Good evening.",
    "/scene say I have a key.",
    "/scene exit Ben",
    "Now we are alone.",
  ];
  expect(groupActs(window.map((text, at) => ({ text, eventId: at + 1 })))).toEqual([
    { op: "say", rest: "Good evening.\nI have a key.", eventIds: [1, 2] },
    { op: "exit", rest: "Ben", eventIds: [3] },
    { op: "say", rest: "Now we are alone.", eventIds: [4] },
  ]);
});
