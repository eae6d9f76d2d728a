import { addressFor, type AnswerOf, type BodyOf, call } from "../api/call.ts";
import type { Language } from "../language/choose.ts";
import type {
  Activity,
  BeatAt,
  Bot,
  Chat,
  Greeting,
  Lines,
  Lives,
  LivesAnswer,
  Lobby,
  MeanwhileStart,
  Place,
  NewLine,
  Persona,
  PlaySettings,
  PlaySettingsAnswer,
  Scene,
  Stage,
  TalkPlan,
  Turn,
  WholeBot,
} from "./contract.ts";
import type { Amendment, Branch, Difference, Feeling } from "./contract-past.ts";

export const lobbyKey = ["stage"] as const;
/** The prefix of every query of one chat, so that all of them can be invalidated at once. */
export const chatKey = (chatId: string) => ["stage-chat", chatId] as const;

export const fetchLobby = (): Promise<Lobby> => call("GET /api/stage");
/** Scenes that continue on their own are shown where they are watched. */
const toWatched = (watched: readonly number[]): string | undefined =>
  watched.length === 0 ? undefined : watched.join(",");
/** The newest lines up to a number, or all since a line that is shown. */
export const fetchStage = (
  id: string,
  {
    watched,
    ...lines
  }: ({ readonly turns: number } | { readonly since: number }) & {
    readonly watched: readonly number[];
  },
): Promise<Stage> =>
  call("GET /api/chats/{id}/stage", {
    params: { id },
    query: { ...lines, watched: toWatched(watched) },
  });
export const fetchLinesBefore = (
  id: string,
  { before, watched }: { readonly before: number; readonly watched: readonly number[] },
): Promise<Lines> =>
  call("GET /api/chats/{id}/lines", {
    params: { id },
    query: { before, watched: toWatched(watched) },
  });
/** The beat at a position, counted from 1; the newest by default. */
export const fetchBeat = (id: string, at: number | undefined): Promise<BeatAt> =>
  call("GET /api/chats/{id}/beats", { params: { id }, query: { at } });
export const fetchFeelings = async (id: string): Promise<readonly Feeling[]> =>
  (await call("GET /api/chats/{id}/feelings", { params: { id } })).feelings;
export const fetchBranches = async (id: string): Promise<readonly Branch[]> =>
  (await call("GET /api/chats/{id}/branches", { params: { id } })).branches;

/** A point in the story by its last event, or the current state of a branch. */
export interface ComparedPoint {
  readonly event?: number;
  readonly branch?: string;
}

export const fetchDifferences = async (
  id: string,
  a: ComparedPoint,
  b: ComparedPoint,
): Promise<readonly Difference[]> => {
  const query = { a: a.branch, a_event: a.event, b: b.branch, b_event: b.event };
  return (await call("GET /api/chats/{id}/compare", { params: { id }, query })).differences;
};

export const setYou = (body: BodyOf<"POST /api/you">): Promise<unknown> =>
  call("POST /api/you", { body });
export const fetchGreetings = async (botId: string): Promise<readonly Greeting[]> =>
  (await call("GET /api/bots/{id}/greetings", { params: { id: botId } })).greetings;

export const fetchBot = (id: string): Promise<WholeBot> =>
  call("GET /api/bots/{id}", { params: { id } });
/** Creates a character, or replaces the one with its id. */
export const saveBot = (body: BodyOf<"POST /api/bots">): Promise<Pick<WholeBot, "id">> =>
  call("POST /api/bots", { body });
export const deleteBot = (id: string): Promise<void> =>
  call("DELETE /api/bots/{id}", { params: { id } });
export const fetchPlaySettings = (chatId: string): Promise<PlaySettingsAnswer> =>
  call("GET /api/chats/{id}/settings", { params: { id: chatId } });
export const savePlaySettings = (chatId: string, body: PlaySettings): Promise<PlaySettingsAnswer> =>
  call("POST /api/chats/{id}/settings", { params: { id: chatId }, body });

export const importSamples = (language: Language): Promise<AnswerOf<"POST /api/samples">> =>
  call("POST /api/samples", { body: { language, stories: "own_language" } });

export const playTurn = (id: string, said: NewLine): Promise<void> =>
  call("POST /chats/{id}/turns", { params: { id }, body: said });
