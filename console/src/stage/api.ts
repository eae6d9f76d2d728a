import { ApiFailure, pageHeaders, request } from "../api/request.ts";
import type { Language } from "../language/choose.ts";
import type {
  Activity,
  BeatAt,
  Bot,
  Chat,
  ChatListItem,
  Greeting,
  Lines,
  Lives,
  LivesAnswer,
  Lobby,
  MeanwhileStart,
  Place,
  NewLine,
  PlaySettings,
  PlaySettingsAnswer,
  Scene,
  Stage,
  TalkPlan,
  Turn,
  WholeBot,
} from "./contract.ts";
import type { Amendment, Branch, Difference, Feeling } from "./contract-past.ts";

const chatAddress = (id: string, rest: string): string =>
  `/api/chats/${encodeURIComponent(id)}${rest}`;
const post = <T = unknown>(path: string, body: unknown = {}): Promise<T> =>
  request<T>(path, { method: "POST", body });

export const lobbyKey = ["stage"] as const;
/** The prefix of every query of one chat, so that all of them can be invalidated at once. */
export const chatKey = (chatId: string) => ["stage-chat", chatId] as const;

export const fetchLobby = (): Promise<Lobby> => request("/api/stage");
/** The newest lines up to a number, or all since a line that is shown. */
/** Scenes that continue on their own are shown where they are watched. */
const toWatched = (watched: readonly number[]): string =>
  watched.length === 0 ? "" : `&watched=${watched.join(",")}`;
export const fetchStage = (
  id: string,
  lines: ({ readonly turns: number } | { readonly since: number }) & {
    readonly watched: readonly number[];
  },
): Promise<Stage> =>
  request(
    chatAddress(
      id,
      `/stage?${"since" in lines ? `since=${lines.since}` : `turns=${lines.turns}`}${toWatched(lines.watched)}`,
    ),
  );
export const fetchLinesBefore = (
  id: string,
  { before, watched }: { readonly before: number; readonly watched: readonly number[] },
): Promise<Lines> => request(chatAddress(id, `/lines?before=${before}${toWatched(watched)}`));
/** The beat at a position, counted from 1; the newest by default. */
export const fetchBeat = (id: string, at: number | undefined): Promise<BeatAt> =>
  request(chatAddress(id, at === undefined ? "/beats" : `/beats?at=${at}`));
export const fetchFeelings = async (id: string): Promise<readonly Feeling[]> =>
  (await request<{ feelings: readonly Feeling[] }>(chatAddress(id, "/feelings"))).feelings;
export const fetchBranches = async (id: string): Promise<readonly Branch[]> =>
  (await request<{ branches: readonly Branch[] }>(chatAddress(id, "/branches"))).branches;

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
  const asked = { a: a.branch, a_event: a.event, b: b.branch, b_event: b.event };
  const query = new URLSearchParams(
    Object.entries(asked).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
  return (
    await request<{ differences: readonly Difference[] }>(
      chatAddress(id, `/compare?${query.toString()}`),
    )
  ).differences;
};

export const setYou = (part: {
  readonly name: string;
  readonly pronouns: string;
  readonly persona: string;
}): Promise<unknown> => post("/api/you", part);
export const fetchGreetings = async (botId: string): Promise<readonly Greeting[]> =>
  (
    await request<{ greetings: readonly Greeting[] }>(
      `/api/bots/${encodeURIComponent(botId)}/greetings`,
    )
  ).greetings;

const botAddress = (id: string, rest = ""): string => `/api/bots/${encodeURIComponent(id)}${rest}`;
export const fetchBot = (id: string): Promise<WholeBot> => request(botAddress(id));
/** Creates a character, or replaces the one with its id. */
export const saveBot = (bot: Partial<WholeBot>): Promise<Pick<WholeBot, "id">> =>
  post("/api/bots", bot);
export const deleteBot = (id: string): Promise<void> =>
  request(botAddress(id), { method: "DELETE" });
export const sendPortrait = (id: string, file: Blob): Promise<unknown> =>
  sendFile(botAddress(id, "/picture"), file);
export const fetchPlaySettings = (chatId: string): Promise<PlaySettingsAnswer> =>
  request(chatAddress(chatId, "/settings"));
export const savePlaySettings = (
  chatId: string,
  settings: PlaySettings,
): Promise<PlaySettingsAnswer> => post(chatAddress(chatId, "/settings"), settings);

export const importSamples = (
  language: Language,
): Promise<{ readonly chats: readonly Pick<ChatListItem, "id" | "title">[] }> =>
  post("/api/samples", { language });

export const playTurn = (id: string, said: NewLine): Promise<void> =>
  post(`/chats/${encodeURIComponent(id)}/turns`, said);
export const stopBeat = (id: string): Promise<void> =>
  post(`/chats/${encodeURIComponent(id)}/turns/cancel`);
export const regenerate = (id: string, turnId: string): Promise<void> =>
  post(chatAddress(id, "/regenerate"), { turn_id: turnId });
export const chooseVersion = (
  id: string,
  of: { readonly turn: string; readonly version: number },
): Promise<unknown> =>
  post(chatAddress(id, `/turns/${encodeURIComponent(of.turn)}/version`), { version: of.version });

export const startUnattended = (id: string, sceneId: number, plan: TalkPlan): Promise<unknown> =>
  post(chatAddress(id, "/let-talk"), { ...plan, scene_id: sceneId });
export const stopUnattended = (id: string, planId: string): Promise<unknown> =>
  post(chatAddress(id, `/plans/${encodeURIComponent(planId)}/stop`));
export const startMeanwhile = (id: string, start: MeanwhileStart): Promise<unknown> =>
  post(chatAddress(id, "/meanwhile"), start);
