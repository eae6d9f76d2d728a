import { afterEach, beforeAll, beforeEach } from "vitest";
import { webChannel } from "../../src/channels/web/descriptor.ts";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import type { Envelope } from "../../src/domain/events/event.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Model } from "../../src/domain/ports/model.ts";
import { engine } from "../../src/domain/principal.ts";
import { productProjector } from "../../src/main/projections.ts";
import { openChatStates, openScenesApi, openSharedStories } from "../../src/main/scenes.ts";
import {
  createScriptedModel,
  type ScriptedAnswer,
  type ScriptedModel,
} from "../../src/model/scripted.ts";
import type { SemanticSearch } from "../../src/skills/scenes/recall/semantic-search.ts";
import { feelingsTimer } from "../../src/skills/scenes/beat/later-feelings.ts";
import { createFeelingsTimer } from "../../src/skills/scenes/plans/feelings-timer.ts";
import { listSearchTerms, parseSearch } from "../../src/recall/search-terms.ts";
import { createRequestTimer } from "../../src/skills/scenes/shared/chat-apps/request-timer.ts";
import {
  createTellTimer,
  createWatchTimer,
} from "../../src/skills/scenes/shared/chat-apps/tell-timer.ts";
import { openLinkCodes } from "../../src/store/link-codes.ts";
import { createScenesSkill } from "../../src/skills/scenes/skill.ts";
import type { Database } from "../../src/store/database/database.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import { record } from "../../src/store/log/record.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import {
  type ApiLab,
  openApi,
  openPostgresStore,
  operatorToken,
  type Reply,
  spineEngine,
} from "./api.ts";
import { aboutEach } from "./about-each.ts";
import { type Lab, type LabOptions, openLab } from "./lab.ts";
import type { OpenStore } from "./stores.ts";
import { directReader } from "./direct-reader.ts";
import { toDraft } from "./stored-event.ts";

export interface Line {
  readonly kind: string;
  readonly payload: JsonObject;
}

/** Stories over one database: the server, the engines behind it, and a model that follows a script. */
export interface SceneLab {
  readonly db: Database;
  readonly lab: Lab;
  readonly api: ApiLab;
  readonly model: ScriptedModel;
  /** The operator's, who plays here. */
  readonly token: string;
  post(path: string, json?: unknown): Promise<Reply>;
  get(path: string): Promise<Reply>;
  /** Resolves when feelings that follow a reply are recorded. */
  settle(): Promise<void>;
  /** As a page's form sends it, until the feelings that follow are recorded, too. */
  turn(chatId: string, prose: string): Promise<Reply>;
  load(lines: readonly Line[]): Promise<Reply>;
  /** The payloads of a kind, in the order of the log. */
  events(kind: string): Promise<(JsonObject & { readonly log_id: number })[]>;
  /** Facts of the operator's, as they are. */
  record(drafts: readonly LabDraft[]): Promise<void>;
  /** Drops every table and makes it again from the log; says which came out differently. */
  rebuilt(): Promise<string[]>;
  close(): Promise<void>;
}

/** A fact without its time and its account: those are the operator's and the clock's. */
type LabDraft = Omit<Envelope, "at" | "accountId"> & {
  readonly kind: string;
  readonly payload: object;
};

const openKeys = () =>
  openKeyring({
    key: "07".repeat(32),
    file: "/nowhere/key",
    randomBytes: (count) => createSystemChance(systemClock.now).bytes(count),
  });

export interface SceneLabOptions extends Partial<Omit<LabOptions, "db" | "model">> {
  readonly db: Database;
  readonly answers?: readonly ScriptedAnswer[];
  readonly otherwise?: Parameters<typeof createScriptedModel>[1];
  readonly owner?: OpenStore["owner"];
  readonly model?: Model;
  /** Other models, for reruns. */
  readonly models?: (name: string) => Model | undefined;
  /** By which memories are found by what they mean, too. */
  readonly semanticSearch?: SemanticSearch;
}

