import type { Config } from "../config.ts";
import { refuseField } from "../domain/errors.ts";
import type {
  AskedConnection,
  ModelAdmin,
  ModelCheck,
  ModelConnection,
  ModelState,
} from "../domain/views/model-connection.ts";
import { checkConnection, type CheckedConnection } from "../model/check-connection.ts";
import { parseAllowedHost } from "../outbound/allowed-hosts.ts";
import { createGuardedFetch } from "../outbound/safe-fetch.ts";
import type { Base } from "./base.ts";
import type { Models } from "./models.ts";

/** A person waits for the result of a check. */
const patienceMs = 15_000;

/** The model's connection, for operators: shown, checked, saved and removed. */
export function openModelAdmin(
  { config, clock, log }: Pick<Base, "config" | "clock" | "log">,
  models: Models,
): ModelAdmin {
  const read = (): ModelState => describeState(config, models.connection());
  return {
    read,
    async check({ model, stories, embeddings, ...asked }) {
      const baseUrl = addressOf(asked.baseUrl);
      const apiKey = keyOf(asked, models.connection());
      if (apiKey !== undefined) log.addSecret(apiKey);
      const { origin } = new URL(baseUrl);
      if (!mayBeCalled(origin))
        return { ok: false, problem: "address_forbidden", model: null, status: null, models: [] };
      const fetch = createGuardedFetch({
        clock,
        allowedHosts: [origin],
        timeoutMs: patienceMs,
        maxBytes: 4_000_000,
      });
      const uses = [
        { model },
        ...(stories === undefined || stories === model ? [] : [{ model: stories }]),
        ...(embeddings === undefined ? [] : [{ model: embeddings, use: "embeddings" as const }]),
      ];
      return checkEach(uses.map((each) => ({ ...each, fetch, baseUrl, apiKey })));
    },
    async save({ baseUrl: address, apiKey: key, ...chosen }, by) {
      const asked = { baseUrl: address, apiKey: key };
      const baseUrl = addressOf(asked.baseUrl);
      if (!mayBeCalled(new URL(baseUrl).origin))
        throw refuseField("base_url", "is an address that is never called");
      const apiKey = keyOf(asked, models.connection());
      await models.connections.save({ ...chosen, baseUrl, apiKey }, by);
      await models.refresh();
      return read();
    },
    async remove(by) {
      await models.connections.remove(by);
      await models.refresh();
      return read();
    },
  };
}

/** One after the other, up to the first that does not answer. */
async function checkEach(asked: readonly CheckedConnection[]): Promise<ModelCheck> {
  let found: ModelCheck | undefined;
  for (const each of asked) {
    found = await checkConnection(each);
    if (!found.ok) return found;
  }
  if (found === undefined) throw new Error("Nothing was to be checked.");
  return found;
}

function describeState({ model }: Config, saved: ModelConnection | undefined): ModelState {
  const configured =
    model.base_url === undefined
      ? null
      : {
          base_url: withoutSecrets(model.base_url),
          model: model.name ?? "",
          has_key: model.api_key !== undefined,
        };
  return {
    in_use: saved !== undefined ? "page" : configured === null ? "none" : "settings",
    saved: saved === undefined ? null : describeSaved(saved),
    configured,
  };
}

const describeSaved = (saved: ModelConnection): NonNullable<ModelState["saved"]> => ({
  base_url: saved.baseUrl,
  model: saved.model,
  has_key: saved.apiKey !== undefined,
  images: saved.images,
  stories: saved.stories ?? null,
  embeddings: saved.embeddings ?? null,
  choices: saved.choices ?? [],
  currency: saved.priceList?.currency ?? "USD",
  prices: Object.entries(saved.priceList?.prices ?? {}).map(([model, price]) => ({
    model,
    ...price,
  })),
});

/** Some addresses carry a key in front of the host or behind the path. */
function withoutSecrets(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

/** The address as it is stored. It is shown again, so a secret has no place in it. */
function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol))
    throw refuseField("base_url", "is not an http or https address");
  if (url.username + url.password + url.search + url.hash !== "")
    throw refuseField("base_url", "has a user name, a password or a query, which is not kept");
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

/** Metadata services, link-local and reserved addresses. A name is checked again when it is dialled. */
function mayBeCalled(origin: string): boolean {
  try {
    parseAllowedHost(origin);
    return true;
  } catch {
    return false;
  }
}

/** A saved key goes to the server that it was saved for, and to no other. */
function keyOf(
  { baseUrl, apiKey }: AskedConnection,
  saved: ModelConnection | undefined,
): string | undefined {
  if (apiKey !== undefined) return apiKey ?? undefined;
  if (saved === undefined) return undefined;
  return new URL(saved.baseUrl).origin === new URL(baseUrl).origin ? saved.apiKey : undefined;
}
