import { isTurnEvent } from "../state/fold-turns.ts";
import type { LineEvent, RecordedChatEvent } from "../state/events.ts";
import type { Pausable } from "../../../domain/slices.ts";
import { buildKnowledge, findUnheardPieces, learnEvent } from "../audit/knowledge.ts";
import { director } from "../state/witness.ts";
import { type StoryBranch } from "./amendment.ts";

interface ChangedPath {
  /** The amended path. */
  readonly path: readonly RecordedChatEvent[];
  /** The changed lines, in their original wording. */
  readonly turns: readonly LineEvent[];
  readonly only?: string | undefined;
}

/**
 * Later lines with words that their speaker (or, for an edit, anyone) can only have from what is no
 * longer true.
 */
export function* findContradictions(
  { path: was, cast }: StoryBranch,
  on: ChangedPath,
): Pausable<{ event: LineEvent; words: string[] }[]> {
  const viewer = on.only ?? director;
  const names = [...cast.bots.values()].map(({ name, persona, backstory }) =>
    [name, persona, backstory].join("\n"),
  );
  const { missed } = yield* buildKnowledge(viewer, { all: on.turns, path: on.path, open: [] });
  const { known } = yield* buildKnowledge(viewer, {
    all: [],
    path: [],
    open: [...names, cast.you?.name ?? ""],
  });
  const changed = new Set(on.turns.map(({ id }) => id));
  const first = [...changed].reduce((least, id) => Math.min(least, id), Infinity);
  const ids = new Set(was.map(({ id }) => id));
  const found: { event: LineEvent; words: string[] }[] = [];
  for (const event of on.path) {
    yield;
    if (!isTurnEvent(event)) continue;
    const isTheirs =
      on.only === undefined ||
      (event.kind === "assistant_turn" && event.payload.speaker_id === on.only);
    const isLater = event.id > first && ids.has(event.id) && !changed.has(event.id);
    const words =
      isTheirs && isLater
        ? findUnheardPieces(event.payload.text ?? "", { known, missed }).map(({ piece }) => piece)
        : [];
    // Words that were perceived independently become known; a character's own lines do not prove
    // anything.
    if (words.length === 0)
      learnEvent(
        { known, missed: new Map() },
        { viewer, event, counting: event, owners: new Map() },
      );
    else found.push({ event, words });
  }
  return found;
}
