import type { WebhooksApi } from "../domain/views/webhooks.ts";
import { openWebhookCaller } from "../outbound/webhooks/caller.ts";
import { createWebhooksApi } from "../outbound/webhooks/webhooks-api.ts";
import { safeHttp } from "../outbound/safe-fetch.ts";
import type { Spine } from "../spine/parts.ts";
import type { Keys } from "../store/secrets.ts";
import { openDecisions } from "../turn/decisions.ts";
import type { Base } from "./base.ts";

/** People's webhooks: their routes, and in a worker the calls. */
export function openWebhooks(
  base: Base,
  on: { readonly spine: Spine; readonly keys: Keys; readonly holder: string },
): WebhooksApi {
  const { config, store, clock, chance, log, metrics, closers } = base;
  const { spine, keys, holder } = on;
  const http = safeHttp({ clock });
  closers.push(() => http.close());
  const deps = {
    db: store.db,
    decisions: openDecisions({ db: store.db, projector: spine.projector, clock, chance }),
    http,
    clock,
    chance,
    keys,
    allowedHosts: config.webhooks.allowed_hosts,
  };
  if (config.roles.includes("worker")) {
    const caller = openWebhookCaller({ ...deps, log, metrics, teller: spine.teller, holder });
    const unsubscribe = spine.onTopic((topic) => caller.onTopic(topic));
    closers.push(async () => {
      unsubscribe();
      await caller.close();
    });
    caller.start();
  }
  return createWebhooksApi(deps);
}
