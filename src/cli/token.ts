import type { Language } from "../domain/language.ts";
import type { Config } from "../config.ts";
import type { Actor } from "../domain/views/audit.ts";
import { canonicalId } from "../domain/ids.ts";
import { engine } from "../domain/principal.ts";
import { cleanText } from "../domain/text.ts";
import { tokenScopes } from "../domain/token-scope.ts";
import { type Access, createAccess } from "../accounts/access.ts";
import { operatorTokensIn } from "../config/values.ts";
import { operatorAccount } from "../accounts/access-grants.ts";
import { tokenDays } from "../accounts/access-sessions.ts";
import { keySource } from "../main/keys.ts";
import { productProjector } from "../main/projections.ts";
import { auditSeals } from "../store/audit/audit-seals.ts";
import { assertKeyFits } from "../store/channel-secrets.ts";
import type { Database } from "../store/database/database.ts";
import { asOwner } from "../store/database/owner.ts";
import { openPostgres } from "../store/database/postgres-database.ts";
import { type Attached, withDatabase, quietLog } from "./attach.ts";
import { assertSchema } from "./upgrade-database.ts";
import {
  type Call,
  type Command,
  CommandFailure,
  printLine,
  text,
  printError,
  UsageError,
} from "./command.ts";
import { configOf, languageWith, serverUrl } from "./settings.ts";
import { createSystemChance, systemClock } from "./system.ts";
import { drawTable } from "./table.ts";
import { tokenHelp, tokenWords as words } from "./token-words.ts";

const dayMs = 86_400_000;
/** A user who can run commands on this machine. */
export const commandLine: Actor = {
  credential: "command_line",
  accountId: null,
  role: "operator",
  network: null,
};

export const token: Command = {
  options: {
    account: { type: "string" },
    new: { type: "string" },
    label: { type: "string" },
    scopes: { type: "string" },
    days: { type: "string" },
    "app-password": { type: "boolean" },
    json: { type: "boolean" },
  },
  help: tokenHelp,
  async run(call) {
    const [name = "", ...rest] = call.words;
    const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
    if (step === undefined) throw new UsageError(words.which[call.language]);
    if (rest.length > (name === "revoke" ? 1 : 0))
      throw new UsageError(words.tooMany(rest.at(-1) ?? "")[call.language]);
    const wish = step.ask(call);
    const config = configOf(call);
    const language = languageWith(call, config);
    return withDatabase({ config, command: "meanwhile token", language }, (on) =>
      withAdminContext(on, { call, config, language }, (admin) => step.run(admin, wish)),
    );
  },
};

interface TokenRequest {
  readonly account?: string | undefined;
  readonly newName?: string | undefined;
  readonly label: string | null;
  readonly scopes: readonly string[];
  /** Null for a token without an end. */
  readonly days: number | null;
  /** A short password for a calendar program. */
  readonly isAppPassword: boolean;
  readonly id: string;
}

/** The context of a step. */
export interface AdminContext {
  readonly call: Call;
  readonly config: Config;
  readonly language: Language;
  readonly on: Attached;
  readonly db: Database;
  readonly access: Access;
}

export async function withAdminContext<T>(
  on: Attached,
  at: Pick<AdminContext, "call" | "config" | "language">,
  work: (admin: AdminContext) => Promise<T>,
): Promise<T> {
  await assertSchema(on, at);
  const chance = createSystemChance(() => systemClock.now());
  const source = keySource({ config: at.config, chance, log: quietLog });
  const isSealed = await asOwner(on.connection, async (sql) => {
    await assertKeyFits(sql, source.existing);
    return (await sql.rows("select from audit_seal limit 1")).length > 0;
  });
  // An audit sealed with another key is not continued under a new one: adding an entry needs that
  // key.
  const seals = isSealed
    ? auditSeals(source.existing, source.auditSeals.anchors)
    : source.auditSeals;
  const db = openPostgres(on.connection, { poolSize: 2, log: quietLog, auditSeals: seals });
  try {
    const access = createAccess({
      db,
      projector: productProjector(),
      clock: systemClock,
      chance,
      operatorTokens: operatorTokensIn(at.config.operator.token),
    });
    return await work({ ...at, on, db, access });
  } finally {
    await db.close();
  }
}

/** A request is checked before a database is started for it. */
const steps: Readonly<
  Record<
    string,
    { ask(call: Call): TokenRequest; run(admin: AdminContext, wish: TokenRequest): Promise<number> }
  >
> = {
  link: { ask: parseRequest, run: makeLink },
  create: { ask: parseCreation, run: create },
  list: { ask: parseRequest, run: list },
  revoke: { ask: parseRevocation, run: revoke },
};

function parseRequest(call: Call): TokenRequest {
  const label = text(call, "label");
  const isAppPassword = call.values["app-password"] === true;
  const usual = isAppPassword ? "caldav:read,caldav:write" : "*";
  return {
    isAppPassword,
    account: text(call, "account"),
    newName: text(call, "new"),
    label: label === undefined ? null : cleanText(label, 100),
    scopes: (text(call, "scopes") ?? usual).split(",").map((scope) => scope.trim()),
    days: daysIn(text(call, "days") ?? (isAppPassword ? "never" : String(tokenDays))),
    id: call.words[1] ?? "",
  };
}

