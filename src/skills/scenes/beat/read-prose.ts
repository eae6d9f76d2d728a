import { Refusal } from "../../../domain/errors.ts";
import type { PromptSection } from "../../../domain/ports/model.ts";
import { type ParsedTurn, readParsedTurn } from "./answers.ts";
import { nameOf } from "../state/cast.ts";
import { parseInstructions } from "./instructions.ts";
import { type People, readPeople } from "../state/people.ts";
import { presentBots, presentSet } from "../state/present.ts";
import { section } from "./prompt.ts";
import { askAs, type Playing } from "./playing.ts";
import { type Scene, type Segment, you } from "../state/chat-state.ts";
import { unlessUnreadable } from "./unreadable.ts";
import { assertThere } from "./who-hears.ts";
import {
  isEverybody,
  isNoName,
  mayWhisper,
  type WhisperLead,
  whisperLead,
} from "./whisper-words.ts";
import { director } from "../state/witness.ts";

/** What somebody wrote for a beat, and how they said that it is meant. */
export interface Prose {
  readonly text: string;
  readonly eventIds: readonly number[];
  /** Only these hear it, and what is answered to it. */
  readonly whisperTo: readonly string[];
  /** Everybody who is there hears it, whatever it looks like. */
  readonly aloud?: boolean | undefined;
}

/**
 * What was written, in its segments. Who hears is decided closed: a model's reading counts only if it is the person's own words in
 * their order; what begins like a whisper is one; and what may be a whisper and can't be read surely is asked about, not said.
 */
export async function readProse(on: Playing, scene: Scene, prose: Prose): Promise<Segment[]> {
  const own = await ownReading(on, scene, prose);
  const plain: Segment[] = [{ kind: "narration", text: prose.text }];
  if (prose.whisperTo.length > 0)
    return (own ?? plain).map(({ kind, text }) => ({ kind, text, to: prose.whisperTo }));
  const isQuiet = mayWhisper(prose.text);
  if (prose.aloud === true)
    return (own ?? plain).map(({ kind, text }) => ({
      kind: kind === "whisper" ? "dialogue" : kind,
      text,
    }));
  if (!isQuiet && own?.some(isSecret) !== true)
    return (own ?? plain).map(({ kind, text }) => ({ kind, text }));
  const room: Room = {
    on,
    scene,
    prose,
    people: await readPeople(on.turn.read, on.state.accountId),
  };
  const names = [...room.people.called, ...[...on.cast.bots.values()].map(({ name }) => name)];
  const lead = scene.kind === "meanwhile" ? undefined : whisperLead(prose.text, names);
  if (lead !== undefined) return ledReading(room, lead, own);
  const isSure =
    own !== undefined && (on.turn.model.describe.kind !== "offline" || own.some(isSecret));
  if (isSure) return own.map((segment) => heardSegment(room, segment, isQuiet));
  if (isQuiet && hasOthers(room)) throw unclear(room);
  return (own ?? plain).map(({ kind, text }) => ({ kind, text }));
}

type Reading = ParsedTurn["segments"][number];

interface Room {
  readonly on: Playing;
  readonly scene: Scene;
  readonly prose: Prose;
  readonly people: People;
}

const isSecret = ({ kind }: Reading): boolean => kind === "whisper";

/** The model's reading, if it is what was written. */
async function ownReading(on: Playing, scene: Scene, prose: Prose): Promise<Reading[] | undefined> {
  const isDirector = scene.kind === "meanwhile";
  const people = presentSet(scene).map((id) => nameOf(on.cast, id));
  const sections: PromptSection[] = [
    ...section("present", people),
    ...section("prose", [prose.text], prose.eventIds),
  ];
  const viewer = isDirector ? director : you;
  const request = askAs(on, {
    purpose: "parse_turn",
    viewer,
    instructions: parseInstructions(isDirector),
    sections,
  });
  const parsed = await unlessUnreadable(on.turn.model.object(request, readParsedTurn), undefined);
  const segments = parsed?.segments.filter(({ text }) => text.trim() !== "") ?? [];
  return segments.length > 0 && isOwnWords(segments, prose.text) ? segments : undefined;
}

const wordsOf = (text: string): string =>
  text.normalize("NFKC").replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");
const spaced = (text: string): string => text.normalize("NFKC").replaceAll(/\s+/gu, " ").trim();

/** Word for word and in order, the whole of it; nothing is kept from the story that was not marked so. */
function isOwnWords(segments: readonly Reading[], prose: string): boolean {
  const told = segments.map(({ text }) => text);
  const isWhole =
    wordsOf(prose) === ""
      ? spaced(told.join(" ")) === spaced(prose)
      : wordsOf(told.join("")) === wordsOf(prose);
  return isWhole && segments.every(({ kind, text }) => kind !== "ooc" || isMarked(text, prose));
}

