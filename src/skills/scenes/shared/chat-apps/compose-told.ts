import { nameLabel } from "../../state/name-label.ts";
import type { StoryPlace } from "./places.ts";
import { togetherWords } from "./words.ts";

/** A line of a turn. */
export interface TurnLine {
  readonly id: string;
  readonly kind: "user" | "assistant";
  readonly speaker_id: string;
  readonly name: string;
  readonly present: readonly string[];
  readonly witnesses: readonly string[];
  readonly segments: readonly { readonly to?: readonly string[] | undefined }[];
  /** What each account has of it in their own rows. Null: no one. */
  readonly texts: Readonly<Record<string, string>> | null;
}

export interface Told {
  readonly accountId: string;
  /** Null: the person has no conversation of their own here; it goes to where they are reached. */
  readonly conversationId: string | null;
  readonly text: string;
}

/**
 * What a turn says to each conversation. A line goes to a group only if it was said aloud and
 * everyone who plays there has it, in the same words; else each of them gets it alone. No one gets
 * their own words back, nor a line that their group has just read.
 */
export function composeTold(
  places: readonly StoryPlace[],
  { lines, from }: { readonly lines: readonly TurnLine[]; readonly from: string | null },
): Told[] {
  const byAccount = Map.groupBy(places, ({ account_id }) => account_id);
  const told = new Map<string, Told>();
  for (const line of lines) {
    const pieces = [...byAccount].flatMap(([, own]) => tellLine(line, { own, places, from }) ?? []);
    // A group has several people and gets the line once.
    const once = new Map(pieces.map((piece) => [piece.conversationId ?? piece.accountId, piece]));
    for (const [key, piece] of once) {
      const before = told.get(key);
      const text = before === undefined ? piece.text : `${before.text}\n\n${piece.text}`;
      told.set(key, { ...(before ?? piece), text });
    }
  }
  return [...told.values()];
}

interface Audience {
  /** The conversations of one person, and those of everyone. */
  readonly own: readonly StoryPlace[];
  readonly places: readonly StoryPlace[];
  /** Where the line was typed. */
  readonly from: string | null;
}

/** Where one person gets a line. Undefined: they have not witnessed it, or know it already. */
function tellLine(line: TurnLine, { own, places, from }: Audience): Told | undefined {
  const accountId = own[0]?.account_id ?? "";
  const text = line.texts?.[accountId];
  const isOwn = own.some(({ entity_id }) => entity_id === line.speaker_id);
  if (text === undefined || isOwn) return undefined;
  const room = own.find((place) => place.is_room && mayPost(line, listIn(places, place)));
  if (line.kind === "user" && room !== undefined && room.conversation_id === from) return undefined;
  const target = room ?? own.find(({ is_room }) => !is_room);
  return {
    accountId,
    conversationId: target?.conversation_id ?? null,
    text: `${labelSpeaker(line, own[0])}${text}`,
  };
}

const listIn = (places: readonly StoryPlace[], { conversation_id }: StoryPlace): StoryPlace[] =>
  places.filter((place) => place.conversation_id === conversation_id);

const isAloud = ({ present, witnesses, segments }: TurnLine): boolean =>
  present.every((id) => witnesses.includes(id)) && segments.every(({ to }) => to === undefined);

const mayPost = (line: TurnLine, here: readonly StoryPlace[]): boolean =>
  isAloud(line) &&
  new Set(here.map(({ account_id }) => line.texts?.[account_id])).size === 1 &&
  line.texts?.[here[0]?.account_id ?? ""] !== undefined;

function labelSpeaker(line: TurnLine, place: StoryPlace | undefined): string {
  if (isAloud(line)) return nameLabel(line.name);
  return nameLabel(togetherWords[place?.language ?? "en"].whispers(line.name));
}
