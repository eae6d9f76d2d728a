import { finish } from "../../src/domain/slices.ts";
import { beforeEach, expect, it, vi } from "vitest";
import type { EventDraft, PayloadOf } from "../../src/domain/events/catalogue.ts";
import { Refusal } from "../../src/domain/errors.ts";
import { decodeEvent } from "../../src/domain/events/decode.ts";
import {
  type ChatKind,
  type ChatEventDraft,
  type RecordedChatEvent,
  withFields,
} from "../../src/skills/scenes/state/events.ts";
import type { StoryEventInput } from "../../src/domain/views/scenes.ts";
import {
  convertTranscript,
  parseTranscriptLine,
} from "../../src/skills/scenes/audit/transcript-lines.ts";
import type * as BeatModule from "../../src/skills/scenes/beat/beat.ts";
import { sceneProjection } from "../../src/skills/scenes/projection/projection.ts";
import { convertChat } from "../../src/skills/scenes/formats/chat-events.ts";
import { readChat } from "../../src/skills/scenes/formats/chat-read.ts";
import type * as ReadModule from "../../src/skills/scenes/formats/chat-read.ts";
import { findActivePath, computePaths } from "../../src/skills/scenes/state/path.ts";
import { listPresent } from "../../src/skills/scenes/state/present.ts";
import type * as AsideModule from "../../src/skills/scenes/versions/inactive-versions.ts";
import { isReply } from "../../src/skills/scenes/versions/inactive-versions.ts";
import type * as ReplaceableModule from "../../src/skills/scenes/versions/replaceable.ts";
import { speakVersion } from "../../src/skills/scenes/versions/speak-version.ts";
import { openStoryPlay, type StoryPlay } from "../support/story-play.ts";

/** Bugs that could be made around a rewind, another version of a reply and a chat from elsewhere. One of them is there at a time. */
const bugs = [
  "a rewind leaves the digest's row",
  "another version forgets the whisper",
  "another version loses its scene",
  "another version moves the clock",
  "another version stands at the end",
  "another version leaves the memories of the first",
  "another version takes the person's words along",
  "the first version is not kept",
  "nobody sees that there are versions",
  "an edit leaves the other versions",
  "a rewind leaves the other versions",
  "a line in the middle is spoken again",
  "a chat that comes in is heard by all",
  "a transcript that comes in is heard by its host",
  "a whisper that comes in is heard by all who were there",
  "a whisper that comes in is remembered whole",
  "lines that come in go to whoever has that name",
] as const;
type Bug = (typeof bugs)[number];

const planted = vi.hoisted(() => ({ bug: undefined as string | undefined }));
const is = (bug: Bug): boolean => planted.bug === bug;

vi.mock("../../src/skills/scenes/beat/beat.ts", async (original) => {
  const real = await original<typeof BeatModule>();
  return {
    ...real,
    answerLine: (...[on, scene, how]: Parameters<typeof real.answerLine>) =>
      real.answerLine(
        on,
        scene,
        is("another version forgets the whisper") ? { ...how, witnesses: listPresent(scene) } : how,
      ),
    draftTurn: (...[on, scene, turn]: Parameters<typeof real.draftTurn>) => {
      const fact = real.draftTurn(on, scene, turn);
      const wrong = {
        ...(is("another version loses its scene") ? { scene_id: 2 } : {}),
        ...(is("another version moves the clock") ? { story_time: "2030-01-01T00:00:00Z" } : {}),
      };
      return withFields(fact, wrong);
    },
  };
});

vi.mock("../../src/skills/scenes/versions/inactive-versions.ts", async (original) => {
  const real = await original<typeof AsideModule>();
  return {
    ...real,
    *applyVersion(...of: Parameters<typeof real.applyVersion>) {
      const { path, inactive } = yield* real.applyVersion(...of);
      const seen = is("nobody sees that there are versions")
        ? path.map((event) => without(event, "versions"))
        : path;
      return { path: seen, inactive: is("the first version is not kept") ? new Map() : inactive };
    },
    amendInactive: (...[inactive, amendment]: Parameters<typeof real.amendInactive>) =>
      is("an edit leaves the other versions")
        ? (inactive ?? new Map())
        : real.amendInactive(inactive, amendment),
    cutInactive: (...[inactive, last]: Parameters<typeof real.cutInactive>) =>
      is("a rewind leaves the other versions")
        ? (inactive ?? new Map())
        : real.cutInactive(inactive, last),
  };
});

const without = (event: RecordedChatEvent, field: string): RecordedChatEvent =>
  withFields(event, { [field]: undefined });

