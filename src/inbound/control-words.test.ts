import { describe, expect, it } from "vitest";
import { isStopRequest, controlWord } from "./control-words.ts";

describe("a message during a turn", () => {
  it.each([
    "请停止",
    "停止吧",
    "停止处理",
    "别说了，停止",
    "stop please",
    "please STOP!",
    "Ｓｔｏｐ it",
    "好了stop",
    "我让你停止",
    "how do I stop nginx",
  ])("the message %j during a turn asks to stop it", (text) =>
    expect(isStopRequest(text)).toBe(true),
  );

  it.each([
    "不要停止",
    "请不要停止",
    "别停止",
    "千万不要马上停止",
    "don't stop",
    "do not stop now",
    "please don’t ever stop",
    "never stop",
    "nonstop",
    "non-stop music",
    "stopwatch",
    "unstoppable",
    "还有呢",
    "停车场在哪",
    "/scene let Mira and Ben talk, stop if Cleo enters",
  ])("the message %j during a turn does not ask to stop it", (text) =>
    expect(isStopRequest(text)).toBe(false),
  );

  it("a message that negates a first stop and asks for it later asks to stop", () => {
    expect(isStopRequest("I said don't stop before, but now: stop")).toBe(true);
    expect(isStopRequest("刚才说不要停止，现在请停止")).toBe(true);
  });
});

it.each(["停", "停下", "停一下。", "STOP!", "/stop", "停止"])(
  "%j alone is the control word stop",
  (text) => expect(controlWord(text)).toBe("stop"),
);
