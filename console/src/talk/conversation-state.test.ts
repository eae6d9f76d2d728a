import { describe, expect, test } from "vitest";
import { type Message, type StreamEvent } from "../api/contract.ts";
import {
  applyEvent,
  fromPage,
  withEarlier,
  withLater,
  type ConversationState,
} from "./conversation-state.ts";

const message = (id: number, more: Partial<Message> = {}): Message => ({
  id: `m${id}`,
  event_id: id,
  direction: "inbound",
  text: `text ${id}`,
  turn_id: null,
  created_at: "2026-01-01T00:00:00Z",
  end: null,
  deliveries: [],
  attachments: [],
  quote: null,
  spoken_as: null,
  versions: null,
  ...more,
});
const nothing = { has_earlier: false, has_later: false };
const empty = fromPage({
  messages: [],
  stopped: [],
  running: null,
  last_event_id: 0,
  ...nothing,
});
const play = (
  state: ConversationState,
  ...events: readonly [StreamEvent, number?][]
): ConversationState => events.reduce((held, [event, id]) => applyEvent(held, event, id), state);
const turn = (
  state: "started" | "restarted" | "replied" | "stopped" | "superseded" | "failed",
  more: object = {},
): StreamEvent => ({
  type: "turn",
  data: { turn_id: "t1", state, ...more },
});
const delta = (at: number, text: string, attempt = 1): StreamEvent => ({
  type: "delta",
  data: { turn_id: "t1", attempt, at, text },
});
const reply = message(9, { direction: "outbound", turn_id: "t1", text: "Hello" });

describe("shown text", () => {
  test("shown text grows where it ends, and a piece that does not fit is ignored", () => {
    const state = play(
      empty,
      [turn("started"), 1],
      [delta(0, "Hel")],
      [delta(3, "lo")],
      [delta(3, "again")],
      [delta(9, "gap")],
    );
    expect(state.running?.text).toBe("Hello");
  });

  test("shown text is replaced by a newer attempt and untouched by an older one", () => {
    const state = play(
      empty,
      [delta(0, "one", 1)],
      [turn("restarted"), 1],
      [delta(0, "two", 2)],
      [delta(3, "!", 1)],
    );
    expect(state.running).toEqual({ turn_id: "t1", attempt: 2, text: "two" });
  });

  test("shown text is replaced as a whole by `text`", () => {
    const state = play(
      empty,
      [delta(0, "abc")],
      [{ type: "text", data: { turn_id: "t1", attempt: 1, text: "abcdef" } }],
      [delta(6, "g")],
    );
    expect(state.running?.text).toBe("abcdefg");
  });

  test("shown text that comes late for an ended turn brings nothing back", () => {
    const state = play(
      empty,
      [turn("started"), 1],
      [delta(0, "x")],
      [{ type: "message", data: reply }, 9],
      [turn("replied"), 10],
      [delta(1, "y")],
    );
    expect(state.running).toBeNull();
    expect(play(state, [delta(0, "z")]).running).toBeNull();
  });
});

