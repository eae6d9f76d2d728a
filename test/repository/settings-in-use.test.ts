import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, it } from "vitest";
import {
  isGroup,
  nodeAt,
  type SettingNode,
  settingPaths,
  settingTree,
} from "../../src/config/json-schema.ts";
import { settings } from "../../src/config/schema.ts";

/**
 * A setting that no code reads is a promise that is not kept. Its name must be read outside of the schema: as a property
 * (`config.turn.lease_seconds`) or taken apart (`{ lease_seconds: leaseSeconds }`). Entries of lists count as leaves, too.
 */
const root = join(import.meta.dirname, "..", "..", "src");
/** What turns sections into the settings of a channel lies beside its schema, in `config/`; the schema itself does not count. */
const readers = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll(sep, "/"))
  .filter(
    (path) =>
      path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.startsWith("config/schema"),
  )
  .map((path) => withoutSchemas(readFileSync(join(root, path), "utf8")));

/** Keys of a schema are followed by what they are. */
function withoutSchemas(code: string): string {
  return code
    .replaceAll(
      /^\s*\w+:\s*(?:z|secret|positive|hosts?|httpUrl|zone|template|account|instance)\b/gm,
      "",
    )
    .replaceAll(/`[^`]*`/g, "");
}

function leaves(node: SettingNode, path: readonly string[]): (readonly string[])[] {
  const entry = node.items;
  return entry !== undefined && isGroup(entry)
    ? settingPaths(entry).map((below) => [...path, ...below])
    : [path];
}

const tree = settingTree(settings);
const all = settingPaths(tree).flatMap((path) => {
  const node = nodeAt(tree, path);
  return node === undefined || isGroup(node) ? [] : leaves(node, path);
});

const isInCode = (pattern: string): boolean =>
  readers.some((code) => new RegExp(pattern).test(code));

/** A name of several words is unique. One word may be anything's: it counts where it is read from its own section. */
function isRead(path: readonly string[]): boolean {
  const [leaf = "", section = "config"] = path.toReversed();
  if (leaf.includes("_")) return isInCode(`(?:\\.|[{,]\\s*)${leaf}\\b(?!\\s*\\?)`);
  const taken = `\\{[^{}]*\\b${leaf}\\b[^{}]*\\}`;
  return [
    `\\b(?:${section}|section|settings|given)\\??\\.${leaf}\\b`,
    `\\b${section}:\\s*${taken}`,
    `${taken}(?:: | = )[\\w.]*\\b${section === "config" ? "[Cc]onfig" : section}\\b`,
    `\\b${section}\\.map\\(\\(${taken}`,
  ].some(isInCode);
}

describe("the settings", () => {
  it("the settings are all read somewhere", () => {
    expect(all.length).toBeGreaterThan(60);
    for (const stranger of [
      ["server", "a_setting_that_is_not_there"],
      ["server", "speed"],
      ["log", "weight"],
    ])
      expect(isRead(stranger)).toBe(false);
    const unread = all.filter((path) => !isRead(path)).map((path) => path.join("."));
    expect(unread, "Use it, or take it out of src/config.").toEqual([]);
  });
});
