import { ApiFailure, pageHeaders, request } from "../api/request.ts";
import type {
  Activity,
  BeatAt,
  Bot,
  Chat,
  ChatRow,
  Greeting,
  Lines,
  Lobby,
  MeanwhileStart,
  Place,
  Said,
  Scene,
  Stage,
  TalkPlan,
  Turn,
} from "./contract.ts";
import type { Amendment, Branch, Difference, Feeling } from "./contract-past.ts";

const chat = (id: string, rest: string): string => `/api/chats/${encodeURIComponent(id)}${rest}`;
const post = <T = unknown>(path: string, body: unknown = {}): Promise<T> =>
  request<T>(path, { method: "POST", body });

export const lobbyKey = ["stage"] as const;
/** Everything of one chat begins with this, so that one word makes all of it fresh. */
export const chatKey = (chatId: string) => ["stage-chat", chatId] as const;

export const fetchLobby = (): Promise<Lobby> => request("/api/stage");
/** The newest lines, so many; or all since one that is shown already. */
export const fetchStage = (
  id: string,
  lines: { readonly turns: number } | { readonly since: number },
): Promise<Stage> =>
  request(
    chat(id, "since" in lines ? `/stage?since=${lines.since}` : `/stage?turns=${lines.turns}`),
  );
export const fetchLinesBefore = (id: string, before: number): Promise<Lines> =>
  request(chat(id, `/lines?before=${before}`));
/** The beat at a place, counted from 1; the newest without one. */
export const fetchBeat = (id: string, at: number | undefined): Promise<BeatAt> =>
  request(chat(id, at === undefined ? "/beats" : `/beats?at=${at}`));
export const fetchFeelings = async (id: string): Promise<readonly Feeling[]> =>
  (await request<{ feelings: readonly Feeling[] }>(chat(id, "/feelings"))).feelings;
export const fetchBranches = async (id: string): Promise<readonly Branch[]> =>
  (await request<{ branches: readonly Branch[] }>(chat(id, "/branches"))).branches;

/** A moment by its last event, or a branch as it is now. */
export interface Side {
  readonly event?: number;
  readonly branch?: string;
}

