import { expect, it } from "vitest";
import { fakeClock } from "../../test/support/fake-clock.ts";
import type { StreamNotice } from "../domain/turn.ts";
import type { Database } from "../store/database/database.ts";
import { createStreams } from "./stream.ts";

/** A database whose next calls fail, as a full pool's do, before it answers again. */
function busyDatabase(failures: number, rows: object[] = []) {
  const calls: unknown[][] = [];
  const notified: string[] = [];
  const db = {
    rows(_text: string, params: readonly unknown[]) {
      calls.push([...params]);
      return calls.length <= failures ? Promise.reject(new Error("busy")) : Promise.resolve(rows);
    },
    notify: (topic: string) => void notified.push(topic),
  } as unknown as Database;
  return { db, calls, notified };
}

const turn = { turnId: "t", conversationId: "c", accountId: "a", attempt: 1 };

it("shown text that the busy database refused is written again, though the turn says nothing more", async () => {
  const clock = fakeClock();
  const { db, calls, notified } = busyDatabase(2);
  const streams = createStreams({ db, clock });
  streams.open(turn).show({ text: "thinking" });
  await clock.advance(1_000);
  expect(notified).toEqual(["stream:c"]);
  expect(calls).toHaveLength(3);
  expect(JSON.parse(String(calls[2]?.[0]))).toMatchObject([{ whole: true, text: "thinking" }]);
  await streams.stop();
});

it("text of a turn that ended is not written again", async () => {
  const clock = fakeClock();
  const { db, calls, notified } = busyDatabase(1);
  const streams = createStreams({ db, clock });
  const stream = streams.open(turn);
  stream.show({ text: "thinking" });
  await clock.advance(100);
  stream.close();
  await clock.advance(1_000);
  expect(calls).toHaveLength(1);
  expect(notified).toEqual([]);
  await streams.stop();
});

it("a reader in another process gets the text that the busy database could not give at first", async () => {
  const clock = fakeClock();
  const { db } = busyDatabase(2, [{ turn_id: "t", attempt: 1, text: "thinking" }]);
  const streams = createStreams({ db, clock });
  const seen: StreamNotice[] = [];
  streams.subscribe("c", (notice) => seen.push(notice));
  streams.onTopic("stream:c");
  await clock.advance(1_000);
  expect(seen).toEqual([{ kind: "text", turnId: "t", attempt: 1, text: "thinking", at: 0 }]);
  await streams.stop();
});
