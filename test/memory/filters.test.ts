import { describe, expect, it } from "vitest";
import { asAccount, engine } from "../../src/domain/principal.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { readLines, readLinesAfter, toEarlierLine } from "../../src/skills/memory/earlier-lines.ts";
import { createKnownMemories, pickSummaries } from "../../src/skills/memory/known-memories.ts";
import { openTalkMemory } from "../../src/skills/memory/talk-memory.ts";
import {
  type MemoryRow,
  privateAudience,
  readMemories,
  viewerOf,
} from "../../src/skills/memory/witness.ts";
import { openMemoryTalk } from "../support/memory-talk.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";

const used = useLab(postgresStore);

const whoSaid = async (text: string) => {
  const [row] = await used.db.rows<{ account: string; conversation: string; event: number }>(
    "select account_id as account, conversation_id as conversation, event_id as event from message where text = $1 and direction = 'inbound'",
    [text],
  );
  if (row === undefined) throw new Error(`nobody said ${text}`);
  return row;
};

/** As the engine, before which no wall stands: only the filters of the statement decide. */
const linesOf = (accountId: string) =>
  used.db.transaction(engine, async (sql) => {
    const rows = await readLinesAfter(sql, accountId, { after: 0, most: 100 });
    return rows.map(({ text }) => text);
  });

const linesAgain = (accountId: string, ids: readonly number[]) =>
  used.db.transaction(engine, async (sql) => {
    const rows = await readLines(sql, accountId, ids);
    return rows.map(({ text }) => text);
  });

const memoriesOf = (accountId: string, audience: string) =>
  used.db.transaction(engine, async (sql) => {
    const viewer = { accountId, conversationId: "", audience };
    return (await readMemories(sql, viewer, 100)).map(({ words }) => words);
  });

describe("lines that come to mind", () => {
  it("lines of another person are not read", async () => {
    const { say } = await openMemoryTalk(used);
    await say("the blue suitcase", { from: "ann" });
    await say("the green hat", { from: "bob" });
    const { account } = await whoSaid("the blue suitcase");
    expect(await linesOf(account)).toContain("the blue suitcase");
    expect(await linesOf(account)).not.toContain("the green hat");
  });

  it("lines that were said before others are not read in private", async () => {
    const { say } = await openMemoryTalk(used);
    await say("the blue suitcase", { from: "ann" });
    await say("the green hat", { from: "ann", group: "office" });
    const { account } = await whoSaid("the blue suitcase");
    expect(await linesOf(account)).not.toContain("the green hat");
  });

  it("forgotten lines are not read again", async () => {
    const { say } = await openMemoryTalk(used);
    await say("By the way, I'm allergic to kiwis.", { from: "ann" });
    await say("forget that", { from: "ann" });
    const { account, event } = await whoSaid("By the way, I'm allergic to kiwis.");
    expect(await linesOf(account)).not.toContain("By the way, I'm allergic to kiwis.");
    expect(await linesAgain(account, [event])).toEqual([]);
  });

  it("lines of a chat where memory is off are not read", async () => {
    const { say } = await openMemoryTalk(used);
    await say("the blue suitcase", { from: "ann" });
    const { account } = await whoSaid("the blue suitcase");
    await say("turn off memory here", { from: "ann" });
    expect(await linesOf(account)).toEqual([]);
  });

  it("cleared lines are not read", async () => {
    const { say } = await openMemoryTalk(used);
    await say("the blue suitcase", { from: "ann" });
    const { account, event, conversation } = await whoSaid("the blue suitcase");
    await used.db.rows("update conversation set cleared_through_event = $2 where id = $1", [
      conversation,
      event,
    ]);
    expect(await linesOf(account)).not.toContain("the blue suitcase");
  });

  it("lines of a story are not read as talk", async () => {
    const { say } = await openMemoryTalk(used);
    await say("the blue suitcase", { from: "ann" });
    const { account } = await whoSaid("the blue suitcase");
    await used.db.rows("update turn set skill = 'scenes'");
    expect(await linesOf(account)).toEqual([]);
  });

  it("an answer that another version replaced is not read again", async () => {
    const { say } = await openMemoryTalk(used);
    await say("the blue suitcase", { from: "ann" });
    await say("the green hat", { from: "ann" });
    const { account } = await whoSaid("the blue suitcase");
    const [question, reply, next] = await used.db.rows<{ id: string; event: number }>(
      "select id, event_id as event from message order by event_id",
    );
    const hides = { versions: { of: question?.id, hides: [reply?.id], shows: [] } };
    await used.db.rows("update message set payload = payload || $2::jsonb where id = $1", [
      next?.id,
      JSON.stringify(hides),
    ]);
    expect(await linesAgain(account, [question?.event ?? 0, reply?.event ?? 0])).toEqual([
      "the blue suitcase",
    ]);
  });

  const line = (payload: JsonObject, of: { text?: string; ours?: boolean } = {}) =>
    toEarlierLine({
      eventId: 1,
      conversationId: "c",
      direction: of.ours === true ? "outbound" : "inbound",
      text: of.text ?? "the blue suitcase",
      at: "2026-03-01T00:00:00.000Z",
      payload,
    });

  it("a line that others heard too is not given, whatever else is known of its chat", () => {
    expect(line({})).toBeDefined();
    expect(line({ surroundings: { shared: true, facts: {} } })).toBeUndefined();
  });

  it("words of others are not given as the person's, and a reply made of them neither", () => {
    expect(line({}, { text: "Bob wrote:\n> the blue suitcase\n> is mine" })).toBeUndefined();
    expect(line({ carries: [] }, { ours: true })).toBeDefined();
    expect(line({ carries: ["friend"] }, { ours: true })).toBeUndefined();
    expect(line({}, { ours: true })).toBeUndefined();
  });
});

