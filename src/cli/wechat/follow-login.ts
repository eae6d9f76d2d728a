import { createInterface } from "node:readline";
import { terminalQr } from "../../channels/wechat/ilink/qr.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import { type Both, type Call, CommandFailure, type Language, printed, told } from "../command.ts";
import { failedOtherwise, failures, wechatWords as words } from "./words.ts";

export interface Place {
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

/** Shows the code and says in plain words how things go, until WeChat is connected or the login has failed. */
export async function followLogin(call: Call, place: Place, clock: Clock): Promise<number> {
  const { language } = place;
  const leaving = new AbortController();
  const unhear = call.terminal.onSignal(() => leaving.abort());
  const lines = numbersFrom(call);
  try {
    let view = await ask(place, undefined);
    show(call, { view, language, intro: words.scan });
    while (!leaving.signal.aborted) {
      if (view.state === "connected") return connected(call, view, language);
      if (view.state === "failed")
        throw new CommandFailure(
          (failures[view.reason ?? ""] ?? failedOtherwise(view.reason ?? "?"))[language],
        );
      const number =
        view.state === "need_verify_code" ? await lines.next(view, language) : undefined;
      await clock.wait(view.poll_after_ms, leaving.signal);
      const before = view;
      view = await ask(place, { session: view.session, number });
      tell(call, { before, view, language });
    }
    return 130;
  } finally {
    lines.close();
    unhear();
  }
}

function tell(
  call: Call,
  { before, view, language }: { before: LoginView; view: LoginView; language: Language },
): void {
  if (view.qr !== null && view.qr.url !== before.qr?.url)
    show(call, {
      view,
      language,
      intro: view.reason === "verify_code_blocked" ? words.blocked : words.newCode,
    });
  else if (view.state === "scanned" && before.state !== "scanned")
    told(call, words.scanned[language]);
}

function show(
  call: Call,
  { view, language, intro }: { view: LoginView; language: Language; intro: Both },
): void {
  if (view.qr === null) return;
  told(call, intro[language]);
  printed(call, terminalQr(view.qr.url));
  told(call, words.link(view.qr.url)[language]);
}

function connected(call: Call, view: LoginView, language: Language): number {
  const account = view.channel_account ?? "";
  printed(
    call,
    (view.reason === "already_bound" ? words.already(account) : words.connected(account))[language],
  );
  return 0;
}

/** What the person types, asked for only when the phone shows a number. */
function numbersFrom(call: Call): {
  next(view: LoginView, language: Language): Promise<string>;
  close(): void;
} {
  let opened: { readonly lines: AsyncIterator<string>; close(): void } | undefined;
  return {
    next: async (view, language) => {
      if (opened === undefined) {
        const input = createInterface({ input: call.terminal.stdin });
        opened = { lines: input[Symbol.asyncIterator](), close: () => input.close() };
      }
      told(
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
  const { url, token, language } = place;
  const base = `${url.replace(/\/$/, "")}/api/channels/wechat/login`;
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
