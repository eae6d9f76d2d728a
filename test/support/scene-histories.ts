import type { JsonObject } from "../../src/domain/json.ts";
import type { StoredDraft } from "./stored-event.ts";

export interface KeptChat {
  readonly id: string;
  readonly account: string;
  scenes: number;
  places: number;
  branches: string[];
  active: string;
  readonly memories: string[];
  readonly digests: string[];
  readonly plans: string[];
}

export interface StoryMove {
  readonly account: string;
  readonly chats: KeptChat[];
  readonly pick: number;
  newId(what: string): string;
  fact(kind: string, of: { stream: string; payload: JsonObject }): StoredDraft;
}

const cast = ["you", "bot_a", "bot_b", "bot_c"];
const member = (pick: number): string => cast[pick % cast.length] as string;
const aBot = (pick: number): string => cast[1 + (pick % 3)] as string;
const storyTime = (pick: number): string => `2026-04-26T${String(10 + (pick % 13))}:00:00.000Z`;

/** Something that happens in one of a person's stories, or to the cast of all of them. */
export function storyMove(at: StoryMove): StoredDraft[] {
  const mine = at.chats.filter(({ account }) => account === at.account);
  const choice = at.pick >> 2;
  const chat = mine[at.pick % Math.max(1, mine.length)];
  if (chat === undefined || (mine.length < 2 && choice % 40 === 0)) return begin(at);
  const move = moves[choice % moves.length] as (typeof moves)[number];
  return move(at, chat, choice >> 5);
}

function inChat(
  at: StoryMove,
  chat: KeptChat,
  of: { kind: string; payload: JsonObject },
): StoredDraft {
  const branch =
    chat.active === "main" || "branch_id" in of.payload ? {} : { branch_id: chat.active };
  const fact = at.fact(of.kind, {
    stream: `chat:${chat.id}`,
    payload: { chat_id: chat.id, ...of.payload, ...branch },
  });
  return { ...fact, chatId: chat.id };
}

function begin(at: StoryMove): StoredDraft[] {
  const id = at.newId("chat");
  const chat: KeptChat = {
    id,
    account: at.account,
    scenes: 1,
    places: 1,
    branches: ["main"],
    active: "main",
    memories: [],
    digests: [],
    plans: [],
  };
  at.chats.push(chat);
  const bot = {
    id: aBot(at.pick),
    name: "Ada 阿达",
    persona: "quick",
    voice_samples: ["Hm."],
    traits: [],
    backstory: "",
    kickoff_prose: "…",
  };
  const created = {
    id,
    host_bot_id: "bot_a",
    guest_bot_id: at.pick % 3 === 0 ? null : "bot_b",
    initial_time: "2026-04-26T09:00:00+00:00",
  };
  return [
    at.fact("bot_authored", { stream: `bot:${at.account}:${bot.id}`, payload: bot }),
    at.fact("you_authored", {
      stream: `you:${at.account}`,
      payload: {
        name: "Me",
        pronouns: "",
        persona: "tall",
        others: [{ name: "Captain", pronouns: "she", persona: "" }],
      },
    }),
    inChat(at, chat, { kind: "chat_created", payload: created }),
    inChat(at, chat, {
      kind: "container_created",
      payload: { container_id: 1, name: "office", type: "workplace", properties: { floor: 2 } },
    }),
    inChat(at, chat, {
      kind: "scene_opened",
      payload: {
        scene_id: 1,
        container_id: 1,
        started_at: storyTime(at.pick),
        participants: ["you", "bot_a"],
      },
    }),
  ];
}

type Move = (at: StoryMove, chat: KeptChat, pick: number) => StoredDraft[];

const one =
  (kind: string, payload: (at: StoryMove, chat: KeptChat, pick: number) => JsonObject): Move =>
  (at, chat, pick) => [inChat(at, chat, { kind, payload: payload(at, chat, pick) })];

const scene = (chat: KeptChat, pick: number): number => 1 + (pick % chat.scenes);

const turn = (at: StoryMove, chat: KeptChat, pick: number): JsonObject => ({
  id: at.newId("beat"),
  scene_id: scene(chat, pick),
  ...(pick % 2 === 0 ? { meanwhile_scene_id: scene(chat, pick) } : {}),
  text: `said ${pick}`,
  present: cast.slice(pick % 2),
  witnesses: cast.slice(pick % 3),
  present_set_kind: "you_host",
  status: pick % 5 === 0 ? "cancelled" : "completed",
  story_time: storyTime(pick),
});

const edge = (pick: number): JsonObject => ({
  source_id: aBot(pick),
  target_id: member(pick >> 2),
  affinity_delta: (pick % 21) - 10,
  trust_delta: 10,
  knowledge_facts: [`fact ${pick % 4}`],
  cites: [],
});

