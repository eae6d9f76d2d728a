import type { Language } from "../domain/language.ts";
import type { Chance, Clock } from "../domain/ports/clock.ts";
import type { Log, Metrics } from "../domain/ports/log.ts";
import type { Model, ModelCallLedger, PriceList } from "../domain/ports/model.ts";
import { createEmbeddings, type EmbeddingsOptions } from "./embeddings.ts";
import { createOfflineModel } from "./offline.ts";
import type { Abilities } from "./offline-words.ts";
import { createProviderModel } from "./provider.ts";

/** The settings. All are optional: without an address and a name there is no model. */
export interface ModelSettings {
  /** An OpenAI-compatible server, up to and including its `/v1`. */
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly model?: string | undefined;
  /** The model that plays stories. `model` when it is not set. */
  readonly stories?: string | undefined;
  /** A smaller model for whatever is not in `mainPurposes`. */
  readonly classifier?: string | undefined;
  /** Asked once when the model stays busy. */
  readonly fallback?: string | undefined;
  /** Purposes for which the main model answers: those whose words a person reads. */
  readonly mainPurposes?: readonly string[] | undefined;
  readonly timeouts?:
    | { readonly firstTokenMs?: number; readonly idleMs?: number; readonly totalMs?: number }
    | undefined;
  readonly retryBudgetMs?: number | undefined;
  readonly dailyTokenCap?: number | undefined;
  readonly serverTokenCap?: number | undefined;
  readonly maxToolCalls?: number | undefined;
  readonly maxToolRounds?: number | undefined;
  readonly maxChars?: number | undefined;
  /** Whether it sees pictures. */
  readonly images?: boolean | undefined;
  /** How many tokens it takes. */
  readonly contextTokens?: number | undefined;
  /** Other models of the server that stories may choose. */
  readonly choices?: readonly string[] | undefined;
  readonly priceList?: PriceList | undefined;
  /** The embeddings model and its server. */
  readonly embeddings?:
    | Pick<EmbeddingsOptions, "model" | "baseUrl" | "apiKey" | "waitMs">
    | undefined;
}

export interface ModelParts {
  readonly settings: ModelSettings;
  readonly ledger: ModelCallLedger;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly fetch: typeof globalThis.fetch;
  /** The language of the offline model. */
  readonly offline?:
    | { readonly language?: Language | undefined; readonly abilities?: Abilities | undefined }
    | undefined;
}

/** The model that the settings describe, or the offline one; with embeddings, where they are switched on. */
export function createModel(parts: ModelParts): Model {
  const { settings, offline: _offline, ...ports } = parts;
  const { embeddings } = settings;
  if (embeddings === undefined) return speakingModel(parts);
  return {
    ...speakingModel(parts),
    embeddings: createEmbeddings({ ...ports, ...recordingOf(settings), ...embeddings }),
  };
}

function speakingModel({ settings, offline, ...ports }: ModelParts): Model {
  const { baseUrl, model } = settings;
  if (baseUrl === undefined && model === undefined)
    return createOfflineModel({ ...ports, ...offline });
  if (baseUrl === undefined || model === undefined)
    throw new Error("A language model needs both an address and a name.");
  // The address itself is not repeated: some carry a key.
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl))
    throw new Error("The language model's address is not an http or https URL.");
  return createProviderModel({
    ...ports,
    baseUrl,
    model,
    apiKey: settings.apiKey,
    stories: settings.stories,
    classifier: settings.classifier,
    fallback: settings.fallback,
    mainPurposes: new Set(settings.mainPurposes ?? ["chat", "narrative"]),
    timeouts: { firstTokenMs: 60_000, idleMs: 45_000, totalMs: 900_000, ...settings.timeouts },
    retryBudgetMs: settings.retryBudgetMs ?? 15_000,
    ...recordingOf(settings),
    maxToolCalls: settings.maxToolCalls ?? 16,
    maxToolRounds: settings.maxToolRounds ?? 8,
    maxChars: settings.maxChars ?? 32_000,
    images: settings.images ?? false,
    contextTokens: settings.contextTokens,
    choices: settings.choices,
  });
}

const recordingOf = ({ dailyTokenCap, serverTokenCap, priceList }: ModelSettings) => ({
  dailyTokenCap,
  serverTokenCap,
  priceList,
});

/** Other models by their names: of the same provider, or the offline one. They share the record and the daily cap. */
export function otherModels(parts: ModelParts): (name: string) => Model | undefined {
  const { settings } = parts;
  return (name) => {
    if (name === "offline") return speakingModel({ ...parts, settings: {} });
    if (settings.baseUrl === undefined || settings.model === undefined) return undefined;
    return speakingModel({
      ...parts,
      settings: {
        ...settings,
        model: name,
        stories: undefined,
        classifier: undefined,
        fallback: undefined,
      },
    });
  };
}
