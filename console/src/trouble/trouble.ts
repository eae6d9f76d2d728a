import { type Language } from "../language/choose.ts";
import { words } from "./words.ts";

/** What Meta's numbers and WeCom's mean. Those that are not here are told as they are. */
const numbers: Readonly<Record<string, keyof typeof words.en>> = {
  1: "vendor_error",
  2: "vendor_error",
  131000: "vendor_error",
  131016: "vendor_error",
  133004: "vendor_error",
  4: "busy",
  80007: "busy",
  130429: "busy",
  131056: "busy",
  errcode_45009: "busy",
  errcode_45033: "busy",
  errcode_6000: "busy",
  "errcode_-1": "busy",
  131047: "window_closed",
  131026: "undeliverable",
  131048: "held_back",
  131049: "held_back",
  0: "token_refused",
  190: "token_refused",
  401: "needs_login",
  3: "account_fault",
  10: "account_fault",
  200: "account_fault",
  368: "account_fault",
  131005: "account_fault",
  131031: "account_fault",
  131042: "account_fault",
  133010: "account_fault",
};

/** Why a message did not arrive or a channel is down, in plain words. A code that nobody has words for is shown as it is. */
export function troubleIn(language: Language, code: string | null): string {
  if (code === null) return "";
  const said = words[language];
  const found = (said as Readonly<Record<string, unknown>>)[numbers[code] ?? code];
  if (typeof found === "string") return found;
  const rest = /^upload_(.+)$/.exec(code)?.[1];
  if (rest !== undefined) return said.upload(troubleIn(language, rest));
  const status = /^http_(\d{3})$/.exec(code)?.[1];
  if (status === "429") return said.busy;
  if (status === "401" || status === "403") return said.token_refused;
  if (status !== undefined && status >= "500") return said.server;
  return said.refused(code);
}