function meanwhile(at: StoryMove, chat: KeptChat, pick: number): StoredDraft[] {
  chat.scenes += 1;
  const guest = pick % 3 === 0 ? {} : { guest_bot_id: "bot_c" };
  const payload = {
    scene_id: chat.scenes,
    parent_scene_id: 1,
    host_bot_id: "bot_b",
    ...guest,
    started_at: storyTime(pick),
  };
  return [inChat(at, chat, { kind: "meanwhile_scene_started", payload })];
}

function remember(at: StoryMove, chat: KeptChat, pick: number): StoredDraft[] {
  const id = at.newId("memory");
  chat.memories.push(id);
  const flags = { witness_you: pick % 2, witness_host: 1, witness_guest: 0, witnesses: ["bot_a"] };
  const payload = {
    id,
    owner_id: aBot(pick),
    scene_id: scene(chat, pick),
    ...flags,
    text: `memory ${id}`,
    cites: ["x"],
    story_time: storyTime(pick),
    ...(pick % 5 === 0
      ? { brought_from: { chat_id: "another", memory_id: "m", event_ids: [1] } }
      : {}),
  };
  return [inChat(at, chat, { kind: "memory_written", payload })];
}

function edit(at: StoryMove, chat: KeptChat, pick: number): StoredDraft[] {
  const target_id = chat.memories[pick % Math.max(1, chat.memories.length)] ?? "none";
  const target_kind = ["memory_pov_summary", "memory_text", "memory_pinned"][pick % 3] as string;
  const new_value =
    target_kind === "memory_pinned" ? (pick % 2 === 0 ? "yes" : "no") : `seen ${pick}`;
  return [
    inChat(at, chat, {
      kind: "manual_edit",
      payload: { target_kind, target_id, new_value, author: "system" },
    }),
  ];
}

function digest(at: StoryMove, chat: KeptChat, pick: number): StoredDraft[] {
  const id = at.newId("digest");
  const written = {
    id,
    scene_id: scene(chat, pick),
    noticed: "they were here",
    directors_cut: "all of it",
  };
  return [
    inChat(at, chat, { kind: "digest_written", payload: written }),
    ...(pick % 3 === 0 ? [inChat(at, chat, { kind: "digest_unsealed", payload: { id } })] : []),
    ...(pick % 2 === 0 ? [inChat(at, chat, { kind: "digest_delivered", payload: { id } })] : []),
  ];
}

function plan(at: StoryMove, chat: KeptChat, pick: number): StoredDraft[] {
  const id = at.newId("plan");
  const set = {
    id,
    scene_id: null,
    starts_at: pick % 2 === 0 ? storyTime(pick) : null,
    details: { beats: 3, stop_if: ["rain"] },
  };
  const rest: [string, JsonObject][] = [
    ["scene_plan_begun", { id, scene_id: scene(chat, pick) }],
    ["scene_plan_advanced", { id, beats_done: pick % 3 }],
    ["scene_plan_ended", { id, reason: "beats" }],
  ];
  return [
    inChat(at, chat, { kind: "scene_plan_set", payload: set }),
    ...rest.slice(0, pick % 4).map(([kind, payload]) => inChat(at, chat, { kind, payload })),
  ];
}

function addBranch(at: StoryMove, chat: KeptChat, pick: number): StoredDraft[] {
  const branch_id = at.newId("branch");
  const parent_branch_id = chat.branches[pick % chat.branches.length] as string;
  chat.branches.push(branch_id);
  const made = inChat(at, chat, {
    kind: "chat_branched",
    payload: { branch_id, parent_branch_id, from_event_id: cut(pick) },
  });
  if (pick % 3 === 0) return [made];
  chat.active = branch_id;
  return [made, inChat(at, chat, { kind: "branch_switched", payload: { branch_id } })];
}

/** Nothing here knows the log's ids: everything is forgotten, or nothing. */
const cut = (pick: number): number => ((pick >> 2) % 5 === 0 ? 0 : 2 ** 50);

function switchBranch(at: StoryMove, chat: KeptChat, pick: number): StoredDraft[] {
  chat.active = chat.branches[pick % chat.branches.length] as string;
  return [inChat(at, chat, { kind: "branch_switched", payload: { branch_id: chat.active } })];
}

/** Rarely: what is gone makes no more history. */
function remove(at: StoryMove, chat: KeptChat, pick: number): StoredDraft[] {
  if (pick % 4 !== 0)
    return [inChat(at, chat, { kind: "time_advanced", payload: { to: storyTime(pick) } })];
  at.chats.splice(at.chats.indexOf(chat), 1);
  return [inChat(at, chat, { kind: "chat_deleted", payload: {} })];
}

