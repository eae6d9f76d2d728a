import { describe, expect, it } from "vitest";
import { eventReader, type StreamBlock } from "./event-stream.ts";

function blocks(...pieces: string[]): StreamBlock[] {
  const found: StreamBlock[] = [];
  const takeIn = eventReader((block) => found.push(block));
  for (const piece of pieces) takeIn(piece);
  return found;
}

const whole =
  'retry: 2000\n\nid: 7\nevent: message\ndata: {"a":1}\ndata: 二\n\n: still here\n\nid: 8\nevent: turn\ndata: x\n\n';
const expected: StreamBlock[] = [
  { type: "message", retry: 2000 },
  { type: "message", id: "7", data: '{"a":1}\n二' },
  { type: "message" },
  { type: "turn", id: "8", data: "x" },
];

describe("a stream of events", () => {
  it("a stream of events is read the same however it is cut", () => {
    expect(blocks(whole)).toEqual(expected);
    for (let at = 1; at < whole.length; at += 1)
      expect(blocks(whole.slice(0, at), whole.slice(at))).toEqual(expected);
    expect(blocks(...whole.split(""))).toEqual(expected);
    expect(blocks(...whole.replaceAll("\n", "\r\n").split(""))).toEqual(expected);
  });

  it("a stream of events gives a block only when it is whole, and keeps a colon in its data", () => {
    expect(blocks("data: a: b\n")).toEqual([]);
    expect(blocks("data: a: b\n", "\n")).toEqual([{ type: "message", data: "a: b" }]);
  });
});
