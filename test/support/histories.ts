import * as fc from "fast-check";
import type { EventDraft } from "../../src/domain/events/catalogue.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { friendMove, type KeptShared } from "./friend-histories.ts";
import { type KeptMemory, memoryMove } from "./memory-histories.ts";
import { type KeptReminder, reminderMove } from "./reminder-histories.ts";
import { type KeptChat, storyMove } from "./scene-histories.ts";
import { type StoredDraft, toDraft } from "./stored-event.ts";

/** One valid life of a small installation: every fact in it could have followed from the ones before. */
export type History = readonly EventDraft[];

interface Turn {
  readonly id: string;
  attempt: number;
}

interface Talk {
  readonly id: string;
  readonly account: string;
  latest: number;
  closed: number;
  readonly open: { readonly id: string; readonly seq: number }[];
  turn: Turn | undefined;
}

interface Part {
  readonly id: string;
  readonly message: string;
  readonly talk: Talk;
  status: "pending" | "sending" | "taken" | "settled" | "over";
  attempt: number;
}

interface HistoryState {
  count: number;
  readonly accounts: string[];
  readonly tokens: { readonly id: string; readonly account: string; used: boolean }[];
  readonly talks: Talk[];
  readonly parts: Part[];
  readonly reminders: KeptReminder[];
  readonly chats: KeptChat[];
  readonly shared: KeptShared[];
  readonly memories: KeptMemory[];
}

/** A move that is possible now, and the facts that it makes. `pick` is the chance it may use. */
type Move = (pick: number) => EventDraft[];

/** Histories of up to `length` moves, over every kind that the spine knows and one that it does not. */
export function histories(length = 70): fc.Arbitrary<History> {
  const step = fc.record({ move: fc.nat({ max: 9_999 }), pick: fc.nat({ max: 9_999 }) });
  return fc.array(step, { minLength: length / 2, maxLength: length }).map((steps) => {
    const world: HistoryState = {
      count: 0,
      accounts: [],
      tokens: [],
      talks: [],
      parts: [],
      reminders: [],
      chats: [],
      shared: [],
      memories: [],
    };
    return steps.flatMap(({ move, pick }) => {
      const moves = possibleMoves(world);
      const made = (moves[move % moves.length] as Move)(pick);
      // Stories and memories go on beside everything else, and have nothing to do with it.
      const beside =
        world.accounts.length > 1
          ? move % 2 === 0
            ? storyOf(world, move >> 1)
            : (move >> 1) % 2 === 0
              ? friendsOf(world, move >> 2)
              : memoriesOf(world, move >> 2)
          : [];
      return [...made, ...beside];
    });
  });
}

/** Cuts a history into transactions, or into batches. */
export function inPieces<T>(items: readonly T[], sizes: readonly number[]): T[][] {
  const pieces: T[][] = [];
  for (let at = 0, nth = 0; at < items.length; nth += 1) {
    const size = sizes[nth % sizes.length] ?? 1;
    pieces.push(items.slice(at, at + size));
    at += size;
  }
  return pieces;
}

function possibleMoves(world: HistoryState): Move[] {
  // One person alone cannot be confused with another.
  if (world.accounts.length < 2) return [() => account(world)];
  const often = (count: number, move: Move): Move[] => Array.from({ length: count }, () => move);
  const moves: Move[] = world.accounts.length < 3 ? [() => account(world)] : [];
  if (world.accounts.length > 0) moves.push(...accountMoves(world));
  if (world.talks.length > 0)
    moves.push(
      ...often(12, (pick) => talkMove(world, pick)),
      ...often(6, (pick) => remindersOf(world, pick)),
    );
  const parts = world.parts.filter((part) => part.status !== "over");
  if (parts.length > 0)
    moves.push(
      ...often(8, (pick) => partMove(world, parts[pick % parts.length] as Part, pick >> 4)),
    );
  return moves;
}

const peerOf = (talk: Talk): string => `person in ${talk.id}`;
const idOf = (world: HistoryState, what: string): string => `${what}-${(world.count += 1)}`;

interface About {
  account: string;
  talk?: Talk;
  turn?: string | undefined;
  stream?: string;
  payload: JsonObject;
}

function store(world: HistoryState, kind: string, about: About): StoredDraft {
  world.count += 1;
  return {
    stream:
      about.stream ??
      (about.talk === undefined ? `account:${about.account}` : `conversation:${about.talk.id}`),
    kind,
    at: new Date(Date.UTC(2026, 0, 5) + world.count * 1_000).toISOString(),
    accountId: about.account,
    conversationId: about.talk?.id,
    turnId: about.turn,
    payload: about.payload,
  };
}

