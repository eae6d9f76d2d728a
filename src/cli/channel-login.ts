import { canonicalId } from "../domain/ids.ts";
import { engine } from "../domain/principal.ts";
import { readHolder } from "../store/bundled/data-lock.ts";
import { withDatabase, isRunning } from "./attach.ts";
import {
  type Call,
  type Command,
  CommandFailure,
  text,
  UsageError,
  type Both,
  printLine,
  printError,
} from "./command.ts";
import { configOf, languageWith, serverUrl } from "./settings.ts";
import { systemClock } from "./system.ts";
import { type AdminContext, operatorOf, withAdminContext } from "./token.ts";
import { channels } from "../channels/list.ts";
import { loginHelp, loginWords } from "./channel-login/login-words.ts";
import type { Language } from "../domain/language.ts";
import { createInterface } from "node:readline";
import { terminalQr } from "../channels/kit/qr.ts";
import type { Clock } from "../domain/ports/clock.ts";

/** `meanwhile <name> login`, for a channel whose people link an account of their own. */
export function loginCommand(name: (typeof channels)[number]["name"]): Command {
  const app = channels.find((each) => each.name === name)?.words.name;
  if (app === undefined) throw new Error(`there is no channel ${name}`);
  const linked = { name, words: loginWords({ name, app }) };
  return {
    options: { account: { type: "string" }, url: { type: "string" }, token: { type: "string" } },
    help: loginHelp({ name, app }),
    run: (call) => login(call, linked),
  };
}

/** The channel to link, and the words shown meanwhile. */
type Linked = Pick<LoginScreen, "name" | "words">;

async function login(call: Call, linked: Linked): Promise<number> {
  const { words } = linked;
  const { language } = call;
  if (call.words.join(" ") !== "login") throw new UsageError(words.which[language]);
  const url = text(call, "url");
  const token = text(call, "token");
  if ((url === undefined) !== (token === undefined)) throw new UsageError(words.both[language]);
  if (url === undefined || token === undefined) return loginHere(call, linked);
  return followLogin(call, { ...linked, url, token, language }, systemClock);
}

/** A login takes eight minutes at most. */
const tokenLifeMs = 15 * 60_000;

/** With the instance of this data directory, by a token that ends with the login. */
async function loginHere(call: Call, linked: Linked): Promise<number> {
  const { name, words } = linked;
  const config = configOf(call);
  const language = languageWith(call, config);
  const holder = config.database.url === undefined ? await readHolder(config.data_dir) : undefined;
  if (config.database.url === undefined && holder === undefined)
    throw new CommandFailure(words.notRunning[language]);
  return withDatabase({ config, command: `meanwhile ${name}`, language }, async (on) => {
    if (on.holder !== undefined && !isRunning(on.holder))
      throw new CommandFailure(words.notRunning[language]);
    return withAdminContext(on, { call, config, language }, async (admin) => {
      const accountId = await accountOf(admin, words, text(call, "account"));
      const expiresAt = systemClock.now() + tokenLifeMs;
      const issued = await admin.access.issueToken({
        kind: "account",
        accountId,
        label: `meanwhile ${name}`,
        scopes: ["account:write"],
        expiresAt,
      });
      try {
        return await followLogin(
          call,
          { ...linked, url: on.holder?.url ?? serverUrl(config), token: issued.secret, language },
          systemClock,
        );
      } finally {
        // If the database is gone, the token ends by its own date.
        await admin.access.revoke(issued.id).catch(() => undefined);
      }
    });
  });
}

async function accountOf(
  admin: AdminContext,
  words: LoginScreen["words"],
  named: string | undefined,
): Promise<string> {
  if (named === undefined || named === "operator") return operatorOf(admin);
  const id = canonicalId(named) ?? "";
  const [row] = await admin.db.transaction(engine, (sql) =>
    sql.rows("select 1 from account where id = $1", [id]),
  );
  if (row === undefined) throw new CommandFailure(words.noAccount[admin.language]);
  return id;
}

interface LoginScreen {
  /** The channel's section of the settings. */
  readonly name: string;
  readonly words: ReturnType<typeof loginWords>;
  readonly url: string;
  readonly token: string;
  readonly language: Language;
}

