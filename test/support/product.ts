import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPage } from "../../src/cli/build-page.ts";
import { loadConfig } from "../../src/config.ts";
import type { Skill, TurnContext } from "../../src/domain/skill.ts";
import { startApp } from "../../src/main.ts";
import { createHeldScenes } from "./held-scenes.ts";
import { createMigratedDatabase } from "./postgres.ts";

/** The whole product for a browser: page, API, spine and a database of its own. Only what it says is scripted. */
export interface TestProduct {
  readonly url: string;
  /** Signs in once, as the link that the product prints at its start. */
  readonly operatorLink: string;
  /** Signs in as often as one likes. */
  readonly operatorToken: string;
  /** A token of a new account; without a language, the browser's is spoken. */
  readonly newAccount: (language?: "en" | "zh") => Promise<string>;
  /** Lets replies to messages that begin with `hold` go on, and with `ponder`, of which nothing is shown before. Any other message is answered at once with `You said: …`. */
  readonly release: () => void;
  readonly close: () => Promise<void>;
}

const operatorToken = "a-token-for-tests-that-is-long-enough-to-pass";

/** `more` are settings in addition to the usual ones, as the environment names them. */
export async function startProduct(
  more: Readonly<Record<string, string>> = {},
): Promise<TestProduct> {
  const page = await buildPage({ root: join(import.meta.dirname, "..", "..") });
  const database = await createMigratedDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "meanwhile-browser-"));
  const { host, port, user, database: name } = database.connection;
  const env = {
    MEANWHILE_PORT: "0",
    MEANWHILE_DATA: dataDir,
    MEANWHILE_OPERATOR_TOKEN: operatorToken,
    MEANWHILE_DEFAULT_LANGUAGE: "en",
    MEANWHILE_DEFAULT_TIMEZONE: "Asia/Shanghai",
    // Tests are quicker than people.
    MEANWHILE_LIMITS__PER_IP_PER_MINUTE: "100000",
    MEANWHILE_LIMITS__PER_ACCOUNT_PER_MINUTE: "100000",
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`,
    ...more,
  };
  const echo = echoSkill();
  const app = await startApp({
    config: loadConfig({ env, cwd: dataDir }),
    logStream: { write: () => true },
    command: "test",
    pageDir: page.directory,
    skills: [createHeldScenes(echo.hold), echo.skill],
  });
  return {
    url: app.url,
    operatorLink: (await app.operatorLink?.()) ?? "",
    operatorToken,
    newAccount: (language) => newAccount(app.url, language),
    release: echo.release,
    close: async () => {
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function newAccount(url: string, language: string | undefined): Promise<string> {
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const headers = {
      Authorization: `Bearer ${operatorToken}`,
      "Content-Type": "application/json",
    };
    const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };
  const account = await post("/api/accounts", language === undefined ? {} : { language });
  const { token = "" } = await post("/api/tokens", { account_id: account["id"] });
  return token;
}

/** Says back what it heard, in two pieces; between them it can be held. */
function echoSkill(): {
  readonly skill: Skill;
  readonly hold: (signal: AbortSignal) => Promise<void>;
  readonly release: () => void;
} {
  const held = new Set<() => void>();
  const hold = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      held.add(resolve);
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  const run = async (turn: TurnContext) => {
    const heard = turn.window.map(({ text }) => text).join("\n");
    if (heard.startsWith("ponder")) await hold(turn.signal);
    turn.signal.throwIfAborted();
    turn.show({ text: "You said: " });
    if (heard.startsWith("hold")) await hold(turn.signal);
    turn.signal.throwIfAborted();
    turn.show({ text: heard });
    return { reply: [`You said: ${heard}`], disposition: "replied", reason: "test" } as const;
  };
  return {
    // What asks for a reminder or for the model goes to the product itself.
    skill: {
      name: "echo",
      handle: async (turn) =>
        /^(?:remind|undo\b|ask the model)/.test(turn.window.at(-1)?.text ?? "")
          ? undefined
          : run(turn),
    },
    hold,
    release: () => {
      for (const go of held) go();
    },
  };
}
