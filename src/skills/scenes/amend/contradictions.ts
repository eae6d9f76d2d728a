import type { RecordedEvent } from "../../../domain/events.ts";
import { knowledgeOf, strangeWords, take } from "../audit/knowledge.ts";
import { text } from "../state/payload.ts";
import { director } from "../state/witness.ts";
import { isTurnEvent, type Told } from "./amendment.ts";

interface Changed {
  /** As it reads from now on. */
  readonly path: readonly RecordedEvent[];
  /** Lines that read otherwise, as they were. */
  readonly turns: readonly RecordedEvent[];
  readonly only?: string | undefined;
}

/** Lines said later by words that their speaker, or with an edit anybody, can only have from what is no longer so. */
export function contradictions(
  { path: was, cast }: Told,
  on: Changed,
): { event: RecordedEvent; words: string[] }[] {
  const viewer = on.only ?? director;
  const names = [...cast.bots.values()].map(({ name, persona, backstory }) =>
    [name, persona, backstory].join("\n"),
  );
  const { missed } = knowledgeOf(viewer, { all: on.turns, path: on.path, open: [] });
  const { known } = knowledgeOf(viewer, {
    all: [],
    path: [],
    open: [...names, cast.you?.name ?? ""],
  });
  const changed = new Set(on.turns.map(({ id }) => id));
  const [first, ids] = [Math.min(...changed), new Set(was.map(({ id }) => id))];
  return on.path.filter(isTurnEvent).flatMap((event) => {
    const isTheirs = on.only === undefined || event.payload["speaker_id"] === on.only;
    const isLater = event.id > first && ids.has(event.id) && !changed.has(event.id);
    const words =
      isTheirs && isLater
        ? strangeWords(text(event.payload, "text"), { known, missed }).map(({ piece }) => piece)
        : [];
    // What was heard before it was said again is known. What one says oneself proves nothing.
    if (words.length === 0)
      take({ known, missed: new Map() }, { viewer, event, counting: event, owners: new Map() });
    return words.length === 0 ? [] : [{ event, words }];
  });
}