export const fetchDifferences = async (
  id: string,
  a: Side,
  b: Side,
): Promise<readonly Difference[]> => {
  const asked = { a: a.branch, a_event: a.event, b: b.branch, b_event: b.event };
  const query = new URLSearchParams(
    Object.entries(asked).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
  return (
    await request<{ differences: readonly Difference[] }>(chat(id, `/compare?${query.toString()}`))
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

export const takeSamples = (
  language: "en" | "zh",
): Promise<{ readonly chats: readonly Pick<ChatRow, "id" | "title">[] }> =>
  post("/api/samples", { language });

export const playTurn = (id: string, said: Said): Promise<void> =>
  post(`/chats/${encodeURIComponent(id)}/turns`, said);
export const stopBeat = (id: string): Promise<void> =>
  post(`/chats/${encodeURIComponent(id)}/turns/cancel`);
export const regenerate = (id: string, turnId: string): Promise<void> =>
  post(chat(id, "/regenerate"), { turn_id: turnId });
export const chooseVersion = (
  id: string,
  of: { readonly turn: string; readonly version: number },
): Promise<unknown> =>
  post(chat(id, `/turns/${encodeURIComponent(of.turn)}/version`), { version: of.version });

export const letTalk = (id: string, sceneId: number, plan: TalkPlan): Promise<unknown> =>
  post(chat(id, "/let-talk"), { ...plan, scene_id: sceneId });
export const hush = (id: string, planId: string): Promise<unknown> =>
  post(chat(id, `/plans/${encodeURIComponent(planId)}/stop`));
export const startMeanwhile = (id: string, start: MeanwhileStart): Promise<unknown> =>
  post(chat(id, "/meanwhile"), start);
export const closeScene = (id: string, sceneId: number): Promise<unknown> =>
  post(`/api/scenes/${sceneId}/close`, { chat_id: id });
export const unseal = (id: string, digestId: string): Promise<unknown> =>
  post(chat(id, `/digests/${encodeURIComponent(digestId)}/unseal`));
export const move = (
  id: string,
  of: { readonly scene: number; readonly who: string; readonly change: "enter" | "leave" },
): Promise<unknown> =>
  post(`/api/scenes/${of.scene}/presence`, { chat_id: id, entity_id: of.who, change: of.change });
export const openScene = (
  id: string,
  scene: Pick<Scene, "container_id" | "participants">,
): Promise<unknown> => post(chat(id, "/scenes"), scene);
export const addPlace = (
  id: string,
  place: Omit<Place, "id">,
): Promise<Pick<Scene, "container_id">> => post(chat(id, "/containers"), place);
export const setActivity = (id: string, activity: Omit<Activity, "attention">): Promise<unknown> =>
  post(chat(id, "/activities"), activity);
export const passTime = (id: string, to: string): Promise<unknown> =>
  post(chat(id, "/clock"), { to });

export const deleteChat = (id: string): Promise<void> =>
  request(chat(id, ""), { method: "DELETE" });

/** The last event that shall stay; the newest when there is none. */
export type Cut = Partial<Pick<Turn, "event_id">>;

const previewed = async (path: string, body: unknown): Promise<readonly Difference[]> =>
  (await post<{ differences: readonly Difference[] }>(`${path}?preview=true`, body)).differences;

/** How it is (`a`) and how it would be (`b`); nothing changes. */
export const previewRewind = (id: string, cut: Cut): Promise<readonly Difference[]> =>
  previewed(chat(id, "/rewind"), cut);
export const previewBranch = (id: string, cut: Cut): Promise<readonly Difference[]> =>
  previewed(chat(id, "/branches"), cut);
export const previewSwitch = (id: string, branch: string): Promise<readonly Difference[]> =>
  previewed(chat(id, "/branches/switch"), { branch });

/** Takes back the rewind or the deletion that was the last thing to happen. */
export const bringBack = (id: string): Promise<unknown> => post(chat(id, "/bring-back"));
export const rewind = (id: string, cut: Cut): Promise<unknown> => post(chat(id, "/rewind"), cut);
export const branchOff = (id: string, of: Cut & { readonly name?: string }): Promise<unknown> =>
  post(chat(id, "/branches"), of);
export const switchTo = (id: string, branch: string): Promise<unknown> =>
  post(chat(id, "/branches/switch"), { branch });

/** A change of the past, before or after it is made. */
export type Amending =
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
  asked: Amending,
): Promise<Amendment> => {
  const path = chat(
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
  /** Which of the host's openings; none when nobody begins. */
  readonly greeting: number | undefined;
}

/** A chat with its place and its first scene, opened by the host's own words where there are some. */
export async function beginStory({ others, place, greeting, ...story }: NewStory): Promise<string> {
  const { id } = await post<Pick<Chat, "id">>("/api/chats", {
    ...story,
    guest_bot_id: others[0] ?? null,
  });
  const { container_id } = await addPlace(id, { name: place, type: "" });
  await openScene(id, { container_id, participants: ["you", story.host_bot_id, ...others] });
  if (greeting !== undefined) await post(chat(id, "/kickoff"), { greeting });
  return id;
}

export const pictureOf = (bot: Pick<Bot, "id" | "updated_at">): string =>
  `/api/bots/${encodeURIComponent(bot.id)}/picture?v=${encodeURIComponent(bot.updated_at)}`;
export const cardAddress = (botId: string, format: "png" | "json" | "charx"): string =>
  `/api/bots/${encodeURIComponent(botId)}/export?format=${format}`;
export const chatFileAddress = (chatId: string): string => chat(chatId, "/export");

/** A file that the server could not use, with its reason. */
export class FileRefused extends Error {
  override readonly name = "FileRefused";
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** Sends a file as it is. A card becomes a bot, JSON lines become a chat. */
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
