import type { Payload } from "../../../domain/events.ts";
import type { StoryLine } from "../../../domain/views/scenes.ts";
import { text } from "../state/payload.ts";
import { witnessFlags } from "../state/present.ts";
import { you } from "../state/chat-state.ts";
import { badFile } from "./file-refusal.ts";
import { type ReadChat, type Said, youWord } from "./chat-read.ts";

/** Bots of the account that a file may mean, and ids for those it has not. */
export interface ChatCast {
  readonly known: readonly { readonly id: string; readonly name: string }[];
  readonly chatId: string;
  /** When the story begins if the file says nothing. */
  readonly now: string;
  newId(): string;
  /** Where and when, for a story that was told with it. */
  readonly setting?:
    | {
        readonly place: string;
        readonly type: string;
        readonly narrative_anchor: string;
        readonly weather: string;
        readonly initial_time: string;
      }
    | undefined;
}

const mostPeople = 40;

/**
 * A chat from elsewhere as events of ours: who was there changes by presence, each message is a turn with those who were there, and
 * each bot among them remembers it. What nobody witnessed there, nobody knows here.
 */
export function chatLines(chat: ReadChat, cast: ChatCast): StoryLine[] {
  const people = peopleIn(chat, cast);
  const [host, guest] = people.order;
  if (host === undefined) throw badFile("not_a_chat");
  const everybody = [you, ...people.order];
  const place = { chat_id: cast.chatId, scene_id: 1 };
  const {
    place: name = "here",
    type = "",
    ...when
  } = cast.setting ?? {
    initial_time: chat.said.find(({ at }) => at !== undefined)?.at ?? cast.now,
  };
  const title = chat.title === "" ? {} : { title: chat.title };
  const first = presentAt(chat.said[0], people, everybody);
  const lines: StoryLine[] = [
    ...people.strangers.map((bot) => ({ kind: "bot_authored", payload: bot })),
    {
      kind: "chat_created",
      payload: {
        id: cast.chatId,
        host_bot_id: host,
        guest_bot_id: guest ?? null,
        ...when,
        ...title,
      },
    },
    { kind: "container_created", payload: { chat_id: cast.chatId, name, type } },
    {
      kind: "scene_opened",
      payload: { ...place, container_id: 1, participants: [...new Set([you, ...first])] },
    },
  ];
  let there: readonly string[] = [...new Set([you, ...first])];
  const scene = { host, guest: guest ?? null };
  for (const said of chat.said) {
    const present = presentAt(said, people, everybody);
    lines.push(
      ...moves(there, present).map((move) => ({
        kind: "presence_changed",
        payload: { ...place, ...move },
      })),
    );
    there = present;
    lines.push(...beat(said, { people, present, scene, place, newId: () => cast.newId() }));
  }
  return lines;
}

interface People {
  readonly order: readonly string[];
  readonly strangers: readonly { readonly id: string; readonly name: string }[];
  idOf(name: string): string | undefined;
}

/** Everybody who speaks or is said to be there: whom the chat was with first, the others as they come. */
function peopleIn(chat: ReadChat, cast: ChatCast): People {
  const key = (name: string): string => name.trim().toLowerCase();
  const speakers = chat.said.filter(({ isYou }) => !isYou).map(({ id, name }) => id ?? name);
  const first = chat.cast[0]?.id;
  const host =
    first !== undefined
      ? [first]
      : speakers.some((name) => key(name) === key(chat.hostName))
        ? [chat.hostName]
        : [];
  const listed = chat.said
    .flatMap(({ present = [] }) => present)
    .filter((name) => name !== youWord && key(name) !== key(chat.yourName));
  const names = new Map(
    [...host, ...speakers, ...listed]
      .filter((name) => key(name) !== "")
      .map((name) => [
        key(name),
        (chat.cast.find(({ id }) => id === name)?.name ?? name).slice(0, 200),
      ]),
  );
  if (names.size > mostPeople) throw badFile("too_many_parts", { limit: mostPeople });
  const known = knownBots(chat, cast);
  const ids = new Map([...names].map(([folded]) => [folded, known.get(folded) ?? cast.newId()]));
  const strangers = [...names]
    .filter(([folded]) => !known.has(folded))
    .map(([folded, name]) => ({ id: ids.get(folded) ?? "", name }));
  const idOf = (name: string): string | undefined =>
    name === youWord || key(name) === key(chat.yourName) ? you : ids.get(key(name));
  return { order: [...new Set(ids.values())], strangers, idOf };
}

