import { plainChatApp } from "../../src/domain/channel.ts";
import { finish } from "../../src/domain/slices.ts";
import { type EventDraft, isDraftOf } from "../../src/domain/events/catalogue.ts";
import { isChatDraft, type RecordedChatEvent } from "../../src/skills/scenes/state/events.ts";
import {
  type Embeddings,
  type Model,
  ModelFailure,
  type ModelRequest,
} from "../../src/domain/ports/model.ts";
import type { Reads } from "../../src/domain/ports/reads.ts";
import type { TurnContext } from "../../src/domain/skill.ts";
import { playBeat } from "../../src/skills/scenes/beat/beat.ts";
import type { PresenceCorrection } from "../../src/domain/views/story-amend.ts";
import { correctPresence, editTurns } from "../../src/skills/scenes/amend/apply.ts";
import { redoDerivatives } from "../../src/skills/scenes/amend/redo.ts";
import { type Cast, type CastMember, castSql } from "../../src/skills/scenes/state/cast.ts";
import { summariseScene } from "../../src/skills/scenes/beat/summarise-scene.ts";
import { foldChat } from "../../src/skills/scenes/state/fold.ts";
import { importEvents } from "../../src/skills/scenes/api/import-events.ts";
import { readRequest } from "../../src/skills/scenes/api/internal-turns.ts";
import { findActivePath, isPathEvent, computePaths } from "../../src/skills/scenes/state/path.ts";
import type { Prose } from "../../src/skills/scenes/beat/read-prose.ts";
import { createSemanticSearch } from "../../src/skills/scenes/recall/semantic-search.ts";
import { createRecall } from "../../src/skills/scenes/recall/recall.ts";
import type { PlayContext } from "../../src/skills/scenes/beat/play-context.ts";
import type { ChatState, Scene } from "../../src/skills/scenes/state/chat-state.ts";
import { aboutEach } from "./about-each.ts";
import { castMember } from "./cast.ts";
import type { Line } from "./scene-lab.ts";

/** A story in memory: the same steps as in a turn, without a database, an engine or a clock. */
export interface StoryPlay {
  readonly log: readonly RecordedChatEvent[];
  readonly requests: readonly ModelRequest[];
  state(): ChatState;
  take(...lines: readonly Line[]): Promise<void>;
  /** Facts as they are. */
  append(...drafts: readonly EventDraft[]): void;
  beat(sceneId: number, prose?: Partial<Prose>): Promise<void>;
  sumUp(sceneId: number): Promise<void>;
  /** A line reads otherwise, and what was made of it is made again. */
  edit(turnId: string, text: string): Promise<void>;
  presence(asked: PresenceCorrection): Promise<void>;
  /** As a turn would find it now. */
  playing(): PlayContext;
  /** Ids of the lines that count. */
  counting(): string[];
  /** Of each request: the newest event that it can have known, and what was typed for it. */
  readonly positions: readonly number[];
  readonly typed: readonly string[];
  /** What was answered to it. */
  readonly answers: readonly string[];
}

export type Answering = (request: ModelRequest) => unknown;

