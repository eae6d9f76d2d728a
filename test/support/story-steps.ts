import { finish } from "../../src/domain/slices.ts";
import * as fc from "fast-check";
import { Refusal } from "../../src/domain/errors.ts";
import { isEventOf } from "../../src/domain/events/catalogue.ts";
import {
  readId,
  type RecordedChatEvent,
  readPosition,
} from "../../src/skills/scenes/state/events.ts";
import { isTurnEvent } from "../../src/skills/scenes/state/fold-turns.ts";
import { draftStoryEvent } from "../../src/skills/scenes/state/story-events.ts";
import { findActivePath } from "../../src/skills/scenes/state/path.ts";
import { listPresent } from "../../src/skills/scenes/state/present.ts";
import { type Scene, you } from "../../src/skills/scenes/state/chat-state.ts";
import type { Line } from "./scene-lab.ts";
import { openStoryPlay, type StoryPlay } from "./story-play.ts";
import { echo, leaksIn, type Ledger, note } from "./story-echo.ts";

const acts = [
  "say",
  "say",
  "say",
  "go on",
  "move",
  "move",
  "close",
  "rewind",
  "branch",
  "switch",
  "import",
  "edit",
  "presence",
  "presence",
] as const;

export interface Step {
  readonly do: (typeof acts)[number];
  readonly pick: number;
}

export interface Tale {
  readonly bots: number;
  readonly steps: readonly Step[];
}

export const tale = (of: { minLength: number; maxLength: number }): fc.Arbitrary<Tale> =>
  fc.record({
    bots: fc.integer({ min: 2, max: 5 }),
    steps: fc.array(fc.record({ do: fc.constantFrom(...acts), pick: fc.nat({ max: 9_999 }) }), of),
  });

const names = ["ann", "bob", "cy", "dee", "eve"];

export interface Telling {
  readonly play: StoryPlay;
  /** What was said, branch by branch: what is changed on one stays as it was on another. */
  readonly ledgers: Map<string, Ledger>;
  readonly bots: readonly string[];
  /** Words that reached a character without being witnessed. */
  readonly leaks: string[];
  /** How often each act was really done. */
  readonly done: Map<string, number>;
}

/** A story of everything that can happen to one, with a look at every prompt after every step. */
export async function tell({ bots: count, steps }: Tale): Promise<Telling> {
  const bots = names.slice(0, count);
  const on: Telling = {
    play: openStoryPlay("story", bots, echo),
    ledgers: new Map([["main", new Map()]]),
    bots,
    leaks: [],
    done: new Map(),
  };
  await on.play.take(...beginning(bots));
  for (const [nth, step] of steps.entries()) {
    const [asked, logged] = [on.play.requests.length, on.play.log.length];
    const ears = await act(on, step, nth).catch((error: unknown) => {
      // Some steps are refused: a speaker is always present, and a partly whispered line needs
      // segments to be edited.
      if (!(error instanceof Refusal)) throw error;
    });
    const fresh = on.play.log.slice(logged);
    note(ledgerOf(on), fresh);
    on.leaks.push(...overheard(fresh, ears).map((leak) => `${nth} ${step.do}: ${leak}`));
    if (fresh.length > 0) on.done.set(step.do, (on.done.get(step.do) ?? 0) + 1);
    const spoken = new Set(fresh.filter(({ kind }) => kind === "assistant_turn").map(readId));
    on.leaks.push(
      ...leaksIn(on.play, ledgerOf(on), { asked: on.play.requests.slice(asked), spoken }).map(
        (leak) => `${nth} ${step.do}: ${leak}`,
      ),
    );
  }
  return on;
}

const ledgerOf = ({ play, ledgers }: Telling): Ledger =>
  ledgers.get(play.state().branchId) ?? new Map();

const copy = (ledger: Ledger): Ledger =>
  new Map([...ledger].map(([id, said]) => [id, structuredClone(said)]));

