import type { Pausable } from "../../../domain/slices.ts";
import {
  createRecallIndex,
  type RecallDocument,
  type RecallIndex,
} from "../../../recall/recall-index.ts";
import type { Memory } from "../state/chat-state.ts";

/** A full-text index of one owner's memories. It grows with them, and reindexes reworded ones. */
export interface MemoryIndex {
  readonly search: RecallIndex["search"];
  /** Indexes new and reworded memories since the last call. */
  update(rewritten: readonly Memory[]): Pausable<void>;
}

export function createMemoryIndex(memories: readonly Memory[]): MemoryIndex {
  const index = createRecallIndex();
  const places = new Map<Memory, number>();
  let seen = 0;
  return {
    search: (query) => index.search(query),
    // Another request may continue what this one has begun: nothing is kept over a pause.
    *update(rewritten) {
      while (seen < rewritten.length) {
        const place = places.get(rewritten[seen] as Memory);
        seen += 1;
        if (place === undefined) continue;
        index.replace(place, toDocument(memories[place] as Memory));
        yield;
      }
      while (index.size < memories.length) {
        const memory = memories[index.size] as Memory;
        places.set(memory, index.size);
        index.add(toDocument(memory));
        yield;
      }
    },
  };
}

/** Lines of a memory begin with the name of who says them. */
const speakerOfLine = /^([^:：\n]{1,40})[:：] /gmu;

function toDocument({ text, povSummary, storyTime, sceneId }: Memory): RecallDocument {
  const words = text === povSummary ? text : `${text}\n${povSummary}`;
  const at = Date.parse(storyTime);
  return {
    text: words,
    speakers: [...words.matchAll(speakerOfLine)].map(([, name = ""]) => name),
    at: Number.isNaN(at) ? undefined : at,
    thread: String(sceneId),
  };
}
