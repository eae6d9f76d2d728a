import type { Language } from "../domain/language.ts";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import type { Call, Command, Terminal } from "./command.ts";
import { UsageError } from "./command.ts";
import { actAsOwner, type ActingAs, explainOwner } from "./act-as-owner.ts";
import { commands } from "./commands.ts";
import { explain } from "./explain.ts";
import { readVersion } from "../main/version.ts";
import { helpOf, overview } from "./help.ts";
import { pickTerminalLanguage } from "./settings.ts";
import { suggestCommand, suggestOption } from "./suggest-command.ts";

const everywhere = {
  data: { type: "string" },
  config: { type: "string" },
  lang: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const satisfies ParseArgsOptionsConfig;

/** From the words after `meanwhile` to an exit code: 0 done, 1 failed, 2 called wrongly, 78 settings. */
export async function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<number> {
  let language: Language = pickTerminalLanguage(undefined, terminal.env);
  const acting: Acting = {};
  try {
    language = pickTerminalLanguage(langIn(argv), terminal.env);
    return await dispatch(argv, { terminal, language }, acting);
  } catch (error) {
    const { code, text } = explain(error, language);
    const because = explainOwner(error, acting.as, language);
    terminal.stderr.write(`${because === undefined ? text : `${text} ${because}`}\n`);
    return code;
  }
}

interface Acting {
  as?: ActingAs | undefined;
}

async function dispatch(
  argv: readonly string[],
  on: { terminal: Terminal; language: Language },
  acting: Acting,
): Promise<number> {
  const { terminal, language } = on;
  const [name, ...rest] = argv;
  if (name === undefined) {
    terminal.stderr.write(`${overview(language)}\n`);
    return 2;
  }
  const shown =
    name === "--version" || name === "-v"
      ? readVersion()
      : name === "--help" || name === "-h"
        ? overview(language)
        : undefined;
  if (shown !== undefined) {
    terminal.stdout.write(`${shown}\n`);
    return 0;
  }
  const known = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (known === undefined) throw new UsageError(suggestCommand(name, language));
  const command = await known.load();
  const call = parseArguments(command, rest, on);
  if (call.values["help"] !== true) {
    if (command.asCaller !== true) acting.as = await actAsOwner(call);
    return command.run({ ...call, config: acting.as?.config });
  }
  terminal.stdout.write(`${await helpOf(name, language)}\n`);
  return 0;
}

function parseArguments(
  command: Command,
  args: readonly string[],
  on: { terminal: Terminal; language: Language },
): Call {
  const options = { ...everywhere, ...command.options };
  try {
    const { values, positionals } = parseArgs({
      args: args.map(asWord),
      options,
      allowPositionals: true,
      strict: true,
    });
    return { ...on, values, words: positionals.map((word) => word.replace(wordMark, "")) };
  } catch (error) {
    if (!(error instanceof TypeError) || !("code" in error)) throw error;
    const unknown =
      error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION"
        ? /'(-[^']*)'/.exec(error.message)?.[1]
        : undefined;
    throw new UsageError(
      unknown === undefined
        ? error.message
        : suggestOption(unknown, Object.keys(options), on.language),
    );
  }
}

const wordMark = /^\0/;

/**
 * An argument that begins like an option but continues like a text is a text: SQL often begins with
 * a comment.
 */
const asWord = (arg: string): string => (/^--[^=]*\s/.test(arg) ? `\0${arg}` : arg);

/**
 * Looked for before anything is parsed, so that an error about the rest is already in the right
 * language.
 */
function langIn(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((word) => word === "--lang" || word.startsWith("--lang="));
  return argv[at]?.split("=")[1] ?? (at === -1 ? undefined : argv[at + 1]);
}