export const closeScene = (id: string, sceneId: number): Promise<unknown> =>
  post(`/api/scenes/${sceneId}/close`, { chat_id: id });
export const unseal = (id: string, digestId: string): Promise<unknown> =>
  post(chatAddress(id, `/digests/${encodeURIComponent(digestId)}/unseal`));
export const changePresence = (
  id: string,
  of: { readonly scene: number; readonly who: string; readonly change: "enter" | "leave" },
): Promise<unknown> =>
  post(`/api/scenes/${of.scene}/presence`, { chat_id: id, entity_id: of.who, change: of.change });
export const openScene = (
  id: string,
  scene: Pick<Scene, "container_id" | "participants">,
): Promise<unknown> => post(chatAddress(id, "/scenes"), scene);
export const addPlace = (
  id: string,
  place: Omit<Place, "id">,
): Promise<Pick<Scene, "container_id">> => post(chatAddress(id, "/containers"), place);
export const setActivity = (id: string, activity: Omit<Activity, "attention">): Promise<unknown> =>
  post(chatAddress(id, "/activities"), activity);
export const advanceClock = (id: string, to: string): Promise<unknown> =>
  post(chatAddress(id, "/clock"), { to });

export const deleteChat = (id: string): Promise<void> =>
  request(chatAddress(id, ""), { method: "DELETE" });

/** The last event to keep; the newest by default. */
export type Cut = Partial<Pick<Turn, "event_id">>;

const fetchPreview = async (path: string, body: unknown): Promise<readonly Difference[]> =>
  (await post<{ differences: readonly Difference[] }>(`${path}?preview=true`, body)).differences;

/**
 * Differences from the current state (`a`) to the resulting one (`b`), without changing anything.
 */
export const previewRewind = (id: string, cut: Cut): Promise<readonly Difference[]> =>
  fetchPreview(chatAddress(id, "/rewind"), cut);
export const previewBranch = (id: string, cut: Cut): Promise<readonly Difference[]> =>
  fetchPreview(chatAddress(id, "/branches"), cut);
export const previewSwitch = (id: string, branch: string): Promise<readonly Difference[]> =>
  fetchPreview(chatAddress(id, "/branches/switch"), { branch });

/** Undoes a rewind or a deletion, if nothing happened after it. */
export const restorePath = (id: string): Promise<unknown> => post(chatAddress(id, "/bring-back"));
export const rewind = (id: string, cut: Cut): Promise<unknown> =>
  post(chatAddress(id, "/rewind"), cut);
export const createBranch = (id: string, of: Cut & { readonly name?: string }): Promise<unknown> =>
  post(chatAddress(id, "/branches"), of);
export const switchBranch = (id: string, branch: string): Promise<unknown> =>
  post(chatAddress(id, "/branches/switch"), { branch });

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
  const path = chatAddress(
    id,
    `/turns/${encodeURIComponent(of.turn)}/${asked.what}${of.preview ? "?preview=true" : ""}`,
  );
  if (asked.what === "edit") return post(path, { text: asked.text });
  return post(path, { entity_id: asked.who, present: asked.present, to_turn_id: asked.untilTurn });
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
}

/**
 * Creates a chat with its place and first scene, opened with the host's greeting if there is one.
 */
export async function beginStory({ others, place, greeting, ...story }: NewStory): Promise<string> {
  const { id } = await post<Pick<Chat, "id">>("/api/chats", {
    ...story,
    guest_bot_id: others[0] ?? null,
  });
  const { container_id } = await addPlace(id, { name: place, type: "" });
  await openScene(id, { container_id, participants: ["you", story.host_bot_id, ...others] });
  if (greeting !== undefined) await post(chatAddress(id, "/kickoff"), { greeting });
  return id;
}

export const pictureAddress = (bot: Pick<Bot, "id" | "updated_at">): string =>
  `/api/bots/${encodeURIComponent(bot.id)}/picture?v=${encodeURIComponent(bot.updated_at)}`;
export const cardAddress = (botId: string, format: "png" | "json" | "charx"): string =>
  `/api/bots/${encodeURIComponent(botId)}/export?format=${format}`;
export const chatFileAddress = (chatId: string): string => chatAddress(chatId, "/export");
export const fetchLives = (chatId: string): Promise<LivesAnswer> =>
  request(chatAddress(chatId, "/lives"));
export const changeLives = (chatId: string, lives: Lives): Promise<unknown> =>
  post(chatAddress(chatId, "/lives"), lives);
export const storyFileAddress = (chatId: string): string =>
  chatAddress(chatId, "/export?format=story");

/** The server refused a file for this reason. */
export class FileRefused extends Error {
  override readonly name = "FileRefused";
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** Uploads a file: a card becomes a bot, JSON lines become a chat. */
export async function sendFile<T>(path: string, file: Blob): Promise<T> {
  const headers = {
    ...pageHeaders(),
    Accept: "application/json",
    "Content-Type": "application/octet-stream",
  };
  const response = await fetch(path, {
    method: "POST",
    headers,
    body: file,
    credentials: "same-origin",
    cache: "no-store",
  }).catch((error: unknown) => {
    throw new ApiFailure(
      { status: 0, code: "unreachable", message: "The server can't be reached." },
      { cause: error },
    );
  });
  const body = (await response.json().catch(() => ({}))) as T & {
    error?: { code?: string; message?: string; fact?: { reason?: string } };
  };
  if (response.ok) return body;
  if (response.status === 413) throw new FileRefused("too_large");
  if (body.error?.code === "invalid_file")
    throw new FileRefused(body.error.fact?.reason ?? "damaged");
  throw new ApiFailure({
    status: response.status,
    code: body.error?.code ?? `http_${response.status}`,
    message: body.error?.message ?? "",
  });
}
