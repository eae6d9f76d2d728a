import { createHash } from "node:crypto";
import { canonicalJson } from "../../domain/canonical-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../../domain/json.ts";
import { cleanJson, cleanText } from "../../domain/text.ts";
import type { ToolChange, ToolDefinition, ToolServer } from "../../domain/views/tool-servers.ts";

const mostTools = 64;
const longestDescription = 2_000;
const largestSchema = 16_000;
/** Providers accept 64 characters, and the server's name comes first. */
const fittingName = /^[A-Za-z0-9_-]{1,40}$/;

/** What a model is offered, and what an operator approves: text without invisible characters. */
const visible = (text: string): string =>
  cleanText(text.replaceAll(/[\p{Cf}\p{Co}\p{Cn}]/gu, ""), Number.MAX_SAFE_INTEGER);

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

export interface Definitions {
  readonly tools: readonly ToolDefinition[];
  readonly unusable: readonly string[];
}

/**
 * A server's list of tools, as far as it can be offered. What is too long is left out whole: half
 * a text can't be approved. Two tools with one name are both left out.
 */
export function readDefinitions(listed: readonly unknown[]): Definitions {
  const names = listed.map((tool) => visible(String(Object(tool)["name"] ?? "")).slice(0, 80));
  const unusable = new Set<string>();
  const tools = listed.flatMap((tool, at) => {
    const name = names[at] ?? "";
    const isOnce = names.filter((other) => other === name).length === 1;
    const read = at < mostTools && isOnce ? readDefinition(tool, name) : undefined;
    if (read === undefined) unusable.add(name);
    return read ?? [];
  });
  return { tools: tools.toSorted(byName), unusable: [...unusable].slice(0, 100).toSorted() };
}

const byName = (a: ToolDefinition, b: ToolDefinition): number => (a.name < b.name ? -1 : 1);

function readDefinition(raw: unknown, name: string): ToolDefinition | undefined {
  const tool = cleanOrNothing(raw);
  if (tool === undefined || !fittingName.test(name)) return undefined;
  const description = visible(typeof tool["description"] === "string" ? tool["description"] : "");
  const parameters = tool["inputSchema"];
  if (!isJsonObject(parameters) || parameters["type"] !== "object") return undefined;
  const schema = visible(canonicalJson(parameters));
  if (description.length > longestDescription || schema.length > largestSchema) return undefined;
  const marks = tool["annotations"];
  return {
    name,
    description,
    parameters: JSON.parse(schema) as JsonObject,
    readOnly: isJsonObject(marks) && marks["readOnlyHint"] === true,
    // Of all that the server says, so that nothing changes unseen.
    hash: sha256(canonicalJson(tool)),
  };
}

function cleanOrNothing(raw: unknown): JsonObject | undefined {
  try {
    const clean: Json = cleanJson(raw, { maxLength: 100_000, maxValues: 5_000 });
    return isJsonObject(clean) ? clean : undefined;
  } catch {
    return undefined;
  }
}

/** Names a list of definitions, so that an approval is for what was shown. */
export const hashOfFound = (found: readonly ToolDefinition[]): string =>
  sha256(found.map(({ name, hash }) => `${name} ${hash}`).join("\n"));

/** How the server differs from what was approved. */
export function listChanges({ approved, found }: ToolServer): readonly ToolChange[] {
  const lost = approved.flatMap((before): ToolChange[] => {
    const after = found.find(({ name }) => name === before.name);
    if (after?.hash === before.hash) return [];
    return [
      {
        name: before.name,
        change: after === undefined ? "missing" : "changed",
        before: textOf(before),
        after: after === undefined ? null : textOf(after),
      },
    ];
  });
  const isNew = ({ name }: ToolDefinition): boolean => approved.every((each) => each.name !== name);
  return [
    ...lost,
    ...found.filter(isNew).map((after): ToolChange => ({
      name: after.name,
      change: "new",
      before: null,
      after: textOf(after),
    })),
  ];
}

const textOf = ({ description, parameters, readOnly }: ToolDefinition) => ({
  description,
  parameters,
  readOnly,
});

/** New tools are not offered, and block nothing. A tool that is not as it was blocks its server. */
export const stateOf = (server: ToolServer): "new" | "ready" | "changed" =>
  server.approved.length === 0
    ? "new"
    : listChanges(server).some(({ change }) => change !== "new")
      ? "changed"
      : "ready";
