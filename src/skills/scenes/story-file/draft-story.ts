import type { ChatEventDraft } from "../state/events.ts";
import { decodeEvent } from "../../../domain/events/decode.ts";
import type { Json, JsonObject } from "../../../domain/json.ts";
import type { ChatEvent } from "../../../domain/events/story.ts";
import { cleanFields } from "../../../domain/text.ts";
import { refuseFile } from "../formats/file-refusal.ts";
import { keepList, keepText, omitFields, readObject } from "../formats/lenient-json.ts";
import { draftStoryEvent, placeInChat } from "../state/story-events.ts";
import { rootBranch, versionKind } from "../state/path.ts";
import { you } from "../state/chat-state.ts";
import { storyFileShapes } from "./story-file-shapes.ts";
import {
  characterFields,
  characterLists,
  type EventLine,
  isBranchLine,
  isMemoryTarget,
  mapCharacters,
  mapFactCites,
  nestedKinds,
  type ParsedStory,
} from "./story-lines.ts";

export interface StoryTarget {
  readonly chatId: string;
  readonly accountId: string;
  readonly now: number;
  /** The account's character for each one of the file. */
  readonly characters: ReadonlyMap<string, string>;
  newId(): string;
}

interface Branch {
  readonly id: string;
  /** By version of a reply that is not active: the places of its events. */
  readonly asides: Map<number, number[]>;
  /** The events of its path so far. */
  readonly path: readonly EventLine[];
}

/**
 * The events of a story's file, for a new story. They are written in this order and nothing else is
 * written to the story's stream before them, so their places in it are known here.
 */
export function* draftStory(
  { head, body }: ParsedStory,
  to: StoryTarget,
): Generator<ChatEventDraft> {
  const ids = new Map(body.flatMap((line) => (isBranchLine(line) ? [] : [[line.n, to.newId()]])));
  const turnIds = new Map<number, string>();
  const toTurnId = (nth: number): string => {
    const known = turnIds.get(nth) ?? to.newId();
    turnIds.set(nth, known);
    return known;
  };
  const resolver: Resolver = { ids, toTurnId, to, head, places: new Map() };
  const branches: { id: string; asides: Map<number, number[]>; path: EventLine[] }[] = [
    { id: rootBranch, asides: new Map(), path: [] },
  ];
  let place = 0;
  const moment = (branchId: string) => ({
    chat: { id: to.chatId, accountId: to.accountId, branchId },
    now: to.now,
  });
  for (const line of body) {
    place += 1;
    const current = branches.at(-1) as (typeof branches)[number];
    if (isBranchLine(line)) {
      const base = branches[line.of];
      const at = base?.path.findIndex(({ n }) => n === line.from) ?? -1;
      if (base === undefined || at === -1) throw refuseFile("not_a_story", { field: "branch" });
      const path = base.path.slice(0, at + 1);
      const made = { id: to.newId(), asides: listAsides(path, resolver), path };
      branches.push(made);
      yield draftStoryEvent(moment(rootBranch), "chat_branched", {
        branch_id: made.id,
        parent_branch_id: base.id,
        from_event_id: 0,
        from_place: resolver.places.get(line.from) ?? 0,
      });
      continue;
    }
    if ((line.kind === "chat_created") !== (place === 1))
      throw refuseFile("not_a_story", { event: line.n, field: "kind" });
    resolver.places.set(line.n, place);
    current.path.push(line);
    noteAside(current.asides, line, place);
    const turnId = line.turn === undefined ? undefined : toTurnId(line.turn);
    // Its kind has a shape, and all shapes are of a story's events.
    yield placeInChat({ ...moment(current.id), turnId }, toEvent(line, resolver)) as ChatEventDraft;
  }
  if (place === 0) throw refuseFile("not_a_story");
  yield* arrange(branches, { head, ids, moment });
}

/** Which versions count, and which branch is played. */
function* arrange(
  branches: readonly Branch[],
  {
    head,
    ids,
    moment,
  }: {
    readonly head: ParsedStory["head"];
    readonly ids: ReadonlyMap<number, string>;
    moment(branchId: string): Parameters<typeof draftStoryEvent>[0];
  },
): Generator<ChatEventDraft> {
  for (const { id, asides } of branches.filter((one) => one.asides.size > 0))
    yield draftStoryEvent(moment(rootBranch), versionKind, {
      branch_id: id,
      aside_places: [...asides].map(([n, places]) => ({ line_id: ids.get(n) ?? "", places })),
    });
  const active = branches[head.active];
  if (active !== undefined && active.id !== rootBranch)
    yield draftStoryEvent(moment(rootBranch), "branch_switched", { branch_id: active.id });
}

