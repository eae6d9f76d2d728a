import { asAccount } from "../../domain/principal.ts";
import type { Database, Sql } from "./database.ts";
import type { OurRole } from "./postgres-database.ts";

interface SessionRights {
  readonly role: string;
  readonly login: string;
  /**
   * Roles this session is or can become that bypass row-level security or can create roles that do.
   */
  readonly free: readonly string[];
  /** Other roles it can become. */
  readonly reach: readonly string[];
}

const standingSql = `select current_user::text as role, session_user::text as login,
  coalesce((select array_agg(rolname::text order by rolname) from pg_roles
    where (rolsuper or rolbypassrls) and (rolname in (current_user, session_user) or pg_has_role(session_user, oid, 'member'))), '{}') as free,
  coalesce((select array_agg(rolname::text order by rolname) from pg_roles
    where rolname not in (current_user, session_user) and pg_has_role(session_user, oid, 'member')
      or rolname in (current_user, session_user) and (rolcreaterole or rolcreatedb or rolreplication)), '{}') as reach`;

/**
 * Row-level security protects only if the session cannot bypass it: neither its role nor the login
 * may, and the login may assume no other role. All of it is verified, not assumed: an option in a
 * URL or a pooler in between can drop the request for a role.
 */
export async function assertRoleHolds(
  sql: Sql,
  expected: OurRole,
  separateLogins = true,
): Promise<void> {
  const [found] = await sql.rows<SessionRights>(standingSql);
  if (found === undefined || found.free.length > 0) {
    const name =
      found?.free.includes(found.role) === true ? found.role : (found?.free.at(0) ?? "?");
    throw new Error(
      `The database role ${name} bypasses row-level security. Meanwhile does not start with it.`,
    );
  }
  if (found.role !== expected) {
    throw new Error(
      `The database gave the role ${found.role} instead of ${expected}. A pooler that drops start-up options does this: set database.direct_url to the address of the server behind it.`,
    );
  }
  if (separateLogins && found.reach.length > 0) {
    throw new Error(
      `The database login ${found.login} may assume or create other roles (${found.reach.join(", ")}). Meanwhile does not start with it.`,
    );
  }
}

/** Verifies the sessions of both pools. */
export async function assertWalls(db: Database, separateLogins = true): Promise<void> {
  await assertRoleHolds(db, "meanwhile_engine", separateLogins);
  await db.transaction(asAccount(""), (sql) =>
    assertRoleHolds(sql, "meanwhile_app", separateLogins),
  );
}
