import type { Log } from "../domain/ports/log.ts";
import type { Model } from "../domain/ports/model.ts";
import { engine } from "../domain/principal.ts";
import type { CompanionApi } from "../domain/views/companion.ts";
import type { InitiativeApi } from "../domain/views/initiative.ts";
import type { MemoryApi } from "../domain/views/memory.ts";
import type { ReviewApi } from "../domain/views/review.ts";
import { createCompanionApi } from "../skills/companion/api/companion-api.ts";
import { createInitiativeApi } from "../skills/initiative/api/initiative-api.ts";
import { createMemoryApi } from "../skills/memory/api/memory-api.ts";
import { createReviewApi } from "../skills/review/api/review-api.ts";
import { createStageCharacters } from "../skills/scenes/companion/stage-characters.ts";
import { listPendingTalks, readTalk } from "../skills/memory/read-talk.ts";
import { openSoleWorker } from "../store/work/sole-worker.ts";
import { type DecisionsDeps, openDecisions } from "../turn/decisions.ts";
import { openChatStates } from "./scenes.ts";

/** What is remembered of a person, for programs and the page. */
export const openMemoryApi = (on: DecisionsDeps): MemoryApi =>
  createMemoryApi({ decisions: openDecisions(on) });

/** What a person did on some days, for programs. */
export const openReviewApi = (on: DecisionsDeps): ReviewApi =>
  createReviewApi({ decisions: openDecisions(on) });

/** Whether the companion may write first, for programs and the page. */
export const openInitiativeApi = (on: DecisionsDeps): InitiativeApi =>
  createInitiativeApi({ decisions: openDecisions(on) });

/** Who talks with a person, for programs and the page. */
export const openCompanionApi = (on: DecisionsDeps): CompanionApi =>
  createCompanionApi({
    decisions: openDecisions(on),
    characters: createStageCharacters({ states: openChatStates() }),
  });

/** Pause between two rounds. A talk is read when it has come to rest for about that long. */
const roundMs = 20_000;
const talksARound = 5;
/** A talk whose reading failed waits. */
const restMs = 600_000;

interface ReadingParts extends DecisionsDeps {
  readonly model: Model;
  readonly log: Log;
  /** Names this process. */
  readonly holder: string;
}

/**
 * Lets the model read talks for what people state about themselves, off the path of any answer. One
 * process does it for all. Without a model that understands language there is nothing to read with.
 */
export function startTalkReading(on: ReadingParts): { close(): Promise<void> } {
  const reader = { decisions: openDecisions(on), model: on.model };
  const resting = new Map<string, number>();
  const round = async (signal: AbortSignal): Promise<void> => {
    // One may be connected while the product runs.
    if (on.model.describe.kind === "offline") return;
    const pending = await on.db.transaction(engine, (sql) => listPendingTalks(sql, 100));
    const ready = pending.filter(
      ({ conversationId }) => (resting.get(conversationId) ?? 0) <= on.clock.now(),
    );
    for (const talk of ready.slice(0, talksARound)) {
      if (signal.aborted) return;
      await readTalk(reader, talk, signal).catch((error: unknown) => {
        resting.set(talk.conversationId, on.clock.now() + restMs);
        on.log.warn({ error }, "a talk could not be read for memories; it is tried again later");
      });
    }
  };
  const sole = openSoleWorker(on);
  sole.hold("memory", async (signal) => {
    while (!signal.aborted) {
      await on.clock.wait(roundMs, signal);
      if (!signal.aborted) await round(signal);
    }
  });
  return { close: () => sole.close() };
}