vi.mock("../../src/skills/scenes/versions/replaceable.ts", async (original) => {
  const real = await original<typeof ReplaceableModule>();
  return {
    ...real,
    assertReplaceable: (...of: Parameters<typeof real.assertReplaceable>) =>
      is("a line in the middle is spoken again") ? undefined : real.assertReplaceable(...of),
    listDerived: (...[path, line]: Parameters<typeof real.listDerived>) => {
      if (is("another version leaves the memories of the first")) return [line];
      const asked = path.filter(
        ({ kind, turnId }) => kind === "user_turn" && turnId === line.turnId,
      );
      return [
        ...(is("another version takes the person's words along") ? asked : []),
        ...real.listDerived(path, line),
      ];
    },
  };
});

vi.mock("../../src/skills/scenes/formats/chat-read.ts", async (original) => {
  const real = await original<typeof ReadModule>();
  return {
    ...real,
    readChat: (bytes: Uint8Array) => {
      const chat = real.readChat(bytes);
      const said = chat.said.map((one) => ({
        ...one,
        ...(is("a chat that comes in is heard by all")
          ? { present: undefined, witnesses: undefined }
          : {}),
        ...(is("a whisper that comes in is heard by all who were there")
          ? { witnesses: undefined }
          : {}),
        ...(is("a whisper that comes in is remembered whole") ? { segments: [] } : {}),
      }));
      return is("lines that come in go to whoever has that name")
        ? byNames({ ...chat, said })
        : { ...chat, said };
    },
  };
});

function byNames(chat: ReturnType<typeof ReadModule.readChat>): typeof chat {
  const name = (id: string): string => chat.cast.find((one) => one.id === id)?.name ?? id;
  const said = chat.said.map(({ id: _id, ...one }) => ({
    ...one,
    present: one.present?.map(name),
    witnesses: one.witnesses?.map(name),
  }));
  return { ...chat, said, cast: [] };
}

/** The witnesses of each line of an imported file. */
const listWitnesses = (lines: readonly StoryEventInput[]): unknown[] =>
  lines
    .filter(({ kind }) => ["user_turn", "assistant_turn", "memory_written"].includes(kind))
    .map(({ kind, payload }) => {
      const { speaker_id, owner_id, witnesses, text } = payload as Record<string, unknown>;
      return [kind, speaker_id ?? owner_id ?? "you", witnesses, text];
    });

/** A file of ours: two are called Bob; the first line is a whisper before all three, at the second one Bob is out. */
function fileComesIn(): string[] {
  const cast = ["ann", "bob-1", "bob-2"].map((id) => ({ id, name: id === "ann" ? "Ann" : "Bob" }));
  const whole = { present: ["you", "ann", "bob-1", "bob-2"], witnesses: ["you", "bob-2"] };
  const segments = [
    { kind: "whisper", text: "the key", to: ["bob-2"] },
    { kind: "ooc", text: "((be brief))" },
  ];
  const rows = [
    { user_name: "Me", character_name: "Ann", chat_metadata: { meanwhile: { cast } } },
    {
      name: "Me",
      is_user: true,
      mes: "the key ((be brief))",
      extra: { meanwhile: { ...whole, segments } },
    },
    {
      name: "Bob",
      mes: "Hm.",
      extra: {
        meanwhile: {
          present: ["you", "ann", "bob-2"],
          witnesses: ["you", "ann", "bob-2"],
          speaker_id: "bob-2",
        },
      },
    },
  ];
  const bytes = new TextEncoder().encode(rows.map((row) => JSON.stringify(row)).join("\n"));
  let ids = 0;
  let lines: Iterable<StoryEventInput>;
  try {
    ({ lines } = convertChat(readChat(bytes), {
      known: cast,
      chatId: "c",
      now: "2026-04-26T20:00:00Z",
      newId: () => `id-${++ids}`,
    }));
  } catch (error) {
    if (error instanceof Refusal) return ["a file was refused"];
    throw error;
  }
  const right = [
    ["user_turn", "you", ["you", "bob-2"], "the key ((be brief))"],
    ["memory_written", "bob-2", ["you", "bob-2"], "Me: the key"],
    ["assistant_turn", "bob-2", ["you", "ann", "bob-2"], "Hm."],
    ["memory_written", "ann", ["you", "ann", "bob-2"], "Bob: Hm."],
    ["memory_written", "bob-2", ["you", "ann", "bob-2"], "Bob: Hm."],
  ];
  const sortLines = (all: readonly unknown[]): string[] =>
    all.map((one) => JSON.stringify(one)).toSorted();
  return JSON.stringify(sortLines(listWitnesses([...lines]))) === JSON.stringify(sortLines(right))
    ? []
    : ["a file came in otherwise"];
}

