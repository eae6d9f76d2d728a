import {
  type Document,
  LineCounter,
  type Node,
  type Pair,
  isAlias,
  isMap,
  isScalar,
  parseDocument,
} from "yaml";
import { type SettingNode, childOf, isGroup, settingPaths } from "./json-schema.ts";
import { toKnownPath } from "./other-names.ts";
import { type Draft, pathName, present, quoteName, setIn } from "./problems.ts";
import { nearest } from "./suggest.ts";

interface Reading {
  readonly doc: Document;
  readonly draft: Draft;
  readonly known: readonly string[];
  readonly where: (node: unknown) => string;
}

interface FilePlace {
  readonly node: SettingNode;
  readonly path: readonly string[];
}

/**
 * Adds the file's values to the draft. False when the text is not YAML, so that nothing more can be
 * said about it.
 */
export function tryReadFile(
  draft: Draft,
  file: { readonly name: string; readonly text: string; readonly root: SettingNode },
): boolean {
  const lines = new LineCounter();
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file.name}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
  };
  const doc = parseYaml(file.text, lines);
  if (doc === undefined) {
    draft.problems.push({
      where: file.name,
      sentence: "The file is nested too deeply to be read.",
    });
    return false;
  }
  for (const error of doc.errors)
    draft.problems.push({ where: place(error.pos[0]), sentence: sentenceOf(error) });
  if (doc.errors.length > 0) return false;
  const where = (node: unknown): string => place((node as Node | null)?.range?.[0] ?? 0);
  const known = settingPaths(file.root).map(pathName);
  readGroup({ doc, draft, known, where }, doc.contents, { node: file.root, path: [] });
  return true;
}

function parseYaml(text: string, lineCounter: LineCounter): Document | undefined {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function sentenceOf(error: { readonly code: string; readonly message: string }): string {
  if (error.code === "DUPLICATE_KEY") return "This key is in the file twice.";
  // Only the rule that was broken: the rest of the message may repeat a piece of the file.
  const rule = /^[A-Za-z ,-]*/.exec(error.message)?.[0].trim() ?? "";
  return `This is not YAML${rule === "" ? "" : ` (${rule})`}.`;
}

function readGroup(reading: Reading, contents: unknown, place: FilePlace): void {
  const node = isAlias(contents) ? contents.resolve(reading.doc) : contents;
  if (node === null || node === undefined || (isScalar(node) && present(node.value) === undefined))
    return;
  if (isMap(node)) {
    for (const pair of node.items) readPair(reading, pair, place);
    return;
  }
  const name = place.path.length === 0 ? "The file" : quoteName(pathName(place.path));
  reading.draft.problems.push({
    where: reading.where(contents),
    sentence: `${name} must be a group of settings.`,
  });
}

function readPair(reading: Reading, pair: Pair, place: FilePlace): void {
  const { draft } = reading;
  const key = isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
  const path = toKnownPath([...place.path, key]);
  const child = childOf(place.node, path.at(-1) ?? key);
  if (child === undefined) {
    const meant = nearest(pathName(path), reading.known, ".");
    const sentence = `${quoteName(pathName(path))} is not a setting. Did you mean \`${meant}\`?`;
    draft.problems.push({ where: reading.where(pair.key), sentence });
    return;
  }
  if (isGroup(child)) {
    readGroup(reading, pair.value, { node: child, path });
    return;
  }
  const value = plain(reading, pair.value);
  if (value === undefined) return;
  const before = draft.origins.get(pathName(path));
  // Under two names of one section.
  if (before !== undefined)
    draft.problems.push({
      where: reading.where(pair.key),
      sentence: `\`${pathName(path)}\` is set before, at ${before}: keep one of the two.`,
    });
  draft.origins.set(pathName(path), reading.where(pair.value));
  setIn(draft.values, path, value);
}

function plain(reading: Reading, value: unknown): unknown {
  try {
    const found: unknown = (value as Node | null)?.toJS(reading.doc);
    // A list that holds itself is legal YAML and no setting.
    JSON.stringify(found);
    return present(found);
  } catch (error) {
    reading.draft.problems.push({
      where: reading.where(value),
      sentence: `This alias can't be followed (${error instanceof Error ? error.name : "error"}).`,
    });
    return undefined;
  }
}
