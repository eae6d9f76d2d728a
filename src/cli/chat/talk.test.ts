import { afterEach, describe, expect, test } from "vitest";
import { CommandFailure } from "../command.ts";
import type { Message, Server } from "./server.ts";
import type { StreamEvent } from "./sse.ts";
import { openTalk, type Talk } from "./talk.ts";

const message = (
  id: number,
  direction: Message["direction"],
  more: Partial<Message> = {},
): Message => ({
  id: `m${id}`,
  event_id: id,
  direction,
  text: `text ${id}`,
  turn_id: "t",
  end: null,
  ...more,
});
const event = (type: string, data: unknown, id?: number): StreamEvent => ({ type, data, id });
const replyEvent = (id: number, ...ids: string[]): StreamEvent =>
  event("turn", { turn_id: "t", state: "replied", message_ids: ids }, id);

let talk: Talk | undefined;
afterEach(() => talk?.close());

/** A server whose streams the test writes. */
async function bench(before: readonly Message[] = []) {
  const world = {
    messages: [...before],
    resumedAfter: [] as number[],
    said: [] as string[],
    troubles: [] as string[],
    opened: Promise.withResolvers<void>(),
    stream: async function* (): AsyncGenerator<StreamEvent> {},
  };
  const server: Server = {
    open: async () => "c",
    messages: async () => ({
      messages: world.messages,
      last_event_id: world.messages.at(-1)?.event_id ?? 0,
    }),
    send: async () => ({ message_id: "m10", outcome: "accepted" }),
    stop: async () => undefined,
    async *stream(_, { after, signal }) {
      world.resumedAfter.push(after);
      yield* world.stream();
      world.opened.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    },
  };
  const speaker = {
    live: (_: string, text: string) => void world.said.push(`live ${text}`),
    message: ({ text }: Message) => void (world.said.includes(text) || world.said.push(text)),
    passOver: (id: number) => void world.said.push(`from ${id}`),
    cut: (remark: string) => void world.said.push(remark),
  };
  const open = async (): Promise<Talk> => {
    const options = {
      server,
      conversationId: "c",
      speaker,
      newId: () => "id",
      clock: { wait: async () => undefined },
      stoppedRemark: "(stopped)",
    };
    talk = await openTalk({ ...options, onTrouble: (sentence) => world.troubles.push(sentence) });
    return talk;
  };
  return { world, open };
}

describe("what is said", () => {
  test("a message of the chat command is complete when its turn has ended and every message of it was shown", async () => {
    const { world, open } = await bench([message(3, "outbound")]);
    const ended = Promise.withResolvers<void>();
    world.stream = async function* () {
      yield event("delta", { turn_id: "t", at: 0, text: "Hel" });
      yield event("delta", { turn_id: "t", at: 3, text: "lo" });
      await ended.promise;
      yield replyEvent(12, "m10");
    };
    const said = (await open()).say("hi");
    expect(talk?.busy).toBe(true);
    world.messages.push(message(10, "inbound"), message(13, "outbound"), message(14, "outbound"));
    ended.resolve();
    await said;
    expect(talk?.busy).toBe(false);
    expect(world.said).toEqual([
      "from 3",
      "live Hel",
      "live Hello",
      "text 3",
      "text 13",
      "text 14",
    ]);
  });

  test("a message of the chat command is complete even if its end came before its id was known", async () => {
    const { world, open } = await bench();
    const quiet = await open();
    await world.opened.promise;
    world.messages = [message(10, "inbound", { end: "answered" }), message(11, "outbound")];
    await quiet.say("hi");
    expect(world.said).toContain("text 11");
  });

  test("a message of the chat command whose turn was stopped says so", async () => {
    const { world, open } = await bench();
    world.stream = async function* () {
      yield event("turn", { turn_id: "t", state: "stopped", message_ids: ["m10"] }, 5);
    };
    await open();
    await world.opened.promise;
    expect(world.said).toContain("(stopped)");
  });
});

describe("a stream", () => {
  test("a stream of the chat command that is cut goes on after the last event that was heard", async () => {
    const { world, open } = await bench([message(3, "outbound")]);
    const parts = [
      [event("turn", { state: "started" }, 7)],
      new TypeError("terminated"),
      [event("delta", { turn_id: "t", at: 0, text: "x" })],
    ];
    world.stream = async function* () {
      const part = parts.shift();
      if (part instanceof Error) throw part;
      yield* part ?? [];
      if (parts.length > 0) throw new TypeError("terminated");
    };
    await open();
    await world.opened.promise;
    expect(world.resumedAfter).toEqual([3, 7, 7]);
    expect(world.troubles).toEqual([]);
  });

  test("a stream of the chat command that the server resets reads the conversation again", async () => {
    const { world, open } = await bench();
    world.stream = async function* () {
      world.messages = [message(8, "outbound")];
      yield event("reset", { last_event_id: 9 }, 9);
    };
    await open();
    await world.opened.promise;
    expect(world.said).toContain("text 8");
  });

  test("a stream of the chat command that is refused for good ends the talk, and a call that waits for an answer gets the error", async () => {
    const { world, open } = await bench();
    world.stream = async function* () {
      yield event("turn", { state: "started" }, 1);
      throw new CommandFailure("The token is not valid here.");
    };
    await expect((await open()).say("hi")).rejects.toThrow("The token is not valid here.");
  });
});
