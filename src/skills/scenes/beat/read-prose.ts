import { Refusal } from "../../../domain/errors.ts";
import type { PromptSection } from "../../../domain/ports/model.ts";
import { type ParsedTurn, readParsedTurn } from "./answers.ts";
import { nameOf } from "../state/cast.ts";
import { proseInstructions } from "./instructions.ts";
import { type People, readPeople } from "../state/people.ts";
import { listPresent } from "../state/present.ts";
import { createSection } from "./prompt.ts";
import { collapseSpaces, isOwnWords, stripToWords } from "./own-words.ts";
import { findConfidence } from "./confidence-words.ts";
import { findKeptFrom, type KeptFrom } from "./kept-from.ts";
import { buildRequest, type PlayContext } from "./play-context.ts";
import { type Scene, type Segment, you } from "../state/chat-state.ts";
import { splitThoughts } from "./thought-words.ts";
import { addressTo } from "../state/segments.ts";
import { withFallback } from "./with-fallback.ts";
import { assertPresent } from "./assert-sayable.ts";
import {
  isEveryone,
  isUnnamed,
  mayWhisper,
  type WhisperLead,
  findWhisperLead,
} from "./whisper-words.ts";
import { director } from "../state/witness.ts";

/** The person's text for a beat, and how it is meant. */
export interface Prose {
  readonly text: string;
  readonly eventIds: readonly number[];
  /** When not empty, only these characters hear the text and the answer. */
  readonly whisperTo: readonly string[];
  /** Who says it, in a shared story; otherwise the person. */
  readonly speaker?: string | undefined;
  /** True when everyone present hears it, even if it looks like a whisper. */
  readonly aloud?: boolean | undefined;
}

/**
 * Splits the text into segments. Audience decisions fail closed: a model's parse counts only if it
 * consists of the person's own words in order; text that opens like a whisper is one; and text that
 * may be a whisper but cannot be parsed reliably is refused with a question. Thoughts stay with the
 * one who has them.
 */
export async function readProse(on: PlayContext, scene: Scene, prose: Prose): Promise<Segment[]> {
  // Who hears it was said, or it is a direction and no one's thought.
  if (prose.whisperTo.length > 0 || prose.aloud === true || scene.kind === "meanwhile")
    return readSpoken(on, scene, prose);
  const parts = splitThoughts(prose.text);
  const thoughts = parts
    .filter(({ isThought }) => isThought)
    .map(({ text }): Segment => ({ kind: "thought", text, to: [prose.speaker ?? you] }));
  if (thoughts.length === 0) return readSpoken(on, scene, prose);
  const rest = parts.flatMap(({ text, isThought }) => (isThought ? [] : [text])).join("\n");
  const spoken = rest === "" ? [] : await readSpoken(on, scene, { ...prose, text: rest });
  return [...spoken, ...thoughts];
}

/** How text that is said or done is meant. */
async function readSpoken(on: PlayContext, scene: Scene, prose: Prose): Promise<Segment[]> {
  const own = await parseWithModel(on, scene, prose);
  const segments: readonly ParsedSegment[] = own ?? [{ kind: "narration", text: prose.text }];
  if (prose.whisperTo.length > 0)
    return segments.map(({ kind, text }) => ({ kind, text, to: prose.whisperTo }));
  if (prose.aloud === true)
    return segments.map(({ kind, text }) => ({
      kind: kind === "whisper" ? "dialogue" : kind,
      text,
    }));
  const isClose = mayWhisper(prose.text) || findConfidence(prose.text) !== undefined;
  if (isClose || own?.some(isWhisper) === true || isUnread(on, own))
    return readQuietProse(on, { scene, prose, own });
  return segments.map(({ kind, text }) => ({ kind, text }));
}

/** A model was asked how the text is meant, and its answer cannot be used. */
const isUnread = (on: PlayContext, own: ParsedSegment[] | undefined): boolean =>
  own === undefined && on.turn.model.describe.kind !== "offline";

