import { openProvider } from "../accounts/sign-on/provider.ts";
import { openSignOn, type SignOn, type SignOnDeps } from "../accounts/sign-on/sign-on.ts";
import { openProxySignOn, type ProxySignOn } from "../accounts/sign-on/proxy.ts";
import type { Config } from "../config.ts";
import { safeHttp } from "../outbound/safe-fetch.ts";
import type { Base } from "./base.ts";

/** Sign-in by the OpenID provider of the settings; undefined where none is set. */
export function openSignOnBySettings(
  { config, clock, chance, log, store, closers }: Base,
  on: Pick<SignOnDeps, "access" | "keys" | "projector">,
): SignOn | undefined {
  const { issuer, client_id: clientId, client_secret: clientSecret, ...said } = config.sign_in;
  if (issuer === undefined || clientId === undefined) return undefined;
  const http = safeHttp({ clock });
  closers.push(() => http.close());
  return openSignOn({
    ...on,
    db: store.db,
    clock,
    chance,
    log,
    provider: openProvider({ issuer, clientId, clientSecret, http, clock }),
    settings: {
      issuer,
      name: said.name ?? new URL(issuer).hostname,
      scopes: said.scopes,
      groupsClaim: said.groups_claim,
    },
    admission: admissionOf(config),
  });
}

/** Sign-in by the header of a proxy; undefined where no header is named. */
export function openProxySignOnBySettings(
  { config, clock, chance, store }: Base,
  projector: SignOnDeps["projector"],
): ProxySignOn | undefined {
  const { proxy_header: user, proxy_name_header: name, ...said } = config.sign_in;
  if (user === undefined) return undefined;
  return openProxySignOn({
    db: store.db,
    projector,
    clock,
    chance,
    headers: { user, name, groups: said.proxy_groups_header },
    admission: admissionOf(config),
  });
}

const admissionOf = (config: Config): SignOnDeps["admission"] => ({
  newAccounts: config.sign_in.new_accounts,
  allowedGroups: config.sign_in.allowed_groups,
  operatorGroups: config.sign_in.operator_groups,
  auditorGroups: config.sign_in.auditor_groups,
  defaults: { language: config.account_language, timezone: config.default_timezone },
});