describe("memories that come to mind", () => {
  it("memories of another person are not read", async () => {
    const { say } = await openMemoryTalk(used);
    await say("remember that I speak Dutch", { from: "ann" });
    await say("remember that I speak Thai", { from: "bob" });
    const { account } = await whoSaid("remember that I speak Dutch");
    expect(await memoriesOf(account, privateAudience)).toEqual(["I speak Dutch"]);
  });

  it("memories of one audience are not read before another", async () => {
    const { say } = await openMemoryTalk(used);
    await say("remember that I speak Dutch", { from: "ann" });
    await say("remember that I'm vegetarian", { from: "ann", group: "office" });
    const { account } = await whoSaid("remember that I speak Dutch");
    const { conversation } = await whoSaid("remember that I'm vegetarian");
    expect(await memoriesOf(account, privateAudience)).toEqual(["I speak Dutch"]);
    expect(await memoriesOf(account, conversation)).toEqual(["I'm vegetarian"]);
  });

  it("a memory that was replaced is not read", async () => {
    const { say } = await openMemoryTalk(used);
    await say("remember that I live in Leeds", { from: "ann" });
    await say("remember that I moved to Porto", { from: "ann" });
    const { account } = await whoSaid("remember that I live in Leeds");
    expect(await memoriesOf(account, privateAudience)).toEqual(["I moved to Porto"]);
  });

  it("memories from a chat where memory is off are not read", async () => {
    const { say } = await openMemoryTalk(used);
    await say("remember that I speak Dutch", { from: "ann" });
    await say("turn off memory here", { from: "ann" });
    const { account } = await whoSaid("remember that I speak Dutch");
    expect(await memoriesOf(account, privateAudience)).toEqual([]);
  });

  it("only a chat that its channel calls private is private", () => {
    const turn = (payload: JsonObject) =>
      ({ account: { id: "a" }, conversationId: "c", window: [{ payload }] }) as never;
    expect(viewerOf(turn({})).audience).toBe(privateAudience);
    expect(viewerOf(turn({ surroundings: { shared: true, facts: {} } })).audience).toBe("c");
  });

  it("a summary from before the chat was cleared is not used", () => {
    const row = { form: "summary", conversationId: "c", eventId: 7, sources: [1] } as never;
    const known = { ...createKnownMemories(), rows: [row] as readonly MemoryRow[] };
    const viewer = { accountId: "a", conversationId: "c", audience: privateAudience };
    const state = { isOn: true, isPending: false, version: 1, clearedThrough: 6 };
    expect(pickSummaries(known, viewer, state)).toHaveLength(1);
    expect(pickSummaries(known, viewer, { ...state, clearedThrough: 7 })).toEqual([]);
    expect(pickSummaries(known, { ...viewer, conversationId: "d" }, state)).toEqual([]);
  });

  it("what another process forgot or switched off is not used from what this one has kept", async () => {
    const { say } = await openMemoryTalk(used);
    await say("remember that I speak Dutch", { from: "ann" });
    const { account, conversation } = await whoSaid("remember that I speak Dutch");
    const { recall } = openTalkMemory();
    const ask = () =>
      recall(
        {
          account: { id: account },
          conversationId: conversation,
          now: Date.now(),
          window: [],
          read: {
            rows: (text: string, params: unknown[]) =>
              used.db.ask(asAccount(account), text, params),
          },
        } as never,
        [],
      );
    expect((await ask()).facts.map(({ words }) => words)).toEqual(["I speak Dutch"]);
    await say("turn off memory here", { from: "ann" });
    expect((await ask()).facts).toEqual([]);
    await say("turn on memory here", { from: "ann" });
    expect((await ask()).facts).toHaveLength(1);
    await say("forget the one about Dutch", { from: "ann" });
    expect((await ask()).facts).toEqual([]);
  });
});
