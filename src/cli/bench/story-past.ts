import { iso } from "../../domain/ports/clock.ts";
import type { EventBody, EventDraft } from "../../domain/events/catalogue.ts";
import { systemClock } from "../system.ts";

export interface Chat {
  readonly id: string;
  readonly accountId: string;
  /** Accounts that share the story; none for a story of one person. */
  readonly people?: readonly string[] | undefined;
}

const cast = ["ann", "bob"];

/** As whom the nth of those who share a story speaks. */
export const toPersona = (nth: number): string => `person-${nth}`;

const listPresent = ({ people }: Chat): string[] => [
  ...(people === undefined ? ["you"] : people.map((_, nth) => toPersona(nth))),
  ...cast,
];

function shareStory(chat: Chat): EventDraft[] {
  const { id: chat_id, people = [] } = chat;
  const [host] = people;
  if (host === undefined) return [];
  const shared = fact(chat, {
    kind: "story_shared",
    payload: { chat_id, host_account_id: host, cast: cast.map((id) => ({ id, name: id })) },
  });
  const joined = people.map((member_account_id, nth) =>
    fact(chat, {
      kind: "story_joined",
      payload: { chat_id, member_account_id, entity_id: toPersona(nth), name: `Guest ${nth}` },
    }),
  );
  return [shared, ...joined];
}

const fact = ({ id, accountId }: Chat, of: EventBody): EventDraft => ({
  stream: `chat:${id}`,
  at: iso(systemClock.now()),
  accountId,
  chatId: id,
  ...of,
});

export function beginning(chat: Chat): EventDraft[] {
  const { accountId } = chat;
  const bot = (id: string): EventDraft => ({
    stream: `bot:${accountId}:${id}`,
    kind: "bot_authored",
    at: iso(systemClock.now()),
    accountId,
    payload: {
      id,
      name: id,
      persona: "keeps to the point",
      voice_samples: ["Hm."],
      traits: [],
      backstory: "",
      kickoff_prose: "",
    },
  });
  return [
    ...cast.map(bot),
    fact(chat, {
      kind: "chat_created",
      payload: {
        chat_id: chat.id,
        id: chat.id,
        host_bot_id: "ann",
        guest_bot_id: "bob",
        initial_time: "2026-01-01T08:00:00Z",
      },
    }),
    ...shareStory(chat),
    fact(chat, {
      kind: "scene_opened",
      payload: {
        chat_id: chat.id,
        scene_id: 1,
        started_at: "2026-01-01T08:00:00Z",
        participants: listPresent(chat),
      },
    }),
  ];
}

const things =
  "key letter storm garden lantern river market winter secret promise bridge candle 钥匙 花园 信件 灯笼".split(
    " ",
  );

/** A story's past, two lines at a time, with everything derived from them. */
export function beats(chat: Chat, from: number, to: number): EventDraft[] {
  return Array.from({ length: Math.ceil((to - from) / 2) }, (_, nth) => from + nth * 2).flatMap(
    (at) => beat(chat, at),
  );
}

function beat(chat: Chat, at: number): EventDraft[] {
  const thing = (step: number): string => things[(at * step) % things.length] ?? "";
  const there = listPresent(chat);
  const asker = chat.people === undefined ? "you" : toPersona((at / 2) % chat.people.length);
  const story_time = new Date(Date.UTC(2026, 0, 1, 8) + at * 30_000).toISOString();
  const common = {
    scene_id: 1,
    present: there,
    witnesses: there,
    present_set_kind: "you_host_guest",
    status: "completed" as const,
    story_time,
  };
  const asked = `What of the ${thing(7)} and the ${thing(13)}?`;
  const spoken = `The ${thing(7)} is by the ${thing(31)}, number ${at}.`;
  const [user, assistant] = [`${chat.id}-u${at}`, `${chat.id}-a${at}`];
  const cites = [user, assistant];
  const segments = [{ kind: "dialogue", text: asked }];
  const flags = { witness_you: 1, witness_host: 1, witness_guest: 1, witnesses: there } as const;
  const speaker_id = cast[(at / 2) % 2] ?? "ann";
  const text = `You: “${asked}”\n${speaker_id}: ${spoken}`;
  const pairs = [
    ["ann", asker],
    ["bob", asker],
    ["ann", "bob"],
    ["bob", "ann"],
  ] as const;
  return [
    fact(chat, {
      kind: "user_turn",
      payload: {
        chat_id: chat.id,
        ...common,
        id: user,
        text: asked,
        segments,
        message_event_ids: [],
        ...(asker === "you" ? {} : { speaker_id: asker }),
      },
    }),
    fact(chat, {
      kind: "assistant_turn",
      payload: { chat_id: chat.id, ...common, id: assistant, speaker_id, text: spoken },
    }),
    ...cast.map((owner_id) =>
      fact(chat, {
        kind: "memory_written",
        payload: {
          chat_id: chat.id,
          id: `${chat.id}-m${at}-${owner_id}`,
          scene_id: 1,
          owner_id,
          ...flags,
          text,
          pov_summary: text,
          cites,
          story_time,
        },
      }),
    ),
    ...pairs.map(([source_id, target_id]) =>
      fact(chat, {
        kind: "edge_update",
        payload: {
          chat_id: chat.id,
          source_id,
          target_id,
          affinity_delta: (at % 3) - 1,
          trust_delta: 0,
          knowledge_facts: at % 20 === 0 ? [`likes the ${thing(7)} ${at}`] : [],
          cites,
        },
      }),
    ),
  ];
}
