import type { Chance, Clock } from "../domain/ports/clock.ts";
import type { FileReader } from "../domain/ports/file-reader.ts";
import type { Model } from "../domain/ports/model.ts";
import type { Reads } from "../domain/ports/reads.ts";
import type { ScenesApi } from "../domain/views/scenes.ts";
import type { ReplayReport } from "../domain/views/story-replay.ts";
import type { SharedStoriesApi } from "../domain/views/shared-stories.ts";
import type { StoryAudit } from "../domain/views/story-time.ts";
import { auditStory } from "../skills/scenes/audit/run.ts";
import { queueByAccount } from "../skills/scenes/api/decide-in-chat.ts";
import { createScenesApi } from "../skills/scenes/api/scenes-api.ts";
import { type ChatStates, createChatStates } from "../skills/scenes/state/chat-states.ts";
import {
  createSemanticSearch,
  type SemanticSearch,
} from "../skills/scenes/recall/semantic-search.ts";
import { createRecall } from "../skills/scenes/recall/recall.ts";
import { createSharedStoriesApi } from "../skills/scenes/shared/shared-stories.ts";
import { replayStory } from "../skills/scenes/replay/replay.ts";
import type { Database } from "../store/database/database.ts";
import { openLinkCodes } from "../store/link-codes.ts";
import type { Keys } from "../store/secrets.ts";
import { openMemoryVectors } from "../store/memory-vectors.ts";
import type { Projector } from "../store/log/projector.ts";
import { openDecisions } from "../turn/decisions.ts";
import { openFileReader } from "./file-reader.ts";

export interface SceneParts {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
  /** Other models by their names. */
  readonly models?: ((name: string) => Model | undefined) | undefined;
  /** The prompt builder of turns, so that a preview shows the same. */
  readonly model?: Model | undefined;
  readonly semanticSearch?: SemanticSearch | undefined;
  /** One for the whole process. */
  readonly fileReader?: FileReader | undefined;
}

/** Chats that this process keeps folded: those in use, and a few more. */
const chatsInMemory = 50;

export const openChatStates = (): ChatStates => createChatStates({ most: chatsInMemory });

/** Stories for programs and the page, over the product's own database. */
export const openScenesApi = (on: SceneParts): ScenesApi =>
  createScenesApi({
    decisions: openDecisions(on),
    models: on.models,
    model: on.model,
    semanticSearch: on.semanticSearch,
    fileReader: on.fileReader ?? openFileReader(on.clock),
  });

/** Stories of several people, over the product's own database. */
export function openSharedStories(on: SceneParts & { readonly keys: Keys }): SharedStoriesApi {
  const decisions = queueByAccount(openDecisions(on));
  return createSharedStoriesApi({
    decisions,
    codes: openLinkCodes(on.keys),
    audit: (accountId, { chatId }) =>
      decisions.read(accountId, (read) => storyAudit(read, { accountId, chatId })),
    now: () => on.clock.now(),
  });
}

/** By the meaning of memories, while the model has embeddings: they may be connected at any time. */
export const openSemanticSearch = (db: Database): SemanticSearch =>
  createSemanticSearch(openMemoryVectors(db));

/** Checks every prompt of a chat against what its character witnessed. */
export const storyAudit = (
  read: Reads,
  of: Parameters<typeof auditStory>[1],
): Promise<StoryAudit> => auditStory({ read, recall: createRecall() }, of);

/** Replays a chat from its record and compares the events. */
export const storyReplay = (
  read: Reads,
  of: { readonly chatId: string; readonly accountId: string },
): Promise<ReplayReport> => replayStory(read, of);
