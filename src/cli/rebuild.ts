import type { Language } from "../domain/language.ts";
import { productProjector } from "../main/projections.ts";
import { asOwner } from "../store/database/owner.ts";
import { rebuild, type RebuildReport } from "../store/log/rebuild.ts";
import { withDatabase } from "./attach.ts";
import { assertSchema } from "./upgrade-database.ts";
import { type Command, printLine } from "./command.ts";
import { noteAsOwner } from "./note-command.ts";
import { printVerdict, withProgress } from "./progress.ts";
import { configOf, languageWith } from "./settings.ts";
import { drawTable } from "./table.ts";

export const rebuildCommand: Command = {
  options: { check: { type: "boolean" }, json: { type: "boolean" } },
  help: {
    en: [
      "npx meanwhile rebuild [--check] [--json]",
      "",
      "Rebuilds every table from the log in one transaction, and prints a hash of each before and after. A running",
      "instance waits until it is done. Exits with 1 if a table differs.",
      "  --check   compares only and changes nothing",
    ].join("\n"),
    zh: [
      "npx meanwhile rebuild [--check] [--json]",
      "",
      "在一个事务里由日志重建所有表，并打印每张表重建前后的哈希。运行中的实例会等它做完。有表不同则以 1 退出。",
      "  --check   只核对，不改动",
    ].join("\n"),
  },
  async run(call) {
    const config = configOf(call);
    const language = languageWith(call, config);
    const check = call.values["check"] === true;
    const { report, seconds } = await withProgress(call, words.working(0)[language], (say) =>
      withDatabase({ config, command: "meanwhile rebuild", language }, async (on) => {
        await assertSchema(on, { config, language });
        const began = performance.now();
        const report = await asOwner(
          on.connection,
          async (sql) => {
            const done = await rebuild(sql, productProjector(), {
              onProgress: (share) => say(words.working(share)[language]),
            });
            const different = done.tables.filter((table) => !table.same).map(({ table }) => table);
            if (!check)
              await noteAsOwner(sql, config, {
                action: "tables_rebuilt",
                details: { events: done.events, different },
              });
            return done;
          },
          () => !check,
        );
        return { report, seconds: (performance.now() - began) / 1000 };
      }),
    );
    const wrong = report.tables.filter((table) => !table.same).map(({ table }) => table);
    const perSecond = Math.round(report.events / seconds);
    if (call.values["json"] === true)
      printLine(
        call,
        JSON.stringify({ ...report, seconds, perSecond, kept: !check, same: wrong.length === 0 }),
      );
    else
      printLine(
        call,
        `${tableOf(report, language)}\n${words.figures(report.events, seconds, perSecond)[language]}`,
      );
    const isSame = wrong.length === 0;
    const verdict = isSame ? words.allSame(report.tables.length) : words.differed(wrong, check);
    printVerdict(call, isSame, verdict[language]);
    return wrong.length === 0 ? 0 : 1;
  },
};

function tableOf(report: RebuildReport, language: Language): string {
  const columns = words.columns[language].map((name, index) => ({ name, right: index === 1 }));
  const rows = report.tables.map(({ table, before, after, same }) => [
    table,
    before.rows === after.rows ? String(after.rows) : `${before.rows} → ${after.rows}`,
    before.hash,
    after.hash,
    same ? words.same[language] : words.different[language],
  ]);
  return drawTable(columns, rows);
}

const words = {
  columns: {
    en: ["table", "rows", "hash before", "hash after", ""],
    zh: ["表", "行数", "重建前哈希", "重建后哈希", ""],
  },
  working: (share: number) => ({
    en: `Rebuilding the tables from the log: ${Math.round(share * 100)} %`,
    zh: `正在由日志重建各表：${Math.round(share * 100)}%`,
  }),
  same: { en: "same", zh: "相同" },
  different: { en: "DIFFERENT", zh: "不同" },
  figures: (events: number, seconds: number, perSecond: number) => ({
    en: `${events} events in ${seconds.toFixed(1)} s: ${perSecond} events/s.`,
    zh: `${events} 个事件，用时 ${seconds.toFixed(1)} 秒：每秒 ${perSecond} 个。`,
  }),
  allSame: (count: number) => ({
    en: `All ${count} tables are as the log says.`,
    zh: `全部 ${count} 个表都与日志一致。`,
  }),
  differed: (tables: readonly string[], check: boolean) => ({
    en: `Different from the log: ${tables.join(", ")}. ${check ? "Nothing was changed; run it without --check to fix that." : "They now match the log."}`,
    zh: `与日志不一致：${tables.join("、")}。${check ? "没有改动；去掉 --check 再运行即可修正。" : "现在已与日志一致。"}`,
  }),
};