/** Text that is or may be a whisper. */
async function readQuietProse(
  on: PlayContext,
  of: {
    readonly scene: Scene;
    readonly prose: Prose;
    readonly own: ParsedSegment[] | undefined;
  },
): Promise<Segment[]> {
  const { scene, prose, own } = of;
  const people = await readPeople(on.turn.read, on.state.accountId, on.state);
  const isDirection = scene.kind === "meanwhile";
  const kept = isDirection
    ? undefined
    : findKeptFrom(prose.text, people, listOthers({ scene, prose }));
  const context: ProseContext = { on, scene, prose, people, kept };
  const names = [...people.names, ...[...on.cast.bots.values()].map(({ name }) => name)];
  const lead = isDirection ? undefined : findWhisperLead(prose.text, names);
  if (lead !== undefined) return readLeadingWhisper(context, lead, own);
  const isQuiet = mayWhisper(prose.text);
  const isSure =
    own !== undefined && (on.turn.model.describe.kind !== "offline" || own.some(isWhisper));
  const read = isSure ? own.map((segment) => addressSegment(context, segment, isQuiet)) : undefined;
  if (kept !== undefined && !isKeptIn(read, kept)) throw refuseUnclear(context);
  if (read !== undefined) return read;
  const isDoubtful = isQuiet || (isUnread(on, own) && doesNameSome(context));
  if (isDoubtful && hasOthers(context)) throw refuseUnclear(context);
  const segments: readonly ParsedSegment[] = own ?? [{ kind: "narration", text: prose.text }];
  return segments.map(({ kind, text }) => ({ kind, text }));
}

/** A reading may not tell people what the text itself keeps from them. */
const isKeptIn = (read: readonly Segment[] | undefined, kept: KeptFrom): boolean =>
  read?.every(({ to = [] }) => to.length > 0 && kept.isKeptBy(to)) === true;

type ParsedSegment = ParsedTurn["segments"][number];

interface ProseContext {
  readonly on: PlayContext;
  readonly scene: Scene;
  readonly prose: Prose;
  readonly people: People;
  readonly kept: KeptFrom | undefined;
}

/** Everyone present except the speaker: all who can be whispered to. */
const listOthers = ({ scene, prose }: Pick<ProseContext, "scene" | "prose">): string[] =>
  listPresent(scene).filter((id) => id !== (prose.speaker ?? you));

const isWhisper = ({ kind }: ParsedSegment): boolean => kind === "whisper";

/** The model's parse, if it matches the text. */
async function parseWithModel(
  on: PlayContext,
  scene: Scene,
  prose: Prose,
): Promise<ParsedSegment[] | undefined> {
  const isDirector = scene.kind === "meanwhile";
  const people = listPresent(scene).map((id) => nameOf(on.cast, id));
  const sections: PromptSection[] = [
    ...createSection("present", people),
    ...createSection("prose", [prose.text], prose.eventIds),
  ];
  const viewer = isDirector ? director : (prose.speaker ?? you);
  const request = buildRequest(on, {
    purpose: "parse_turn",
    viewer,
    instructions: proseInstructions(isDirector),
    sections,
  });
  const parsed = await withFallback(on.turn.model.object(request, readParsedTurn), undefined);
  const segments = parsed?.segments.filter(({ text }) => text.trim() !== "") ?? [];
  return segments.length > 0 && isOwnWords(segments, prose.text) ? segments : undefined;
}

/**
 * The text itself names the audience of the whisper. A parse may narrow down the whispered part,
 * but cannot make any of it public.
 */
function readLeadingWhisper(
  context: ProseContext,
  lead: WhisperLead,
  own: readonly ParsedSegment[] | undefined,
): Segment[] {
  const { prose } = context;
  if (
    lead.names.length === 0 ||
    lead.names.some((name) => !isEveryone(name) && isUnknownName(context, name))
  )
    throw refuseUnclear(context);
  const to = resolveAudience(context, lead.names);
  const secret = stripToWords(takeQuoted(prose.text.slice(lead.from)));
  const parts = (own ?? []).map((segment): Segment =>
    isWhisper(segment)
      ? { kind: "whisper", text: segment.text, to }
      : { kind: segment.kind, text: segment.text },
  );
  const whispered = stripToWords(
    parts.flatMap(({ to: some, text }) => (some === undefined ? [] : [text])).join(""),
  );
  if (secret !== "" && whispered.includes(secret)) return parts;
  const said = unquote(prose.text.slice(lead.from));
  return [{ kind: "whisper", text: stripToWords(said) === "" ? prose.text : said, to }];
}

