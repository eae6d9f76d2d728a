import { beforeAll, describe, expect, it } from "vitest";
import { violations } from "./checker.ts";
import { createDatabasePool } from "./crash-database.ts";
import type { DeliveryRow, History, LoggedEvent, MessageRow } from "./history.ts";
import { openWorld } from "./world.ts";

type Open<T> = T extends readonly (infer E)[]
  ? Open<E>[]
  : T extends object
    ? { -readonly [K in keyof T]: Open<T[K]> }
    : T;
type Draft = Open<History>;

/** A real history in which much happened and nothing went wrong. */
async function recordHistory(): Promise<History> {
  const databases = createDatabasePool();
  const world = await openWorld(await databases.take());
  try {
    await world.start();
    await world.say("a1 #stage #parts3");
    await world.calm();
    await world.say("a2 #hold #stage");
    await world.holding("a2");
    await world.say("stop");
    await world.say("a3 #hold", { policy: "supersede" });
    await world.holding("a3");
    await world.say("a4 #plain", { policy: "supersede" });
    world.instances[0]?.direct("release a3");
    await world.calm();
    world.post.plan({ kind: "accept_then_500" }, { kind: "accept" });
    await world.say("b1 #plain", { from: "bob", channel: "parcel" });
    await world.calm();
    world.post.plan({ kind: "accept_then_cut" });
    await world.say("c1 #plain", { from: "eve" });
    await world.calm();
    await world.say("c2 #plain", { from: "eve" });
    await world.calm();
    return await world.finish();
  } finally {
    await world.close();
  }
}

