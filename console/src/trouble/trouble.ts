import { type Language } from "../language/choose.ts";
import { type CatalogChannel } from "../channels/contract.ts";
import { words } from "./words.ts";

/**
 * Why a message did not arrive or a channel is down, in plain words. `own` are the words of its
 * channel. A code without words is shown as it is.
 */
export function troubleIn(
  language: Language,
  code: string | null,
  own?: Pick<CatalogChannel, "troubles" | "same_trouble">,
): string {
  if (code === null) return "";
  const said = words[language];
  const name = own?.same_trouble[code] ?? code;
  const found =
    own?.troubles[name]?.[language] ?? (said as Readonly<Record<string, unknown>>)[name];
  if (typeof found === "string") return found;
  const rest = /^upload_(.+)$/.exec(code)?.[1];
  return rest === undefined
    ? statusWords(language, code)
    : said.upload(troubleIn(language, rest, own));
}

function statusWords(language: Language, code: string): string {
  const said = words[language];
  const status = /^http_(\d{3})$/.exec(code)?.[1] ?? "";
  if (status === "429") return said.busy;
  if (status === "401" || status === "403") return said.token_refused;
  return status >= "500" ? said.server : said.refused(code);
}
