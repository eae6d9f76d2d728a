import { z } from "zod";
import { settings } from "./schema.ts";

/** The loader's view of a JSON schema: one walkable tree of names, types and secrets. */
export interface SettingNode {
  readonly type?: string | undefined;
  readonly description?: string | undefined;
  readonly properties?: Readonly<Record<string, SettingNode>> | undefined;
  readonly additionalProperties?: boolean | SettingNode | undefined;
  readonly items?: SettingNode | undefined;
  readonly writeOnly?: boolean | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly default?: unknown;
}

/** Made once for each schema: a start asks for it several times. */
const trees = new WeakMap<z.ZodType, SettingNode>();

export function settingTree(schema: z.ZodType): SettingNode {
  const tree =
    trees.get(schema) ??
    (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as SettingNode);
  trees.set(schema, tree);
  return tree;
}

/** What editors check `meanwhile.yaml` against. */
export function configJsonSchema(): Readonly<Record<string, unknown>> {
  return {
    ...z.toJSONSchema(settings, { io: "input", unrepresentable: "any" }),
    title: "meanwhile.yaml",
  };
}

/** The setting directly below `node`, by name or, in a free-form group, by any name. */
export function childOf(node: SettingNode, key: string): SettingNode | undefined {
  if (node.properties && Object.hasOwn(node.properties, key)) return node.properties[key];
  const rest = node.additionalProperties;
  return typeof rest === "object" && key !== "" && key !== "__proto__" ? rest : undefined;
}

export function nodeAt(root: SettingNode, path: readonly string[]): SettingNode | undefined {
  return path.reduce<SettingNode | undefined>((node, key) => node && childOf(node, key), root);
}

export const isGroup = (node: SettingNode): boolean => node.type === "object";

/** Every name that may be written, groups included. */
export function settingPaths(root: SettingNode): readonly (readonly string[])[] {
  return Object.entries(root.properties ?? {}).flatMap(([key, node]) => [
    [key],
    ...settingPaths(node).map((path) => [key, ...path]),
  ]);
}