/** Lines as `meanwhile import --chat` takes them: the host is out at the second one. */
function transcriptComesIn(): string[] {
  const told = [
    { speaker: "Ann", text: "hello", present: ["you", "Ann", "Bob"] },
    { speaker: "Bob", text: "she is out", present: ["you", "Bob"] },
  ].map((line, nth) => parseTranscriptLine(line, nth + 1));
  const all = is("a transcript that comes in is heard by its host")
    ? told.map((line) => ({ ...line, present: [...new Set([...line.present, "Ann"])] }))
    : told;
  const lines = convertTranscript(all, {
    chatId: "c",
    startedAt: "2026-04-26T20:00:00Z",
    known: [
      { id: "ann", name: "Ann" },
      { id: "bob", name: "Bob" },
    ],
  });
  const knowers = lines.flatMap(({ payload }) => {
    const { text, witnesses, owner_id } = payload as {
      text?: string;
      witnesses?: readonly string[];
      owner_id?: string;
    };
    return text?.includes("she is out") === true
      ? [...(witnesses ?? []), ...(owner_id === undefined ? [] : [owner_id])]
      : [];
  });
  return knowers.includes("ann") || !knowers.includes("bob")
    ? ["whoever was out knows what was said"]
    : [];
}

/** Every table with a chat's rows is rebuilt when its path changes. */
function everyTableFollows(): string[] {
  const tables = is("a rewind leaves the digest's row")
    ? sceneProjection.refold?.tables.filter((name) => name !== "digests")
    : sceneProjection.refold?.tables;
  const payload = {
    chat_id: "c",
    id: "x",
    scene_id: 1,
    container_id: 1,
    entity_id: "ann",
    change: "enter",
    source_id: "ann",
    target_id: "bob",
    participants: [],
    message_ids: [],
    delivery_ids: [],
    settings: {},
  };
  const rows = sceneProjection.handlers.flatMap(({ kind, evolve }) => {
    const event = {
      id: 1,
      streamVersion: 1,
      stream: "chat:c",
      at: "2026-01-01T00:00:00Z",
      accountId: "a",
      chatId: "c",
      ...decodeEvent(kind, payload),
    };
    return evolve(event, () => ({ participants: [], clock: "", closed_at: null, facts: [] }));
  });
  const ofChat = rows.flatMap((change) =>
    change.op === "put" && "chat_id" in change.row && change.table !== "scene_seats"
      ? [change.table]
      : [],
  );
  return [...new Set(ofChat)]
    .filter((name) => tables?.includes(name) !== true)
    .map((name) => `${name} keeps its rows`);
}

const fact = <Kind extends ChatKind>(play: StoryPlay, kind: Kind, payload: PayloadOf<Kind>) => {
  const { stream, at, accountId } = play.log[0] as RecordedChatEvent;
  return {
    stream,
    at,
    accountId,
    kind,
    chatId: "story",
    payload: { chat_id: "story", ...payload },
  };
};

async function speakAgain(play: StoryPlay, lineId: string): Promise<void> {
  const { events } = await speakVersion(play.playing(), lineId);
  const asWritten = (event: EventDraft): EventDraft => ({
    ...withFields(
      event,
      is("another version stands at the end") ? { placed_after: undefined } : {},
    ),
    turnId: "turn-again",
  });
  play.append(...events.map(asWritten));
}

/** A whisper is answered; then Bob leaves, a day passes, and the answer is spoken once more. */
async function versionsHold(): Promise<string[]> {
  let answers = 0;
  const play = openStoryPlay("story", ["ann", "bob", "cy"], ({ purpose }) => {
    if (purpose === "parse_turn") return { segments: [{ kind: "dialogue", text: "the key" }] };
    if (purpose === "narrative") return `answer${++answers}`;
    return { affinity_delta: 1, trust_delta: 0, knowledge_facts: [`fact${answers}`] };
  });
  await play.take(
    {
      kind: "chat_created",
      payload: {
        id: "story",
        host_bot_id: "ann",
        guest_bot_id: "bob",
        initial_time: "2026-04-26T20:00:00Z",
      },
    },
    {
      kind: "scene_opened",
      payload: { chat_id: "story", scene_id: 1, participants: ["you", "ann", "bob"] },
    },
    {
      kind: "meanwhile_scene_started",
      payload: { chat_id: "story", scene_id: 2, host_bot_id: "bob", guest_bot_id: "cy" },
    },
  );
  await play.beat(1, { text: "the key", whisperTo: ["ann"] });
  await play.take(
    {
      kind: "presence_changed",
      payload: { chat_id: "story", scene_id: 1, entity_id: "bob", change: "leave" },
    },
    { kind: "time_advanced", payload: { chat_id: "story", to: "2026-04-27T20:00:00Z" } },
  );
  const [, first = ""] = play.counting();
  const before = { clock: play.state().clock, told: readMemories(play) };
  await speakAgain(play, first);
  const found = [...afterVersion(play, before), ...(await afterThat(play, first))];
  return found;
}

