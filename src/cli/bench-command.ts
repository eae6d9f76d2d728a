import { bench, benchParts } from "./bench.ts";
import { type Command, printLine, text, UsageError } from "./command.ts";

export const benchCommand: Command = {
  options: { only: { type: "string" }, short: { type: "boolean" }, talks: { type: "string" } },
  help: {
    en: `Runs for about ten minutes on databases of its own in the temporary directory, and prints a table.
  --only <part>   ${benchParts.join(", ")}
  --short         a smaller load
  --talks <file>  recall: JSON with talks of your own, [{"turns": [{"id", "speaker", "text", "at"}],
                  "questions": [{"kind", "text", "evidence": ["id"]}]}]`,
    zh: `在临时目录的独立数据库上运行约十分钟，输出一张表。
  --only <部分>   ${benchParts.join("、")}
  --short         较小的负载
  --talks <文件>  recall 部分：自备的对话 JSON，[{"turns": [{"id", "speaker", "text", "at"}],
                  "questions": [{"kind", "text", "evidence": ["id"]}]}]`,
  },
  run(call) {
    const wish = text(call, "only");
    const only = benchParts.find((part) => part === wish);
    if (wish !== undefined && only === undefined)
      throw new UsageError(`--only: ${benchParts.join(", ")}`);
    return bench((line) => printLine(call, line), {
      only,
      short: call.values["short"] === true,
      talks: text(call, "talks"),
    });
  },
};
