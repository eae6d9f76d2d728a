/** What is remembered of a person. Declared by the server; this file gives it the page's names. */
import type { MemoryView, RememberingTalk as Talk } from "../../../src/domain/views/memory.ts";
import type {
  MemoryListAnswer,
  RememberingTalksAnswer,
} from "../../../src/api/routes/memory-routes.ts";

export type Memory = MemoryView;
export type Memories = MemoryListAnswer;
export type RememberingTalk = Talk;
export type RememberingTalks = RememberingTalksAnswer;
