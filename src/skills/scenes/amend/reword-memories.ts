import type { PayloadOf } from "../../../domain/events/catalogue.ts";
import type { Amend } from "../../../domain/events/story.ts";
import type { Pausable } from "../../../domain/slices.ts";
import { foldChat } from "../state/fold.ts";
import { readText, type RecordedChatEvent } from "../state/events.ts";
import { openSources } from "../state/witness.ts";
import { type DirectChange, type StoryBranch, applyAmends } from "./amendment.ts";
import type { IsStale } from "./stale-words.ts";

interface RewordedMemories {
  readonly amends: readonly Amend[];
  readonly withdraws: readonly number[];
}

/** The lines of each turn as its owner perceived them. */
export type PerceivedLines = (owner: string) => Pausable<ReadonlyMap<string, readonly string[]>>;

/**
 * Rewords memories to match the new lines as each owner perceived them. A memory with nothing left
 * is withdrawn.
 */
export function* rewordMemories(
  story: StoryBranch,
  change: DirectChange,
  isStale: IsStale,
): Pausable<RewordedMemories> {
  const [before, after] = [
    yield* mapPerceived(story, story.path),
    yield* mapPerceived(story, applyAmends(story.path, change.amends)),
  ];
  const pairs = listReplacements(story, change);
  const turnIds = new Set(change.turnIds);
  const amends: Amend[] = [];
  const withdraws: number[] = [];
  for (const event of story.path) {
    yield;
    if (event.kind !== "memory_written") continue;
    const { cites = [], owner_id: owner } = event.payload;
    const isTouched =
      cites.some((id) => turnIds.has(id)) && (change.only === undefined || owner === change.only);
    if (!isTouched && !isStale(readTexts(event.payload).join("\n"), { owner, event })) continue;
    const set = rewordMemory(event.payload, {
      before: yield* before(owner),
      after: yield* after(owner),
      pairs,
    });
    if (set.text === "") withdraws.push(event.id);
    else
      amends.push({
        event_id: event.id,
        set: isStale(set.pov_summary, { owner, event }) ? { ...set, pov_summary: set.text } : set,
      });
  }
  return { amends, withdraws };
}

const readTexts = (payload: PayloadOf<"memory_written">): [string, string] => [
  payload.text ?? "",
  payload.pov_summary ?? "",
];

export function* mapPerceived(
  { chatId, accountId, cast }: StoryBranch,
  path: readonly RecordedChatEvent[],
): Pausable<PerceivedLines> {
  const state = yield* foldChat({ id: chatId, accountId }, path);
  const known = new Map<string, ReadonlyMap<string, readonly string[]>>();
  return function* (owner) {
    const before = known.get(owner);
    if (before !== undefined) return before;
    const heard = new Map<string, readonly string[]>();
    for (const { turn, known: words } of openSources(state, cast, owner).eachTurn()) {
      heard.set(turn.id, words.lines);
      yield;
    }
    known.set(owner, heard);
    return heard;
  };
}

/** Original wordings with their replacements. */
function listReplacements(
  { path }: StoryBranch,
  { amends }: DirectChange,
): [was: string, is: string][] {
  const byId = new Map(path.map((event) => [event.id, event]));
  return amends.flatMap(({ event_id, set }): [string, string][] => {
    const event = byId.get(event_id);
    const was = event === undefined ? "" : readText(event);
    return was === "" || set.text === undefined ? [] : [[was, set.text]];
  });
}

interface Wording {
  readonly before: ReadonlyMap<string, readonly string[]>;
  readonly after: ReadonlyMap<string, readonly string[]>;
  readonly pairs: readonly [was: string, is: string][];
}

/**
 * A memory generated from perceived lines is generated again; in an imported memory only the
 * changed words are replaced.
 */
function rewordMemory(
  payload: PayloadOf<"memory_written">,
  { before, after, pairs }: Wording,
): { readonly text: string; readonly pov_summary: string; readonly cites: readonly string[] } {
  const { cites = [] } = payload;
  const joinLines = (of: ReadonlyMap<string, readonly string[]>): string =>
    cites.flatMap((id) => of.get(id) ?? []).join("\n");
  const [said, seen] = readTexts(payload);
  const isOurs = said === joinLines(before) || !pairs.some(([was]) => said.includes(was));
  const now = isOurs ? joinLines(after) : replaceWords(said, pairs);
  const heard = cites.filter((id) => after.has(id));
  return {
    text: now,
    pov_summary: seen === said || seen === "" ? now : replaceWords(seen, pairs),
    cites: heard,
  };
}

const replaceWords = (words: string, by: readonly [was: string, is: string][]): string =>
  by.reduce((now, [was, is]) => now.replaceAll(was, () => is), words);
