import { describe, expect, test } from "vitest";
import { type Message, type Receipt } from "../api/contract.ts";
import { ApiFailure } from "../api/request.ts";
import { createOutbox, stillPending, type Outbox, type Pending } from "./outbox.ts";

type Answer = Partial<Receipt> | Error;

function bench(answers: Answer[], kept: readonly Pending[] = []) {
  const posted: { text: string; clientId: string }[] = [];
  const saved: (readonly Pending[])[] = [];
  const controls: string[] = [];
  let ids = 0;
  const outbox = createOutbox({
    post: async (_conversation, message) => {
      posted.push(message);
      const answer = answers.shift() ?? {};
      if (answer instanceof Error) throw answer;
      return {
        accepted: true,
        duplicate: false,
        message_id: `m${posted.length}`,
        outcome: "accepted",
        ...answer,
      };
    },
    newId: () => `id${(ids += 1)}`,
    load: () => kept,
    save: (items) => saved.push(items),
    onControl: (_conversation, control) => controls.push(control),
  });
  return { outbox, posted, saved, controls };
}

/** Resolves when nothing is on its way any more. */
const settle = (outbox: Outbox): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (outbox.items().every((item) => item.state !== "sending")) resolve();
    };
    outbox.subscribe(look);
    look();
  });

const hello = { conversationId: "c", text: "hello", afterEventId: 3 };

describe("the outbox", () => {
  test("the outbox keeps a message that failed and sends it again under the same id", async () => {
    const { outbox, posted } = bench([new Error("cut"), { outcome: "duplicate", duplicate: true }]);
    outbox.send(hello);
    await settle(outbox);
    expect(outbox.items()).toMatchObject([{ text: "hello", state: "failed" }]);
    outbox.retry("id1");
    await settle(outbox);
    expect(posted.map((message) => message.clientId)).toEqual(["id1", "id1"]);
    expect(outbox.items()).toMatchObject([{ state: "sent", messageId: "m2" }]);
  });

  test("the outbox sends what could not reach the server when it is back, in order, and leaves what was refused", async () => {
    const away = new ApiFailure({ status: 0, code: "unreachable", message: "" });
    const refused = new ApiFailure({ status: 400, code: "invalid_request", message: "" });
    const { outbox, posted } = bench([away, refused, away]);
    for (const text of ["1", "2", "3"]) outbox.send({ ...hello, text });
    await settle(outbox);
    outbox.resume();
    await settle(outbox);
    expect(posted.slice(3).map(({ text }) => text)).toEqual(["1", "3"]);
    expect(outbox.items().map(({ state }) => state)).toEqual(["sent", "failed", "sent"]);
  });

  test("the outbox sends one after the other, so that quick messages keep their order", async () => {
    const { outbox, posted } = bench([]);
    for (const text of ["1", "2", "3"]) outbox.send({ ...hello, text });
    await settle(outbox);
    expect(posted.map((message) => message.text)).toEqual(["1", "2", "3"]);
  });

  test("the outbox shows a message that met a busy lane, and says what a control word did", async () => {
    const { outbox, controls } = bench([
      { outcome: "busy" },
      { outcome: "control", control: "cleared" },
    ]);
    outbox.send(hello);
    outbox.send({ ...hello, text: "/clear" });
    await settle(outbox);
    expect(outbox.items()).toMatchObject([{ text: "hello", state: "busy" }]);
    expect(controls).toEqual(["cleared"]);
  });

  test("the outbox asks for a decision about what was on its way before a reload; what the server has is not kept", async () => {
    const left: Pending = { ...hello, clientId: "old", state: "sending" };
    const { outbox, posted, saved } = bench([], [left]);
    expect(outbox.items()).toMatchObject([{ clientId: "old", state: "failed" }]);
    expect(posted).toEqual([]);
    outbox.retry("old");
    await settle(outbox);
    expect(saved.at(-1)).toEqual([]);
  });
});

describe("what is still pending", () => {
  const inbound = (id: string, eventId: number, text: string): Message => ({
    id,
    event_id: eventId,
    direction: "inbound",
    text,
    turn_id: null,
    created_at: "",
    end: null,
    deliveries: [],
    attachments: [],
    quote: null,
    spoken_as: null,
    versions: null,
  });
  const pending = (clientId: string, more: Partial<Pending> = {}): Pending => ({
    ...hello,
    clientId,
    state: "sending",
    ...more,
  });

  test("a pending message is settled by the message's id, or by the same text after the same point", () => {
    expect(stillPending([pending("a", { messageId: "m1" })], [inbound("m1", 4, "other")])).toEqual(
      [],
    );
    expect(stillPending([pending("a")], [inbound("m1", 4, "hello\n")])).toEqual([]);
    expect(stillPending([pending("a")], [inbound("m1", 3, "hello")])).toHaveLength(1);
  });

  test("one copy in the log settles one pending message, not two of the same text", () => {
    expect(
      stillPending([pending("a"), pending("b")], [inbound("m1", 4, "hello")]).map(
        (item) => item.clientId,
      ),
    ).toEqual(["b"]);
    const known = [pending("a", { messageId: "m1" }), pending("b")];
    expect(stillPending(known, [inbound("m1", 4, "hello")]).map((item) => item.clientId)).toEqual([
      "b",
    ]);
  });
});