interface LoginView {
  readonly session: string;
  readonly state: "waiting" | "scanned" | "need_verify_code" | "connected" | "failed";
  readonly reason: string | null;
  readonly qr: { readonly url: string } | null;
  readonly poll_after_ms: number;
  readonly channel_account: string | null;
}

/** The terminal: the call, and the words in its language. */
interface Speaking extends Pick<LoginScreen, "words" | "language"> {
  readonly call: Call;
}

/**
 * Shows the code and says how the login goes, until the app is connected or the login has failed.
 */
async function followLogin(call: Call, place: LoginScreen, clock: Clock): Promise<number> {
  const { language, words } = place;
  const on: Speaking = { call, language, words };
  const leaving = new AbortController();
  const unhear = call.terminal.onSignal(() => leaving.abort());
  const lines = numbersFrom(on);
  try {
    let view = await ask(place, undefined);
    show(on, view, words.scan);
    while (!leaving.signal.aborted) {
      if (view.state === "connected") return reportConnected(on, view);
      if (view.state === "failed")
        throw new CommandFailure(words.failed(view.reason ?? "?")[language]);
      const number = view.state === "need_verify_code" ? await lines.next(view) : undefined;
      await clock.wait(view.poll_after_ms, leaving.signal);
      const before = view;
      view = await ask(place, { session: view.session, number });
      showChange(on, before, view);
    }
    return 130;
  } finally {
    lines.close();
    unhear();
  }
}

function showChange(on: Speaking, before: LoginView, view: LoginView): void {
  const { words } = on;
  if (view.qr !== null && view.qr.url !== before.qr?.url)
    show(on, view, view.reason === "verify_code_blocked" ? words.blocked : words.newCode);
  else if (view.state === "scanned" && before.state !== "scanned")
    printError(on.call, words.scanned[on.language]);
}

function show({ call, words, language }: Speaking, view: LoginView, intro: Both): void {
  if (view.qr === null) return;
  printError(call, intro[language]);
  printLine(call, terminalQr(view.qr.url));
  printError(call, words.link(view.qr.url)[language]);
}

function reportConnected({ call, words, language }: Speaking, view: LoginView): number {
  const account = view.channel_account ?? "";
  const connected =
    view.reason === "already_bound" ? words.already(account) : words.connected(account);
  printLine(call, connected[language]);
  return 0;
}

/** The person's input, requested only when the phone shows a number. */
function numbersFrom({ call, words, language }: Speaking): {
  next(view: LoginView): Promise<string>;
  close(): void;
} {
  let opened: { readonly lines: AsyncIterator<string>; close(): void } | undefined;
  return {
    next: async (view) => {
      if (opened === undefined) {
        const input = createInterface({ input: call.terminal.stdin });
        opened = { lines: input[Symbol.asyncIterator](), close: () => input.close() };
      }
      printError(
        call,
        (view.reason === "wrong_verify_code" ? words.wrongNumber : words.askNumber)[language],
      );
      const line = await opened.lines.next();
      const number = line.done === true ? "" : line.value.trim();
      if (!/^\d{1,12}$/.test(number)) throw new CommandFailure(words.noNumber[language]);
      return number;
    },
    close: () => opened?.close(),
  };
}

async function ask(
  place: LoginScreen,
  on: { readonly session: string; readonly number: string | undefined } | undefined,
): Promise<LoginView> {
  const { name, words, url, token, language } = place;
  const base = `${url.replace(/\/$/, "")}/api/channels/${name}/login`;
  const headers = {
    authorization: `Bearer ${token}`,
    "accept-language": language,
    "content-type": "application/json",
  };
  const answer = await (
    on === undefined
      ? fetch(base, { method: "POST", headers, body: "{}" })
      : fetch(
          `${base}/${on.session}${on.number === undefined ? "" : `?verify_code=${on.number}`}`,
          { headers },
        )
  ).catch((error: unknown) => {
    throw new CommandFailure(words.nobody(url)[language], { cause: error });
  });
  if (answer.ok) return (await answer.json()) as LoginView;
  if (answer.status === 404)
    throw new CommandFailure((on === undefined ? words.notHere : words.gone)[language]);
  const body = (await answer.json().catch(() => undefined)) as
    | { error?: { message?: string } }
    | undefined;
  throw new CommandFailure(body?.error?.message ?? `HTTP ${answer.status}`);
}