const fact = (world: HistoryState, kind: string, about: About): EventDraft =>
  toDraft(store(world, kind, about));

function account(world: HistoryState): EventDraft[] {
  const id = idOf(world, "account");
  world.accounts.push(id);
  const payload = {
    id,
    origin: "web_first",
    display_name: null,
    language: "en",
    default_timezone: "UTC",
    is_welcomed: false,
  };
  return [fact(world, "account_created", { account: id, payload })];
}

function accountMoves(world: HistoryState): Move[] {
  const one = (pick: number): string => world.accounts[pick % world.accounts.length] as string;
  const live = world.tokens;
  const moves: Move[] = [
    (pick) => {
      const changed = [
        { display_name: "Ada 阿达" },
        { language: "zh", is_welcomed: true },
        { default_timezone: "Asia/Shanghai", display_name: null, link_hosts: ["docs.example.org"] },
      ];
      const id = one(pick);
      const updated = fact(world, "account_updated", {
        account: id,
        payload: { id, ...changed[pick % 3] },
      });
      const more = [() => [], () => shutAndOpened(world, id), () => passingAccount(world)][
        (pick >> 4) % 3
      ];
      return [updated, ...(more?.() ?? [])];
    },
    (pick) => {
      const [id, account_id] = [idOf(world, "identity"), one(pick)];
      const payload = {
        id,
        account_id,
        provider_type: "post",
        channel_account: "main",
        provider_subject: id,
        is_account_anchor: true,
      };
      const bound = fact(world, "identity_bound", { account: account_id, payload });
      return (pick >> 4) % 3 === 0
        ? [
            bound,
            fact(world, "identity_unbound", { account: account_id, payload: { id, account_id } }),
          ]
        : [bound];
    },
    (pick) => (world.talks.length < 4 ? openTalk(world, one(pick)) : talkMove(world, pick)),
    (pick) => grantToken(world, one(pick)),
    (pick) => [
      ...pairing(world, one(pick), pick >> 4),
      ...signOnLinked(world, one(pick), pick >> 4),
      ...passkeys(world, one(pick), pick >> 5),
    ],
    (pick) => ((pick >> 4) % 2 === 0 ? vendorAccount : vendorReport)(world, one(pick), pick >> 5),
    (pick) => [
      fact(world, "something_from_a_newer_version", { account: one(pick), payload: { pick } }),
    ],
  ];
  if (live.length > 0) {
    moves.push((pick) => {
      const token = live[pick % live.length] as HistoryState["tokens"][number];
      const kind = token.used || pick % 2 === 0 ? "access_revoked" : "access_used";
      token.used = true;
      return [
        fact(world, kind, {
          account: token.account,
          payload: { id: token.id, account_id: token.account },
        }),
      ];
    });
  }
  return moves;
}

const shutAndOpened = (world: HistoryState, id: string): EventDraft[] =>
  ["account_disabled", "account_enabled"].map((kind) =>
    fact(world, kind, { account: id, payload: { id } }),
  );

/** A person who came and was erased. What they left with others goes by name. */
function passingAccount(world: HistoryState): EventDraft[] {
  const id = idOf(world, "passing");
  const made = {
    id,
    origin: "web_first",
    display_name: null,
    language: "en",
    default_timezone: "UTC",
  };
  const token = {
    id: `token-${id}`,
    account_id: id,
    kind: "account",
    role: "auditor",
    token_hash: `hash of ${id}`,
    scopes: ["*"],
    expires_at: null,
  };
  return [
    fact(world, "account_created", { account: id, payload: made }),
    fact(world, "access_granted", { account: id, payload: token }),
    fact(world, "account_erased", {
      account: id,
      payload: { id, drops: [{ table: "access_token", keys: [{ id: token.id }] }] },
    }),
  ];
}

/** Of a few people at one provider, some of whom are linked again. */
function signOnLinked(world: HistoryState, account_id: string, pick: number): EventDraft[] {
  const payload = { account_id, issuer: "https://id.example.com", subject: `person-${pick % 5}` };
  const kind = pick % 4 === 0 ? "sign_on_unlinked" : "sign_on_linked";
  return [fact(world, kind, { account: account_id, payload })];
}

