import type { Actor } from "../../domain/views/audit.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import { engine } from "../../domain/principal.ts";
import type { Caller } from "../../accounts/access-rows.ts";
import { createRateLimit } from "../../accounts/rate-limit.ts";
import { noteAudit } from "../../store/audit/audit.ts";
import type { Database } from "../../store/database/database.ts";
import { networkOf, type Peer } from "./peer.ts";
import { isChange } from "./roles.ts";
import type { Route } from "./route.ts";

/** Audit entries written by the request pipeline, so that no route can forget it. */
export interface AuditTrail {
  /**
   * A successful call: an operator's change, or anything an operator does on behalf of another
   * account.
   */
  recordDone(call: DoneCall): Promise<void>;
  /**
   * A known caller without permission, or an unknown credential. Never fails: the call is refused
   * in any case.
   */
  recordRefused(call: RefusedCall): Promise<void>;
}

interface DoneCall {
  readonly route: Route;
  readonly caller: Caller;
  readonly peer: Peer;
  readonly accountId: string | undefined;
  readonly params: Readonly<Record<string, string>>;
}

interface RefusedCall {
  readonly action: "access_refused" | "sign_in_refused";
  readonly path: string;
  readonly code: string;
  readonly peer: Peer;
  readonly caller?: Caller | undefined;
}

export const actorOf = ({
  caller,
  peer,
}: {
  readonly caller: Caller;
  readonly peer: Peer;
}): Actor => ({
  credential: caller.tokenId,
  accountId: caller.accountId,
  role: caller.role,
  network: networkOf(peer.ip),
});

const unknownActor = (peer: Peer): Actor => ({
  credential: "unknown",
  accountId: null,
  role: null,
  network: networkOf(peer.ip),
});

/**
 * A flood of refusals becomes one entry, not a thousand rows: a number per minute and network, and
 * a count of the rest.
 */
const refusalsPerMinute = 30;
/** Reading another account's data is recorded once in this time; every change is recorded. */
const lookMs = 600_000;

export function createAuditTrail(on: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}): AuditTrail {
  const limit = createRateLimit({ clock: on.clock, burst: refusalsPerMinute, refillMs: 60_000 });
  const looks = createRateLimit({ clock: on.clock, burst: 1, refillMs: lookMs });
  const unwritten = new Map<string, number>();
  return {
    async recordDone({ route, caller, peer, accountId, params }) {
      const forAnother =
        accountId !== undefined && accountId !== caller.accountId && caller.role === "operator";
      const isOwn = route.auth === "operator" && isChange(route) && route.audited !== true;
      if (!isOwn && !forAnother) return;
      if (forAnother && !isChange(route) && looks.take(`${caller.tokenId} ${accountId}`) > 0)
        return;
      await noteAudit(on.db, on.clock, {
        action: forAnother ? "acted_for_account" : "operator_call",
        by: actorOf({ caller, peer }),
        accountId: accountId ?? null,
        subject: params["id"] ?? null,
        details: { method: route.method.toUpperCase(), path: route.path },
      });
    },
    async recordRefused({ action, path, code, peer, caller }) {
      const network = networkOf(peer.ip);
      const missed = unwritten.get(network) ?? 0;
      if (limit.take(network) > 0) {
        if (unwritten.size < 10_000) unwritten.set(network, missed + 1);
        return;
      }
      unwritten.delete(network);
      const by = caller === undefined ? unknownActor(peer) : actorOf({ caller, peer });
      const details = { path, code, ...(missed === 0 ? {} : { and_more: missed }) };
      await on.db
        .transaction(engine, (sql) =>
          noteAudit(sql, on.clock, { action, outcome: "refused", by, details }),
        )
        .catch((error: unknown) =>
          on.log.warn({ error }, "a refusal could not be recorded in the audit"),
        );
    },
  };
}
