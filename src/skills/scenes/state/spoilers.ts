import type { Reads } from "../../../domain/ports/reads.ts";
import { type Pausable, slices } from "../../../domain/slices.ts";
import type { SpoilerFilter } from "../../../domain/views/story-time.ts";
import { readChatEvents } from "./read-log.ts";
import { findActivePath, type Paths } from "./path.ts";
import { isEventOf, type RecordedEvent } from "../../../domain/events/catalogue.ts";
import { readCites, readId, readPosition, readSceneId, type RecordedChatEvent } from "./events.ts";
import { isTurnEvent } from "./fold-turns.ts";
import type { ChatState } from "./chat-state.ts";
import { foldChat } from "./fold.ts";

/**
 * Events that would spoil the story: lines of scenes the person has not seen, and everything
 * derived from them.
 */
export type HiddenEvents = ReadonlySet<number>;

/**
 * Hidden scenes are sealed ones and unattended ones that are not being watched. Without a filter
 * nothing is hidden.
 */
export async function findHiddenEvents(
  read: Reads,
  state: ChatState,
  spoilers: SpoilerFilter | undefined,
): Promise<HiddenEvents> {
  if (spoilers === undefined) return new Set();
  const elsewhere = await readHiddenElsewhere(read, state, state.broughtFrom);
  const scenes = findHiddenScenes(state, spoilers.watched);
  const isOpen =
    scenes.size === 0 && [...elsewhere.values()].every(({ events }) => events.size === 0);
  if (isOpen) return new Set();
  const path = await slices.run(findActivePath(await readChatEvents(read, state.id, 0)));
  const here = await slices.run(traceHidden(path, { scenes, elsewhere }));
  return new Set([...here.events, ...[...elsewhere.values()].flatMap(({ events }) => [...events])]);
}

/** What would spoil the stories that memories were brought from. */
async function readHiddenElsewhere(
  read: Reads,
  { accountId }: Pick<ChatState, "accountId">,
  chatIds: Iterable<string>,
): Promise<HiddenSources["elsewhere"]> {
  const elsewhere = new Map<string, TracedEvents>();
  for (const chatId of chatIds) {
    const path = await slices.run(findActivePath(await readChatEvents(read, chatId, 0)));
    const other = await slices.run(foldChat({ id: chatId, accountId }, path));
    const scenes = findHiddenScenes(other, []);
    elsewhere.set(chatId, await slices.run(traceHidden(path, { scenes, elsewhere: new Map() })));
  }
  return elsewhere;
}

interface OneStory {
  readonly chatId: string;
  readonly accountId: string;
}

/**
 * Events of any branch that would spoil the story, with the digests of sealed scenes. Versions of
 * replies that are not active count as well.
 */
export async function readSealedEvents(
  read: Reads,
  of: OneStory,
  { byBranch, inactive }: Paths,
): Promise<HiddenEvents> {
  const elsewhere = await readHiddenElsewhere(read, of, listOrigins([...byBranch.values()].flat()));
  const sealed = new Set<number>();
  for (const [branch, path] of byBranch) {
    const scenes = await foldHiddenScenes(of, path);
    const others = [...(inactive.get(branch)?.values() ?? [])].flat();
    const found = await slices.run(listSealed([...path, ...others], { scenes, elsewhere }));
    for (const id of found) sealed.add(id);
  }
  return sealed;
}

/** Removes from a path what would spoil the story. */
export type SpoilerCover = (path: readonly RecordedChatEvent[]) => Pausable<RecordedChatEvent[]>;

/**
 * For a path and changed versions of it: a scene that is sealed now stays so where its digest no
 * longer counts.
 */
export async function openSpoilerCover(
  read: Reads,
  of: OneStory,
  path: readonly RecordedChatEvent[],
): Promise<SpoilerCover> {
  const elsewhere = await readHiddenElsewhere(read, of, listOrigins(path));
  const scenes = await foldHiddenScenes(of, path);
  return function* cover(changed) {
    const sealed = yield* listSealed(changed, { scenes, elsewhere });
    return changed.filter(({ id }) => !sealed.has(id));
  };
}

const listOrigins = (events: readonly RecordedChatEvent[]): Set<string> =>
  new Set(
    events.flatMap((event) =>
      event.kind === "memory_written" ? (event.payload.brought_from?.chat_id ?? []) : [],
    ),
  );

const foldHiddenScenes = async (
  { chatId, accountId }: OneStory,
  path: readonly RecordedChatEvent[],
): Promise<Set<number>> =>
  findHiddenScenes(await slices.run(foldChat({ id: chatId, accountId }, path)), []);

function* listSealed(
  events: readonly RecordedChatEvent[],
  hidden: HiddenSources,
): Pausable<Set<number>> {
  const { events: sealed } = yield* traceHidden(events, hidden);
  for (const event of events)
    if (event.kind === "digest_written" && hidden.scenes.has(event.payload.scene_id))
      sealed.add(event.id);
  return sealed;
}

function findHiddenScenes(
  { digests, plans, scenes }: ChatState,
  watched: readonly number[],
): Set<number> {
  const sealed = [...digests.values()].flatMap(({ sceneId, sealed: isSealed }) =>
    isSealed ? [sceneId] : [],
  );
  const running = [...plans.values()].flatMap(({ status, sceneId }) =>
    status === "running" && sceneId !== null ? [sceneId] : [],
  );
  return new Set([
    ...sealed,
    ...running.filter((id) => !watched.includes(id) && scenes.get(id)?.closedAt === null),
  ]);
}

interface TracedEvents {
  readonly events: Set<number>;
  /** Ids of hidden lines and memories, which other events cite. */
  readonly cited: Set<string>;
}

interface HiddenSources {
  readonly scenes: ReadonlySet<number>;
  readonly elsewhere: ReadonlyMap<string, TracedEvents>;
}

/** Events are visited in path order, so sources come before what is derived from them. */
function* traceHidden(
  path: readonly RecordedChatEvent[],
  hidden: HiddenSources,
): Pausable<TracedEvents> {
  const found: TracedEvents = { events: new Set(), cited: new Set() };
  for (const event of path) {
    yield;
    if (!isHidden(event, found, hidden)) continue;
    found.events.add(event.id);
    // Rows of a line that was said again have the position of the line that it replaced.
    found.events.add(readPosition(event));
    const id = readId(event);
    if (id !== "") found.cited.add(id);
  }
  return found;
}

const derivedKinds = [
  "memory_written",
  "thread_detected",
  "thread_changed",
  "edge_update",
  "relationship_summarised",
  "manual_edit",
] as const;

function isHidden(
  event: RecordedChatEvent,
  { cited }: TracedEvents,
  { scenes, elsewhere }: HiddenSources,
): boolean {
  if (isTurnEvent(event))
    return (
      scenes.has(event.payload.scene_id ?? 0) || scenes.has(event.payload.meanwhile_scene_id ?? 0)
    );
  if (!isEventOf(event, ...derivedKinds)) return false;
  return (
    scenes.has(readSceneId(event) ?? 0) ||
    (event.kind === "memory_written" && isBroughtFromHidden(event, elsewhere)) ||
    (event.kind === "manual_edit" && cited.has(event.payload.target_id)) ||
    (event.kind === "thread_changed" && cited.has(event.payload.id)) ||
    readCites(event).some((id) => cited.has(id))
  );
}

function isBroughtFromHidden(
  { payload: { brought_from: from } }: RecordedEvent<"memory_written">,
  elsewhere: HiddenSources["elsewhere"],
): boolean {
  return elsewhere.get(from?.chat_id ?? "")?.cited.has(from?.memory_id ?? "") === true;
}
