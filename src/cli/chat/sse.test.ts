import { expect, test } from "vitest";
import { readEvents } from "./sse.ts";

const streamOf = (text: string, size: number): ReadableStream<Uint8Array> => {
  const bytes = new TextEncoder().encode(text);
  return ReadableStream.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.slice(index * size, (index + 1) * size),
    ),
  );
};

test.each([1, 7, 1_000])("events are read whole, cut into pieces of %i bytes", async (size) => {
  const text =
    'retry: 2000\n\n: ping\n\nid: 7\nevent: message\ndata: {"text":"你好"}\n\nevent: delta\ndata: {"at":0}\n\nid: 8\nevent: turn\ndata: {"half":';
  expect(await Array.fromAsync(readEvents(streamOf(text, size)))).toEqual([
    { id: 7, type: "message", data: { text: "你好" } },
    { id: undefined, type: "delta", data: { at: 0 } },
  ]);
});