const readMemories = (play: StoryPlay): string =>
  JSON.stringify([...play.state().memories.values()].map(({ owner, text }) => [owner, text]));

function afterVersion(
  play: StoryPlay,
  before: { readonly clock: string; readonly told: string },
): string[] {
  const state = play.state();
  const [asked, reply] = state.turns;
  const path = finish(findActivePath(play.log));
  const order = path.map(({ kind }) => kind);
  const versions = path.filter(isReply).at(-1)?.payload.versions ?? [];
  const memories = readMemories(play);
  return [
    ...(state.turns.length === 2 && asked?.text === "the key" && reply?.text === "answer2"
      ? []
      : ["other lines"]),
    ...(JSON.stringify([...(reply?.witnesses ?? [])]) === '["you","ann"]' ? [] : ["other ears"]),
    ...(reply?.sceneId === 1 ? [] : ["another scene"]),
    ...(state.clock === before.clock && reply?.storyTime === asked?.storyTime
      ? []
      : ["another time"]),
    ...(order.indexOf("assistant_turn") < order.indexOf("presence_changed")
      ? []
      : ["behind what came after"]),
    ...(memories.includes("answer1") || !memories.includes("answer2") || memories === before.told
      ? ["other memories"]
      : []),
    ...(JSON.stringify(versions.map(({ text }) => text)) === '["answer1","answer2"]'
      ? []
      : ["other versions"]),
    ...(state.scenes.get(1)?.present.has("bob") === true ? ["whoever left is back"] : []),
  ];
}

async function afterThat(play: StoryPlay, first: string): Promise<string[]> {
  const found: string[] = [];
  const second = play.counting()[1] ?? "";
  const path = finish(findActivePath(play.log));
  const hides = path
    .filter(({ turnId, kind }) => turnId === "turn-again" && kind !== "version_chosen")
    .map(({ id }) => id);
  const log = [...play.log];
  const after = (...drafts: ChatEventDraft[]) =>
    finish(
      computePaths([
        ...log,
        ...drafts.map((draft, nth) => ({ ...draft, id: log.length + 1 + nth, streamVersion: 0 })),
      ]),
    );
  const chosen = after(
    fact(play, "version_chosen", {
      branch_id: "main",
      line_id: first,
      from: second,
      to: first,
      hides,
    }),
  );
  const back = chosen.byBranch.get("main")?.filter(isReply).at(-1);
  if (back?.payload.text !== "answer1") found.push("the first version is lost");
  const [asked] = path.filter(({ kind }) => kind === "user_turn");
  const edited = after(
    fact(play, "turn_edited", {
      branch_id: "main",
      amends: [{ event_id: asked?.id ?? 0, set: { text: "x" } }],
      withdraws: [],
    }),
  );
  if ((edited.inactive.get("main")?.size ?? 0) > 0) found.push("a version outlives an edit");
  const wound = after(
    fact(play, "chat_rewound", { branch_id: "main", to_event_id: asked?.id ?? 0 }),
  );
  if ((wound.inactive.get("main")?.size ?? 0) > 0) found.push("a version outlives a rewind");
  await play.beat(1, { text: "the key" });
  const isRefused = await speakVersion(play.playing(), second).then(
    () => false,
    () => true,
  );
  if (!isRefused) found.push("a line in the middle was spoken again");
  return found;
}

const findings = async (): Promise<string[]> => [
  ...everyTableFollows(),
  ...fileComesIn(),
  ...transcriptComesIn(),
  ...(await versionsHold()),
];

beforeEach(() => {
  planted.bug = undefined;
});

it("the checks of a story find nothing as it is", async () => {
  expect(await findings()).toEqual([]);
});

it.each(bugs)("a planted bug is found when %s", async (bug) => {
  planted.bug = bug;
  expect(await findings()).not.toEqual([]);
});
