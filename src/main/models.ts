import type { Model } from "../domain/ports/model.ts";
import { createModel, type ModelParts, otherModels } from "../model/create.ts";
import { createGuardedFetch } from "../outbound/safe-fetch.ts";
import type { SemanticSearch } from "../skills/scenes/recall/semantic-search.ts";
import { openModelCalls } from "../store/model-calls.ts";
import type { Base } from "./base.ts";
import { openSemanticSearch } from "./scenes.ts";
import { modelHosts, modelSettings } from "./settings.ts";

export interface Models {
  readonly model: Model;
  /** Other models of the same server, by name. */
  readonly others: (name: string) => Model | undefined;
  readonly semanticSearch: SemanticSearch | undefined;
}

export function openModels({
  config,
  store: { db },
  clock,
  chance,
  log,
  metrics,
  failpoints,
}: Base): Models {
  const parts: ModelParts = {
    settings: modelSettings(config),
    ledger: openModelCalls(db, log, { failpoints, day: { clock, zone: config.default_timezone } }),
    clock,
    chance,
    log,
    metrics,
    fetch: createGuardedFetch({
      allowedHosts: modelHosts(config),
      clock,
      timeoutMs: config.model.timeouts.total_seconds * 1000,
      maxBytes: 8_000_000,
    }),
    offline: { language: config.default_language },
  };
  const model = createModel(parts);
  return { model, others: otherModels(parts), semanticSearch: openSemanticSearch(db, model) };
}
