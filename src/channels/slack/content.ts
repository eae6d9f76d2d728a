import { attachmentLabel } from "../../domain/attachment.ts";
import type { Media } from "../../domain/events/conversation.ts";
import { cleanText } from "../../domain/text.ts";
import { type Fields, objectsOf, textOf } from "../kit/json-fields.ts";
import type { Names } from "../kit/names.ts";
import { fileIdOf } from "./settings.ts";

const mostNames = 5;

/** Whether the bot's name is in a text of Slack's. */
export const isMentioned = (text: string, botId: string | undefined): boolean =>
  botId !== undefined && new RegExp(`<@${botId}(?:\\|[^>]*)?>`).test(text);

/** The person's words as they see them, without the bot's name at either end. */
export async function wordsOf(
  text: string,
  { botId, names }: { readonly botId: string | undefined; readonly names: Names },
): Promise<string> {
  const own = withoutAddress(text, botId);
  const people = [
    ...new Set([...own.matchAll(/<@([UW][0-9A-Z]{2,30})>/g)].map(([, id = ""]) => id)),
  ];
  const known = new Map<string, string>();
  for (const id of people.slice(0, mostNames)) known.set(id, (await names.find(id)) ?? id);
  return own
    .replaceAll(/<([^<>\n]+)>/g, (_, inside: string) => readTag(inside, known))
    .replaceAll(/&(lt|gt|amp);/g, (_, name: "lt" | "gt" | "amp") => signs[name])
    .trim();
}

const signs = { lt: "<", gt: ">", amp: "&" } as const;

function withoutAddress(text: string, botId: string | undefined): string {
  if (botId === undefined) return text;
  const name = `<@${botId}(?:\\|[^>]*)?>`;
  return text
    .replace(new RegExp(`^\\s*(?:${name}[\\s,:，：]*)+`), "")
    .replace(new RegExp(`(?:\\s*${name})+\\s*$`), "");
}

/** A person, a channel, a group or an address. */
function readTag(inside: string, names: ReadonlyMap<string, string>): string {
  const [what = "", label] = inside.split("|", 2);
  if (what.startsWith("@")) return `@${label ?? names.get(what.slice(1)) ?? what.slice(1)}`;
  if (what.startsWith("#")) return `#${label ?? what.slice(1)}`;
  if (what.startsWith("!")) return label ?? `@${what.slice(1)}`;
  const shown = what.replace(/^mailto:/, "");
  return label === undefined || label === shown || label === what ? shown : `${label} (${shown})`;
}

export const filesIn = (event: Fields): readonly Media[] =>
  objectsOf(event["files"])
    .slice(0, 10)
    .flatMap((file) => {
      const id = fileIdOf(file["id"]);
      if (id === undefined) return [];
      const type = textOf(file["mimetype"]);
      const name = textOf(file["name"])?.slice(0, 200);
      return [
        {
          kind: file["subtype"] === "slack_audio" ? "voice" : kindOf(type),
          vendor_id: id,
          ...(name === undefined ? {} : { name: cleanText(name, 200) }),
          ...(type === undefined || !/^[\w.+-]+\/[\w.+-]+$/.test(type) ? {} : { type }),
          source: { file: id },
        },
      ];
    });

const kindOf = (type: string | undefined): string =>
  /^(image|video|audio)\//.exec(type ?? "")?.[1] ?? "document";

export const labelsOf = (files: readonly Media[]): string =>
  files.length === 0
    ? "[unsupported message]"
    : files
        .map(({ kind = "document", name }) => attachmentLabel({ kind, name: name ?? null }))
        .join(" ");