const beginning = (bots: readonly string[]): Line[] => [
  {
    kind: "chat_created",
    payload: {
      id: "story",
      host_bot_id: "ann",
      guest_bot_id: "bob",
      initial_time: "2026-04-26T20:00:00Z",
    },
  },
  { kind: "container_created", payload: { chat_id: "story", name: "office" } },
  {
    kind: "scene_opened",
    payload: { chat_id: "story", scene_id: 1, container_id: 1, participants: [you, "ann", "bob"] },
  },
  {
    kind: "meanwhile_scene_started",
    payload: {
      chat_id: "story",
      scene_id: 2,
      host_bot_id: bots.at(-1) ?? "",
      guest_bot_id: bots[0] ?? "",
    },
  },
];

/** A whisper, and what is answered to it, is for those it was meant for. */
function overheard(fresh: readonly RecordedChatEvent[], ears: readonly string[] | void): string[] {
  if (ears === undefined) return [];
  return fresh
    .filter(isTurnEvent)
    .flatMap(({ payload }) =>
      (payload.witnesses ?? []).filter((id) => !ears.includes(id)).map((id) => `${id} overheard`),
    );
}

/** Resolves with those who may hear what was said, where it was whispered. */
async function act(
  on: Telling,
  { do: what, pick }: Step,
  nth: number,
): Promise<readonly string[] | void> {
  const { play, bots } = on;
  const state = play.state();
  const open = [...state.scenes.values()].filter(({ closedAt }) => closedAt === null);
  const scene = open[pick % Math.max(1, open.length)];
  const word = `canary${nth}`;
  const able = scene === undefined ? [] : listPresent(scene).filter((id) => id !== you);
  if (what === "say" && scene !== undefined && able.length > 0) {
    const said = saying(pick >> 2, { word, able });
    await play.beat(scene.id, said);
    return said.whisperTo.length === 0 ? undefined : [you, ...said.whisperTo];
  }
  if (what === "go on" && scene !== undefined && able.length > 0) return play.beat(scene.id);
  if (what === "move" && scene !== undefined) return move(on, scene, pick >> 2);
  if (what === "close" && scene !== undefined) return close(on, scene, pick);
  if (what === "import" && scene !== undefined) return bring(on, scene, { pick, word });
  const counting = play.counting();
  const turnId = counting[(pick >> 2) % Math.max(1, counting.length)];
  if (what === "edit" && turnId !== undefined) return edit(on, turnId, word);
  if (what === "presence" && turnId !== undefined)
    return correct(on, turnId, {
      entityId: [you, ...bots][pick % (bots.length + 1)] as string,
      pick,
    });
  travel(on, what, pick);
}

/** Aloud, as a whisper, or both in one line. */
function saying(
  how: number,
  { word, able }: { word: string; able: readonly string[] },
): { text: string; whisperTo: string[] } {
  const one = able[how % able.length] as string;
  if (how % 10 > 7) return { text: `listen: ${word}`, whisperTo: [one] };
  return { text: how % 10 > 5 ? `hello || ${one}: ${word}` : `listen: ${word}`, whisperTo: [] };
}

async function move({ play, bots }: Telling, scene: Scene, pick: number): Promise<void> {
  const entity_id = (scene.kind === "you" ? [you, ...bots] : bots)[
    pick % (bots.length + (scene.kind === "you" ? 1 : 0))
  ] as string;
  const change = scene.present.has(entity_id) ? "leave" : "enter";
  await play.take({
    kind: "presence_changed",
    payload: { chat_id: "story", scene_id: scene.id, entity_id, change },
  });
}

/** A scene ends and is summed up, and another begins with others in it. */
async function close({ play, bots }: Telling, scene: Scene, pick: number): Promise<void> {
  await play.take({
    kind: scene.kind === "you" ? "scene_closed" : "meanwhile_scene_closed",
    payload: { chat_id: "story", scene_id: scene.id },
  });
  await play.sumUp(scene.id);
  const there = bots.filter((_, at) => ((pick >> at) & 1) === 0);
  const participants = [you, ...(there.length === 0 ? bots.slice(0, 1) : there)];
  await play.take({ kind: "scene_opened", payload: { chat_id: "story", participants } });
}

