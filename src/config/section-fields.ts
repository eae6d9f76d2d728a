import type { ChannelDescriptor } from "../channels/kit/descriptor.ts";
import { type FieldWords, fieldWords } from "../channels/kit/field-words.ts";
import type { ChannelField } from "../domain/views/channel-settings.ts";
import { isGroup, type SettingNode, settingTree } from "./json-schema.ts";

/** The form of a channel's section, made from its schema. */
export function listFields({
  settings: { schema },
  words,
}: Pick<ChannelDescriptor, "settings" | "words">): readonly ChannelField[] {
  return fieldsOf(settingTree(schema), "", words.fields ?? {});
}

type Words = Readonly<Record<string, FieldWords>>;

const fieldsOf = (node: SettingNode, before: string, words: Words): ChannelField[] =>
  Object.entries(node.properties ?? {}).flatMap(([key, child]) => {
    const path = before + key;
    return isGroup(child)
      ? fieldsOf(child, `${path}.`, words)
      : [fieldOf(child, { path, isOptional: child.default === undefined }, words)];
  });

function fieldOf(
  node: SettingNode,
  at: { readonly path: string; readonly isOptional: boolean },
  words: Words,
): ChannelField {
  const items = node.type === "array" ? (node.items ?? {}) : undefined;
  const fields =
    items !== undefined && isGroup(items) ? fieldsOf(items, "", within(words, at.path)) : [];
  const secret = node.writeOnly === true || items?.writeOnly === true;
  const said = fieldWords(words[at.path], { path: at.path, description: node.description ?? "" });
  return {
    path: at.path,
    kind: kindOf(node, fields.length > 0),
    secret,
    choices: (node.enum ?? items?.enum ?? []).map(String),
    label: said.label,
    hint: said.hint,
    // What has no default must come from the vendor, and so must secrets and lists of accounts.
    main: said.main ?? (secret || fields.length > 0 || (at.isOptional && items === undefined)),
    fields,
  };
}

/** The words for fields of the entries of a list: `bots.token` for `token` in `bots`. */
const within = (words: Words, path: string): Words =>
  Object.fromEntries(
    Object.entries(words).flatMap(([name, said]) =>
      name.startsWith(`${path}.`) ? [[name.slice(path.length + 1), said] as const] : [],
    ),
  );

function kindOf(node: SettingNode, hasFields: boolean): ChannelField["kind"] {
  if (node.type === "array") return hasFields ? "records" : "list";
  if (node.type === "boolean") return "switch";
  if (node.type === "number" || node.type === "integer") return "number";
  return node.enum === undefined ? "text" : "choice";
}
