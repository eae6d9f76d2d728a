import type { z } from "zod";
import type { ChannelDescriptor, SectionOf, SectionSchema } from "../channels/kit/descriptor.ts";
import type { ServerSettings } from "../channels/kit/common-settings.ts";
import { fieldWords } from "../channels/kit/field-words.ts";
import type { Both } from "../domain/both.ts";
import { refuseField } from "../domain/errors.ts";
import type { FieldProblem, KeptSecret } from "../domain/views/channel-settings.ts";
import { demandWords } from "./demand-words.ts";
import { childOf, nodeAt, type SettingNode, settingTree } from "./json-schema.ts";
import { pathName, present, setIn } from "./problems.ts";

type Section = SectionOf<SectionSchema>;
type Described = Pick<ChannelDescriptor, "name" | "settings" | "words">;

/** Values over a section, by path with dots. They come from the page. */
export type SectionValues = Readonly<Record<string, unknown>>;

export type Combined =
  | { readonly section: Section; readonly problems: readonly [] }
  | { readonly section?: undefined; readonly problems: readonly FieldProblem[] };

/**
 * A channel's section with these values over it, if everything about it is right. A parsed section
 * can be parsed again: no schema of a channel changes what it has read.
 */
export function combineSection(
  each: Described,
  section: Section,
  on: { readonly values: SectionValues; readonly server: ServerSettings },
): Combined {
  const draft = structuredClone(section) as unknown as Record<string, unknown>;
  for (const [path, value] of Object.entries(on.values))
    setIn(draft, path.split("."), present(value));
  const read = each.settings.schema.safeParse(draft);
  if (!read.success) {
    const { issues } = read.error;
    return { problems: issues.map((issue) => fieldProblem(each, draft, issue)) };
  }
  const found = each.settings.problems?.(read.data, on.server) ?? [];
  if (found.length > 0)
    return { problems: found.map((sentence) => ({ path: null, says: bothOf(sentence) })) };
  return { section: read.data, problems: [] };
}

const bothOf = (sentence: string | Both): Both =>
  typeof sentence === "string" ? { en: sentence, zh: sentence } : sentence;

function fieldProblem({ words }: Described, draft: unknown, issue: z.core.$ZodIssue): FieldProblem {
  const path = pathName(issue.path);
  if (valueAt(draft, path) === undefined) return { path, says: missing };
  const names = issue.path.filter((part) => typeof part === "string");
  const own = words.fields?.[names.join(".")];
  const { must } = fieldWords(own, { path: pathName(names), description: "" });
  return { path, says: demandWords(issue, must) };
}

const missing: Both = { en: "Must be filled in.", zh: "必须填写。" };

/** A value as the page may see it: of a secret only that it is there. */
export function maskSecrets(value: unknown, node: SettingNode | undefined, path: string): unknown {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value))
    return value.map((entry, index) =>
      maskSecrets(entry, node?.writeOnly === true ? node : node?.items, `${path}.${index}`),
    );
  if (node?.writeOnly === true) return { kept: path } satisfies KeptSecret;
  if (typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      maskSecrets(entry, node && childOf(node, key), `${path}.${key}`),
    ]),
  );
}

/** Where secrets stand in a value that the page returned, those that are in use now. */
export function restoreSecrets(each: Described, section: Section, values: SectionValues) {
  const root = settingTree(each.settings.schema);
  const restore = (value: unknown, node: SettingNode | undefined, path: string): unknown => {
    if (isKept(value)) {
      // A secret never moves to another field: that could show it, or send it elsewhere.
      if (node?.writeOnly !== true || withoutIndexes(value.kept) !== withoutIndexes(path))
        throw refuseField(path, "is not the place of this secret");
      return valueAt(section, value.kept);
    }
    if (Array.isArray(value))
      return value.map((entry, index) =>
        restore(entry, node?.writeOnly === true ? node : node?.items, `${path}.${index}`),
      );
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [
        key,
        restore(entry, node && childOf(node, key), `${path}.${key}`),
      ]),
    );
  };
  return Object.fromEntries(
    Object.entries(values).map(([path, value]) => [
      path,
      restore(value, nodeAt(root, path.split(".")), path),
    ]),
  );
}

export const isKept = (value: unknown): value is KeptSecret =>
  typeof value === "object" &&
  value !== null &&
  Object.keys(value).join() === "kept" &&
  typeof (value as KeptSecret).kept === "string";

const withoutIndexes = (path: string): string =>
  path
    .split(".")
    .filter((part) => !/^\d+$/.test(part))
    .join(".");

export function valueAt(of: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (found, key) =>
        typeof found === "object" && found !== null && Object.hasOwn(found, key)
          ? (found as Readonly<Record<string, unknown>>)[key]
          : undefined,
      of,
    );
}