describe("the history checker", () => {
  let good: History;
  beforeAll(async () => {
    good = await recordHistory();
  });

  it("the history checker finds nothing in a good history that has stops, doubts and replaced turns in it", () => {
    expect(violations(good)).toEqual([]);
    expect(new Set(good.turns.map(({ status }) => status))).toEqual(
      new Set(["committed", "stopped", "superseded"]),
    );
    expect(new Set(good.deliveries.map(({ status }) => status))).toEqual(
      new Set(["sent", "unknown"]),
    );
  });

  const message = (draft: Draft, token: string): Open<MessageRow> =>
    must(draft.messages.find(({ text }) => text.startsWith(`${token} #`)));
  const event = (draft: Draft, kind: string): Open<LoggedEvent> =>
    must(draft.events.find((one) => one.kind === kind));
  const part = (draft: Draft, words: string): Open<DeliveryRow> =>
    must(draft.deliveries.find(({ text }) => text.startsWith(words)));
  const startOf = (draft: Draft, id: string): Open<LoggedEvent> =>
    must(
      draft.events.find(
        ({ kind, payload }) => kind === "delivery_started" && payload["delivery_id"] === id,
      ),
    );
  const without = <T>(list: T[], entry: T): void => void list.splice(list.indexOf(entry), 1);

  const tampered: [reports: string, what: string, tamper: (draft: Draft) => void][] = [
    [
      "I1",
      "an acknowledged message is gone",
      (draft) => without(draft.messages, message(draft, "a1")),
    ],
    [
      "I1",
      "an acknowledged message is there twice",
      (draft) => void draft.messages.push(message(draft, "a1")),
    ],
    ["I1", "its text is another", (draft) => void (message(draft, "a1").text = "a1 #other")],
    [
      "I1",
      "a message that nobody sent",
      (draft) => void (message(draft, "a1").vendorId = "made up"),
    ],
    [
      "I2",
      "two turns closed it",
      (draft) =>
        void list(event(draft, "turn_stopped"), "message_ids").push(message(draft, "a1").id),
    ],
    [
      "I2",
      "no turn closed it",
      (draft) => void (list(event(draft, "turn_committed"), "message_ids").length = 0),
    ],
    [
      "I2",
      "row and log disagree about its end",
      (draft) => void (message(draft, "a2").endedAs = "answered"),
    ],
    [
      "I2",
      "no reply speaks of it",
      (draft) =>
        void (must(draft.messages.find(({ text }) => text.startsWith("re a1"))).text =
          "re nothing"),
    ],
    [
      "I3",
      "a turn starts while another runs",
      (draft) => without(draft.events, event(draft, "turn_committed")),
    ],
    [
      "I3",
      "a fence falls",
      (draft) =>
        void (must(draft.events.findLast(({ kind }) => kind === "turn_started")).payload["fence"] =
          0),
    ],
    [
      "I3",
      "a window is closed twice",
      (draft) => void (event(draft, "turn_stopped").payload["closed_through"] = 1),
    ],
    ["I4", "a message has no end", (draft) => void (message(draft, "a1").endedAs = null)],
    [
      "I4",
      "a conversation has open input",
      (draft) => void (must(draft.conversations[0]).latest += 1),
    ],
    ["I4", "a part is still on its way", (draft) => void (part(draft, "re a1").status = "sending")],
    ["I5", "a command is missing", (draft) => void draft.commands.pop()],
    [
      "I5",
      "a command's fact is missing",
      (draft) => without(draft.events, event(draft, "token_noted")),
    ],
    ["I5", "a command did not happen", (draft) => void (must(draft.commands[0]).status = "staged")],
    [
      "I5",
      "the reply is missing",
      (draft) =>
        void (draft.deliveries = draft.deliveries.filter(({ text }) => !text.startsWith("re a1"))),
    ],
    [
      "I5",
      "a fact was committed apart from its turn",
      (draft) => void (event(draft, "token_noted").transaction = "1"),
    ],
    [
      "I5",
      "a stopped turn left a command",
      (draft) => void (must(draft.commands[0]).turn = must(event(draft, "turn_stopped").turn)),
    ],
    ["I6", "sent, and the vendor does not have it", (draft) => void draft.shown.shift()],
    [
      "I6",
      "sent without a verdict",
      (draft) => without(draft.events, event(draft, "delivery_sent")),
    ],
    ["I6", "a second copy without a doubt", (draft) => void draft.calls.push(must(draft.calls[0]))],
    [
      "I6",
      "failed, and the vendor took it",
      (draft) => void (part(draft, "re a1").status = "failed"),
    ],
    ["I6", "it went to somebody else", (draft) => void (must(draft.calls[0]).letter.peer = "eve")],
    [
      "I6",
      "the vendor got what no row knows",
      (draft) => void (must(draft.calls[0]).key = "made-up:0"),
    ],
    [
      "I6",
      "a doubt is sent again where doubts are kept",
      (draft) => void draft.events.push({ ...startOf(draft, part(draft, "re c1").id), id: 1e9 }),
    ],
    [
      "I7",
      "a part starts before the one ahead of it is settled",
      (draft) => {
        const parts = draft.deliveries.filter(({ text }) => text.startsWith("re a1"));
        const sent = draft.events.findIndex(
          ({ kind, payload }) =>
            kind === "delivery_sent" && payload["delivery_id"] === parts[0]?.id,
        );
        const next = draft.events.indexOf(startOf(draft, must(parts[1]).id));
        draft.events.splice(sent, 0, ...draft.events.splice(next, 1));
      },
    ],
    [
      "I7",
      "the second part was seen before the first",
      (draft) => void draft.shown.unshift(...draft.shown.splice(1, 1)),
    ],
    [
      "I7",
      "an old question is answered last",
      (draft) =>
        void (must(draft.turns.find(({ id }) => id === part(draft, "re a1").turn)).from = 99),
    ],
    ["I12", "a table is not what the log says", (draft) => void draft.unlikeTheLog.push("message")],
    [
      "I13",
      "a stop was confirmed that stopped nothing",
      (draft) => void (event(draft, "turn_stopped").kind = "turn_failed"),
    ],
    [
      "I13",
      "a part of a stopped turn starts",
      (draft) =>
        void draft.events.push({
          ...event(draft, "delivery_started"),
          id: 1e9,
          turn: event(draft, "turn_stopped").turn,
        }),
    ],
    [
      "I13",
      "a part starts after its neighbours were withdrawn",
      (draft) => {
        const started = startOf(draft, part(draft, "re a1").id);
        draft.events.push({ ...started, kind: "delivery_withdrawn", id: started.id - 0.5 });
      },
    ],
    [
      "I14",
      "a process ended by itself",
      (draft) =>
        void (must(draft.processes[0]).ended = {
          code: 1,
          signal: null,
          expected: false,
          failpoint: undefined,
        }),
    ],
    [
      "I14",
      "a process printed an error",
      (draft) => void must(draft.processes[0]).errors.push("TypeError: x is not a function"),
    ],
    [
      "I14",
      "a part waits without a due time",
      (draft) => void Object.assign(part(draft, "re a1"), { status: "pending", hasDueTime: false }),
    ],
    [
      "I14",
      "a part is being sent by nobody",
      (draft) => void Object.assign(part(draft, "re a1"), { status: "sending", leased: false }),
    ],
    [
      "I14",
      "a turn runs that nobody will end",
      (draft) => void (must(draft.turns[0]).status = "running"),
    ],
    [
      "vendor",
      "the vendor complained",
      (draft) => void draft.vendorComplaints.push("an empty letter"),
    ],
  ];

  it.each(tampered)("the history checker reports %s when %s", (reports, _what, tamper) => {
    const draft = structuredClone(good) as Draft;
    tamper(draft);
    expect(violations(draft as History).map((violation) => violation.split(/[ :]/)[0])).toContain(
      reports,
    );
  });
});

function must<T>(value: T | undefined | null): T {
  if (value === undefined || value === null)
    throw new Error("the recorded history has no such thing");
  return value;
}

const list = (of: Open<LoggedEvent>, field: string): string[] =>
  of.payload[field] as unknown as string[];
