import type { Model } from "../domain/ports/model.ts";
import { createModel, type ModelParts, otherModels } from "../model/create.ts";
import { guardedFetch } from "../outbound/safe-fetch.ts";
import type { Meaning } from "../skills/scenes/recall/meaning.ts";
import { openModelCalls } from "../store/model-calls.ts";
import type { Base } from "./base.ts";
import { openMeaning } from "./scenes.ts";
import { modelHosts, modelSettings } from "./settings.ts";

export interface Models {
  readonly model: Model;
  /** Others of the same server, by their names. */
  readonly others: (name: string) => Model | undefined;
  readonly meaning: Meaning | undefined;
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
    fetch: guardedFetch({
      allowedHosts: modelHosts(config),
      clock,
      timeoutMs: config.model.timeouts.total_seconds * 1000,
      maxBytes: 8_000_000,
    }),
    offline: { language: config.default_language },
  };
  const model = createModel(parts);
  return { model, others: otherModels(parts), meaning: openMeaning(db, model) };
}