export function openStoryPlay(
  chatId: string,
  cast: readonly (string | CastMember)[],
  answer: Answering,
): StoryPlay {
  const log: RecordedChatEvent[] = [];
  const requests: ModelRequest[] = [];
  let ids = 0;
  let beats = 0;
  const newId = (): string => `id-${++ids}`;
  const positions: number[] = [];
  const typed: string[] = [];
  let typing = "";
  // Embedding requests are recorded too: they must not leak any more than a prompt.
  const recall = createRecall(createSemanticSearch({ keep: () => Promise.resolve() }));
  const answers: string[] = [];
  const answerAndNote = (request: ModelRequest): unknown => {
    positions.push(log.length);
    typed.push(typing);
    const said = answer(request);
    answers.push(typeof said === "string" ? said : JSON.stringify(said));
    return said;
  };
  const embeddings: Embeddings = {
    name: "echo",
    trouble: () => undefined,
    embed({ texts, ...of }) {
      requests.push({
        ...of,
        purpose: "embedding",
        messages: [{ role: "user", content: texts.join("\n") }],
        signal: neverStopped,
      });
      positions.push(log.length);
      typed.push(typing);
      answers.push("");
      const whole = Promise.resolve(texts.map(directionOf));
      return { soon: whole, whole };
    },
  };
  const append = (...drafts: readonly EventDraft[]): void => {
    for (const draft of drafts.filter(isChatDraft))
      log.push({ ...draft, id: log.length + 1, streamVersion: log.length + 1 });
  };
  const state = (): ChatState => {
    const own = log.filter((event) => event.chatId === chatId);
    const folded = finish(foldChat({ id: chatId, accountId: "ada" }, finish(findActivePath(own))));
    folded.branchId = own.some(isPathEvent) ? finish(computePaths(own)).active : "main";
    return folded;
  };
  // What an intake asks the tables for is in the log here.
  const read: Reads = {
    rows: <R>(sql: string) => {
      const { bots, you } = castOf(cast);
      if (sql === castSql) return Promise.resolve([{ bots: [...bots.values()], you }] as R[]);
      if (sql.includes("from bots")) return Promise.resolve([...bots.values()] as R[]);
      if (sql.includes("from you")) return Promise.resolve([you] as R[]);
      return Promise.resolve(
        (sql.includes("from event_log")
          ? log.filter((event) => event.chatId === chatId).map(asRow)
          : []) as R[],
      );
    },
  };
  const playing = (): PlayContext => ({
    turn: turnOf({
      model: { ...modelOf(requests, answerAndNote), embeddings },
      read,
      newId,
      turnId: `turn-${beats}`,
    }),
    state: state(),
    cast: castOf(cast),
    recall,
  });
  const at = () => ({ read, now: 0, newId, accountId: "ada", chatId, lane: undefined });
  /** What is written, and the turn that it calls. */
  const amend = async ({ events }: { readonly events: readonly EventDraft[] }): Promise<void> => {
    append(...events.filter((draft) => draft.chatId === chatId));
    beats += 1;
    for (const { payload } of events.filter((draft) => isDraftOf(draft, "message_received"))) {
      const ask = readRequest(payload.payload ?? {});
      if (ask.op === "redo") append(...(await redoDerivatives(playing(), ask.redo)));
    }
  };
  const sceneOf = (on: PlayContext, sceneId: number): Scene =>
    on.state.scenes.get(sceneId) as Scene;
  return {
    log,
    requests,
    state,
    append,
    async take(...lines) {
      append(...(await importEvents({ read, accountId: "ada", now: 0, newId }, lines)).drafts);
    },
    positions,
    typed,
    answers,
    playing,
    counting: () => state().turns.map(({ id }) => id),
    edit: async (turnId, text) => amend(await editTurns(at(), { edits: [{ turnId, text }] })),
    presence: async (asked) => amend(await correctPresence(at(), asked)),
    async beat(sceneId, prose) {
      beats += 1;
      const on = playing();
      typing = prose?.text ?? "";
      const whole =
        prose === undefined ? undefined : { text: "", eventIds: [], whisperTo: [], ...prose };
      append(...(await playBeat(on, sceneOf(on, sceneId), { prose: whole })).events);
    },
    async sumUp(sceneId) {
      beats += 1;
      const on = playing();
      append(...(await summariseScene(on, sceneOf(on, sceneId))));
    },
  };
}

const asRow = (event: RecordedChatEvent) => ({
  id: event.id,
  at: event.at,
  stream: event.stream,
  stream_version: event.streamVersion,
  kind: event.kind,
  payload_json: event.payload,
  account_id: event.accountId ?? null,
  chat_id: event.chatId ?? null,
  turn_id: event.turnId ?? null,
});

const neverStopped = new AbortController().signal;

/** By its letters: the same for the same words, and never far from anything. */
const directionOf = (words: string): number[] =>
  Array.from(
    { length: 8 },
    (_, nth) =>
      1 + Array.from(words).filter((sign) => (sign.codePointAt(0) ?? 0) % 8 === nth).length,
  );

function castOf(members: readonly (string | CastMember)[]): Cast {
  const bots = members.map((one) =>
    typeof one === "string" ? castMember(one, one.toUpperCase()) : one,
  );
  return {
    bots: new Map(bots.map((bot) => [bot.id, bot])),
    you: { name: "Me", pronouns: "", persona: "", event_id: 0 },
  };
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
    async object(request, parse) {
      const answer = aboutEach(request, await ask(request));
      try {
        return parse(answer);
      } catch (cause) {
        throw new ModelFailure("bad_output", "The answer has another form.", { cause });
      }
    },
  };
}

function turnOf(of: { model: Model; read: Reads; newId(): string; turnId: string }): TurnContext {
  return {
    conversationId: "conversation",
    account: { id: "ada", displayName: null, language: null, timezone: "UTC", linkHosts: [] },
    channel: plainChatApp,
    tools: [],
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
