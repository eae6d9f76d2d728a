import type { EventDraft, RecordedEvent } from "../../src/domain/events.ts";
import type { Model, ModelRequest } from "../../src/domain/model.ts";
import type { Reads } from "../../src/domain/reads.ts";
import type { TurnContext } from "../../src/domain/skill.ts";
import { playBeat, type Prose } from "../../src/skills/scenes/beat.ts";
import type { Cast } from "../../src/skills/scenes/cast.ts";
import { sumUp } from "../../src/skills/scenes/close.ts";
import { foldChat } from "../../src/skills/scenes/fold.ts";
import { takeIn } from "../../src/skills/scenes/intake.ts";
import { activePath, isPathKind, pathsOf } from "../../src/skills/scenes/path.ts";
import type { Playing } from "../../src/skills/scenes/stage.ts";
import type { ChatState, Scene } from "../../src/skills/scenes/state.ts";
import type { Line } from "./scene-lab.ts";

/** A story in memory: the same steps as in a turn, without a database, an engine or a clock. */
export interface StagePlay {
  readonly log: readonly RecordedEvent[];
  readonly requests: readonly ModelRequest[];
  state(): ChatState;
  take(...lines: readonly Line[]): Promise<void>;
  /** Facts as they are. */
  append(...drafts: readonly EventDraft[]): void;
  beat(sceneId: number, prose?: Partial<Prose>): Promise<void>;
  sumUp(sceneId: number): Promise<void>;
}

export type Answering = (request: ModelRequest) => unknown;

export function openStagePlay(chatId: string, cast: readonly string[], answer: Answering): StagePlay {
  const log: RecordedEvent[] = [];
  const requests: ModelRequest[] = [];
  let ids = 0;
  const newId = (): string => `id-${++ids}`;
  const append = (...drafts: readonly EventDraft[]): void => {
    for (const draft of drafts) log.push({ ...draft, id: log.length + 1, streamVersion: log.length + 1 });
  };
  const state = (): ChatState => {
    const own = log.filter((event) => event.chatId === chatId);
    const folded = foldChat({ id: chatId, accountId: "ada" }, activePath(own));
    folded.branchId = own.some(({ kind }) => isPathKind(kind)) ? pathsOf(own).active : "main";
    return folded;
  };
  // What an intake asks the tables for is in the log here.
  const read: Reads = {
    rows: <R>(sql: string) =>
      Promise.resolve((sql.includes("from event_log") ? log.filter((event) => event.chatId === chatId).map(asRow) : []) as R[]),
  };
  const playing = (): Playing => ({
    turn: turnOf({ model: modelOf(requests, answer), read, newId }),
    state: state(),
    cast: castOf(cast),
    recall: undefined,
  });
  const sceneOf = (on: Playing, sceneId: number): Scene => on.state.scenes.get(sceneId) as Scene;
  return {
    log,
    requests,
    state,
    append,
    async take(...lines) {
      append(...(await takeIn({ read, accountId: "ada", now: 0, newId }, lines)).drafts);
    },
    async beat(sceneId, prose) {
      const on = playing();
      const whole = prose === undefined ? undefined : { text: "", eventIds: [], whisperTo: [], ...prose };
      append(...(await playBeat(on, sceneOf(on, sceneId), whole)).events);
    },
    async sumUp(sceneId) {
      const on = playing();
      append(...(await sumUp(on, sceneOf(on, sceneId))));
    },
  };
}

const asRow = (event: RecordedEvent) => ({
  id: event.id,
  at: event.at,
  stream: event.stream,
  stream_version: event.streamVersion,
  kind: event.kind,
  payload_json: event.payload,
  account_id: event.accountId ?? null,
  turn_id: null,
});

function castOf(ids: readonly string[]): Cast {
  const member = (id: string) => ({
    id,
    name: id.toUpperCase(),
    persona: "",
    voice_samples: [],
    traits: [],
    backstory: "",
    initial_relationship_to_you: "",
    kickoff_prose: "",
    event_id: 0,
  });
  return { bots: new Map(ids.map((id) => [id, member(id)])), you: { name: "Me", pronouns: "", persona: "", event_id: 0 } };
}

function modelOf(requests: ModelRequest[], answer: Answering): Model {
  const ask = async (request: ModelRequest): Promise<unknown> => {
    requests.push(request);
    return answer(request);
  };
  return {
    describe: { kind: "scripted", name: "stage" },
    complete: async (request) => ({ text: String(await ask(request)), callId: "c" }),
    stream: async (request) => ({ text: String(await ask(request)), callId: "c" }),
    object: async (request, parse) => parse(await ask(request)),
  };
}

function turnOf(of: { model: Model; read: Reads; newId(): string }): TurnContext {
  return {
    turnId: "turn",
    conversationId: "conversation",
    account: { id: "ada", displayName: null, language: null, timezone: "UTC" },
    channel: "web",
    scope: "chat:story",
    now: 0,
    window: [],
    signal: new AbortController().signal,
    history: () => Promise.resolve([]),
    show: () => undefined,
    stage: () => undefined,
    ...of,
  };
}
