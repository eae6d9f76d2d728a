import { createHash, createHmac, pbkdf2Sync } from "node:crypto";
import { type Sql, sqlState } from "./database.ts";
import { asOwner } from "./owner.ts";
import { ServerClient } from "./server-client.ts";
import {
  clientConfig,
  type ConnectionSettings,
  type Login,
  type Logins,
  type OurRole,
  ourRoles,
} from "./postgres-database.ts";

/**
 * The operator has to run statements that the URL's user may not run. The message contains them.
 */
class LoginsNeeded extends Error {
  override readonly name = "LoginsNeeded";
}

interface Plan {
  /** The URL's user. */
  readonly owner: string;
  readonly secret: string;
  readonly logins: Logins;
}

/** Taken after `migrate`'s lock. */
const lockKey = 7_788_002;

/**
 * On the operator's own server each role gets a login for this database alone, which can assume
 * that role and nothing else. Its password is derived from a secret that only the schema's owner
 * can read and from the URL's own password: every process with this URL can compute it, and a copy
 * of the database alone does not reveal it.
 */
export async function prepareLogins(connection: ConnectionSettings): Promise<ConnectionSettings> {
  const { plan, isComplete } = await asOwner(connection, async (sql) => {
    await sql.rows("select pg_advisory_xact_lock($1)", [lockKey]);
    const plan = await planOf(connection, sql);
    const wanting = await findMissingLogins({ ...connection, logins: plan.logins });
    for (const role of wanting)
      if (!(await makeLogin(sql, plan, role))) return { plan, isComplete: false };
    return { plan, isComplete: true };
  });
  const ready = { ...connection, logins: plan.logins };
  if (!isComplete) throw new LoginsNeeded(refusal(plan));
  if ((await findMissingLogins(ready)).length > 0) throw new LoginsNeeded(loginRefusal(plan));
  return ready;
}

/**
 * Like `prepareLogins`, for a command: creates nothing. A database without such logins is left as
 * it is.
 */
export async function findLogins(connection: ConnectionSettings): Promise<ConnectionSettings> {
  const plan = await asOwner(connection, async (sql) => {
    const [found] = await sql.rows<{ there: boolean }>(
      "select to_regclass('login_secret') is not null as there",
    );
    if (found?.there !== true || (await sql.rows("select from login_secret")).length === 0)
      return undefined;
    return planOf(connection, sql);
  });
  return plan === undefined ? connection : { ...connection, logins: plan.logins };
}

/**
 * Whether the first migration, which creates the roles and grants them to the URL's user, has run
 * or can run.
 */
const ableSql = `select to_regclass('schema_version') is not null or u.rolsuper or not exists (
    select from unnest($1::text[]) as wanted left join pg_roles r on r.rolname = wanted
    where case when r.oid is null then not u.rolcreaterole
      else not (pg_has_role(r.oid, case when v.number < 160000 then 'member' else 'set' end) or pg_has_role(r.oid, 'member with admin option')
        or v.number < 160000 and u.rolcreaterole) end) as able
  from pg_roles u, (select current_setting('server_version_num')::integer as number) v where u.rolname = current_user`;

/** Runs before the first migration: a user without the right gets all statements at once. */
export async function assertRolesCanBeMade(connection: ConnectionSettings): Promise<void> {
  const plan = await asOwner(connection, async (sql) => {
    const [able] = await sql.rows<{ able: boolean }>(ableSql, [ourRoles]);
    if (able?.able === true) return undefined;
    // As migration 0041 creates it. The statements depend on this secret, so it is kept for the
    // next start.
    await sql.rows(
      "create table if not exists login_secret (one boolean primary key default true, secret text not null, constraint there_is_one_secret check (one))",
    );
    return planOf(connection, sql);
  });
  if (plan !== undefined) throw new LoginsNeeded(refusal(plan));
}