/** Of a few devices; some are named again or removed, also those that were never added. */
function passkeys(world: HistoryState, account_id: string, pick: number): EventDraft[] {
  const about = { account_id, id: `passkey-${account_id}-${pick % 3}` };
  if (pick % 5 === 0)
    return [fact(world, "passkey_removed", { account: account_id, payload: about })];
  const added = fact(world, "passkey_added", {
    account: account_id,
    payload: {
      ...about,
      role: "account",
      host: "chat.example.com",
      name: `device ${pick}`,
      public_key: "MCowBQYDK2VwAyEA",
    },
  });
  const named = { ...about, name: `my device ${pick}` };
  return pick % 2 === 0
    ? [added]
    : [added, fact(world, "passkey_renamed", { account: account_id, payload: named })];
}

function pairing(world: HistoryState, account_id: string, pick: number): EventDraft[] {
  const id = idOf(world, "pairing");
  const payload = {
    id,
    account_id,
    provider_type: null,
    code_hash: `hash of ${id}`,
    link_hash: pick % 3 === 0 ? null : `link of ${id}`,
    expires_at: "2026-02-01T00:00:00.000Z",
  };
  const made = fact(world, "pairing_made", { account: account_id, payload });
  return pick % 2 === 0
    ? [made]
    : [made, fact(world, "pairing_used", { account: account_id, payload: { id, account_id } })];
}

function vendorAccount(world: HistoryState, account_id: string, pick: number): EventDraft[] {
  const of = { provider_type: "post", channel_account: `bot of ${account_id}` };
  const kinds: [string, JsonObject][] = [
    ["channel_linked", { account_id, state: "connecting", reason: null }],
    ["channel_linked", { account_id, state: "connected", reason: null }],
    [
      "channel_state_changed",
      {
        state: pick % 2 === 0 ? "connected" : "needs_login",
        reason: pick % 2 === 0 ? null : "token_dead",
      },
    ],
    ["channel_unlinked", {}],
  ];
  const chosen = kinds[(pick >> 2) % kinds.length] as [string, JsonObject];
  // Only a channel that was linked has a state.
  const told = chosen[0] === "channel_state_changed" ? [...kinds.slice(0, 1), chosen] : [chosen];
  return told.map(([kind, payload]) =>
    fact(world, kind, { account: account_id, payload: { ...of, ...payload } }),
  );
}

function vendorReport(world: HistoryState, account_id: string, pick: number): EventDraft[] {
  const of = { provider_type: "post", channel_account: "main" };
  const talk = world.talks.find((known) => known.account === account_id);
  const about = { account: account_id, ...(talk === undefined ? {} : { talk }) };
  const id = idOf(world, "report");
  const note = { ...of, vendor_id: id, subject: "p", payload: { reaction: { emoji: "👍" } } };
  if (pick % 3 > 0)
    return [
      fact(world, "inbound_rejected", {
        ...about,
        payload: { ...of, id, vendor_id: null, code: "unreadable" },
      }),
      fact(world, "inbound_rejected", {
        ...about,
        payload: { ...of, id: `${id}-old`, vendor_id: null, code: "unreadable" },
      }),
      fact(world, "inbound_rejections_dropped", { ...about, payload: { ids: [`${id}-old`] } }),
      fact(world, "note_received", { ...about, payload: note }),
    ];
  const bound = { ...of, id, account_id, provider_subject: id, is_account_anchor: false };
  const part = world.parts.find(({ talk: of }) => of === talk);
  const moved = {
    conversations: talk === undefined ? [] : [{ id: talk.id, scope: `again:${talk.id}` }],
    deliveries: part === undefined ? [] : [part.id],
  };
  const change = {
    ...of,
    id,
    account_id,
    from: talk === undefined ? "p" : peerOf(talk),
    to: `new-${id}`,
    reason: "user_changed_number",
    ...moved,
  };
  return [
    fact(world, "identity_bound", { account: account_id, payload: bound }),
    fact(world, "identity_changed", {
      account: account_id,
      payload: (pick >> 2) % 2 === 0 ? change : { ...change, merged: true },
    }),
  ];
}

function openTalk(world: HistoryState, account_id: string): EventDraft[] {
  const talk: Talk = {
    id: idOf(world, "talk"),
    account: account_id,
    latest: 0,
    closed: 0,
    open: [],
    turn: undefined,
  };
  world.talks.push(talk);
  const payload = {
    id: talk.id,
    account_id,
    provider_type: "post",
    channel_account: "main",
    scope: talk.id,
    peer: peerOf(talk),
  };
  return [fact(world, "conversation_opened", { account: account_id, talk, payload })];
}