export async function openSceneLab(options: SceneLabOptions): Promise<SceneLab> {
  const {
    db,
    answers = [],
    otherwise,
    model: given,
    models,
    owner,
    semanticSearch,
    ...more
  } = options;
  const model = answerEachPerson(createScriptedModel(answers, otherwise));
  const skills = [createScenesSkill({ states: openChatStates(), semanticSearch })];
  const lab = await openLab({
    db,
    model: given === undefined ? model : withAnswersAboutEach(given),
    skills,
    channels: [webChannel()],
    ...more,
    timers: {
      expiresMs: 3_600_000,
      zones: "2026a",
      now: () => Promise.resolve((options.clock ?? systemClock).now()),
      ...more.timers,
      kinds: [
        createFeelingsTimer(),
        createRequestTimer({ codes: openLinkCodes(openKeys) }),
        createTellTimer(),
        createWatchTimer(),
        ...(more.timers?.kinds ?? []),
      ],
    },
  });
  const projector = productProjector();
  const chance = createSystemChance(systemClock.now);
  const clock = options.clock ?? systemClock;
  const scenes = openScenesApi({
    db,
    projector,
    clock,
    chance,
    models,
    model: given,
    semanticSearch,
    fileReader: directReader,
  });
  const sharedStories = openSharedStories({ db, projector, clock, chance, keys: openKeys });
  const api = await openApi({
    db,
    clock,
    engine: spineEngine(lab.spine),
    scenes,
    sharedStories,
    searchWords: { listTerms: listSearchTerms, parse: parseSearch },
  });
  const isSettled = async (): Promise<boolean> => {
    const waiting = await db.rows(
      `select 1 from timer where kind = $1 union all select 1 from conversation
       where scope like '%#feelings' and (latest_inbound_seq > last_closed_inbound_seq or running_turn_id is not null)`,
      [feelingsTimer],
    );
    if (waiting.length > 0) lab.spine.wake();
    return waiting.length === 0;
  };
  const settle = (): Promise<void> => lab.until(isSettled);
  const post = async (path: string, json: unknown = {}): Promise<Reply> => {
    const reply = await api.call(path, { method: "POST", token: operatorToken, json });
    if (path.endsWith("/turns")) await settle();
    return reply;
  };
  return {
    db,
    lab,
    api,
    model,
    settle,
    token: operatorToken,
    post,
    get: (path) => api.call(path, { token: operatorToken }),
    async turn(chatId, prose) {
      const reply = await api.call(`/chats/${chatId}/turns`, {
        method: "POST",
        token: operatorToken,
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ prose }).toString(),
      });
      await settle();
      return reply;
    },
    load: (lines) =>
      api.call("/api/events/import", {
        method: "POST",
        token: operatorToken,
        body: lines.map((line) => JSON.stringify(line)).join("\n"),
      }),
    events: async (kind) => {
      const rows = await db.rows<{ id: number; payload: JsonObject }>(
        "select id, payload_json as payload from event_log where kind = $1 order by id",
        [kind],
      );
      return rows.map(({ id, payload }) => ({ ...payload, log_id: id }));
    },
    record: async (drafts) => {
      const [account] = await db.rows<{ id: string }>("select account_id as id from chats limit 1");
      const at = new Date(clock.now()).toISOString();
      const whole = drafts.map(({ payload, ...draft }) =>
        toDraft({ ...draft, payload: payload as JsonObject, at, accountId: account?.id }),
      );
      await db.transaction(engine, (sql) => record(sql, projector, whole));
    },
    async rebuilt() {
      if (owner === undefined) throw new Error("this lab can't rebuild");
      return (await owner((sql) => rebuild(sql, projector))).tables
        .filter(({ same }) => !same)
        .map(({ table }) => table);
    },
    async close() {
      await api.close();
      await lab.close();
    },
  };
}

const withAnswersAboutEach = (model: Model): Model => ({
  ...model,
  object: (request, parse) => model.object(request, (value) => parse(aboutEach(request, value))),
});

/**
 * A script has one answer about feelings for each pair. A listener is asked about all others at once,
 * so as many answers become one.
 */
