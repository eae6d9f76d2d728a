import type { Log } from "../domain/ports/log.ts";
import type { ModelFailure, ModelTrouble } from "../domain/ports/model.ts";

/**
 * Problems with the settings of each model. Logged once when one begins and once when it is over.
 */
export interface Troubles {
  met(
    reason: ModelTrouble,
    about: { readonly model: string } & Readonly<Record<string, unknown>>,
  ): void;
  over(model: string): void;
  now(): ModelTrouble | undefined;
}

const sentences: Readonly<Record<ModelTrouble, string>> = {
  key_refused: "the model provider refuses the key; check MEANWHILE_MODEL_API_KEY",
  model_unknown:
    "the model provider knows no such model or path; check MEANWHILE_MODEL and MEANWHILE_MODEL_BASE_URL",
  address_wrong: "no model answers at the address that is set; check MEANWHILE_MODEL_BASE_URL",
};

export function watchTroubles(log: Log): Troubles {
  const known = new Map<string, ModelTrouble>();
  return {
    met(reason, about) {
      if (known.get(about.model) === reason) return;
      known.set(about.model, reason);
      log.error({ reason, ...about }, sentences[reason]);
    },
    over(model) {
      const reason = known.get(model);
      if (known.delete(model)) log.info({ reason, model }, "the model answers again");
    },
    now: () => known.values().next().value,
  };
}

export const isTrouble = (code: ModelFailure["code"]): code is ModelTrouble =>
  Object.hasOwn(sentences, code);
