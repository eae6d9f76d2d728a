import { bench } from "./bench.ts";
import { type Command, printed } from "./command.ts";

export const benchCommand: Command = {
  help: {
    en: "Runs for about two minutes on a database of its own in the temporary directory, and prints a table.",
    zh: "在临时目录的独立数据库上运行约两分钟，输出一张表。",
  },
  run: (call) => bench((line) => printed(call, line)),
};
