import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Config } from "../../config.ts";
import type { Language } from "../../domain/language.ts";
import { defaultPageDir } from "../../main.ts";
import { buildPage } from "../build-page.ts";
import { type Call, type Command, CommandFailure, printError, printLine } from "../command.ts";
import { text, UsageError } from "../command.ts";
import { explain } from "../explain.ts";
import { configOf, languageWith, serverUrl } from "../settings.ts";
import { control, ensureServiceUser, findUnreachable, readJournal } from "./machine.ts";
import { machineUnit, serviceData, userUnit } from "./unit.ts";
import { serviceHelp, serviceWords as words } from "./words.ts";

const unitName = "meanwhile.service";
const root = resolve(import.meta.dirname, "..", "..", "..");
const launcher = join(root, "bin", "meanwhile.js");

export const serviceCommand: Command = {
  options: { print: { type: "boolean" } },
  help: serviceHelp,
  // Only root may write the machine's units, and only the person their own.
  asCaller: true,
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
    return verb === "remove"
      ? remove(plan, { call, language })
      : install(plan, { call, config, language });
  },
};

interface UnitPlan {
  readonly file: string;
  readonly text: string;
  /** Arguments of systemctl that select the manager. */
  readonly manager: readonly string[];
  readonly isMachine: boolean;
  readonly dataDir: string;
  readonly settings: string | undefined;
}

/** For root a unit of the machine, with a user of its own; for anyone else a unit of theirs. */
async function planUnit(call: Call, config: Config): Promise<UnitPlan> {
  const { env, cwd } = call.terminal;
  const named = text(call, "config") ?? env["MEANWHILE_CONFIG"] ?? "meanwhile.yaml";
  const settings = existsSync(resolve(cwd, named)) ? resolve(cwd, named) : undefined;
  const facts = { program: [process.execPath, launcher, "start"], file: settings };
  if (process.getuid?.() === 0) {
    const template = await readFile(join(root, "packaging", unitName), "utf8");
    return {
      file: `/etc/systemd/system/${unitName}`,
      text: machineUnit(template, facts),
      manager: [],
      isMachine: true,
      dataDir: serviceData,
      settings,
    };
  }
  const folder = env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config");
  return {
    file: join(folder, "systemd", "user", unitName),
    text: userUnit({ ...facts, dataDir: config.data_dir }),
    manager: ["--user"],
    isMachine: false,
    dataDir: config.data_dir,
    settings,
  };
}

interface Installing {
  readonly call: Call;
  readonly config: Config;
  readonly language: Language;
}

async function install(plan: UnitPlan, on: Installing): Promise<number> {
  const { call, config, language } = on;
  const { file, manager } = plan;
  if (plan.isMachine) await assertUsable(language);
  await buildPage({ root, directory: defaultPageDir }).catch((error: unknown) => {
    throw new CommandFailure(words.noPage(explain(error, language).text)[language]);
  });
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, plan.text, { mode: 0o644 });
  printLine(call, words.installed(file)[language]);
  const by = ["systemctl", ...manager].join(" ");
  if (!(await control([...manager, "daemon-reload"]))) {
    printLine(call, words.startYourself(by)[language]);
    return 0;
  }
  printLine(call, words.starting[language]);
  await control([...manager, "enable", unitName]);
  // A unit that runs already goes on with the installation that it was started from, unless it is restarted. This waits
  // until the service says that it is ready.
  if (!(await control([...manager, "restart", unitName]))) {
    printError(call, words.failed(manager.join(" "))[language]);
    printError(call, await readJournal(manager, 15));
    return 1;
  }
  printLine(call, words.running(serverUrl(config), manager.join(" "))[language]);
  await showSignIn(plan, on);
  return 0;
}

/** The unit's user may read the program, and the unit's walls do not hide it. */
async function assertUsable(language: Language): Promise<void> {
  const program = [process.execPath, launcher];
  if (program.some((path) => /^\/(?:root|home|tmp|var\/tmp)\//.test(path)))
    throw new CommandFailure(words.hidden(root)[language]);
  const user = await ensureServiceUser();
  if (user === undefined) throw new CommandFailure(words.noUser[language]);
  const closed = await findUnreachable(program, user);
  if (closed !== undefined) throw new CommandFailure(words.closed(closed)[language]);
}

/** The way in, in words that work in any directory. A person at a terminal gets the link itself. */
async function showSignIn(plan: UnitPlan, { call, config, language }: Installing): Promise<void> {
  if (!config.roles.includes("gateway")) return;
  const settings = plan.settings === undefined ? [] : ["--config", plan.settings];
  const args = [launcher, "token", "link", "--data", plan.dataDir, ...settings];
  printLine(call, words.signIn([process.execPath, ...args].join(" "))[language]);
  if (call.terminal.stdout.isTTY !== true) return;
  await once(spawn(process.execPath, args, { stdio: "inherit" }), "close");
}

async function remove(
  { file, manager }: UnitPlan,
  { call, language }: Pick<Installing, "call" | "language">,
): Promise<number> {
  await control([...manager, "disable", "--now", unitName]);
  await rm(file, { force: true });
  await control([...manager, "daemon-reload"]);
  printLine(call, words.removed(file)[language]);
  return 0;
}
