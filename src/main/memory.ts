import type { MemoryApi } from "../domain/views/memory.ts";
import { createMemoryApi } from "../skills/memory/api/memory-api.ts";
import { type DecisionsDeps, openDecisions } from "../turn/decisions.ts";

/** What is remembered of a person, for programs and the page. */
export const openMemoryApi = (on: DecisionsDeps): MemoryApi =>
  createMemoryApi({ decisions: openDecisions(on) });
