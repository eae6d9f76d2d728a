import type { Model } from "../domain/ports/model.ts";
import type { ModelConnection } from "../domain/views/model-connection.ts";
import { createModel, type ModelParts, otherModels } from "../model/create.ts";
import { replaceableModel } from "../model/replaceable.ts";
import { createGuardedFetch } from "../outbound/safe-fetch.ts";
import type { SemanticSearch } from "../skills/scenes/recall/semantic-search.ts";
import { openModelCalls } from "../store/model-calls.ts";
import { type ModelConnections, openModelConnections } from "../store/model-connection.ts";
import type { Keys } from "../store/secrets.ts";
import { startChore } from "../store/work/chore.ts";
import type { Base } from "./base.ts";
import { openSemanticSearch } from "./scenes.ts";
import { applyConnection, modelHosts, modelSettings } from "./settings.ts";

export interface Models {
  /** The model of the moment: what was saved in the page, else what the settings say. */
  readonly model: Model;
  /** Other models of the same server, by name. */
  readonly others: (name: string) => Model | undefined;
  readonly semanticSearch: SemanticSearch;
  readonly connections: ModelConnections;
  /** The connection that was saved in the page, as this process uses it. */
  connection(): ModelConnection | undefined;
  /** The name of the model in use and the host that it is asked at. */
  place(): { readonly name: string; readonly host: string } | undefined;
  /** Takes over a change that this or another process saved. */
  refresh(): Promise<void>;
}

/** In case a wake-up was lost. */
const sweepMs = 5_000;

export async function openModels(base: Base, keys: Keys): Promise<Models> {
  const { config, clock, log, store } = base;
  const { db } = store;
  const connections = openModelConnections({ db, clock, keys });
  const build = builder(base);
  let seen: string | undefined;
  let saved: ModelConnection | undefined;
  let now = build(undefined);
  const take = async (): Promise<void> => {
    const sealed = await connections.readSealed();
    if (sealed === seen) return;
    // Noted first: what can't be opened is reported once, not at every sweep.
    seen = sealed;
    saved = sealed === undefined ? undefined : connections.open(sealed);
    if (saved?.apiKey !== undefined) log.addSecret(saved.apiKey);
    now = build(saved);
    log.info({ model: now.model.describe.name }, "the language model was changed");
  };
  // One after the other: an older answer must not replace a newer one.
  let last: Promise<void> = Promise.resolve();
  const refresh = (): Promise<void> => {
    last = last.catch(() => undefined).then(take);
    return last;
  };
  const failed = "the model that was connected in the page could not be read";
  await refresh().catch((error: unknown) => log.error({ error }, failed));
  const sweep = startChore(
    { clock, log },
    { firstMs: sweepMs, everyMs: sweepMs, failed, run: refresh },
  );
  base.closers.push(() => sweep.close());
  return {
    model: replaceableModel(() => now.model),
    others: (name) => now.others(name),
    semanticSearch: openSemanticSearch(db),
    connections,
    connection: () => saved,
    place: () => {
      const address = saved?.baseUrl ?? config.model.base_url;
      return address === undefined
        ? undefined
        : { name: now.model.describe.name, host: new URL(address).host };
    },
    refresh,
  };
}

/** Makes the model of a connection, or that of the settings. All share one record of calls. */
function builder({ config, store: { db }, clock, chance, log, metrics, failpoints }: Base) {
  const ledger = openModelCalls(db, log, {
    failpoints,
    day: { clock, zone: config.default_timezone },
  });
  return (connection: ModelConnection | undefined) => {
    const parts: ModelParts = {
      settings: applyConnection(modelSettings(config), connection),
      ledger,
      clock,
      chance,
      log,
      metrics,
      fetch: createGuardedFetch({
        allowedHosts: modelHosts(config, connection),
        clock,
        timeoutMs: config.model.timeouts.total_seconds * 1000,
        maxBytes: 8_000_000,
      }),
      offline: { language: config.default_language },
    };
    return { model: createModel(parts), others: otherModels(parts) };
  };
}
