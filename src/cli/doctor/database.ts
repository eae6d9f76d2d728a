import { asAccount, engine } from "../../domain/principal.ts";
import { type ChannelView, listChannels } from "../../inbound/directory.ts";
import { type LastBackup, lastBackup } from "../../store/backup/nightly.ts";
import { assertRolesHold } from "../../store/migrate.ts";
import { asOwner } from "../../store/owner.ts";
import { openPostgres } from "../../store/postgres-database.ts";
import { type Attached, attach, hasDatabase, quietLog, schemaVersions } from "../attach.ts";
import type { Language } from "../command.ts";
import { explain } from "../explain.ts";
import { bad, both, type Examined, type Finding, good, note } from "./finding.ts";

export interface DatabaseFindings {
  readonly findings: readonly Finding[];
  /** How many sealed secrets there are, if they could be counted. */
  readonly sealed: number | undefined;
  /** Our accounts in chat apps, as they were last heard of. */
  readonly channels?: readonly ChannelView[] | undefined;
  /** Null where none was ever made; undefined where nobody could be asked. */
  readonly backup?: LastBackup | null | undefined;
}

/** Looks into the database: the running one, the operator's own, or the bundled one started for a moment. */
export async function databaseFindings(on: Examined, language: Language): Promise<DatabaseFindings> {
  const { config } = on;
  if (config.database.url === undefined && on.holder === undefined && !(await hasDatabase(config.data_dir))) {
    const says = { en: "There is no database yet; the first start makes it.", zh: "还没有数据库，首次启动时会创建。" };
    return { findings: [note("database", says)], sealed: undefined };
  }
  try {
    const attached = await attach({ config, command: "meanwhile doctor", language });
    try {
      return await looked(attached);
    } finally {
      await attached.close();
    }
  } catch (error) {
    return { findings: [unreachable(config.database.url !== undefined, explain(error, language).text)], sealed: undefined };
  }
}

const unreachable = (byUrl: boolean, reason: string): Finding =>
  bad(
    "database",
    both(reason),
    byUrl
      ? { en: "Check DATABASE_URL and that the server runs.", zh: "请检查 DATABASE_URL，以及数据库服务是否在运行。" }
      : { en: "Start Meanwhile and read its log.", zh: "请启动 Meanwhile 并查看日志。" },
  );

interface Facts {
  readonly server: string;
  readonly now: number;
  readonly newest: number | null;
  readonly sealed: number;
}

async function looked(on: Attached): Promise<DatabaseFindings> {
  const versions = await schemaVersions(on.connection);
  if (versions.found !== versions.ours) return { findings: [await otherSchema(on, versions)], sealed: undefined };
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
    findings: [databaseFinding(on, facts.server, versions.found), await rolesFinding(on), clockFinding(facts, Date.now())],
    sealed: facts.sealed,
    channels: await asOwner(on.connection, listChannels),
    backup: (await asOwner(on.connection, lastBackup)) ?? null,
  };
}

function databaseFinding(on: Attached, server: string, schema: number): Finding {
  const which = {
    running: { en: "bundled, running", zh: "内置，运行中" },
    started: { en: "bundled, started for this check", zh: "内置，为本次检查临时启动" },
    url: { en: "by DATABASE_URL", zh: "由 DATABASE_URL 指定" },
  }[on.how];
  return good("database", {
    en: `PostgreSQL ${server} (${which.en}), schema ${schema}.`,
    zh: `PostgreSQL ${server}（${which.zh}），结构版本 ${schema}。`,
  });
}

/** An older schema is brought up to date by the next start; a newer one belongs to a newer program. */
async function otherSchema(on: Attached, { found, ours }: { found: number; ours: number }): Promise<Finding> {
  const says = {
    en: `The database has schema ${found}, this program knows ${ours}.`,
    zh: `数据库的结构版本是 ${found}，本程序是 ${ours}。`,
  };
  if (found > ours)
    return bad("database", says, { en: "Use the newer Meanwhile, or restore a backup.", zh: "请使用更新的 Meanwhile，或恢复备份。" });
  const restart = { en: "Restart Meanwhile: it brings the database up to date.", zh: "请重新启动 Meanwhile，它会升级数据库。" };
  return on.how === "running" ? bad("database", says, restart) : note("database", says, restart);
}

/** The walls between accounts stand only for roles that can't walk around them. */
async function rolesFinding(on: Attached): Promise<Finding> {
  const db = openPostgres(on.connection, { poolSize: 2, log: quietLog });
  try {
    await db.transaction(engine, (sql) => assertRolesHold(sql, "meanwhile_engine"));
    await db.transaction(asAccount(""), (sql) => assertRolesHold(sql, "meanwhile_app"));
    return good("roles", { en: "Accounts are kept apart by the database, too.", zh: "数据库也把各账号隔开。" });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return bad("roles", both(reason), {
      en: "Take SUPERUSER and BYPASSRLS from the roles meanwhile_engine and meanwhile_app.",
      zh: "请去掉角色 meanwhile_engine 和 meanwhile_app 的 SUPERUSER 和 BYPASSRLS。",
    });
  } finally {
    await db.close();
  }
}

const secondMs = 1000;

export function clockFinding(facts: Pick<Facts, "now" | "newest">, processNow: number): Finding {
  const ahead = ((facts.newest ?? 0) - processNow) / secondMs;
  if (ahead > 60) {
    return bad(
      "clock",
      {
        en: `This clock is behind: the newest event is ${lasting(ahead).en} in the future.`,
        zh: `本机时钟慢了：最新的事件在 ${lasting(ahead).zh}之后。`,
      },
      { en: "Set the clock right before you start: reminders go by it.", zh: "请先校正时钟再启动：提醒按它触发。" },
    );
  }
  const apart = Math.abs(facts.now - processNow) / secondMs;
  const says = {
    en: `This clock and the database's are ${apart.toFixed(1)} s apart.`,
    zh: `本机时钟与数据库时钟相差 ${apart.toFixed(1)} 秒。`,
  };
  const fix = { en: "Let both machines set their clocks by NTP.", zh: "请让两台机器都用 NTP 对时。" };
  if (apart > 60) return bad("clock", says, fix);
  return apart > 5 ? note("clock", says, fix) : good("clock", says);
}

export function lasting(seconds: number): { en: string; zh: string } {
  const [amount, en, zh] =
    seconds < 7200
      ? [seconds / 60, "minutes", "分钟"]
      : seconds < 172_800
        ? [seconds / 3600, "hours", "小时"]
        : [seconds / 86_400, "days", "天"];
  return { en: `${Math.round(amount)} ${en}`, zh: ` ${Math.round(amount)} ${zh}` };
}
