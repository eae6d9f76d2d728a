import { beforeEach, expect, test } from "vitest";
import { createSpeaker, type Speaker } from "./speaker.ts";

let written = "";
let speaker: Speaker;
const on = (isTTY: boolean): Speaker =>
  createSpeaker({ write: (text) => (written += text), isTTY }, undefined);
const message = (id: number, text: string, turn: string | null = "t") =>
  ({ id: `m${id}`, event_id: id, direction: "outbound", text, turn_id: turn, end: null }) as const;

beforeEach(() => {
  written = "";
  speaker = on(true);
});

test("an answer grows on the screen and is not repeated when it is complete", () => {
  speaker.live("t", "Good ");
  speaker.live("t", "Good morning");
  speaker.message(message(1, "Good morning."));
  expect(written).toBe("Good morning.\n");
});

test("an answer that begins again stands on a line of its own", () => {
  speaker.live("t", "Wrong");
  speaker.live("t", "Right");
  speaker.message(message(1, "Right"));
  expect(written).toBe("Wrong\nRight\n");
});

test("a message that is stored without its trailing blank is not printed twice", () => {
  speaker.live("t", "Done. ");
  speaker.message(message(1, "Done."));
  expect(written).toBe("Done. \n");
});

test("a message is printed once, however often it is reported", () => {
  speaker.passOver(3);
  speaker.message(message(3, "old"));
  speaker.message(message(4, "new", null));
  speaker.message(message(4, "new", null));
  expect(written).toBe("new\n");
});

test("the chat without a screen writes only whole messages", () => {
  speaker = on(false);
  speaker.live("t", "Wro");
  speaker.message(message(1, "Right"));
  expect(written).toBe("Right\n");
});

test("codes for the terminal do not reach it", () => {
  speaker.live("t", "a\u001b[2J");
  speaker.message(message(1, "a\ufffd[2Jb"));
  expect(written).toBe("a\ufffd[2Jb\n");
});

test("a stopped answer ends where it was", () => {
  speaker.live("t", "I was about");
  speaker.cut("(stopped)");
  speaker.message(message(5, "Stopped.", null));
  expect(written).toBe("I was about (stopped)\nStopped.\n");
});