/** The next character in turn speaks, or the chosen one. */
export const playNext = (
  id: string,
  of: { readonly scene: number | undefined; readonly speaker: string | undefined },
): Promise<void> =>
  call("POST /api/chats/{id}/next", {
    params: { id },
    body: {
      ...(of.scene === undefined ? {} : { scene_id: of.scene }),
      ...(of.speaker === undefined ? {} : { speakers: [of.speaker] }),
    },
  });
export const stopBeat = (id: string): Promise<void> =>
  call("POST /chats/{id}/turns/cancel", { params: { id } });
export const regenerate = (id: string, turnId: string): Promise<void> =>
  call("POST /api/chats/{id}/regenerate", { params: { id }, body: { turn_id: turnId } });
export const chooseVersion = (
  id: string,
  of: { readonly turn: string; readonly version: number },
): Promise<unknown> =>
  call("POST /api/chats/{id}/turns/{turn}/version", {
    params: { id, turn: of.turn },
    body: { version: of.version },
  });

export const startUnattended = (id: string, sceneId: number, plan: TalkPlan): Promise<unknown> =>
  call("POST /api/chats/{id}/let-talk", { params: { id }, body: { ...plan, scene_id: sceneId } });
export const stopUnattended = (id: string, planId: string): Promise<unknown> =>
  call("POST /api/chats/{id}/plans/{plan}/stop", { params: { id, plan: planId }, body: {} });
export const startMeanwhile = (id: string, start: MeanwhileStart): Promise<unknown> =>
  call("POST /api/chats/{id}/meanwhile", { params: { id }, body: start });
export const closeScene = (id: string, sceneId: number): Promise<unknown> =>
  call("POST /api/scenes/{id}/close", { params: { id: sceneId }, body: { chat_id: id } });
export const unseal = (id: string, digestId: string): Promise<unknown> =>
  call("POST /api/chats/{id}/digests/{digest}/unseal", {
    params: { id, digest: digestId },
    body: {},
  });
export const changePresence = (
  id: string,
  of: { readonly scene: number; readonly who: string; readonly change: "enter" | "leave" },
): Promise<unknown> =>
  call("POST /api/scenes/{id}/presence", {
    params: { id: of.scene },
    body: { chat_id: id, entity_id: of.who, change: of.change },
  });
export const openScene = (
  id: string,
  scene: Pick<Scene, "container_id" | "participants">,
): Promise<unknown> => call("POST /api/chats/{id}/scenes", { params: { id }, body: scene });
export const addPlace = (
  id: string,
  place: Omit<Place, "id">,
): Promise<Pick<Scene, "container_id">> =>
  call("POST /api/chats/{id}/containers", { params: { id }, body: place });
export const setActivity = (id: string, activity: Omit<Activity, "attention">): Promise<unknown> =>
  call("POST /api/chats/{id}/activities", { params: { id }, body: activity });
export const addThread = (id: string, title: string): Promise<unknown> =>
  call("POST /api/chats/{id}/threads", { params: { id }, body: { title } });
export const changeThread = (
  id: string,
  thread: string,
  body: BodyOf<"POST /api/chats/{id}/threads/{thread}">,
): Promise<unknown> =>
  call("POST /api/chats/{id}/threads/{thread}", { params: { id, thread }, body });
export const advanceClock = (id: string, to: string): Promise<unknown> =>
  call("POST /api/chats/{id}/clock", { params: { id }, body: { to } });

export const deleteChat = (id: string): Promise<void> =>
  call("DELETE /api/chats/{id}", { params: { id } });

/** The last event to keep; the newest by default. */
export type Cut = Partial<Pick<Turn, "event_id">>;

const preview = { preview: "true" } as const;

/**
 * Differences from the current state (`a`) to the resulting one (`b`), without changing anything.
 */
export const previewRewind = async (id: string, cut: Cut): Promise<readonly Difference[]> =>
  (await call("POST /api/chats/{id}/rewind", { params: { id }, query: preview, body: cut }))
    .differences ?? [];
export const previewBranch = async (id: string, cut: Cut): Promise<readonly Difference[]> =>
  (await call("POST /api/chats/{id}/branches", { params: { id }, query: preview, body: cut }))
    .differences ?? [];