/** A conversation enters or leaves the chat. */
function seat(at: StoryMove, chat: KeptChat, pick: number): StoredDraft[] {
  const conversation_id = `talk-${pick % 2}`;
  const kind = pick % 9 === 0 ? "story_left" : "story_entered";
  return [
    at.fact(kind, {
      stream: `seat:${conversation_id}:${at.account}`,
      payload: { conversation_id, chat_id: chat.id },
    }),
  ];
}

function bring(at: StoryMove, _chat: KeptChat, pick: number): StoredDraft[] {
  const picture =
    pick % 3 === 0
      ? {}
      : {
          picture_type: "image/png",
          ...(pick % 2 === 0 ? { picture: "iVBORw0=" } : {}),
          picture_hash: `h${pick % 4}`,
        };
  const payload = {
    bot_id: aBot(pick),
    ...picture,
    assets:
      pick % 2 === 0
        ? []
        : [{ type: "icon", name: "sad", ...(pick % 4 === 1 ? { data: "AA==" } : { blob: "h9" }) }],
  };
  const gone = { stream: `bot:${at.account}:${aBot(pick)}`, payload: { bot_id: aBot(pick) } };
  return [
    at.fact("bot_assets_set", { stream: `bot-assets:${at.account}:${aBot(pick)}`, payload }),
    ...(pick % 5 === 0 ? [at.fact("bot_removed", gone)] : []),
  ];
}

/** The past reads differently, and something is added to it. Which events are meant is chance: nothing here knows the log's ids. */
function amend(at: StoryMove, chat: KeptChat, pick: number): StoredDraft[] {
  const event_id = 1 + (pick % 97);
  const kind = ["turn_edited", "presence_corrected", "derivatives_redone"][pick % 3] as string;
  const set =
    pick % 2 === 0
      ? { text: `now ${pick}`, pov_summary: "seen anew" }
      : { witnesses: ["bot_b"], knowledge_facts: [] };
  const withdraws = pick % 4 === 0 ? [event_id + 1] : [];
  const [late] = remember(at, chat, pick) as [StoredDraft];
  return [
    { ...late, payload: { ...late.payload, placed_after: event_id } },
    inChat(at, chat, {
      kind,
      payload: { branch_id: chat.active, turn_ids: [], amends: [{ event_id, set }], withdraws },
    }),
  ];
}

/** Chooses a random version of a reply, with random effects. */
function choose(at: StoryMove, chat: KeptChat, pick: number): StoredDraft[] {
  const line = 1 + (pick % 97);
  const root = `beat-${line}`;
  const said: JsonObject = {
    ...turn(at, chat, pick),
    speaker_id: aBot(pick),
    placed_after: line,
    version_of: root,
    version: 1 + (pick % 5),
  };
  const to = pick % 3 === 0 ? `beat-${line + 1}` : (said["id"] ?? root);
  const one: JsonObject = { line_id: root, from: root, to, hides: [line, line + 1] };
  // As it comes with a chat from elsewhere.
  const many: JsonObject = { sets_aside: [root, `beat-${line + 2}`] };
  const payload: JsonObject = { branch_id: chat.active, ...(pick % 4 === 0 ? many : one) };
  return [
    inChat(at, chat, { kind: "assistant_turn", payload: said }),
    inChat(at, chat, { kind: "version_chosen", payload }),
  ];
}

/** Something about who takes part in the story, and what they see of it. */
function share(at: StoryMove, chat: KeptChat, pick: number): StoredDraft[] {
  const member_account_id = pick % 3 === 0 ? "guest" : at.account;
  const entity_id = member(pick);
  const joined = {
    member_account_id,
    entity_id,
    name: `Guest ${pick % 3}`,
  };
  const expires_at = storyTime(pick);
  const token_hash = pick % 4 === 0 ? null : at.newId("hash");
  const said = { ...turn(at, chat, pick), witnesses: cast, segments: [] };
  const groups: readonly (readonly (readonly [string, JsonObject])[])[] = [
    [
      ["story_joined", joined],
      ["user_turn", said],
    ],
    [
      ["story_shared", { host_account_id: at.account, cast: [{ id: "bot_a", name: "Ada" }] }],
      ["story_ruled", { turn_rule: "round", muted_account_ids: [member_account_id] }],
      ["story_invited", { generation: 1, key_id: "k", token_hash, expires_at }],
    ],
    [
      ["story_parted", { member_account_id, why: "left" }],
      ["story_character_taken", joined],
    ],
    [["story_words_erased", { member_account_id: "guest" }]],
  ];
  const facts = groups[pick % groups.length] ?? [];
  return facts.map(([kind, payload]) => inChat(at, chat, { kind, payload }));
}