function grantToken(world: HistoryState, account_id: string): EventDraft[] {
  const id = idOf(world, "token");
  world.tokens.push({ id, account: account_id, used: false });
  const payload = {
    id,
    account_id,
    kind: "account",
    role: "account",
    token_hash: `hash of ${id}`,
    scopes: ["chat:read", "chat:write"],
  };
  return [
    fact(world, "access_granted", {
      account: account_id,
      payload: { ...payload, expires_at: null },
    }),
  ];
}

function talkMove(world: HistoryState, pick: number): EventDraft[] {
  const talk = world.talks[pick % world.talks.length] as Talk;
  const choice = pick >> 4;
  const receive: Move = () => inbound(world, talk, "message_received");
  const moves: Move[] = [
    receive,
    receive,
    () => inbound(world, talk, "control_word_received"),
    () => [
      fact(world, "conversation_cleared", {
        account: talk.account,
        talk,
        payload: { conversation_id: talk.id },
      }),
    ],
    () => [
      fact(world, "conversation_retired", {
        account: talk.account,
        talk,
        payload: { conversation_id: talk.id, scope: `retired:${talk.id}` },
      }),
    ],
    (pick) => [moveInList(world, talk, pick)],
    () => eraseTalk(world, talk),
  ];
  if (talk.turn !== undefined) moves.push(...turnMoves(world, talk, talk.turn));
  else if (talk.open.length > 0) {
    const start: Move = () => startTurn(world, talk);
    moves.push(start, start, start, start, (pick) => [
      fact(world, pick % 2 === 0 ? "input_stopped" : "input_abandoned", {
        account: talk.account,
        talk,
        payload: closeWindow(talk),
      }),
    ]);
  }
  return (moves[choice % moves.length] as Move)(choice >> 4);
}

function moveInList(world: HistoryState, talk: Talk, pick: number): EventDraft {
  const payload = { conversation_id: talk.id };
  const about = { account: talk.account, talk };
  const changes: readonly JsonObject[] = [
    { title: `title ${pick}` },
    { title: null, pinned: true },
    { pinned: false, archived: true },
    { archived: false },
  ];
  if (pick % 3 === 0) return fact(world, "conversation_deleted", { ...about, payload });
  return pick % 3 === 1
    ? fact(world, "conversation_restored", {
        ...about,
        payload: { ...payload, hidden_through: 0, cleared_through: pick },
      })
    : fact(world, "conversation_changed", {
        ...about,
        payload: { ...payload, ...changes[pick % changes.length] },
      });
}

/** What was said goes for good, by name. */
function eraseTalk(world: HistoryState, talk: Talk): EventDraft[] {
  const said = inbound(world, talk, "control_word_received");
  const keys = said.flatMap(({ kind, payload }) =>
    kind === "control_word_received" ? [{ id: payload.id }] : [],
  );
  const payload = { conversation_id: talk.id };
  const about = { account: talk.account, talk };
  return [
    ...said,
    fact(world, "conversation_deleted", { ...about, payload }),
    fact(world, "conversation_erased", {
      ...about,
      payload: { ...payload, through: 0, drops: [{ table: "message", keys }] },
    }),
  ];
}

function storyOf(world: HistoryState, pick: number): EventDraft[] {
  const account = world.accounts[pick % world.accounts.length] as string;
  return storyMove({
    account,
    chats: world.chats,
    newId: (what) => idOf(world, what),
    fact: (kind, of) => store(world, kind, { account, ...of }),
    pick: pick >> 2,
  }).map(toDraft);
}

function friendsOf(world: HistoryState, pick: number): EventDraft[] {
  const [account, other] = [pick, pick + 1].map(
    (at) => world.accounts[at % world.accounts.length],
  ) as [string, string];
  return friendMove({
    account,
    other,
    kept: world.shared,
    newId: (what) => idOf(world, what),
    fact: (kind, of) => fact(world, kind, { account, ...of }),
    pick: pick >> 2,
  });
}

function memoriesOf(world: HistoryState, pick: number): EventDraft[] {
  const talk = world.talks[pick % Math.max(world.talks.length, 1)];
  if (talk === undefined) return [];
  return memoryMove({
    account: talk.account,
    conversation: talk.id,
    kept: world.memories,
    newId: (what) => idOf(world, what),
    fact: (kind, of) => fact(world, kind, { account: talk.account, ...of }),
    pick: pick >> 2,
  });
}

