import type { PayloadOf } from "../../../domain/events/catalogue.ts";
import { toCharacterName } from "../../../domain/character-name.ts";
import type { StoryEventInput } from "../../../domain/views/scenes.ts";
import { toWitnessFlags } from "../state/present.ts";
import { you } from "../state/chat-state.ts";
import { addressTo } from "../state/segments.ts";
import { refuseFile } from "./file-refusal.ts";
import {
  type ChatPeople,
  collectPeople,
  diffPresence,
  listCompany,
  listPresent,
} from "./chat-people.ts";
import type { ImportedMessage, ParsedChat } from "./chat-read.ts";

/** The account's bots, and ids for characters the file introduces. */
export interface ChatCast {
  readonly known: readonly { readonly id: string; readonly name: string }[];
  readonly meant?: Readonly<Record<string, string>> | undefined;
  readonly chatId: string;
  /** The person's name here, empty if they have none; left out where the file is the product's. */
  readonly usualName?: string | undefined;
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
  const company = listCompany(chat, people, everyone);
  const first = listPresent(chat.said[0], people, company(0));
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
    ...draftSettings(chat, cast),
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
  for (const [nth, said] of chat.said.entries()) {
    const present = listPresent(said, people, company(nth));
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

/** The author's note, and whom the person plays there if that is not their usual persona. */
function draftSettings(chat: ParsedChat, { chatId, usualName }: ChatCast): StoryEventInput[] {
  const { note } = chat;
  const called = chat.said.findLast(({ isYou }) => isYou)?.name;
  const name = called === undefined ? "" : toCharacterName(called);
  const isNamed = usualName !== undefined && name !== usualName && !placeholder.test(name);
  const settings = {
    ...(note === undefined ? {} : { note: note.text, note_depth: note.depth }),
    ...(isNamed ? { persona: { name } } : {}),
  };
  return Object.keys(settings).length === 0
    ? []
    : [{ kind: "story_settings_set", payload: { chat_id: chatId, settings } }];
}

/** What programs call a person who has no name. */
const placeholder = /^(?:you|user|unused|)$/iu;

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
  const speaker = said.isYou ? you : (at.people.findId(said.id ?? said.name) ?? at.scene.host);
  // If none of the listed listeners is there, the words stay with their speaker.
  const witnesses = heard.length === 0 ? [speaker] : heard;
  const id = own.id || at.newId();
  const when = said.at === undefined ? {} : { story_time: said.at };
  const turn = { ...at.place, id, text: said.text, present: at.present, witnesses, ...when };
  const addressed = said.segments.map((segment) =>
    segment.to === undefined
      ? segment
      : { ...segment, to: addressTo(findIds(segment.to), speaker) },
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
            speaker_id: speaker,
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
