import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Config } from "../config.ts";
import { type Call, type Command, CommandFailure, printLine, text, UsageError } from "./command.ts";
import { serviceHelp, serviceWords as words } from "./systemd-words.ts";
import { configOf, languageWith } from "./settings.ts";

const unitName = "meanwhile.service";

export const serviceCommand: Command = {
  options: { print: { type: "boolean" } },
  help: serviceHelp,
  async run(call) {
    const [verb, ...more] = call.words;
    if ((verb !== "install" && verb !== "remove") || more.length > 0)
      throw new UsageError(words.usage[call.language]);
    const config = configOf(call);
    const language = languageWith(call, config);
    const plan = await planUnit(call, config);
    if (call.values["print"] === true) {
      printLine(call, plan.text.trimEnd());
      return 0;
    }
    if (process.platform !== "linux") throw new CommandFailure(words.linuxOnly[language]);
    if (plan.isHidden) throw new CommandFailure(words.hidden(root)[language]);
    const { file, manager } = plan;
    if (verb === "remove") {
      await control([...manager, "disable", "--now", unitName]);
      await rm(file, { force: true });
      await control([...manager, "daemon-reload"]);
      printLine(call, words.removed(file)[language]);
      return 0;
    }
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, plan.text, { mode: 0o644 });
    const isRunning =
      (await control([...manager, "daemon-reload"])) &&
      (await control([...manager, "enable", "--now", unitName]));
    printLine(call, words.installed(file)[language]);
    const by = ["systemctl", ...manager].join(" ");
    printLine(call, isRunning ? words.running(by)[language] : words.startYourself(by)[language]);
    return 0;
  },
};

interface UnitPlan {
  readonly file: string;
  readonly text: string;
  /** Arguments of systemctl that select the manager. */
  readonly manager: readonly string[];
  /** Whether the unit's own walls would hide the program from it. */
  readonly isHidden: boolean;
}

const root = resolve(import.meta.dirname, "..", "..");

/** For root a unit of the machine, with a user of its own; for anyone else a unit of theirs. */
async function planUnit(call: Call, config: Config): Promise<UnitPlan> {
  const { env, cwd } = call.terminal;
  const settings = resolve(
    cwd,
    text(call, "config") ?? env["MEANWHILE_CONFIG"] ?? "meanwhile.yaml",
  );
  const file = existsSync(settings) ? settings : undefined;
  const program = [process.execPath, join(root, "bin", "meanwhile.js"), "start"];
  if (process.getuid?.() === 0) {
    const template = await readFile(join(root, "packaging", unitName), "utf8");
    const text = machineUnit(template, { program, file });
    const isHidden = program.some((path) => /^\/(?:root|home)\//.test(path));
    return { file: `/etc/systemd/system/${unitName}`, text, manager: [], isHidden };
  }
  const folder = env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config");
  return {
    file: join(folder, "systemd", "user", unitName),
    text: userUnit({ program, file, dataDir: config.data_dir }),
    manager: ["--user"],
    isHidden: false,
  };
}

interface UnitFacts {
  readonly program: readonly string[];
  /** The settings file, if there is one. */
  readonly file: string | undefined;
}

/** The packaged unit with the paths of this installation. */
export function machineUnit(template: string, { program, file }: UnitFacts): string {
  return template
    .split("\n")
    .filter((line) => file !== undefined || !line.startsWith("LoadCredential="))
    .map((line) => {
      if (line.startsWith("ExecStart=")) return `ExecStart=${program.map(quote).join(" ")}`;
      if (line.startsWith("WorkingDirectory=")) return "WorkingDirectory=/";
      if (line.startsWith("LoadCredential=")) return `LoadCredential=meanwhile.yaml:${file}`;
      return file === undefined ? line.replace("MEANWHILE_CONFIG=%d/meanwhile.yaml ", "") : line;
    })
    .join("\n");
}

/** A user's own service manager can build fewer walls; what it can is here. */
export function userUnit(of: UnitFacts & { readonly dataDir: string }): string {
  return [
    "[Unit]",
    "Description=Meanwhile",
    "",
    "[Service]",
    "Type=simple",
    `Environment=${quote(`MEANWHILE_DATA=${of.dataDir}`)} NODE_ENV=production`,
    ...(of.file === undefined ? [] : [`Environment=${quote(`MEANWHILE_CONFIG=${of.file}`)}`]),
    `ExecStart=${of.program.map(quote).join(" ")}`,
    "Restart=on-failure",
    "RestartSec=2",
    "TimeoutStopSec=15",
    "UMask=0077",
    "NoNewPrivileges=yes",
    "LockPersonality=yes",
    "RestrictRealtime=yes",
    "RestrictSUIDSGID=yes",
    "SystemCallArchitectures=native",
    "",
    "[Install]",
    "WantedBy=default.target",
    "",
  ].join("\n");
}

/** As systemd reads it: `%` begins a specifier, and a blank would end the word. */
function quote(word: string): string {
  const plain = word.replaceAll("%", "%%");
  return /^[\w@%+=:,./-]+$/.test(plain)
    ? plain
    : `"${plain.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** False where there is no systemd that answers, as in a container. */
const control = (args: readonly string[]): Promise<boolean> =>
  promisify(execFile)("systemctl", [...args]).then(
    () => true,
    () => false,
  );