/** The quoted words, or everything that follows when there is no quotation. */
const takeQuoted = (rest: string): string =>
  /^[\s:：,，]*(?:"([^"]+)"|“([^”]+)”|「([^」]+)」)/u
    .exec(rest)
    ?.slice(1)
    .find((part) => part !== undefined) ?? rest;
const unquote = (rest: string): string =>
  rest.trim().replace(/^(?:"([^"]*)"|“([^”]*)”|「([^」]*)」)$/u, "$1$2$3");

/** “her”, “the guard”: only the context tells who is meant. */
const isUnknownName = ({ people }: ProseContext, name: string): boolean =>
  people.findIds(name).length === 0 && isUnnamed(name);

/** A segment of a reliable parse, addressed only to characters the text itself names. */
function addressSegment(
  context: ProseContext,
  { kind, text, to }: ParsedSegment,
  isQuiet: boolean,
): Segment {
  if (kind !== "whisper" && !(isQuiet && (to ?? []).length > 0)) return { kind, text };
  const bots = listOthers(context);
  const names = to ?? [];
  if (names.length === 0 && bots.length === 1) return { kind, text, to: bots };
  const said = context.people.findNames(context.prose.text, (id) => bots.includes(id));
  const meant = new Set([...said.ids, ...said.ambiguous.flatMap(({ ids }) => ids)]);
  const isSaid = (name: string): boolean =>
    collapseSpaces(context.prose.text).toLowerCase().includes(collapseSpaces(name).toLowerCase());
  const isNamed = (name: string): boolean =>
    isEveryone(name) || isSaid(name) || context.people.findIds(name).some((id) => meant.has(id));
  if (names.length === 0 || !names.every(isNamed)) throw refuseUnclear(context);
  return { kind, text, to: resolveAudience(context, names) };
}

/**
 * The addressed characters, all of whom must be present. Of several with the same name, the present
 * one is meant.
 */
function resolveAudience(context: ProseContext, names: readonly string[]): string[] {
  const { on, scene, people } = context;
  const bots = listOthers(context);
  const ids = names.flatMap((name) => {
    if (isEveryone(name)) return bots;
    const called = people.findIds(name);
    const here = called.filter((id) => scene.present.has(id));
    if (here.length > 1) throw refuseUnclear(context);
    if (called.length === 0) throw new Refusal("unknown_person", { field: "prose", value: name });
    return [here[0] ?? (called[0] as string)];
  });
  assertPresent({ state: on.state, people }, scene, ids);
  const { speaker = you } = context.prose;
  return [
    ...addressTo(
      [...new Set(ids)].filter((id) => id !== speaker),
      speaker,
    ),
  ];
}

/** True when the text names some of those present and not all: it may be meant for them alone. */
function doesNameSome(context: ProseContext): boolean {
  const { people, prose } = context;
  const bots = listOthers(context);
  const { ids, ambiguous } = people.findNames(prose.text, (id) => bots.includes(id));
  const named = new Set([...ids, ...ambiguous.flatMap(({ ids: several }) => several)]);
  return bots.some((id) => named.has(id)) && !bots.every((id) => named.has(id));
}

/** True when a character is present, or named, from whom a whisper could be kept. */
function hasOthers(context: ProseContext): boolean {
  const { scene, people, prose } = context;
  const bots = listOthers(context);
  if (scene.kind === "meanwhile") return bots.length > 2;
  return bots.length > 1 || people.findNames(prose.text).ids.some((id) => !scene.present.has(id));
}

/** Nothing is said until the person has clarified the audience. */
function refuseUnclear(context: ProseContext): Refusal {
  const { on, people, prose, kept } = context;
  const others = listOthers(context);
  const keptFrom = kept?.ids ?? [];
  const may = others.filter((id) => !keptFrom.includes(id));
  const bots = may.length === 0 ? others : may;
  const named = people
    .findNames(prose.text, (id) => bots.includes(id))
    .ids.filter((id) => bots.includes(id));
  const [only] = named.length === 1 ? named : bots.length === 1 ? bots : [];
  const label = (id: string): string => nameOf(on.cast, id);
  return new Refusal("whisper_unclear", {
    field: "prose",
    ...(only === undefined ? {} : { name: label(only) }),
    present: bots.map((id) => ({ id, name: label(id) })),
    ...(keptFrom.length === 0
      ? {}
      : { kept_from: keptFrom.map((id) => ({ id, name: label(id) })) }),
  });
}
