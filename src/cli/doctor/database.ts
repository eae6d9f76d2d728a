import type { Language } from "../../domain/language.ts";
import { type ChannelView, listChannels } from "../../accounts/channel-directory.ts";
import { type LastBackup, lastBackup } from "../../store/backup/nightly.ts";
import { SealError } from "../../store/secrets.ts";
import { verifyChain } from "../../store/audit/verify-chain.ts";
import { auditSeals } from "../../store/audit/audit-seals.ts";
import type { Config } from "../../config.ts";
import { keySource } from "../../main/keys.ts";
import { chainWords } from "../audit.ts";
import { lastVerification, type Verification } from "../../store/backup/verification.ts";
import { archiveFindings } from "./archives.ts";
import { lastOffsite, type LastOffsite } from "../../store/offsite/send-backups.ts";
import { hasModelConnection } from "../../store/model-connection.ts";
import { checkErasures } from "./erased.ts";
import { asOwner } from "../../store/database/owner.ts";
import { openPostgres } from "../../store/database/postgres-database.ts";
import { assertWalls } from "../../store/database/walls.ts";
import { type Attached, attach, hasDatabase, quietLog, schemaVersions } from "../attach.ts";
import { explain } from "../explain.ts";
import { bad, both, type Finding, good, note } from "../../domain/finding.ts";
import type { Examined } from "./examined.ts";

export interface DatabaseFindings {
  readonly findings: readonly Finding[];
  /** How many sealed secrets there are, if they could be counted. */
  readonly sealed: number | undefined;
  /** Whether a model was connected in the page. */
  readonly hasModel?: boolean | undefined;
  /** Our accounts in chat apps, by their last known state. */
  readonly channels?: readonly ChannelView[] | undefined;
  /** Null where none was ever made; undefined where the database could not be asked. */
  readonly backup?: LastBackup | null | undefined;
  /** The result of the last test restore. */
  readonly verification?: Verification | undefined;
  /** The newest backup that was sent off this machine. */
  readonly offsite?: LastOffsite | undefined;
}

/** Looks into the database: the running one, the operator's own, or the bundled one started for a moment. */
export async function databaseFindings(
  on: Examined,
  language: Language,
): Promise<DatabaseFindings> {
  const { config } = on;
  if (
    config.database.url === undefined &&
    on.holder === undefined &&
    !(await hasDatabase(config.data_dir))
  ) {
    const says = {
      en: "There is no database yet; the first start creates it.",
      zh: "还没有数据库，首次启动时会创建。",
    };
    return { findings: [note("database", says)], sealed: undefined };
  }
  try {
    const attached = await attach({ config, command: "meanwhile doctor", language });
    try {
      return await inspectDatabase(attached, config);
    } finally {
      await attached.close();
    }
  } catch (error) {
    return {
      findings: [unreachable(config.database.url !== undefined, explain(error, language).text)],
      sealed: undefined,
    };
  }
}

const unreachable = (byUrl: boolean, reason: string): Finding =>
  bad(
    "database",
    both(reason),
    byUrl
      ? {
          en: "Check DATABASE_URL and that the server runs.",
          zh: "请检查 DATABASE_URL，以及数据库服务是否在运行。",
        }
      : { en: "Start Meanwhile and read its log.", zh: "请启动 Meanwhile 并查看日志。" },
  );

interface Facts {
  readonly server: string;
  readonly now: number;
  readonly newest: number | null;
  readonly sealed: number;
}

async function inspectDatabase(on: Attached, config: Config): Promise<DatabaseFindings> {
  const versions = await schemaVersions(on.connection);
  if (versions.found !== versions.ours)
    return { findings: [await otherSchema(on, versions)], sealed: undefined };
  const facts = await asOwner(on.connection, async (sql) => {
    const [row] = await sql.rows<Facts>(
      `select current_setting('server_version') as server,
         extract(epoch from clock_timestamp()) * 1000 as now,
         (select extract(epoch from max(at)) * 1000 from (select at from event_log order by id desc limit 1000) latest) as newest,
         (select count(*) from sealed_secret) as sealed`,
    );
    return row as Facts;
  });
  return {
    findings: [
      databaseFinding(on, facts.server, versions.found),
      await rolesFinding(on, config.database.separate_logins),
      await auditFinding(on, config),
      ...(await checkErasures(on, config)),
      ...(await archiveFindings(on, config)),
      clockFinding(facts, Date.now()),
    ],
    sealed: facts.sealed,
    hasModel: await asOwner(on.connection, hasModelConnection),
    channels: await asOwner(on.connection, listChannels),
    backup: (await asOwner(on.connection, lastBackup)) ?? null,
    verification: await asOwner(on.connection, lastVerification),
    offsite: await asOwner(on.connection, lastOffsite),
  };
}

/**
 * The record of operators' actions. Without a key nothing is sealed yet, and no key is created
 * here.
 */
async function auditFinding(on: Attached, config: Config): Promise<Finding> {
  const chance = { bytes: () => new Uint8Array(32) };
  const source = keySource({ config, chance, log: quietLog });
  const seals = auditSeals(source.existing, source.auditSeals.anchors);
  try {
    const report = await asOwner(on.connection, (sql) =>
      verifyChain({ ...sql, auditSeals: seals }),
    );
    return report.ok
      ? good("audit", chainWords(report))
      : bad("audit", chainWords(report), {
          en: "It was changed with the database owner's rights, or its key is missing. See npx meanwhile audit --chain, and compare with a backup.",
          zh: "记录被人用数据库所有者的权限改动过，或缺少密钥。详情见 npx meanwhile audit --chain，并请与备份比对。",
        });
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return note("audit", {
      en: `The operators' audit is sealed and can't be checked here. ${error.message}`,
      zh: `管理操作记录已签封，这里没有密钥，无法核对。`,
    });
  }
}