async function planOf(connection: ConnectionSettings, sql: Sql): Promise<Plan> {
  await sql.rows(
    `insert into login_secret (secret) values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')) on conflict do nothing`,
  );
  const [row] = await sql.rows<{ secret: string; database: string; owner: string }>(
    "select secret, current_database() as database, current_user::text as owner from login_secret",
  );
  const { secret, database, owner } = row as { secret: string; database: string; owner: string };
  // Roles are shared by all databases of a server, and another database may belong to another
  // installation.
  const tag = createHash("sha256").update(database).digest("hex").slice(0, 8);
  const { password } = new ServerClient(clientConfig(connection));
  const logins = Object.fromEntries(
    ourRoles.map((role): [OurRole, Login] => [
      role,
      {
        user: `${role}_${tag}`,
        password: deriveBytes(secret, `${role}\n${password ?? ""}`).toString("base64url"),
      },
    ]),
  ) as unknown as Logins;
  return { owner, secret, logins };
}

const deriveBytes = (secret: string, purpose: string): Buffer =>
  createHmac("sha256", secret).update(purpose).digest();

/** The roles whose login the server refuses. */
async function findMissingLogins(connection: ConnectionSettings): Promise<OurRole[]> {
  const refused: OurRole[] = [];
  for (const role of ourRoles) {
    const client = new ServerClient(clientConfig(connection, role));
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query("select");
    } catch (error) {
      // 28: authentication failed. 42501 and 22023: logged in, but not allowed to assume the role.
      if (!/^(28|42501|22023)/.test(sqlState(error) ?? "")) throw error;
      refused.push(role);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return refused;
}

/** False if the URL's user lacks the right. */
async function makeLogin(sql: Sql, plan: Plan, role: OurRole): Promise<boolean> {
  const [found] = await sql.rows("select from pg_roles where rolname = $1", [
    plan.logins[role].user,
  ]);
  await sql.rows("savepoint login");
  try {
    for (const statement of statements(plan, role, found === undefined ? "create" : "alter"))
      await sql.rows(statement);
    return true;
  } catch (error) {
    if (sqlState(error) !== "42501") throw error;
    await sql.rows("rollback to savepoint login");
    return false;
  }
}

/** Passwords are sent as verifiers, so that a log of statements never reveals a usable one. */
function statements(plan: Plan, role: OurRole, verb: "create" | "alter"): string[] {
  const { user } = plan.logins[role];
  return [
    `${verb} role ${user} login noinherit password '${verifier(plan, role)}'`,
    `grant ${role} to ${user}`,
  ];
}

/** RFC 5803, as PostgreSQL stores it. */
function verifier(plan: Plan, role: OurRole): string {
  const salt = deriveBytes(plan.secret, `salt ${role}`).subarray(0, 16);
  const salted = pbkdf2Sync(plan.logins[role].password, salt, 4096, 32, "sha256");
  const keyOf = (name: string): Buffer => createHmac("sha256", salted).update(name).digest();
  const stored = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  return `SCRAM-SHA-256$4096:${salt.toString("base64")}$${stored}:${keyOf("Server Key").toString("base64")}`;
}

function refusal(plan: Plan): string {
  const groups = ourRoles.map(
    (role) =>
      `do $$ begin create role ${role} nologin; exception when duplicate_object then null; end $$;`,
  );
  const owner = `"${plan.owner.replaceAll('"', '""')}"`;
  const logins = ourRoles.flatMap((role) => [
    `drop role if exists ${plan.logins[role].user};`,
    ...statements(plan, role, "create").map((statement) => `${statement};`),
  ]);
  return [
    `The user ${plan.owner} of DATABASE_URL may not create the roles that keep accounts apart. Let a user who may create roles run this once, then start again:`,
    "",
    ...groups,
    `grant ${ourRoles.join(", ")} to ${owner};`,
    ...logins,
    "",
    "Or set database.separate_logins to false: then row-level security is no wall against statements that leave their role.",
  ].join("\n");
}

const loginRefusal = ({ logins }: Plan): string =>
  `The server of DATABASE_URL does not let ${ourRoles.map((role) => logins[role].user).join(", ")} in. Let them in with a password (pg_hba.conf), and connect to the server itself: a pooler knows only its own users. Or set database.separate_logins to false: then row-level security is no wall against statements that leave their role.`;