function answerEachPerson(model: ScriptedModel): ScriptedModel {
  return {
    ...model,
    async object(request, parse) {
      const names = request.sections?.find(({ name }) => name === "people")?.lines ?? [];
      if (request.purpose !== "state_update" || names.length === 0)
        return model.object(request, parse);
      const people = [];
      for (const name of names)
        people.push({ name, ...(await model.object(request, (value) => value as object)) });
      return parse({ people });
    },
  };
}

const bot = (id: string, name: string): Line => ({
  kind: "bot_authored",
  payload: {
    id,
    name,
    persona: `persona for ${name}`,
    voice_samples: [],
    traits: [],
    backstory: "",
    initial_relationship_to_you: "",
    kickoff_prose: "...",
  },
});

/** Two bots, the person, and a chat with an open scene of all three: what every story here begins with. */
export function youChat(chatId = "chat_bot_a"): Line[] {
  return [
    bot("bot_a", "BotA"),
    bot("bot_b", "BotB"),
    { kind: "you_authored", payload: { name: "Me", pronouns: "they/them", persona: "" } },
    {
      kind: "chat_created",
      payload: {
        id: chatId,
        host_bot_id: "bot_a",
        guest_bot_id: "bot_b",
        initial_time: "2026-04-26T20:00:00+00:00",
        narrative_anchor: "Day 1",
        weather: "",
      },
    },
    {
      kind: "container_created",
      payload: { chat_id: chatId, name: "office", type: "workplace", properties: {} },
    },
    {
      kind: "scene_opened",
      payload: {
        chat_id: chatId,
        container_id: 1,
        started_at: "2026-04-26T20:00:00+00:00",
        participants: ["you", "bot_a", "bot_b"],
      },
    },
  ];
}

/** The same with the two bots among themselves. */
export function meanwhileChat(chatId = "chat_bot_a"): Line[] {
  const edge = (source_id: string, target_id: string): Line => ({
    kind: "edge_update",
    payload: { source_id, target_id, chat_id: chatId, knowledge_facts: [] },
  });
  const activity = (entity_id: string, verb: string): Line => ({
    kind: "activity_change",
    payload: {
      entity_id,
      posture: "sitting",
      action: {
        verb,
        interruptible: true,
        required_attention: "low",
        expected_duration: "ongoing",
      },
      attention: "",
      holding: [],
      status: {},
    },
  });
  return [
    ...youChat(chatId),
    {
      kind: "meanwhile_scene_started",
      payload: {
        scene_id: 2,
        chat_id: chatId,
        parent_scene_id: 1,
        host_bot_id: "bot_a",
        guest_bot_id: "bot_b",
        started_at: "2026-04-26T20:05:00+00:00",
      },
    },
    edge("bot_a", "bot_b"),
    edge("bot_b", "bot_a"),
    activity("bot_a", "listening"),
    activity("bot_b", "talking"),
  ];
}

export type Json = Parameters<typeof json>[0];

export const text = (value: string): ScriptedAnswer => ({ kind: "text", text: value });
export const json = (value: unknown): ScriptedAnswer => text(JSON.stringify(value));
export const parse = (said: string, kind = "narration"): ScriptedAnswer =>
  json({ segments: [{ kind, text: said }] });
export const unmoved: ScriptedAnswer = json({
  affinity_delta: 0,
  trust_delta: 0,
  knowledge_facts: [],
});
export const summary = (said: string): ScriptedAnswer =>
  json({ summary: said, knowledge_facts: [], relationship_summary: "" });

/** A lab for each test over one database for all of them, with a story loaded. */
export function useSceneLab(
  lines: readonly Line[],
  options: Partial<SceneLabOptions> = {},
): () => SceneLab {
  let store: OpenStore;
  let scenes: SceneLab;
  beforeAll(async () => {
    store = await openPostgresStore();
    return () => store.close();
  });
  beforeEach(async () => {
    await store.empty();
    scenes = await openSceneLab({ db: store.db, owner: (work) => store.owner(work), ...options });
    const loaded = await scenes.load(lines);
    if (loaded.status !== 200) throw new Error(`the story was refused: ${loaded.text}`);
  });
  afterEach(() => scenes.close());
  return () => scenes;
}
