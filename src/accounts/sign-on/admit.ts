import { Refusal } from "../../domain/errors.ts";
import { plainName } from "../../domain/plain-name.ts";
import { engine } from "../../domain/principal.ts";
import type { Role } from "../../domain/role.ts";
import { zoneName } from "../../domain/zone.ts";
import type { Database } from "../../store/database/database.ts";
import { grantAccess, type Issued, type NewAccount } from "../access-grants.ts";
import { signOnLabel } from "../access-sessions.ts";
import { accountOf, type Elsewhere, hashOf, type LinkDeps } from "./linked-people.ts";

/** Who of another system may come in, and as what. */
export interface Admission {
  readonly newAccounts: boolean;
  /** When not empty, only members of these are let in. */
  readonly allowedGroups: readonly string[];
  readonly operatorGroups: readonly string[];
  readonly auditorGroups: readonly string[];
  /** For accounts that are made at a first sign-in. */
  readonly defaults: Pick<NewAccount, "language" | "timezone">;
}

export interface AdmissionDeps extends LinkDeps {
  readonly db: Database;
  readonly admission: Admission;
}

/** Time for the page to load and redeem its code. */
const codeMs = 2 * 60_000;

/** What another system says of a person who wants to sign in. */
export interface Arrival {
  readonly who: Elsewhere;
  /** The session over there, which may end by itself. */
  readonly sid?: string | undefined;
  readonly groups: readonly string[];
  readonly name?: unknown;
  readonly zone?: unknown;
  readonly linkTo?: string | undefined;
}

/** Finds or makes the person's account and issues a one-time code for the page. */
export function admit(on: AdmissionDeps, arrival: Arrival): Promise<Issued> {
  const { admission } = on;
  const isIn = (list: readonly string[]): boolean =>
    arrival.groups.some((group) => list.includes(group));
  if (admission.allowedGroups.length > 0 && !isIn(admission.allowedGroups))
    throw new Refusal("sign_on_no_account");
  const role: Role = isIn(admission.operatorGroups)
    ? "operator"
    : isIn(admission.auditorGroups)
      ? "auditor"
      : "account";
  return on.db.transaction(engine, async (sql) => {
    const accountId = await accountOf(sql, on, {
      who: arrival.who,
      linkTo: arrival.linkTo,
      newcomer: admission.newAccounts ? newcomerOf(on, arrival) : undefined,
    });
    return grantAccess(sql, on, {
      kind: "link",
      role,
      accountId,
      label: `${signOnLabel}${hashOf(arrival.who.issuer, arrival.who.subject)}:${arrival.sid === undefined ? "" : hashOf(arrival.sid)}`,
      scopes: ["*"],
      expiresAt: on.clock.now() + codeMs,
    });
  });
}

function newcomerOf({ admission: { defaults } }: AdmissionDeps, { name, zone }: Arrival) {
  const timezone = typeof zone === "string" ? zoneName(zone) : undefined;
  return {
    ...defaults,
    displayName: typeof name === "string" ? plainName(name) : null,
    ...(timezone === undefined ? {} : { timezone, zoneIsChosen: true }),
  };
}
