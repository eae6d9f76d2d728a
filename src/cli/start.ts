import type { Language } from "../domain/language.ts";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type App, defaultPageDir, startApp } from "../main.ts";
import type { Config } from "../config.ts";
import { startCommand, whenFree } from "./attach.ts";
import { buildPage } from "./build-page.ts";
import { weakPoints } from "../config/weak-points.ts";
import { type Both, type Call, type Command, printLine, printError } from "./command.ts";
import { settingsFileFinding, userFinding } from "./doctor/installation.ts";
import { explain, systemCode } from "./explain.ts";
import { nameCommand } from "./name-command.ts";
import { notifyReady } from "./notify-ready.ts";
import { assertPortFree } from "./port.ts";
import { configOf, languageWith, readConfig } from "./settings.ts";
import { startHelp, startWords as words } from "./start-words.ts";
import { stopOnSignal } from "./stop-signal.ts";
import type { ChannelList } from "../channels/kit/descriptor.ts";
import type { Greeting } from "../channels/kit/doctor.ts";
import { channels } from "../channels/list.ts";
import { sectionOf } from "../config/channel-section.ts";

/** Service managers kill a process that takes longer than ten seconds to stop. */
const longestStopMs = 9_500;

export const start: Command = {
  options: {
    port: { type: "string" },
    host: { type: "string" },
    role: { type: "string", multiple: true },
  },
  help: startHelp,
  async run(call) {
    const config = configOf(call);
    const language = languageWith(call, config);
    const signals = stopOnSignal(call.terminal);
    try {
      const app = await whenFree(config.data_dir, {
        stop: signals.stop,
        onWait: (holder) => printLine(call, words.waiting(holder.command, holder.pid)[language]),
        start: async () => {
          await assertPortFree(config, language);
          return startApp({
            config,
            logStream: call.terminal.stderr,
            command: startCommand,
            pageDir: defaultPageDir,
          });
        },
      });
      return await serve(app, { call, config, language, stop: signals.stop });
    } finally {
      signals.quit();
    }
  },
};

interface Greeted {
  readonly call: Pick<Call, "terminal" | "values">;
  readonly config: Config;
  readonly language: Language;
}

interface Serving extends Greeted {
  readonly call: Call;
  /** Aborts at the first signal. */
  readonly stop: AbortSignal;
}

async function serve(app: App, on: Serving): Promise<number> {
  const { call, language, stop } = on;
  if (!stop.aborted) await announce(app, on);
  const building = new AbortController();
  const page =
    stop.aborted || app.operatorLink === undefined
      ? Promise.resolve()
      : showPage(on, building.signal);
  const asked = new Promise<undefined>((resolve) => {
    if (stop.aborted) resolve(undefined);
    stop.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  const stopHearing = call.terminal.onReload?.(() => reload(app, on));
  const failure = await Promise.race([asked, app.failed]);
  stopHearing?.();
  if (failure === undefined) printLine(call, words.stopping[language]);
  else printError(call, words.failed(failure.message)[language]);
  building.abort();
  const inTime = await withinTime(Promise.all([app.close(), page]));
  if (!inTime) printError(call, words.slow[language]);
  else if (failure === undefined) printLine(call, words.stopped[language]);
  return inTime && failure === undefined ? 0 : 1;
}

async function announce(app: App, on: Serving): Promise<void> {
  const { call, language } = on;
  for (const line of await greeting(app, on)) printLine(call, line);
  const unheard = await notifyReady(call.terminal.env);
  if (unheard !== undefined) printError(call, words.notNotified(unheard)[language]);
  for (const line of await warnings(call, language)) printError(call, line);
  for (const warning of channelGreetings(app.config).warnings) printError(call, warning[language]);
  for (const { says, fix } of weakPoints(app.config))
    printError(call, `${says[language]} ${fix[language]}`);
}

/** Settings with a mistake change nothing. */
function reload(app: App, { call, language }: Serving): void {
  try {
    app.renewSecrets(readConfig(call));
  } catch (error) {
    printError(call, `${words.notReloaded[language]} ${explain(error, language).text}`);
  }
}

export async function greeting(
  app: Pick<App, "url" | "operatorLink" | "store" | "model" | "config">,
  { call, config, language }: Greeted,
): Promise<string[]> {
  return [
    ...(app.operatorLink === undefined
      ? [words.working(app.url)]
      : [words.ready(app.url), await signInWords(app.operatorLink, call)]),
    words.data(config.database.url === undefined ? config.data_dir : undefined),
    ...(app.model === undefined ? [words.noModel] : [words.model(app.model.name, app.model.host)]),
    ...(app.operatorLink === undefined ? [] : channelGreetings(app.config).lines),
  ]
    .map((both) => both[language])
    .concat(app.store.note ?? [], words.how[language]);
}

/** A link is a secret: it is shown to a person at a terminal, and goes into no file or journal that output is sent to. */
const signInWords = async (
  makeLink: () => Promise<string>,
  call: Pick<Call, "terminal" | "values">,
): Promise<Both> =>
  call.terminal.stdout.isTTY === true
    ? words.link(await makeLink(), nameCommand("token link", call))
    : words.linkElsewhere(nameCommand("token link", call));

/** Works, but should be changed: running as root, and secrets that others can read. */
async function warnings({ values, terminal }: Call, language: Language): Promise<string[]> {
  const { config } = values;
  const file =
    typeof config === "string" ? config : (terminal.env["MEANWHILE_CONFIG"] ?? "meanwhile.yaml");
  const findings = [await userFinding(), await settingsFileFinding(resolve(terminal.cwd, file))];
  return findings.flatMap((found) =>
    found?.status === "warn"
      ? [`${found.says[language]} ${found.fix?.[language] ?? ""}`.trim()]
      : [],
  );
}

/** The page is served as soon as it is there. Without it, everything else works. */
async function showPage({ call, language }: Serving, signal: AbortSignal): Promise<void> {
  const root = join(import.meta.dirname, "..", "..");
  if (!existsSync(join(defaultPageDir, "index.html"))) printLine(call, words.building[language]);
  const began = performance.now();
  try {
    const { built } = await buildPage({ root, directory: defaultPageDir, signal });
    if (built) printLine(call, words.built((performance.now() - began) / 1000)[language]);
  } catch (error) {
    if (signal.aborted) return;
    const isClosed = ["EACCES", "EPERM", "EROFS", "ENOENT"].includes(systemCode(error));
    const reason = isClosed ? words.cannotBuild(root)[language] : explain(error, language).text;
    printError(call, words.noPage(reason)[language]);
  }
}

async function withinTime(work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), longestStopMs);
  });
  const inTime = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}

/** Notes of the channels for the operator at a start. */
export function channelGreetings(config: Config, list: ChannelList = channels): Greeting {
  const greetings = list.flatMap(
    (each) => each.doctor.greeting?.(sectionOf(config.channels, each), config.server) ?? [],
  );
  return {
    lines: greetings.flatMap(({ lines }) => lines),
    warnings: greetings.flatMap(({ warnings }) => warnings),
  };
}
