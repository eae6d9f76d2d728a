import type { Actor } from "../domain/views/audit.ts";
import type { Chance, Clock } from "../domain/ports/clock.ts";
import { Refusal } from "../domain/errors.ts";
import { engine } from "../domain/principal.ts";
import { noteAudit } from "../store/audit/audit.ts";
import type { Database } from "../store/database/database.ts";
import type { Projector } from "../store/log/projector.ts";
import { findBySecret, grantAccess, type Issued, useUp } from "./access-grants.ts";
import { isRepeat } from "./access-operator.ts";
import type { Caller } from "./access-rows.ts";

export interface ExportLinkDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
}

const lifeMs = 60 * 60_000;

/**
 * One use within the hour, and only together with the credential that it was made with: a leaked
 * link alone is worthless.
 */
export function makeExportLink(
  on: ExportLinkDeps,
  of: { readonly accountId: string; readonly caller: Caller; readonly by: Actor },
): Promise<Issued> {
  const { accountId, caller, by } = of;
  return on.db.transaction(engine, async (sql) => {
    const expiresAt = on.clock.now() + lifeMs;
    const grant = {
      kind: "export",
      role: caller.role,
      accountId,
      label: caller.tokenId,
      scopes: [],
      expiresAt,
    } as const;
    const issued = await grantAccess(sql, on, grant);
    await noteAudit(sql, on.clock, {
      action: "export_link_made",
      by,
      accountId,
      subject: issued.id,
    });
    return issued;
  });
}

/** The account whose copy may leave now. That it leaves is in the audit before its first line does. */
export async function useExportLink(
  on: ExportLinkDeps,
  of: { readonly secret: string; readonly caller: Caller; readonly by: Actor },
): Promise<string> {
  const spent = new Refusal("code_not_valid");
  try {
    return await on.db.transaction(engine, async (sql) => {
      const row = await findBySecret(sql, of.secret);
      const isOver =
        row?.used_at !== null ||
        row.revoked_at !== null ||
        Date.parse(row.expires_at ?? "") <= on.clock.now();
      if (isOver || row.kind !== "export" || row.label !== of.caller.tokenId) throw spent;
      await useUp(sql, on, row);
      const { account_id: accountId, id: subject } = row;
      await noteAudit(sql, on.clock, { action: "account_exported", by: of.by, accountId, subject });
      return accountId;
    });
  } catch (error) {
    throw isRepeat(error) ? spent : error;
  }
}
