import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { webChannel } from "../../src/channels/web/descriptor.ts";
import { systemClock } from "../../src/cli/system.ts";
import type { TurnContext } from "../../src/domain/skill.ts";
import {
  type ApiLab,
  openApi,
  openPostgresStore,
  type Person,
  spineEngine,
  textAt,
} from "../support/api.ts";
import { type EventStream, openStream, type ServerEvent } from "../support/event-stream.ts";
import { type Lab, openLab } from "../support/lab.ts";
import type { OpenStore } from "../support/stores.ts";

/** The web conversation as a person has it: HTTP in front, the whole spine behind. */
let store: OpenStore;
let spine: Lab;
let lab: ApiLab;
let ada: Person;
let chat: string;
/** What the skill does with a turn that says `hold`: shows half, then waits for this. */
let release: () => void;

async function answer(turn: TurnContext): Promise<string> {
  const asked = turn.window.map(({ text }) => text).join(" ");
  turn.show({ text: "You " });
  turn.show({ text: "said: " });
  if (asked.startsWith("hold")) {
    await new Promise<void>((resolve) => {
      release = resolve;
      turn.signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }
  turn.signal.throwIfAborted();
  turn.show({ text: asked });
  return `You said: ${asked}`;
}

beforeAll(async () => {
  store = await openPostgresStore();
  spine = await openLab({ db: store.db, channels: [webChannel()], run: answer });
  lab = await openApi({
    db: store.db,
    clock: systemClock,
    engine: spineEngine(spine.spine),
  });
  ada = await lab.person();
});
afterAll(async () => {
  await lab.close();
  await spine.close();
  await store.close();
});
beforeEach(async () => {
  chat = textAt(await ada.call("/api/conversations", { method: "POST", json: {} }), "id");
});

const say = (text: string, clientId: string) =>
  ada.call(`/api/conversations/${chat}/messages`, {
    method: "POST",
    json: { text, client_id: `${chat}-${clientId}` },
  });
const follow = (after = 0): Promise<EventStream> =>
  openStream({
    port: lab.server.port,
    path: `/api/conversations/${chat}/stream?after=${after}`,
    headers: { Authorization: `Bearer ${ada.token}` },
  });
/** What a page would show of the running answer. */
const readShown = (all: readonly ServerEvent[]): string =>
  all.reduce((text, { type, data }) => {
    if (type === "text") return String(data["text"]);
    return type === "delta" ? text.slice(0, Number(data["at"])) + String(data["text"]) : text;
  }, "");
const isHalfShown = (all: readonly ServerEvent[]): boolean => readShown(all) === "You said: ";
const ends = (state: string) => (all: readonly ServerEvent[]) =>
  all.some(({ data }) => data["state"] === state);

it("a message is stored, answered as it is written, and delivered; the page of messages says the same", async () => {
  const stream = await follow();
  const receipt = await say("hello", "c1");
  expect([receipt.status, receipt.json]).toMatchObject([
    202,
    { accepted: true, duplicate: false, outcome: "accepted" },
  ]);
  const events = await stream.until((all) => all.some(({ data }) => data["status"] === "sent"));
  stream.close();
  const durable = events.filter(({ id }) => id !== undefined);
  expect(
    durable.map(({ type, data }) => [type, data["direction"] ?? data["state"] ?? data["status"]]),
  ).toEqual([
    ["message", "inbound"],
    ["turn", "started"],
    ["turn", "replied"],
    ["message", "outbound"],
    ["delivery", "pending"],
    ["delivery", "sending"],
    ["delivery", "sent"],
  ]);
  expect("You said: hello".startsWith(readShown(events))).toBe(true);
  const page = await ada.call(`/api/conversations/${chat}/messages`);
  expect(page.json).toMatchObject({
    messages: [
      { id: textAt(receipt, "message_id"), text: "hello", direction: "inbound", end: "answered" },
      {
        text: "You said: hello",
        direction: "outbound",
        deliveries: [{ status: "sent", error_code: null }],
      },
    ],
    running: null,
  });
});

it("sending the same message again is the same message", async () => {
  const first = await say("once", "same");
  const second = await say("once", "same");
  expect([second.status, second.json]).toMatchObject([
    202,
    { duplicate: true, outcome: "duplicate", message_id: textAt(first, "message_id") },
  ]);
  const stream = await follow();
  await stream.until(ends("replied"));
  stream.close();
  const page = (await ada.call(`/api/conversations/${chat}/messages`)).json as {
    messages: { direction: string }[];
  };
  expect(page.messages.filter(({ direction }) => direction === "inbound")).toHaveLength(1);
});

it("a client that joins in the middle of an answer sees all of it", async () => {
  const early = await follow();
  await say("hold on", "c1");
  await early.until(isHalfShown);
  const late = await follow();
  await late.until(isHalfShown);
  release();
  for (const stream of [early, late]) {
    const events = await stream.until((all) =>
      all.some(({ data }) => data["direction"] === "outbound"),
    );
    expect(events.find(({ data }) => data["direction"] === "outbound")?.data["text"]).toBe(
      "You said: hold on",
    );
    stream.close();
  }
});

it("stop ends the turn, keeps what was shown, and frees the conversation", async () => {
  const stream = await follow();
  await say("hold this", "c1");
  await stream.until(isHalfShown);
  const stopped = await ada.call(`/api/conversations/${chat}/stop`, { method: "POST", json: {} });
  expect([stopped.status, stopped.json]).toEqual([200, { result: "stopped" }]);
  await stream.until(ends("stopped"));
  await say("next", "c2");
  const events = await stream.until(ends("replied"));
  expect(
    events.filter(({ data }) => data["direction"] === "outbound").map(({ data }) => data["text"]),
  ).not.toContain("You said: hold this");
  stream.close();
  const stop = async () =>
    textAt(
      await ada.call(`/api/conversations/${chat}/stop`, { method: "POST", json: {} }),
      "result",
    );
  // The reply may not have been delivered yet: then that is what the first one stops.
  const first = await stop();
  expect(["nothing_to_stop", "already_finished"]).toContain(
    first === "stopped" ? await stop() : first,
  );
});

it("a control word is answered at once and says what it did", async () => {
  const stream = await follow();
  await say("hold me", "c1");
  await stream.until(isHalfShown);
  expect((await say("stop", "c2")).json).toMatchObject({ outcome: "control", control: "stopped" });
  await stream.until(ends("stopped"));
  stream.close();
});

it("a client that comes back after the answer reads what it missed, once", async () => {
  const first = await follow();
  await say("one", "c1");
  const before = await first.until(ends("started"));
  const last = before.find(({ data }) => data["state"] === "started")?.id ?? 0;
  first.close();
  await spine.idle();
  const again = await follow(last);
  const events = await again.until((all) => all.some(({ data }) => data["status"] === "sent"));
  expect(events.every(({ id }) => id === undefined || id > last)).toBe(true);
  expect(events.filter(({ data }) => data["direction"] === "outbound")).toHaveLength(1);
  again.close();
});