/** A line from elsewhere, with what was remembered of it there. */
async function bring(
  { play }: Telling,
  scene: Scene,
  { pick, word }: { pick: number; word: string },
): Promise<void> {
  const present = listPresent(scene);
  const speaker = present.filter((id) => id !== you)[pick % 3];
  if (speaker === undefined) return;
  const id = `brought-${word}`;
  const said = {
    chat_id: "story",
    id,
    scene_id: scene.id,
    speaker_id: speaker,
    text: `it says ${word}`,
    present,
    witnesses: present,
  };
  const flags = { witness_you: 0, witness_host: 0, witness_guest: 0, witnesses: present };
  await play.take(
    { kind: "assistant_turn", payload: said },
    ...present
      .filter((owner) => owner !== you)
      .map((owner_id) => ({
        kind: "memory_written",
        payload: {
          chat_id: "story",
          scene_id: scene.id,
          owner_id,
          ...flags,
          text: `${speaker}: it says ${word}`,
          cites: [id],
        },
      })),
  );
}

async function edit(on: Telling, turnId: string, word: string): Promise<void> {
  await on.play.edit(turnId, `now ${word}`);
  // Lines that repeated the first words are spoken again.
  const spoken = on.play
    .state()
    .turns.filter(({ kind, id }) => kind === "assistant" && id !== turnId);
  for (const { id, text } of spoken) Object.assign(ledgerOf(on).get(id) ?? {}, { words: text });
  const said = ledgerOf(on).get(turnId);
  if (said === undefined) return;
  if (said.secret !== undefined && said.words === "") said.secret.words = `now ${word}`;
  else said.words = `now ${word}`;
}

async function correct(
  on: Telling,
  turnId: string,
  { entityId, pick }: { entityId: string; pick: number },
): Promise<void> {
  const said = ledgerOf(on).get(turnId);
  const present = said?.present.has(entityId) !== true;
  await on.play.presence({ turnId, entityId, present: pick % 5 === 0 ? !present : present });
  if (said === undefined) return;
  const isAloud =
    (said.secret === undefined || said.words !== "") &&
    [...said.present].every((id) => said.witnesses.has(id));
  if (present) said.present.add(entityId);
  else said.present.delete(entityId);
  if (present && isAloud) said.witnesses.add(entityId);
  if (!present) said.witnesses.delete(entityId);
}

function travel({ play, ledgers }: Telling, what: Step["do"], pick: number): void {
  const own = play.log.filter(({ chatId }) => chatId === "story");
  const path = finish(findActivePath(own)).filter((event) => readPosition(event) > 4);
  const state = play.state();
  const moment = { chat: { id: "story", accountId: "ada", branchId: "main" }, now: 0 };
  const branches = [
    "main",
    ...own
      .filter((event) => isEventOf(event, "chat_branched"))
      .map(({ payload }) => payload.branch_id ?? ""),
  ];
  const at = path[pick % Math.max(1, path.length)];
  const place = at === undefined ? 4 : readPosition(at);
  if (what === "rewind")
    play.append(
      draftStoryEvent(moment, "chat_rewound", { branch_id: state.branchId, to_event_id: place }),
    );
  if (what === "switch")
    play.append(
      draftStoryEvent(moment, "branch_switched", {
        branch_id: branches[pick % branches.length] ?? "main",
      }),
    );
  if (what !== "branch") return;
  const branch_id = `way-${branches.length}`;
  ledgers.set(branch_id, copy(ledgers.get(state.branchId) ?? new Map()));
  const made = { branch_id, parent_branch_id: state.branchId, from_event_id: place };
  play.append(
    draftStoryEvent(moment, "chat_branched", made),
    draftStoryEvent(moment, "branch_switched", { branch_id }),
  );
}
