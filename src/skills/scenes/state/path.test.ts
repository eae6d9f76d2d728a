import * as fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../../../test/support/runs.ts";
import { storyEvent as event } from "../../../../test/support/story-event.ts";
import type { RecordedChatEvent } from "./events.ts";
import { finish } from "../../../domain/slices.ts";
import { findActivePath, computePaths } from "./path.ts";

const active = (events: readonly RecordedChatEvent[]) => finish(findActivePath(events));
const paths = (events: readonly RecordedChatEvent[]) => finish(computePaths(events));
const ids = (events: readonly RecordedChatEvent[]): number[] => events.map(({ id }) => id);

it("every event of a story is on its path while there are no branches and rewinds", () => {
  const events = [event(1, "chat_created"), event(2, "user_turn"), event(3, "assistant_turn")];
  expect(active(events)).toEqual(events);
});

it("a rewind drops the events after a point, and events recorded later join the path", () => {
  const events = [1, 2, 3, 4].map((id) => event(id, "user_turn"));
  expect(
    ids(active([...events, event(5, "chat_rewound", { to_event_id: 2 }), event(6, "user_turn")])),
  ).toEqual([1, 2, 6]);
});

it("a branch starts with its parent's past and keeps it when the parent is rewound", () => {
  const events = [
    event(1, "user_turn"),
    event(2, "user_turn"),
    event(3, "chat_branched", { branch_id: "b", parent_branch_id: "main", from_event_id: 1 }),
    event(4, "user_turn"),
    event(5, "user_turn", { branch_id: "b" }),
    event(6, "chat_rewound", { to_event_id: 0 }),
  ];
  expect(ids(paths(events).byBranch.get("b") ?? [])).toEqual([1, 5]);
  expect(ids(active(events))).toEqual([]);
  expect(ids(active([...events, event(7, "branch_switched", { branch_id: "b" })]))).toEqual([1, 5]);
});

it("undoing a rewind restores its events, and undoing a deletion restores every branch", () => {
  const events = [
    event(1, "user_turn"),
    event(2, "user_turn"),
    event(3, "chat_branched", { branch_id: "b", parent_branch_id: "main", from_event_id: 1 }),
    event(4, "branch_switched", { branch_id: "b" }),
    event(5, "user_turn", { branch_id: "b" }),
  ];
  const rewound = [...events, event(6, "chat_rewound", { branch_id: "b", to_event_id: 1 })];
  expect(
    ids(active([...rewound, event(7, "path_restored", { undoes: 6, branch_id: "b" })])),
  ).toEqual([1, 5]);
  const deleted = [...rewound, event(7, "chat_deleted", { branch_id: "b" })];
  expect(ids(active(deleted))).toEqual([]);
  const back = [
    ...deleted,
    event(8, "path_restored", { undoes: 7, branch_id: "b" }),
    event(9, "user_turn", { branch_id: "b" }),
  ];
  expect(ids(active(back))).toEqual([1, 9]);
  expect(ids(paths(back).byBranch.get("main") ?? [])).toEqual([1, 2]);
});

it("switching to an unknown branch leaves the active path unchanged", () => {
  expect(
    ids(active([event(1, "user_turn"), event(2, "branch_switched", { branch_id: "x" })])),
  ).toEqual([1]);
});

/** A reference model of the same rules: branches as plain lists of event ids. */
interface Model {
  readonly lists: Map<string, number[]>;
  active: string;
  rewound:
    | { readonly id: number; readonly branch: string; readonly was: readonly number[] }
    | undefined;
}

type Act = { readonly do: "say" | "rewind" | "back" | "branch" | "switch"; readonly pick: number };

function apply(model: Model, act: Act, id: number): RecordedChatEvent {
  const names = [...model.lists.keys()];
  const own = model.lists.get(model.active) as number[];
  const at = own[act.pick % Math.max(1, own.length)] ?? 0;
  if (act.do === "back" && model.rewound !== undefined) {
    const { id: undoes, branch, was } = model.rewound;
    model.lists.set(branch, [...was]);
    return event(id, "path_restored", { undoes, branch_id: model.active });
  }
  if (act.do === "rewind") {
    model.rewound = { id, branch: model.active, was: [...own] };
    model.lists.set(model.active, own.slice(0, own.indexOf(at) + 1));
    return event(id, "chat_rewound", { branch_id: model.active, to_event_id: at });
  }
  if (act.do === "branch") {
    model.lists.set(`b${id}`, own.slice(0, own.indexOf(at) + 1));
    return event(id, "chat_branched", {
      branch_id: `b${id}`,
      parent_branch_id: model.active,
      from_event_id: at,
    });
  }
  if (act.do === "switch") {
    model.active = names[act.pick % names.length] as string;
    return event(id, "branch_switched", { branch_id: model.active });
  }
  own.push(id);
  return event(id, "user_turn", model.active === "main" ? {} : { branch_id: model.active });
}

it("paths match a reference model for any sequence of branches, rewinds and switches", () => {
  const act = fc.record({
    do: fc.constantFrom("say", "say", "say", "rewind", "back", "branch", "switch"),
    pick: fc.nat({ max: 50 }),
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const model: Model = { lists: new Map([["main", []]]), active: "main", rewound: undefined };
      const events = acts.map((one, index) => apply(model, one as Act, index + 1));
      const found = paths(events);
      expect(found.active).toBe(model.active);
      for (const [name, list] of model.lists)
        expect([name, ids(found.byBranch.get(name) ?? [])]).toEqual([name, list]);
    }),
    { numRuns: runs(300, 20_000) },
  );
});