const moves: readonly Move[] = [
  share,
  one("user_turn", (at, chat, pick) => ({
    ...turn(at, chat, pick),
    segments: [{ kind: "dialogue", text: "hm" }],
    message_event_ids: [7],
  })),
  one("assistant_turn", (at, chat, pick) => ({ ...turn(at, chat, pick), speaker_id: aBot(pick) })),
  one("assistant_turn", (at, chat, pick) => ({ ...turn(at, chat, pick), speaker_id: aBot(pick) })),
  one("edge_update", (_at, _chat, pick) => edge(pick)),
  one("edge_update", (_at, _chat, pick) => edge(pick)),
  one("relationship_summarised", (_at, _chat, pick) => ({
    ...edge(pick),
    relationship_summary: `sees ${pick}`,
  })),
  one("activity_change", (_at, _chat, pick) => ({
    entity_id: member(pick),
    posture: "sitting",
    action: { verb: "reading" },
    holding: ["book"],
  })),
  one("presence_changed", (_at, chat, pick) => ({
    scene_id: scene(chat, pick),
    entity_id: member(pick),
    change: pick % 2 === 0 ? "enter" : "leave",
  })),
  one("presence_changed", (_at, chat, pick) => ({
    scene_id: scene(chat, pick),
    entity_id: aBot(pick),
    change: "enter",
  })),
  one("time_advanced", (_at, _chat, pick) => ({ to: storyTime(pick) })),
  (at, chat, pick) => [
    inChat(at, chat, { kind: "chat_renamed", payload: { title: `title ${pick % 5}` } }),
    inChat(at, chat, {
      kind: "container_renamed",
      payload: { container_id: 1, name: `room ${pick % 5}` },
    }),
    inChat(at, chat, {
      kind: "story_settings_set",
      payload: {
        settings: { length: pick % 2 === 0 ? "short" : "long", temperature: (pick % 20) / 10 },
      },
    }),
  ],
  one("lives_set", (_at, _chat, pick) => ({
    lives: {
      is_on: pick % 2 === 0,
      routines: [
        {
          entity_id: "bot_a",
          slots: [{ days: [pick % 7], from: "08:00", to: "12:00", container_id: 1 }],
        },
      ],
    },
  })),
  one("lives_advanced", (_at, _chat, pick) => ({
    from: storyTime(pick),
    to: storyTime(pick + 1),
    stays: [{ entity_id: "bot_a", container_id: 1, since: storyTime(pick), doing: "" }],
    needs: [],
    meetings: [],
  })),
  one("scene_closed", (_at, chat, pick) => ({
    scene_id: scene(chat, pick),
    closed_at: storyTime(pick),
  })),
  one("meanwhile_scene_closed", (_at, chat, pick) => ({
    scene_id: scene(chat, pick),
    closed_at: storyTime(pick),
  })),
  one("scene_summarised", (_at, chat, pick) => ({ scene_id: scene(chat, pick) })),
  (at, chat) => [
    at.fact("messages_withdrawn", {
      stream: `withdrawn:${chat.id}`,
      payload: { chat_id: chat.id, turn_ids: [], message_ids: [], delivery_ids: [] },
    }),
  ],
  remove,
  seat,
  bring,
  one("memories_lent", (at, chat, pick) => ({
    owner_id: aBot(pick),
    to_chat_id: at.chats[0]?.id ?? chat.id,
  })),
  one("lore_activated", (_at, _chat, pick) => ({
    owner_id: aBot(pick),
    entries: ["k1"],
    heard: pick % 9,
  })),
  one("turn_cancelled", (_at, chat, pick) => ({ scene_id: scene(chat, pick) })),
  (at, chat, pick) => {
    const id = at.newId("thread");
    const found = { id, scene_id: scene(chat, pick), title: "the letter", summary: "" };
    return [
      inChat(at, chat, { kind: "thread_detected", payload: found }),
      inChat(at, chat, { kind: "thread_changed", payload: { id, status: "resolved" } }),
    ];
  },
  meanwhile,
  remember,
  remember,
  amend,
  amend,
  edit,
  digest,
  plan,
  choose,
  addBranch,
  switchBranch,
  // Which rewind is meant is chance.
  one("path_restored", (_at, chat, pick) => ({ branch_id: chat.active, undoes: 1 + (pick % 97) })),
  one("chat_rewound", (_at, chat, pick) => ({ branch_id: chat.active, to_event_id: cut(pick) })),
];
