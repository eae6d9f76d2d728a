import type { Language } from "../../domain/language.ts";
import { createInterface } from "node:readline";
import { terminalQr } from "../../channels/kit/qr.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import { type Both, type Call, CommandFailure, printLine, printError } from "../command.ts";
import type { loginWords } from "./login-words.ts";

export interface Place {
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

/** A place at the terminal: the call, and what is said in which language. */
interface Speaking extends Pick<Place, "words" | "language"> {
  readonly call: Call;
}

/**
 * Shows the code and says how the login goes, until the app is connected or the login has failed.
 */
export async function followLogin(call: Call, place: Place, clock: Clock): Promise<number> {
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

/** What the person types, asked for only when the phone shows a number. */
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
  place: Place,
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