function databaseFinding(on: Attached, server: string, schema: number): Finding {
  const which = {
    running: { en: "in the data directory, running", zh: "在数据目录中，运行中" },
    started: {
      en: "in the data directory, started for this check",
      zh: "在数据目录中，为本次检查临时启动",
    },
    url: { en: "by DATABASE_URL", zh: "由 DATABASE_URL 指定" },
  }[on.how];
  return good("database", {
    en: `PostgreSQL ${server} (${which.en}), schema ${schema}.`,
    zh: `PostgreSQL ${server}（${which.zh}），结构版本 ${schema}。`,
  });
}

/** An older schema is brought up to date by the next start; a newer one belongs to a newer program. */
async function otherSchema(
  on: Attached,
  { found, ours }: { found: number; ours: number },
): Promise<Finding> {
  const says = {
    en: `The database has schema ${found}, this program has ${ours}.`,
    zh: `数据库的结构版本是 ${found}，本程序是 ${ours}。`,
  };
  if (found > ours)
    return bad("database", says, {
      en: "Use the newer Meanwhile, or restore a backup.",
      zh: "请使用更新的 Meanwhile，或恢复备份。",
    });
  const restart = {
    en: "Restart Meanwhile: it brings the database up to date.",
    zh: "请重新启动 Meanwhile，它会升级数据库。",
  };
  return on.how === "running" ? bad("database", says, restart) : note("database", says, restart);
}

/** Row-level security holds only for sessions that can't bypass it. */
async function rolesFinding(on: Attached, separateLogins: boolean): Promise<Finding> {
  if (on.how === "url" && separateLogins && on.connection.logins === undefined)
    return note("roles", rolesWords.notYet);
  const db = openPostgres(on.connection, { poolSize: 2, log: quietLog });
  try {
    await assertWalls(db, separateLogins);
    if (on.how !== "url") return good("roles", rolesWords.own);
    if (!separateLogins) return note("roles", rolesWords.shared, rolesWords.separate);
    const [owner] = await asOwner(on.connection, (sql) =>
      sql.rows<{ name: string; free: boolean }>(
        "select rolname::text as name, rolsuper or rolbypassrls as free from pg_roles where rolname = current_user",
      ),
    );
    return owner?.free === true
      ? note("roles", rolesWords.strongOwner(owner.name), rolesWords.plainOwner)
      : good("roles", rolesWords.own);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return bad("roles", both(reason), rolesWords.fix);
  } finally {
    await db.close();
  }
}

const rolesWords = {
  notYet: {
    en: "The next start creates logins for the database's roles.",
    zh: "下次启动会为数据库角色建立登录用户。",
  },
  own: {
    en: "Each account's transactions see only its own rows, and no more powerful user runs them.",
    zh: "每个账号的事务只能看到自己的数据，也不会以权限更大的用户运行。",
  },
  shared: {
    en: "The database isolates accounts, but every role logs in as the user of DATABASE_URL (database.separate_logins: false).",
    zh: "数据库会隔离各账号，但所有角色都以 DATABASE_URL 的用户登录（database.separate_logins: false）。",
  },
  separate: {
    en: "Set database.separate_logins to true; the next start says what the server needs.",
    zh: "请把 database.separate_logins 设为 true；启动时会说明服务器需要什么。",
  },
  strongOwner: (name: string) => ({
    en: `The database isolates accounts. Its user ${name} bypasses row-level security; it is only used for starting, backups and erasure.`,
    zh: `数据库会隔离各账号。用户 ${name} 不受行级安全限制，只用于启动、备份和永久删除。`,
  }),
  plainOwner: {
    en: "It is safer to give DATABASE_URL a user that only owns this database.",
    zh: "最好让 DATABASE_URL 使用只拥有这个数据库的用户。",
  },
  fix: {
    en: "Take SUPERUSER, BYPASSRLS and other roles from meanwhile_engine, meanwhile_app and their logins, then start again.",
    zh: "请去掉 meanwhile_engine、meanwhile_app 及其登录用户的 SUPERUSER、BYPASSRLS 和其他角色，再重新启动。",
  },
};

const secondMs = 1000;

export function clockFinding(facts: Pick<Facts, "now" | "newest">, processNow: number): Finding {
  const ahead = ((facts.newest ?? 0) - processNow) / secondMs;
  if (ahead > 60) {
    return bad(
      "clock",
      {
        en: `This clock is behind: the newest event is ${describeDuration(ahead).en} in the future.`,
        zh: `本机时钟慢了：最新的事件在 ${describeDuration(ahead).zh}之后。`,
      },
      {
        en: "Correct the clock before you start: reminders depend on it.",
        zh: "请先校准时钟再启动：提醒以它为准。",
      },
    );
  }
  const apart = Math.abs(facts.now - processNow) / secondMs;
  const says = {
    en: `This clock and the database's are ${apart.toFixed(1)} s apart.`,
    zh: `本机时钟与数据库时钟相差 ${apart.toFixed(1)} 秒。`,
  };
  const fix = {
    en: "Let both machines sync their clocks with NTP.",
    zh: "请让两台机器都用 NTP 对时。",
  };
  if (apart > 60) return bad("clock", says, fix);
  return apart > 5 ? note("clock", says, fix) : good("clock", says);
}

export function describeDuration(seconds: number): { en: string; zh: string } {
  const [amount, en, zh] =
    seconds < 7200
      ? [seconds / 60, "minutes", "分钟"]
      : seconds < 172_800
        ? [seconds / 3600, "hours", "小时"]
        : [seconds / 86_400, "days", "天"];
  return { en: `${Math.round(amount)} ${en}`, zh: ` ${Math.round(amount)} ${zh}` };
}
