import type { Language } from "../domain/language.ts";
import { type Command, printLine, UsageError } from "./command.ts";
import { commandNames, commands } from "./commands.ts";
import { suggestCommand } from "./suggest-command.ts";

export const help: Command = {
  help: { en: "meanwhile help [command]", zh: "meanwhile help [命令]" },
  async run(call) {
    const [name] = call.words;
    printLine(
      call,
      name === undefined ? overview(call.language) : await helpOf(name, call.language),
    );
    return 0;
  },
};

export function overview(language: Language): string {
  const width = Math.max(...commandNames.map((name) => name.length));
  const lines = Object.entries(commands).map(
    ([name, { does }]) => `  ${name.padEnd(width)}  ${does[language]}`,
  );
  return [
    words.title[language],
    "",
    words.usage[language],
    "",
    ...lines,
    "",
    words.everywhere[language],
  ].join("\n");
}

export async function helpOf(name: string, language: Language): Promise<string> {
  const known = commands[name];
  if (known === undefined) throw new UsageError(suggestCommand(name, language));
  const command = await known.load();
  return [
    `meanwhile ${name}: ${known.does[language]}`,
    "",
    command.help[language],
    "",
    words.everywhere[language],
  ].join("\n");
}

const words = {
  title: {
    en: "Meanwhile keeps going while you are away.",
    zh: "Meanwhile：你不在的时候，它一直都在。",
  },
  usage: { en: "npx meanwhile <command> [options]", zh: "npx meanwhile <命令> [选项]" },
  everywhere: {
    en: [
      "Every command takes:",
      "  --data <directory>   where everything is stored (MEANWHILE_DATA, ./data)",
      "  --config <file>      settings (MEANWHILE_CONFIG, ./meanwhile.yaml)",
      "  --lang zh|en         language of the output",
      "  --help               the command's help",
    ].join("\n"),
    zh: [
      "所有命令都可以用：",
      "  --data <目录>        数据目录（MEANWHILE_DATA，默认 ./data）",
      "  --config <文件>      配置文件（MEANWHILE_CONFIG，默认 ./meanwhile.yaml）",
      "  --lang zh|en         输出语言",
      "  --help               该命令的帮助",
    ].join("\n"),
  },
} as const;