function remindersOf(world: HistoryState, pick: number): EventDraft[] {
  const talk = world.talks[pick % world.talks.length] as Talk;
  return reminderMove({
    talk,
    kept: world.reminders,
    newId: (what) => idOf(world, what),
    fact: (kind, of) => fact(world, kind, { account: talk.account, talk, ...of }),
    pick: pick >> 4,
  });
}

function inbound(world: HistoryState, talk: Talk, kind: string): EventDraft[] {
  const id = idOf(world, "message");
  const seq = kind === "message_received" ? (talk.latest += 1) : null;
  if (seq !== null) talk.open.push({ id, seq });
  const payload = {
    id,
    conversation_id: talk.id,
    account_id: talk.account,
    identity_id: null,
    provider_type: "post",
    channel_account: "main",
    vendor_id: id,
    ...(world.count % 2 === 0 ? { peer: peerOf(talk) } : {}),
    seq,
    text: `said ${id}`,
    sender_name: null,
    payload: {
      quote: { of: ["somebody", 1] },
      ...(world.count % 3 === 0 ? { context_token: `token of ${id}` } : {}),
    },
  };
  const arrived = fact(world, kind, { account: talk.account, talk, payload });
  return world.count % 5 === 0 ? [arrived, ...files(world, talk, id)] : [arrived];
}

function files(world: HistoryState, talk: Talk, message_id: string): EventDraft[] {
  const id = idOf(world, "file");
  const media = [
    { kind: "image", id, type: "image/png", bytes: 7 },
    { kind: "file", error: "gone" },
  ];
  const settled = fact(world, "media_settled", {
    account: talk.account,
    talk,
    payload: { message_id, media, files: [{ id, bytes: 7 }] },
  });
  const dropped = fact(world, "media_dropped", {
    account: talk.account,
    talk,
    payload: { id, ...(world.count % 4 === 0 && { text: "the words of a file" }) },
  });
  return world.count % 2 === 0 ? [settled, dropped] : [settled];
}

function startTurn(world: HistoryState, talk: Talk): EventDraft[] {
  talk.turn = { id: idOf(world, "turn"), attempt: 1 };
  const payload = {
    ...turnPayload(talk, talk.turn),
    trigger_id: talk.turn.id,
    trigger_type: "inbound",
    mode: "interactive",
    ...bounds(talk),
  };
  return [
    fact(world, "turn_started", { account: talk.account, talk, turn: talk.turn.id, payload }),
  ];
}

const turnPayload = (talk: Talk, turn: Turn): JsonObject => ({
  turn_id: turn.id,
  conversation_id: talk.id,
  account_id: talk.account,
});
const bounds = (talk: Talk): JsonObject => ({ from_seq: talk.closed + 1, to_seq: talk.latest });

function closeWindow(talk: Talk): JsonObject {
  talk.closed = talk.latest;
  return {
    conversation_id: talk.id,
    closed_through: talk.latest,
    message_ids: talk.open.splice(0).map((message) => message.id),
  };
}

function turnMoves(world: HistoryState, talk: Talk, turn: Turn): Move[] {
  const about = (payload: JsonObject) => ({
    account: talk.account,
    talk,
    turn: turn.id,
    payload: { ...turnPayload(talk, turn), ...payload },
  });
  const end = (kind: string, payload: JsonObject): EventDraft => {
    talk.turn = undefined;
    return fact(world, kind, about({ ...closeWindow(talk), ...payload }));
  };
  const commit: Move = (pick) => [
    end("turn_committed", {
      skill: "chat",
      disposition: "replied",
      reason: "reply_ready",
      commands: commands(world, pick % 3),
    }),
    ...reply(world, talk, { turn, parts: (pick >> 2) % 4 }),
  ];
  return [
    commit,
    commit,
    commit,
    () => [end("turn_failed", { reason: "overloaded" }), ...reply(world, talk, { turn, parts: 1 })],
    () => [end("turn_stopped", { reason: "stopped_by_person", shown_text: "half a" })],
    () => {
      talk.turn = undefined;
      return [
        fact(world, "turn_superseded", about({ by_seq: talk.latest + 1, reason: "newer_inbound" })),
        ...inbound(world, talk, "message_received"),
      ];
    },
    () => [fact(world, "turn_restarted", about({ attempt: (turn.attempt += 1), ...bounds(talk) }))],
    () => inbound(world, talk, "message_rejected"),
  ];
}

function commands(world: HistoryState, count: number): JsonObject[] {
  return Array.from({ length: count }, () => {
    const id = idOf(world, "command");
    return {
      id,
      domain: "test",
      operation: "note",
      key: `key of ${id}`,
      payload: { deep: [1, { two: 2 }] },
      preview: null,
    };
  });
}

