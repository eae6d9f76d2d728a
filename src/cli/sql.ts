import type { Language } from "../domain/language.ts";
import { text as readAll } from "node:stream/consumers";
import { type Sql, sqlState } from "../store/database/database.ts";
import { asOwner } from "../store/database/owner.ts";
import type { ConnectionSettings } from "../store/database/postgres-database.ts";
import {
  isNumberType,
  jsonValue,
  type ReadAnswer,
  readAsReader,
} from "../store/database/reader.ts";
import { withDatabase } from "./attach.ts";
import { type Call, type Command, CommandFailure, printLine, UsageError } from "./command.ts";
import { noteAsOwner } from "./note-command.ts";
import { configOf, languageWith } from "./settings.ts";
import { drawTable } from "./table.ts";

export const sql: Command = {
  options: { json: { type: "boolean" } },
  help: {
    en: [
      'npx meanwhile sql "select …"     or from standard input: npx meanwhile sql < queries.sql',
      "",
      "Runs as a role that can read everything and write nothing. Several statements, separated by semicolons, see the same",
      "snapshot. Each may take 30 seconds. The audit records which tables were named.",
      "  --json   an array of rows; an array of such arrays for several statements",
    ].join("\n"),
    zh: [
      'npx meanwhile sql "select …"     或从标准输入：npx meanwhile sql < queries.sql',
      "",
      "以只读角色运行。可用分号隔开多条语句，它们看到同一时刻的数据。每条最多 30 秒。审计会记录查询了哪些表。",
      "  --json   输出行的数组；多条语句时输出数组的数组",
    ].join("\n"),
  },
  async run(call) {
    const script = await scriptOf(call);
    const config = configOf(call);
    const language = languageWith(call, config);
    await withDatabase({ config, command: "meanwhile sql", language }, async ({ connection }) => {
      await asOwner(connection, async (sql) =>
        noteAsOwner(sql, config, {
          action: "sql_read",
          details: { tables: await tablesIn(sql, script) },
        }),
      );
      const answers = tellingTables(readAsReader(connection, script), connection, language);
      if (call.values["json"] === true)
        printLine(call, JSON.stringify(jsonOf(await Array.fromAsync(answers)), null, 2));
      else for await (const answer of answers) printLine(call, describeAnswer(answer, language));
    });
    return 0;
  },
};

/** The answers; where a statement names a table that is not there, those that are. */
async function* tellingTables(
  answers: AsyncGenerator<ReadAnswer>,
  connection: ConnectionSettings,
  language: Language,
): AsyncGenerator<ReadAnswer> {
  try {
    yield* answers;
  } catch (error) {
    if (!(error instanceof Error) || sqlState(error.cause) !== "42P01") throw error;
    const rows = await asOwner(connection, (sql) =>
      sql.rows<{ name: string }>(
        `select relname::text as name from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
      ),
    );
    const names = rows.map(({ name }) => name).join(", ");
    throw new CommandFailure(
      language === "zh"
        ? `${error.message}。有这些表：${names}`
        : `${error.message}. Tables: ${names}`,
    );
  }
}

/**
 * The tables that a statement names. The audit stores no text of it, because it may contain
 * people's words.
 */
async function tablesIn(sql: Sql, script: string): Promise<string[]> {
  const words = [...new Set(script.toLowerCase().match(/[a-z_][a-z0-9_]*/g) ?? [])];
  const rows = await sql.rows<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and relname = any($1) order by 1`,
    [words],
  );
  return rows.map(({ name }) => name);
}

async function scriptOf(call: Call): Promise<string> {
  const script =
    call.words.length > 0
      ? call.words.join(" ")
      : call.terminal.stdin.isTTY === true
        ? ""
        : await readAll(call.terminal.stdin);
  if (script.trim() === "") throw new UsageError(usage[call.language]);
  return script;
}

const usage = {
  en: 'Say what to read: npx meanwhile sql "select count(*) from message"',
  zh: '请写明要查什么：npx meanwhile sql "select count(*) from message"',
};

function describeAnswer({ columns, rows, command }: ReadAnswer, language: Language): string {
  if (columns.length === 0) return rows.length > 0 ? describeCount(rows.length, language) : command;
  const table = drawTable(
    columns.map(({ name, type }) => ({ name, right: isNumberType(type) })),
    rows,
  );
  return `${table}\n${describeCount(rows.length, language)}\n`;
}

const describeCount = (count: number, language: Language): string =>
  language === "zh" ? `(${count} 行)` : `(${count} ${count === 1 ? "row" : "rows"})`;

/** Rows as objects. Of two columns with one name, the second gets a number. */
function jsonOf(answers: readonly ReadAnswer[]): unknown {
  const all = answers.map(({ columns, rows }) => {
    const names = columns.map(({ name }, index) => {
      const before = columns.slice(0, index).filter((other) => other.name === name).length;
      return before === 0 ? name : `${name}_${before + 1}`;
    });
    return rows.map((row) =>
      Object.fromEntries(
        row.map((value, index) => [names[index], jsonValue(columns[index]?.type ?? 0, value)]),
      ),
    );
  });
  return all.length === 1 ? all[0] : all;
}