interface Resolver {
  readonly ids: ReadonlyMap<number, string>;
  readonly places: Map<number, number>;
  readonly to: StoryTarget;
  readonly head: ParsedStory["head"];
  toTurnId(nth: number): string;
}

function noteAside(asides: Map<number, number[]>, { aside }: EventLine, place: number): void {
  if (aside !== undefined) asides.set(aside, [...(asides.get(aside) ?? []), place]);
}

function listAsides(path: readonly EventLine[], { places }: Resolver): Map<number, number[]> {
  const asides = new Map<number, number[]>();
  for (const line of path) noteAside(asides, line, places.get(line.n) ?? 0);
  return asides;
}

/** An event with ids in place of numbers, checked. */
function toEvent(line: EventLine, on: Resolver): Pick<ChatEvent, "kind" | "payload"> {
  const shape = Object.hasOwn(storyFileShapes, line.kind) ? storyFileShapes[line.kind] : undefined;
  if (shape === undefined) throw refuseFile("not_a_story", { event: line.n, kind: line.kind });
  const fields = resolveFields(line, on);
  const result = shape.safeParse(fields);
  if (!result.success) {
    const field = result.error.issues[0]?.path.join(".") ?? "";
    throw refuseFile("not_a_story", { event: line.n, kind: line.kind, field });
  }
  const sources = (line.sources ?? []).flatMap((n) => on.places.get(n) ?? []);
  const known = Object.entries(fields).filter(([name]) => Object.hasOwn(shape.shape, name));
  const payload: JsonObject = {
    ...cleanFields(Object.fromEntries(known)),
    ...(sources.length === 0 ? {} : { source_places: sources }),
  };
  return decodeEvent(line.kind, payload) as Pick<ChatEvent, "kind" | "payload">;
}

function resolveFields({ n, kind, payload }: EventLine, on: Resolver): JsonObject {
  const toId = (value: Json | undefined): string => {
    const id = typeof value === "number" ? on.ids.get(value) : undefined;
    if (id === undefined) throw refuseFile("not_a_story", { event: n, refers_to: value });
    return id;
  };
  const who = (value: Json): string => {
    const id = value === you ? you : on.to.characters.get(keepText(value));
    if (id === undefined) throw refuseFile("not_a_story", { event: n, character: value });
    return id;
  };
  const { beat, ...fields } = nestedKinds.has(kind)
    ? nameMeetings(readObject(mapCharacters(payload, who)), on)
    : payload;
  const changed: Record<string, Json | undefined> = { ...fields };
  for (const name of characterFields)
    if (typeof fields[name] === "string" && fields[name] !== "") changed[name] = who(fields[name]);
  for (const name of characterLists)
    if (name in fields) changed[name] = keepList(fields[name]).map(who);
  if (isMemoryTarget(kind)) changed["target_id"] = toId(fields["target_id"]);
  if ("cites" in fields) changed["cites"] = keepList(fields["cites"]).map(toId);
  if ("knowledge_facts" in fields)
    changed["knowledge_facts"] = mapFactCites(fields["knowledge_facts"], (all) => all.map(toId));
  if ("version_of" in fields) changed["version_of"] = toId(fields["version_of"]);
  if ("details" in fields) changed["details"] = omitFields(readObject(fields["details"]), ["tell"]);
  if (typeof beat === "number") changed["beat_turn_id"] = on.toTurnId(beat);
  if ("segments" in fields)
    changed["segments"] = keepList(fields["segments"]).map((one): Json => {
      const segment = readObject(one);
      return "to" in segment ? { ...segment, to: keepList(segment["to"]).map(who) } : segment;
    });
  return { ...changed, ...ownId({ n, kind, id: fields["id"] }, { on, toId }) };
}

/** Meetings have ids of their own, which nothing cites. */
function nameMeetings(payload: JsonObject, on: Resolver): JsonObject {
  const { meetings } = payload;
  return meetings === undefined
    ? payload
    : {
        ...payload,
        meetings: keepList(meetings).map((one) => ({ ...readObject(one), id: on.to.newId() })),
      };
}

function ownId(
  { n, kind, id }: { readonly n: number; readonly kind: string; readonly id: Json | undefined },
  { on, toId }: { readonly on: Resolver; toId(value: Json | undefined): string },
): JsonObject {
  if (kind === "chat_created") return { id: on.to.chatId };
  return { id: id === undefined ? toId(n) : toId(id), chat_id: on.to.chatId };
}