const toTheAuthor =
  /\(\([\s\S]*?\)\)|（（[\s\S]*?））|[[(（【]\s*(?:ooc|场外|出戏)[\s\S]*?[\])）】]|(?:^|\n)\s*(?:\/\/|ooc\b|场外|出戏)[^\n]*/giu;

/** In double brackets, or called so: these are said to the author. */
const isMarked = (text: string, prose: string): boolean =>
  [...prose.matchAll(toTheAuthor)].some(([found]) => wordsOf(found).includes(wordsOf(text)));

/** The text says itself to whom it is whispered. A reading may say which part of it is; it can't make any of that part public. */
function ledReading(room: Room, lead: WhisperLead, own: readonly Reading[] | undefined): Segment[] {
  const { prose } = room;
  if (
    lead.names.length === 0 ||
    lead.names.some((name) => !isEverybody(name) && isStrange(room, name))
  )
    throw unclear(room);
  const to = hearers(room, lead.names);
  const secret = wordsOf(spokenPart(prose.text.slice(lead.from)));
  const parts = (own ?? []).map((segment): Segment =>
    isSecret(segment)
      ? { kind: "whisper", text: segment.text, to }
      : { kind: segment.kind, text: segment.text },
  );
  const whispered = wordsOf(
    parts.flatMap(({ to: some, text }) => (some === undefined ? [] : [text])).join(""),
  );
  if (secret !== "" && whispered.includes(secret)) return parts;
  const said = unquoted(prose.text.slice(lead.from));
  return [{ kind: "whisper", text: wordsOf(said) === "" ? prose.text : said, to }];
}

/** Up to the quote's end, where it is quoted; else all that follows. */
const spokenPart = (rest: string): string =>
  /^[\s:：,，]*(?:"([^"]+)"|“([^”]+)”|「([^」]+)」)/u
    .exec(rest)
    ?.slice(1)
    .find((part) => part !== undefined) ?? rest;
const unquoted = (rest: string): string =>
  rest.trim().replace(/^(?:"([^"]*)"|“([^”]*)”|「([^」]*)」)$/u, "$1$2$3");

/** “her”, “the guard”: only the story tells who is meant. */
const isStrange = ({ people }: Room, name: string): boolean =>
  people.idsOf(name).length === 0 && isNoName(name);

/** A part of a sure reading, for those whom the text itself names. */
function heardSegment(room: Room, { kind, text, to }: Reading, isQuiet: boolean): Segment {
  if (kind !== "whisper" && !(isQuiet && (to ?? []).length > 0)) return { kind, text };
  const bots = presentBots(room.scene);
  const names = to ?? [];
  if (names.length === 0 && bots.length === 1) return { kind, text, to: bots };
  const said = room.people.namedIn(room.prose.text, (id) => bots.includes(id));
  const meant = new Set([...said.ids, ...said.unclear.flatMap(({ ids }) => ids)]);
  const isSaid = (name: string): boolean =>
    spaced(room.prose.text).toLowerCase().includes(spaced(name).toLowerCase());
  const isNamed = (name: string): boolean =>
    isEverybody(name) || isSaid(name) || room.people.idsOf(name).some((id) => meant.has(id));
  if (names.length === 0 || !names.every(isNamed)) throw unclear(room);
  return { kind, text, to: hearers(room, names) };
}

/** Those who are meant, all of whom are there. Of two who share a name the one who is there. */
function hearers({ on, scene, people, prose }: Room, names: readonly string[]): string[] {
  const bots = presentBots(scene);
  const ids = names.flatMap((name) => {
    if (isEverybody(name)) return bots;
    const called = people.idsOf(name);
    const here = called.filter((id) => scene.present.has(id));
    if (here.length > 1) throw unclear({ on, scene, people, prose });
    if (called.length === 0)
      throw new Refusal("unknown_person", "", { field: "prose", value: name });
    return [here[0] ?? (called[0] as string)];
  });
  assertThere({ state: on.state, people }, scene, ids);
  return [...new Set(ids)].filter((id) => id !== you);
}

/** Whether there is anybody from whom it could be kept. */
function hasOthers({ scene, people, prose }: Room): boolean {
  const bots = presentBots(scene);
  if (scene.kind === "meanwhile") return bots.length > 2;
  return bots.length > 1 || people.namedIn(prose.text).ids.some((id) => !scene.present.has(id));
}

/** Nothing is said before the person has said which it is. */
function unclear({ on, scene, people, prose }: Room): Refusal {
  const bots = presentBots(scene);
  const named = people
    .namedIn(prose.text, (id) => bots.includes(id))
    .ids.filter((id) => bots.includes(id));
  const [only] = named.length === 1 ? named : bots.length === 1 ? bots : [];
  const label = (id: string): string => nameOf(on.cast, id);
  return new Refusal("whisper_unclear", "", {
    field: "prose",
    ...(only === undefined ? {} : { name: label(only) }),
    present: bots.map((id) => ({ id, name: label(id) })),
  });
}