const daysIn = (said: string): number | null => (said === "never" ? null : Number(said));

function parseCreation(call: Call): TokenRequest {
  const wish = parseRequest(call);
  if ((wish.account === undefined) === (wish.newName === undefined))
    throw new UsageError(words.whose[call.language]);
  const stray = wish.scopes.find((scope) => !tokenScopes.some((known) => known === scope));
  if (stray !== undefined) throw new UsageError(words.scope(stray, tokenScopes)[call.language]);
  if (wish.isAppPassword && wish.scopes.some((scope) => !scope.startsWith("caldav:")))
    throw new UsageError(words.appPassword[call.language]);
  if (wish.days !== null && !(Number.isInteger(wish.days) && wish.days >= 1 && wish.days <= 3650))
    throw new UsageError(words.days[call.language]);
  return wish;
}

function parseRevocation(call: Call): TokenRequest {
  const id = canonicalId(call.words[1] ?? "");
  if (id === undefined) throw new UsageError(words.whichToken[call.language]);
  return { ...parseRequest(call), id };
}

async function makeLink(admin: AdminContext): Promise<number> {
  const { language, call } = admin;
  await operatorOf(admin);
  const link = await admin.access.issueLink(commandLine);
  const address = `${addressOf(admin).replace(/\/$/, "")}/#code=${link.secret}`;
  printResult(admin, { link: address, expires_at: link.expiresAt }, address);
  printError(call, words.link[language]);
  if (admin.on.how === "started") printError(call, words.notRunning[language]);
  return 0;
}

/** The account that the operator talks from. It is made at the first start, never here. */
export async function operatorOf(admin: Pick<AdminContext, "db" | "language">): Promise<string> {
  const account = await admin.db.transaction(engine, operatorAccount);
  if (account === undefined) throw new CommandFailure(words.neverStarted[admin.language]);
  return account;
}

/**
 * The address at which people reach the product: from the settings, from the running instance, or
 * the one it would listen on.
 */
export function addressOf({ config, on }: Pick<AdminContext, "config" | "on">): string {
  return config.server.public_url ?? on.holder?.url ?? serverUrl(config);
}

async function create(admin: AdminContext, wish: TokenRequest): Promise<number> {
  const accountId =
    wish.newName === undefined
      ? await requireAccount(admin, wish.account ?? "")
      : await newAccount(admin, wish.newName);
  const expiresAt = wish.days === null ? null : systemClock.now() + wish.days * dayMs;
  const issued = await admin.access.issueToken(
    {
      kind: "account",
      accountId,
      label: wish.label,
      scopes: wish.scopes,
      expiresAt,
      isAppPassword: wish.isAppPassword,
    },
    commandLine,
  );
  printResult(
    admin,
    { id: issued.id, account_id: accountId, token: issued.secret, expires_at: issued.expiresAt },
    issued.secret,
  );
  printError(admin.call, words.created(issued.id, accountId)[admin.language]);
  return 0;
}

async function requireAccount(admin: AdminContext, named: string): Promise<string> {
  if (named === "operator") return operatorOf(admin);
  const id = canonicalId(named);
  const [row] = await admin.db.transaction(engine, (sql) =>
    sql.rows("select 1 from account where id = $1", [id ?? ""]),
  );
  if (id === undefined || row === undefined)
    throw new CommandFailure(words.noAccount[admin.language]);
  return id;
}

const newAccount = ({ access, config }: AdminContext, name: string): Promise<string> =>
  access.createAccount(
    {
      displayName: cleanText(name, 80),
      language: config.account_language,
      timezone: config.default_timezone,
    },
    commandLine,
  );

async function list(admin: AdminContext): Promise<number> {
  const tokens = await admin.access.list();
  const columns = words.columns[admin.language].map((name) => ({ name, right: false }));
  const rows = tokens.map((one) => [
    one.id,
    one.account_id,
    one.label,
    one.scopes.join(","),
    ...[one.created_at, one.expires_at, one.last_used_at, one.revoked_at].map(
      (at) => at?.slice(0, 16).replace("T", " ") ?? null,
    ),
  ]);
  printResult(
    admin,
    tokens,
    tokens.length === 0 ? words.none[admin.language] : drawTable(columns, rows),
  );
  return 0;
}

async function revoke(admin: AdminContext, { id }: TokenRequest): Promise<number> {
  if (!(await admin.access.revoke(id, commandLine)))
    throw new CommandFailure(words.noToken[admin.language]);
  printResult(admin, { id, revoked: true }, words.revoked[admin.language]);
  return 0;
}

/** Standard output contains the value that a script needs, and nothing else. */
function printResult({ call }: AdminContext, json: unknown, line: string): void {
  printLine(call, call.values["json"] === true ? JSON.stringify(json) : line);
}