export const previewSwitch = async (id: string, branch: string): Promise<readonly Difference[]> =>
  (
    await call("POST /api/chats/{id}/branches/switch", {
      params: { id },
      query: preview,
      body: { branch },
    })
  ).differences ?? [];

/** Undoes a rewind or a deletion, if nothing happened after it. */
export const restorePath = (id: string): Promise<unknown> =>
  call("POST /api/chats/{id}/bring-back", { params: { id }, body: {} });
export const rewind = (id: string, cut: Cut): Promise<unknown> =>
  call("POST /api/chats/{id}/rewind", { params: { id }, body: cut });
export const createBranch = (id: string, of: Cut & { readonly name?: string }): Promise<unknown> =>
  call("POST /api/chats/{id}/branches", { params: { id }, body: of });
export const switchBranch = (id: string, branch: string): Promise<unknown> =>
  call("POST /api/chats/{id}/branches/switch", { params: { id }, body: { branch } });

/** An amendment of the past, for a preview or to apply it. */
export type AmendRequest =
  | { readonly what: "edit"; readonly text: string }
  | {
      readonly what: "presence";
      readonly who: string;
      readonly present: boolean;
      readonly untilTurn?: string;
    };

export const amend = (
  id: string,
  of: { readonly turn: string; readonly preview: boolean },
  asked: AmendRequest,
): Promise<Amendment> => {
  const at = { params: { id, turn: of.turn }, query: of.preview ? preview : {} };
  if (asked.what === "edit")
    return call("POST /api/chats/{id}/turns/{turn}/edit", { ...at, body: { text: asked.text } });
  return call("POST /api/chats/{id}/turns/{turn}/presence", {
    ...at,
    body: { entity_id: asked.who, present: asked.present, to_turn_id: asked.untilTurn },
  });
};

export interface NewStory extends Pick<
  Chat,
  "host_bot_id" | "initial_time" | "narrative_anchor" | "weather"
> {
  readonly title: string;
  readonly others: readonly string[];
  readonly place: string;
  /** The index of the host's greeting; undefined when the person begins. */
  readonly greeting: number | undefined;
  /** Undefined: the usual one. */
  readonly persona: Persona | undefined;
}

/**
 * Creates a chat with its place and first scene, opened with the host's greeting if there is one.
 */
export async function beginStory({
  others,
  place,
  greeting,
  persona,
  ...story
}: NewStory): Promise<string> {
  const { id } = await call("POST /api/chats", {
    body: { ...story, guest_bot_id: others[0] ?? null },
  });
  if (persona !== undefined) await savePlaySettings(id, { persona });
  const { container_id } = await addPlace(id, { name: place, type: "" });
  await openScene(id, { container_id, participants: ["you", story.host_bot_id, ...others] });
  if (greeting !== undefined)
    await call("POST /api/chats/{id}/kickoff", { params: { id }, body: { greeting } });
  return id;
}

export const pictureAddress = (bot: Pick<Bot, "id" | "updated_at">): string =>
  addressFor("GET /api/bots/{id}/picture", {
    params: { id: bot.id },
    query: { v: bot.updated_at },
  });
export const cardAddress = (botId: string, format: "png" | "json" | "charx"): string =>
  addressFor("GET /api/bots/{id}/export", { params: { id: botId }, query: { format } });
export const chatFileAddress = (chatId: string): string =>
  addressFor("GET /api/chats/{id}/export", { params: { id: chatId } });
export const fetchLives = (chatId: string): Promise<LivesAnswer> =>
  call("GET /api/chats/{id}/lives", { params: { id: chatId } });
export const changeLives = (chatId: string, body: Lives): Promise<unknown> =>
  call("POST /api/chats/{id}/lives", { params: { id: chatId }, body });
export const storyFileAddress = (chatId: string): string =>
  addressFor("GET /api/chats/{id}/export", { params: { id: chatId }, query: { format: "story" } });

export const presetAddress = (
  of: { readonly chatId: string } | { readonly botId: string },
): string =>
  "chatId" in of
    ? addressFor("GET /api/chats/{id}/preset", { params: { id: of.chatId } })
    : addressFor("GET /api/bots/{id}/preset", { params: { id: of.botId } });