describe("the end of a turn", () => {
  test("the reply takes the place of what was shown, in either order of its two events", () => {
    const shown = play(
      empty,
      [{ type: "message", data: message(1) }, 1],
      [turn("started", { message_ids: ["m1"] }), 2],
      [delta(0, "Hello")],
    );
    const told = turn("replied", { message_ids: ["m1"] });
    const messageFirst = play(shown, [{ type: "message", data: reply }, 9], [told, 10]);
    const turnFirst = play(shown, [told, 9], [{ type: "message", data: reply }, 10]);
    for (const state of [messageFirst, turnFirst]) {
      expect(state.running).toBeNull();
      expect(state.messages.map(({ id, end }) => [id, end])).toEqual([
        ["m1", "answered"],
        ["m9", null],
      ]);
    }
    expect(play(shown, [told, 9]).running).toMatchObject({ text: "Hello", replied: true });
  });

  test("a stop marks the messages it took and keeps what was shown", () => {
    const state = play(
      empty,
      [{ type: "message", data: message(1) }, 1],
      [turn("started"), 2],
      [delta(0, "Hel")],
      [turn("stopped", { message_ids: ["m1"] }), 3],
    );
    expect(state.running).toBeNull();
    expect(state.messages[0]?.end).toBe("stopped");
    expect(state.notes).toEqual([{ turnId: "t1", kind: "stopped", text: "Hel", eventId: 3 }]);
  });

  test("a failure that no message can tell of gets a note of its own", () => {
    expect(play(empty, [turn("started"), 1], [turn("failed"), 2]).notes).toHaveLength(1);
    const told = play(
      empty,
      [{ type: "message", data: message(1) }, 1],
      [turn("failed", { message_ids: ["m1"] }), 2],
    );
    expect(told.notes).toEqual([]);
    expect(told.messages[0]?.end).toBe("dead_lettered");
  });

  test("input that is stopped before a turn took it ends alone", () => {
    const waiting = play(
      empty,
      [{ type: "message", data: message(1) }, 1],
      [{ type: "message", data: message(2) }, 2],
    );
    const running = play(waiting, [turn("started"), 3], [delta(0, "x")]);
    const state = play(running, [turn("stopped", { turn_id: null, message_ids: ["m2"] }), 4]);
    expect(state.messages.map(({ end }) => end)).toEqual([null, "stopped"]);
    expect(state.notes).toEqual([]);
    expect(state.running?.text).toBe("x");
  });

  test("a stop that the loaded page already shows adds nothing", () => {
    const loaded = fromPage({
      messages: [message(1, { end: "stopped", turn_id: "t1" })],
      stopped: [],
      running: null,
      last_event_id: 2,
      ...nothing,
    });
    expect(play(loaded, [turn("stopped", { message_ids: ["m1"] }), 3]).notes).toEqual([]);
  });

  test("a stop before the page was loaded is shown as it was then, and once", () => {
    const page = {
      messages: [message(1, { end: "stopped" }), message(4, { end: "stopped" })],
      stopped: [
        { turn_id: "t1", event_id: 3, text: "Hel", message_ids: ["m1"] },
        { turn_id: "t2", event_id: 6, text: "", message_ids: ["m4"] },
      ],
      running: null,
      last_event_id: 6,
      ...nothing,
    };
    const note = { turnId: "t1", kind: "stopped", text: "Hel", eventId: 3 };
    const loaded = fromPage(page);
    expect(loaded.notes).toEqual([note]);
    expect(loaded.messages[0]?.turn_id).toBe("t1");
    const later = fromPage({ ...page, messages: [], stopped: [] });
    expect(withEarlier(later, page).notes).toEqual([note]);
    expect(play(loaded, [turn("stopped", { message_ids: ["m1"], text: "Hel" }), 7]).notes).toEqual([
      note,
    ]);
  });

  test("a superseded turn goes without a trace", () => {
    const state = play(empty, [turn("started"), 1], [delta(0, "x")], [turn("superseded"), 2]);
    expect(state.running).toBeNull();
    expect(state.notes).toEqual([]);
  });

  test("a turn event that the loaded page already covers is not played again", () => {
    const loaded = fromPage({
      messages: [message(1)],
      stopped: [],
      running: null,
      last_event_id: 7,
      ...nothing,
    });
    expect(play(loaded, [turn("started"), 6]).running).toBeNull();
  });
});

describe("messages", () => {
  test("the messages of a conversation stay in the order of the log, once each, with what came last about them", () => {
    const state = play(
      empty,
      [{ type: "message", data: message(5) }, 5],
      [{ type: "message", data: message(3) }, 3],
      [{ type: "message", data: message(5, { end: "answered" }) }, 5],
      [
        {
          type: "delivery",
          data: { id: "d1", message_id: "m3", status: "failed", error_code: "gone" },
        },
        8,
      ],
      [
        {
          type: "delivery",
          data: { id: "d2", message_id: "m3", status: "sending", error_code: null },
        },
        9,
      ],
      [
        {
          type: "delivery",
          data: { id: "d2", message_id: "m3", status: "sent", error_code: null },
        },
        10,
      ],
    );
    expect(state.messages.map(({ id, end }) => [id, end])).toEqual([
      ["m3", null],
      ["m5", "answered"],
    ]);
    expect(state.messages[0]?.deliveries).toEqual([
      { id: "d1", status: "failed", error_code: "gone" },
      { id: "d2", status: "sent", error_code: null },
    ]);
    expect(state.lastEventId).toBe(10);
  });

  test("an earlier page goes in front, a later one behind, and each says whether there are more", () => {
    const rest = { stopped: [], running: null, last_event_id: 9 };
    const state = fromPage({
      ...rest,
      messages: [message(4), message(5)],
      has_earlier: true,
      has_later: true,
    });
    const before = withEarlier(state, { ...rest, ...nothing, messages: [message(2)] });
    const all = withLater(before, { ...rest, ...nothing, messages: [message(5), message(7)] });
    expect(all.messages.map(({ id }) => id)).toEqual(["m2", "m4", "m5", "m7"]);
    expect([before.hasEarlier, before.hasLater, all.hasLater]).toEqual([false, true, false]);
  });
});
