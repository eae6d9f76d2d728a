import type { PayloadOf } from "../../../domain/events/catalogue.ts";
import type { StoryEventInput } from "../../../domain/views/scenes.ts";
import { toWitnessFlags } from "../state/present.ts";
import { you } from "../state/chat-state.ts";
import { refuseFile } from "./file-refusal.ts";
import { type ParsedChat, type ImportedMessage, youWord } from "./chat-read.ts";

/** The account's bots, and ids for characters the file introduces. */
export interface ChatCast {
  readonly known: readonly { readonly id: string; readonly name: string }[];
  readonly chatId: string;
  /** The start of the story if the file contains no date. */
  readonly now: string;
  newId(): string;
  /** Place and time, for a story that comes with them. */
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

const maxCharacters = 40;
/** Turns and memories of one import: every witness of a line gets a memory of it. */
const mostLines = 150_000;

/** The events of a chat, made one by one: there can be many more of them than lines of the file. */
export interface ChatLines {
  readonly lines: Iterable<StoryEventInput>;
  /** Ids of inactive versions of replies; complete after the last line. */
  readonly inactive: readonly string[];
}

/**
 * Converts an imported chat to story events: presence changes, one turn per message with its
 * witnesses, and one memory per bot present. What a character did not witness there, it does not
 * know here.
 */
export function convertChat(chat: ParsedChat, cast: ChatCast): ChatLines {
  const people = collectPeople(chat, cast);
  const inactive: string[] = [];
  return { lines: linesOf(chat, { ...cast, people, inactive }), inactive };
}

interface Making extends ChatCast {
  readonly people: ChatPeople;
  readonly inactive: string[];
}

function* linesOf(chat: ParsedChat, cast: Making): Generator<StoryEventInput> {
  const { people } = cast;
  const [host, guest] = people.order;
  if (host === undefined) throw refuseFile("not_a_chat");
  const everyone = [you, ...people.order];
  const place = { chat_id: cast.chatId, scene_id: 1 };
  const {
    place: name = "here",
    type = "",
    ...when
  } = cast.setting ?? {
    initial_time: chat.said.find(({ at }) => at !== undefined)?.at ?? cast.now,
  };
  const title = chat.title === "" ? {} : { title: chat.title };
  const first = listPresent(chat.said[0], people, everyone);
  yield* [
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
  const { inactive } = cast;
  let made = 0;
  for (const said of chat.said) {
    const present = listPresent(said, people, everyone);
    for (const move of diffPresence(there, present))
      yield { kind: "presence_changed", payload: { ...place, ...move } };
    there = present;
    const lines = draftBeat(said, {
      people,
      present,
      scene,
      place,
      inactive,
      newId: () => cast.newId(),
    });
    made += lines.length;
    if (made > mostLines) throw refuseFile("too_many_parts", { limit: mostLines });
    yield* lines;
  }
}

interface ChatPeople {
  readonly order: readonly string[];
  readonly strangers: readonly { readonly id: string; readonly name: string }[];
  findId(name: string): string | undefined;
}

/**
 * Everyone who speaks or is listed as present: the chat's host first, the others in order of
 * appearance.
 */
function collectPeople(chat: ParsedChat, cast: ChatCast): ChatPeople {
  const foldName = (name: string): string => name.trim().toLowerCase();
  const speakers = chat.said.filter(({ isYou }) => !isYou).map(({ id, name }) => id ?? name);
  const first = chat.cast[0]?.id;
  const host =
    first !== undefined
      ? [first]
      : speakers.some((name) => foldName(name) === foldName(chat.hostName))
        ? [chat.hostName]
        : [];
  const listed = chat.said
    .flatMap(({ present = [] }) => present)
    .filter((name) => name !== youWord && foldName(name) !== foldName(chat.yourName));
  const nameOfId = new Map(chat.cast.map(({ id, name }) => [id, name]));
  const names = new Map(
    [...new Set([...host, ...speakers, ...listed])]
      .filter((name) => foldName(name) !== "")
      .map((name) => [foldName(name), (nameOfId.get(name) ?? name).slice(0, 200)]),
  );
  if (names.size > maxCharacters) throw refuseFile("too_many_parts", { limit: maxCharacters });
  const known = matchKnownBots(chat, cast);
  const findIds = new Map(
    [...names].map(([folded]) => [folded, known.get(folded) ?? cast.newId()]),
  );
  const strangers = [...names]
    .filter(([folded]) => !known.has(folded))
    .map(([folded, name]) => ({ id: findIds.get(folded) ?? "", name }));
  const findId = (name: string): string | undefined =>
    name === youWord || foldName(name) === foldName(chat.yourName)
      ? you
      : findIds.get(foldName(name));
  return { order: [...new Set(findIds.values())], strangers, findId: findId };
}

/**
 * Matches by id, or by name. In an exported file, an id of another account matches a bot whose name
 * is unique both in the file and in the account.
 */
function matchKnownBots(chat: ParsedChat, cast: ChatCast): Map<string, string> {
  const foldName = (name: string): string => name.trim().toLowerCase();
  const byName = Map.groupBy(cast.known, ({ name }) => foldName(name));
  const named = Map.groupBy(chat.cast, ({ name }) => foldName(name));
  const meant = chat.cast.flatMap(({ id, name }) => {
    const here = byName.get(foldName(name)) ?? [];
    return here.length === 1 && named.get(foldName(name))?.length === 1
      ? [[foldName(id), here[0]?.id ?? ""] as const]
      : [];
  });
  const byNames = [...byName].map(([name, bots]) => [name, bots.at(-1)?.id ?? ""] as const);
  return new Map([
    ...(chat.cast.length > 0 ? meant : byNames),
    ...cast.known.map(({ id }) => [foldName(id), id] as const),
  ]);
}

/** In a fixed order; the speaker is always present. */
function listPresent(
  said: ImportedMessage | undefined,
  people: ChatPeople,
  everybody: readonly string[],
): string[] {
  if (said?.present === undefined) return [...everybody];
  const there = new Set(
    [...said.present, ...(said.isYou ? [] : [said.id ?? said.name])].map((name) =>
      people.findId(name),
    ),
  );
  return everybody.filter((id) => there.has(id));
}

const diffPresence = (
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

interface BeatContext {
  readonly people: ChatPeople;
  readonly present: readonly string[];
  readonly scene: { readonly host: string; readonly guest: string | null };
  readonly place: { readonly chat_id: string; readonly scene_id: number };
  readonly inactive: string[];
  newId(): string;
}

/** The active version comes last. All versions have the same witnesses. */
function draftBeat(said: ImportedMessage, at: BeatContext): StoryEventInput[] {
  const { others = [], version = 1 } = said;
  if (others.length === 0) return draftLine(said, at, {});
  const all = [...others, { version, text: said.text }];
  const findIds = new Map(all.map((one) => [one.version, at.newId()]));
  const root = findIds.get(Math.min(...findIds.keys())) ?? "";
  at.inactive.push(...others.map((one) => findIds.get(one.version) ?? ""));
  return all.flatMap((one) => {
    const id = findIds.get(one.version) ?? "";
    return draftLine({ ...said, text: one.text }, at, {
      id,
      version: one.version,
      ...(id === root ? {} : { version_of: root }),
    });
  });
}

/** The fields that distinguish the versions of a reply. */
type OneVersion = Pick<PayloadOf<"assistant_turn">, "id" | "version" | "version_of">;

function draftLine(said: ImportedMessage, at: BeatContext, own: OneVersion): StoryEventInput[] {
  const findIds = (names: readonly string[]): string[] =>
    names.flatMap((name) => at.people.findId(name) ?? []);
  const heardIt = said.witnesses === undefined ? undefined : new Set(findIds(said.witnesses));
  const heard = at.present.filter((id) => heardIt?.has(id) ?? true);
  const witnesses = heard.length === 0 ? at.present : heard;
  const id = own.id || at.newId();
  const when = said.at === undefined ? {} : { story_time: said.at };
  const turn = { ...at.place, id, text: said.text, present: at.present, witnesses, ...when };
  const addressed = said.segments.map((segment) =>
    segment.to === undefined ? segment : { ...segment, to: findIds(segment.to) },
  );
  const segments = addressed.length > 0 ? addressed : [{ kind: "dialogue", text: said.text }];
  return [
    said.isYou
      ? { kind: "user_turn", payload: { ...turn, segments } }
      : {
          kind: "assistant_turn",
          payload: {
            ...turn,
            ...own,
            speaker_id: at.people.findId(said.id ?? said.name) ?? at.scene.host,
          },
        },
    ...witnesses
      .filter((owner) => owner !== you)
      .map((owner_id) => {
        const text = formatMemory(said, segments, owner_id);
        const memory = {
          ...at.place,
          owner_id,
          ...toWitnessFlags(at.scene, witnesses),
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

/** The words the owner heard. */
function formatMemory(
  said: ImportedMessage,
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
