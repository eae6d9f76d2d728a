import { describe, expect, it } from "vitest";
import type { EventDraft } from "../../domain/events/catalogue.ts";
import { fromStoredPayload, listSentTexts, toStoredPayload } from "./stored-payload.ts";

const at = "2026-01-05T09:00:00.000Z";
const columns = { accountId: "ada", conversationId: "talk", turnId: "turn" };
const ids = { account_id: "ada", conversation_id: "talk", turn_id: "turn" };
const place = { provider_type: "web", channel_account: "web" };

const sent: EventDraft = {
  ...columns,
  stream: "conversation:talk",
  at,
  kind: "message_sent",
  payload: { ...ids, ...place, id: "m1", segment_index: 1, text: "Done.", payload: {} },
};
const createQueued = (text: string, more: object = {}): EventDraft => ({
  ...columns,
  stream: "conversation:talk",
  at,
  kind: "delivery_queued",
  payload: {
    ...ids,
    ...place,
    ...more,
    delivery_id: "d1",
    message_id: "m1",
    scope: "ada",
    peer: "ada",
    source: "reply",
    text,
    key: "m1:0",
  },
});

function store(draft: EventDraft, batch: readonly EventDraft[] = [draft]) {
  const stored = toStoredPayload(draft, listSentTexts(batch));
  const row = { kind: draft.kind, payload_json: stored, ...rowOf(draft) };
  return { stored, read: fromStoredPayload(row) };
}

const rowOf = (draft: EventDraft) => ({
  account_id: draft.accountId ?? null,
  conversation_id: draft.conversationId ?? null,
  turn_id: draft.turnId ?? null,
});

describe("a payload in the log", () => {
  it("a payload leaves out what the log's columns say, and is read as it was recorded", () => {
    const { stored, read } = store(sent);
    expect(stored).toEqual({ ...place, id: "m1", segment_index: 1, text: "Done.", payload: {} });
    expect(read).toEqual(sent.payload);
  });

  it("a payload keeps a field that is not what the column says, also where it is empty or missing", () => {
    const others = createQueued("Done.", { account_id: "bob", turn_id: null });
    expect(store(others).stored).toMatchObject({ account_id: "bob", turn_id: null });
    expect(store(others).read).toEqual(others.payload);
    const missing = createQueued("Done.", { turn_id: undefined });
    expect(store(missing).read).toMatchObject({ turn_id: null });
  });

  it("the log holds the words of an answer once, unless a part differs from its message", () => {
    const whole = createQueued("Done.");
    expect(store(whole, [sent, whole]).stored).not.toHaveProperty("text");
    const part = createQueued("Do");
    expect(store(part, [sent, part]).stored).toHaveProperty("text", "Do");
    expect(store(whole, [whole]).stored).toHaveProperty("text", "Done.");
  });

  it("a payload of an earlier version, which holds everything, is read as it is", () => {
    const payload_json = { ...sent.payload, account_id: "bob" };
    const row = { kind: sent.kind, payload_json, ...rowOf(sent) };
    expect(fromStoredPayload(row)).toBe(payload_json);
  });

  it("a payload of a kind that is not of every message is stored whole", () => {
    const stopped: EventDraft = {
      ...columns,
      stream: "conversation:talk",
      at,
      kind: "turn_stopped",
      payload: { ...ids, reason: "stopped", message_ids: [] },
    };
    expect(store(stopped).stored).toBe(stopped.payload);
  });
});