/** By id, or by name. Whom a file of ours means by an id of another account is who has that name alone, there and here. */
function knownBots(chat: ReadChat, cast: ChatCast): Map<string, string> {
  const folded = (name: string): string => name.trim().toLowerCase();
  const byName = Map.groupBy(cast.known, ({ name }) => folded(name));
  const named = Map.groupBy(chat.cast, ({ name }) => folded(name));
  const meant = chat.cast.flatMap(({ id, name }) => {
    const here = byName.get(folded(name)) ?? [];
    return here.length === 1 && named.get(folded(name))?.length === 1
      ? [[folded(id), here[0]?.id ?? ""] as const]
      : [];
  });
  const byNames = [...byName].map(([name, bots]) => [name, bots.at(-1)?.id ?? ""] as const);
  return new Map([
    ...(chat.cast.length > 0 ? meant : byNames),
    ...cast.known.map(({ id }) => [folded(id), id] as const),
  ]);
}

/** In a fixed order, and whoever speaks is there. */
function presentAt(said: Said | undefined, people: People, everybody: readonly string[]): string[] {
  if (said?.present === undefined) return [...everybody];
  const there = new Set(
    [...said.present, ...(said.isYou ? [] : [said.id ?? said.name])].map((name) =>
      people.idOf(name),
    ),
  );
  return everybody.filter((id) => there.has(id));
}

const moves = (
  before: readonly string[],
  after: readonly string[],
): { entity_id: string; change: "enter" | "leave" }[] => [
  ...before
    .filter((id) => !after.includes(id))
    .map((entity_id) => ({ entity_id, change: "leave" as const })),
  ...after
    .filter((id) => !before.includes(id))
    .map((entity_id) => ({ entity_id, change: "enter" as const })),
];

interface BeatAt {
  readonly people: People;
  readonly present: readonly string[];
  readonly scene: { readonly host: string; readonly guest: string | null };
  readonly place: { readonly chat_id: string; readonly scene_id: number };
  newId(): string;
}

/** The version that counts comes last. All of them were heard by the same people. */
function beat(said: Said, at: BeatAt): StoryLine[] {
  const { others = [], version = 1 } = said;
  if (others.length === 0) return spoken(said, at, {});
  const all = [...others, { version, text: said.text }];
  const ids = new Map(all.map((one) => [one.version, at.newId()]));
  const root = ids.get(Math.min(...ids.keys())) ?? "";
  return all.flatMap((one) => {
    const id = ids.get(one.version) ?? "";
    return spoken({ ...said, text: one.text }, at, {
      id,
      version: one.version,
      ...(id === root ? {} : { version_of: root }),
    });
  });
}

/** Versions of replies that do not count, by the ids of their lines: all but the last of each reply. */
export function versionsAside(lines: readonly StoryLine[]): string[] {
  const replies = lines
    .map(({ payload }) => payload as Payload)
    .filter(({ version }) => version !== undefined);
  const byReply = Map.groupBy(replies, (reply) => text(reply, "version_of") || text(reply, "id"));
  return [...byReply.values()].flatMap((versions) =>
    versions.slice(0, -1).map((reply) => text(reply, "id")),
  );
}

function spoken(said: Said, at: BeatAt, own: Payload): StoryLine[] {
  const ids = (names: readonly string[]): string[] =>
    names.flatMap((name) => at.people.idOf(name) ?? []);
  const heard =
    said.witnesses === undefined
      ? at.present
      : at.present.filter((id) => ids(said.witnesses ?? []).includes(id));
  const witnesses = heard.length === 0 ? at.present : heard;
  const id = text(own, "id") || at.newId();
  const when = said.at === undefined ? {} : { story_time: said.at };
  const turn = { ...at.place, id, text: said.text, present: at.present, witnesses, ...when };
  const told = said.segments.map((segment) =>
    segment.to === undefined ? segment : { ...segment, to: ids(segment.to) },
  );
  const segments = told.length > 0 ? told : [{ kind: "dialogue", text: said.text }];
  return [
    said.isYou
      ? { kind: "user_turn", payload: { ...turn, segments } }
      : {
          kind: "assistant_turn",
          payload: {
            ...turn,
            ...own,
            speaker_id: at.people.idOf(said.id ?? said.name) ?? at.scene.host,
          },
        },
    ...witnesses
      .filter((owner) => owner !== you)
      .map((owner_id) => {
        const text = memoryOf(said, segments, owner_id);
        const memory = {
          ...at.place,
          owner_id,
          ...witnessFlags(at.scene, witnesses),
          witnesses,
          text,
          pov_summary: text,
          cites: [id],
          ...when,
        };
        return { kind: "memory_written", payload: memory };
      }),
  ];
}

/** In the words that its owner heard. */
function memoryOf(
  said: Said,
  segments: readonly {
    readonly kind: string;
    readonly text: string;
    readonly to?: readonly string[] | undefined;
  }[],
  owner: string,
): string {
  if (!said.isYou) return `${said.name}: ${said.text}`.slice(0, 32_000);
  const heard = segments.filter(
    ({ kind, to }) => kind !== "ooc" && (to === undefined || to.includes(owner)),
  );
  return `${said.name}: ${heard.map(({ text }) => text).join(" ")}`.slice(0, 32_000);
}
