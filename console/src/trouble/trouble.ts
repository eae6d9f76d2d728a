import { type Language } from "../language/choose.ts";
import { words } from "./words.ts";

/** Why a message did not arrive or a channel is down, in plain words. A code that nobody has words for is shown as it is. */
export function troubleIn(language: Language, code: string | null): string {
  if (code === null) return "";
  const said = words[language];
  const found = (said as Readonly<Record<string, unknown>>)[code];
  if (typeof found === "string") return found;
  const status = /^http_(\d{3})$/.exec(code)?.[1];
  if (status === "429") return said.busy;
  if (status !== undefined && status >= "500") return said.server;
  return said.refused(code);
}