function reply(world: HistoryState, talk: Talk, of: { turn: Turn; parts: number }): EventDraft[] {
  const id = idOf(world, "reply");
  const route = {
    conversation_id: talk.id,
    account_id: talk.account,
    provider_type: "post",
    channel_account: "main",
  };
  const about = (payload: JsonObject) => ({
    account: talk.account,
    talk,
    turn: of.turn.id,
    payload: { ...route, turn_id: of.turn.id, ...payload },
  });
  const parts = Array.from({ length: of.parts }, (_, nth) => {
    const part: Part = {
      id: idOf(world, "part"),
      message: id,
      talk,
      status: "pending",
      attempt: 0,
    };
    world.parts.push(part);
    const payload = {
      delivery_id: part.id,
      message_id: id,
      scope: talk.id,
      peer: peerOf(talk),
      source: "reply",
      text: `part ${nth}`,
      key: part.id,
    };
    return fact(
      world,
      "delivery_queued",
      about({ ...payload, expires_at: "2026-02-01T00:00:00.000Z" }),
    );
  });
  return [
    fact(world, "message_sent", about({ id, segment_index: 1, text: `reply ${id}` })),
    ...parts,
  ];
}

const partMoves = {
  pending: [
    "delivery_started",
    "delivery_started",
    "delivery_started",
    "delivery_started",
    "delivery_withdrawn",
    "delivery_expired",
    "delivery_woken",
    "delivery_requeued",
    "delivery_discarded",
  ],
  sending: [
    "delivery_sent",
    "delivery_sent",
    "delivery_retry",
    "delivery_repeat",
    "delivery_unknown",
    "delivery_failed",
    "delivery_waiting",
    "delivery_last_try",
  ],
  taken: ["delivery_delivered", "delivery_read", "delivery_failed"],
  settled: ["delivery_requeued", "delivery_released", "delivery_merged", "delivery_discarded"],
  over: [],
} as const;

const partStatus: Record<string, Part["status"]> = {
  delivery_started: "sending",
  delivery_last_try: "sending",
  delivery_withdrawn: "over",
  delivery_sent: "taken",
  delivery_delivered: "taken",
  delivery_read: "over",
  delivery_repeat: "pending",
  delivery_released: "pending",
  delivery_merged: "over",
  delivery_discarded: "over",
  delivery_retry: "pending",
  delivery_woken: "pending",
  delivery_requeued: "pending",
  delivery_unknown: "settled",
  delivery_failed: "settled",
  delivery_waiting: "settled",
  delivery_expired: "settled",
};

function partMove(world: HistoryState, part: Part, pick: number): EventDraft[] {
  const kinds = partMoves[part.status];
  const kind = kinds[pick % kinds.length] as string;
  part.status = partStatus[kind] as Part["status"];
  if (kind === "delivery_started") part.attempt += 1;
  if (kind === "delivery_requeued") part.attempt = 0;
  const soon = "2026-01-06T00:00:00.000Z";
  const held = { holds_until: soon, may_wake: true, attempt: part.attempt - 1, interruptions: 1 };
  const more: Record<string, JsonObject> = {
    delivery_started: { attempt: part.attempt },
    delivery_sent: {
      provider_message_id: `vendor's ${part.id}`,
      provider_type: "post",
      channel_account: "main",
      peer: peerOf(part.talk),
    },
    // As earlier versions wrote it, and as it is written now.
    delivery_retry: {
      code: "rate_limited",
      next_attempt_at: soon,
      ...(pick % 2 === 0 ? {} : held),
    },
    delivery_woken: {
      next_attempt_at: soon,
      holds_until: soon,
      attempt: 0,
      may_wake: pick % 3 === 0,
    },
    delivery_requeued: {
      next_attempt_at: soon,
      expires_at: soon,
      ...(pick % 2 === 0 ? {} : { holds_until: soon, may_wake: null }),
    },
    delivery_released: { next_attempt_at: soon, text: "(earlier) part", payload: { merged: [] } },
    delivery_merged: { merged_into: "another" },
    delivery_repeat: {
      code: "timeout",
      next_attempt_at: soon,
      text: "again",
      payload: { repeated: true },
    },
  };
  const payload = {
    delivery_id: part.id,
    message_id: part.message,
    ...(more[kind] ?? { code: `why_${pick % 5}` }),
  };
  return [fact(world, kind, { account: part.talk.account, talk: part.talk, payload })];
}
