import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type EventDraft, isDraftOf, isEventOf } from "../../src/domain/events/catalogue.ts";
import { createChatStates, readChatState } from "../../src/skills/scenes/state/chat-states.ts";
import { type RecordedChatEvent, withFields } from "../../src/skills/scenes/state/events.ts";
import { amendingKinds } from "../../src/skills/scenes/state/path.ts";
import { readChatEvents } from "../../src/skills/scenes/state/read-log.ts";
import { isReply } from "../../src/skills/scenes/versions/inactive-versions.ts";
import { decodeEvent } from "../../src/domain/events/decode.ts";
import type { ChatState } from "../../src/skills/scenes/state/chat-state.ts";
import { patience, runs } from "../support/runs.ts";
import { type KeptChat, storyMove } from "../support/scene-histories.ts";
import { type SceneLab, useSceneLab, youChat } from "../support/scene-lab.ts";

const lab = useSceneLab(youChat("story"));

const flat = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, each: unknown) =>
      each instanceof Map ? [...each] : each instanceof Set ? [...each] : each,
    ),
  );

/** Moves of a story as they come, rewinds and branches cut at events that are really there. */
async function live(
  scenes: SceneLab,
  { chat, newId }: Teller,
  picks: readonly number[],
): Promise<void> {
  for (const pick of picks) {
    const of = { account: "operator", chats: [chat, chat], pick, newId };
    const drafts = storyMove({ ...of, fact: (kind, about) => ({ kind, at: "", ...about }) });
    // This story goes on: what is deleted makes no more history.
    for (const { kind, payload, ...place } of drafts.filter((one) => one.kind !== "chat_deleted")) {
      const draft = { ...place, ...decodeEvent(kind, payload) };
      await scenes.record([await cutAtRealEvents(scenes, draft, pick)]);
    }
  }
}

interface Teller {
  readonly chat: KeptChat;
  newId(what: string): string;
}

function teller(): Teller {
  const lists = { branches: ["main"], memories: [], digests: [], plans: [] };
  let count = 0;
  return {
    chat: { id: "story", account: "operator", scenes: 1, places: 1, active: "main", ...lists },
    newId: (what) => `${what}-${++count}`,
  };
}

async function cutAtRealEvents(
  scenes: SceneLab,
  draft: EventDraft,
  pick: number,
): Promise<EventDraft> {
  const names = ["to_event_id", "from_event_id", "placed_after"].filter(
    (name) => name in draft.payload,
  );
  const meansEvents = ["amends", "undoes", "hides"].some((name) => name in draft.payload);
  if (names.length === 0 && !meansEvents) return draft;
  const events = await readChatEvents(scenes.db, "story", 0);
  if ("hides" in draft.payload) return withFields(draft, versionOf(events, pick));
  if ("undoes" in draft.payload) {
    const rewinds = events.filter(({ kind }) => kind === "chat_rewound");
    return withFields(draft, { undoes: rewinds[pick % Math.max(1, rewinds.length)]?.id ?? 0 });
  }
  const at = events[pick % events.length]?.id ?? 0;
  const real = Object.fromEntries(names.map((name) => [name, at]));
  return withFields(draft, { ...real, ...amendsOf(draft, events, pick) });
}

/** An actual line is replaced by its reworded version, or by one that was replaced before. */
function versionOf(events: readonly RecordedChatEvent[], pick: number): object {
  const lines = events.filter(isReply);
  const line = lines[pick % Math.max(1, lines.length)];
  const before = events.filter((event) => isEventOf(event, "version_chosen")).at(-1);
  if (pick % 2 === 0 && before !== undefined)
    return {
      from: before.payload.to,
      to: before.payload.from,
      hides: [lines.findLast(({ payload: of }) => of.id === before.payload.to)?.id ?? 0],
    };
  return { from: line?.payload.id, to: lines.at(-1)?.payload.id, hides: [line?.id ?? 0] };
}

/** Amendments of lines, memories and feelings that are really there. */
function amendsOf(draft: EventDraft, events: readonly RecordedChatEvent[], pick: number): object {
  if (!isDraftOf(draft, ...amendingKinds)) return {};
  const made = events.filter(({ kind }) =>
    ["user_turn", "assistant_turn", "memory_written", "edge_update"].includes(kind),
  );
  const [amend] = draft.payload.amends;
  const withdraws = draft.payload.withdraws.map(
    () => made[(pick + 1) % Math.max(1, made.length)]?.id ?? 0,
  );
  return {
    amends: [{ ...amend, event_id: made[pick % Math.max(1, made.length)]?.id ?? 0 }],
    withdraws,
  };
}

it(
  "whatever is rewound, branched, switched and amended, the tables are those of a rebuild, and a kept state is that of the log",
  async () => {
    const scenes = lab();
    const story = teller();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 9_999 }), { minLength: 10, maxLength: 30 }),
        async (picks) => {
          const states = createChatStates({ most: 2 });
          await states.load(scenes.db, "story");
          await live(scenes, story, picks);
          const [kept, read] = [
            await states.load(scenes.db, "story"),
            await readChatState(scenes.db, "story"),
          ];
          expect(flat(kept)).toEqual(flat(read));
          await expectTables(scenes, read);
          expect(await scenes.rebuilt()).toEqual([]);
        },
      ),
      { numRuns: runs(3, 60), endOnFailure: true },
    );
  },
  patience,
);

/** What the tables say of a chat is what its fold says. */
async function expectTables(scenes: SceneLab, state: ChatState | undefined): Promise<void> {
  const rows = <R>(sql: string): Promise<R[]> => scenes.db.rows<R>(sql);
  const turns = await rows<{ id: string }>(
    "select id from scene_turns where chat_id = 'story' order by event_id",
  );
  expect(turns.map(({ id }) => id)).toEqual(state?.turns.map(({ id }) => id));
  const memories = await rows(
    "select id, owner_id, text, pov_summary from memories where chat_id = 'story' order by event_id",
  );
  const folded = [...(state?.memories.values() ?? [])].toSorted((a, b) => a.eventId - b.eventId);
  expect(memories).toEqual(
    folded.map(({ id, owner, text, povSummary }) => ({
      id,
      owner_id: owner,
      text,
      pov_summary: povSummary,
    })),
  );
  const edges = await rows(
    "select source_id, target_id, affinity, trust, relationship_summary from edges where chat_id = 'story'",
  );
  const felt = [...(state?.edges.values() ?? [])].map(
    ({ source, target, affinity, trust, relationshipSummary }) => ({
      source_id: source,
      target_id: target,
      affinity,
      trust,
      relationship_summary: relationshipSummary,
    }),
  );
  expect(edges).toHaveLength(felt.length);
  expect(edges).toEqual(expect.arrayContaining(felt));
  const scenesOf = await rows(
    "select id, participants, closed_at from scenes where chat_id = 'story' order by id",
  );
  const opened = [...(state?.scenes.values() ?? [])].toSorted((a, b) => a.id - b.id);
  expect(scenesOf).toEqual(
    opened.map(({ id, participants, closedAt }) => ({ id, participants, closed_at: closedAt })),
  );
  const there = await rows(
    "select scene_id, entity_id from presence where chat_id = 'story' and present",
  );
  const present = opened.flatMap((scene) =>
    [...scene.present].map((entity) => ({ scene_id: scene.id, entity_id: entity })),
  );
  expect(there).toHaveLength(present.length);
  expect(there).toEqual(expect.arrayContaining(present));
  if (state !== undefined && state.clock !== "")
    expect(await rows("select clock, branch_id from chats where id = 'story'")).toEqual([
      { clock: state.clock, branch_id: state.branchId },
    ]);
}
