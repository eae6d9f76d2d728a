import { expect, test } from "vitest";
import { type Message } from "../api/contract.ts";
import { en } from "../language/en.ts";
import { zh } from "../language/zh.ts";
import { outcomeOf } from "./outcome.ts";

const reply = (...statuses: readonly string[]): Message => ({
  id: "m1",
  event_id: 1,
  direction: "outbound",
  text: "hello",
  turn_id: "t1",
  created_at: "2026-01-01T00:00:00Z",
  end: null,
  attachments: [],
  quote: null,
  spoken_as: null,
  versions: null,
  deliveries: statuses.map((status, part) => ({ id: `d${part}`, status, error_code: null })),
});

test.each(["pending", "sending", "sent", "delivered", "read"])(
  "a message that is %s has nothing to say of itself",
  (status) => {
    expect(outcomeOf(reply(status), false, en)).toBeUndefined();
  },
);

test.each([
  ["failed", "Not delivered", "未送达", "error"],
  ["expired", "Not delivered", "未送达", "error"],
  ["unknown", "Delivery unknown", "送达状态未知", "error"],
  [
    "waiting_for_user",
    "Not delivered yet: it comes after your next message there",
    "尚未送达：你在那边再发一条消息后送出",
    "plain",
  ],
  ["withdrawn", "Withdrawn before it was sent", "发出前已撤回", "plain"],
  ["discarded", "Not sent: discarded", "未发送：已放弃", "plain"],
])("the outcome %s is described in plain words", (status, ...[english, chinese, tone]) => {
  expect(outcomeOf(reply(status), false, en)).toEqual({ text: english, tone });
  expect(outcomeOf(reply(status), false, zh)).toEqual({ text: chinese, tone });
});

test("the worst outcome of several parts is shown", () => {
  expect(outcomeOf(reply("sent", "withdrawn", "failed"), false, en)?.text).toBe("Not delivered");
  expect(outcomeOf(reply("sent", "withdrawn"), false, en)?.text).toBe(
    "Withdrawn before it was sent",
  );
});

test("a stop is shown at the message, unless a note below shows it with the text", () => {
  const stopped: Message = { ...reply(), direction: "inbound", end: "stopped" };
  expect(outcomeOf(stopped, false, en)?.text).toBe("Stopped before it was answered");
  expect(outcomeOf(stopped, true, en)).toBeUndefined();
});
