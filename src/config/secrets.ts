import type { Config } from "../config.ts";
import { type SettingNode, childOf, settingTree } from "./json-schema.ts";
import { settings } from "./schema.ts";
import { operatorTokensIn } from "./values.ts";
import { webhookSecrets } from "./wechat.ts";

type Values = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The configuration as it may be shown: a secret is "set" or "not set", never a part of itself. */
export function describeConfig(config: Config): Values {
  return masked(config, settingTree(settings)) as Values;
}

function masked(value: unknown, node: SettingNode | undefined): unknown {
  if (node?.writeOnly)
    return value === undefined || (Array.isArray(value) && value.length === 0) ? "not set" : "set";
  if (Array.isArray(value)) return value.map((entry) => masked(entry, node?.items));
  if (!isValues(value)) return value;
  const names = new Set([...Object.keys(node?.properties ?? {}), ...Object.keys(value)]);
  const entries = [...names].map((name) => [name, masked(value[name], below(node, name))] as const);
  return Object.fromEntries(entries.filter(([, entry]) => entry !== undefined));
}

const below = (node: SettingNode | undefined, name: string): SettingNode | undefined =>
  node && childOf(node, name);

/** Every secret value, for the log to look for. A URL's password is a secret of its own, and so is each of two that stand in one line. */
export function configSecrets(config: Config): readonly string[] {
  const each = [
    ...operatorTokensIn(config.operator.token),
    ...webhookSecrets(config.channels.wechat),
  ];
  return [...new Set([...collected(config, settingTree(settings)).flatMap(withPassword), ...each])];
}

function collected(value: unknown, node: SettingNode | undefined): readonly string[] {
  if (typeof value === "string") return node?.writeOnly ? [value] : [];
  if (Array.isArray(value))
    return value.flatMap((entry) => collected(entry, node?.writeOnly ? node : node?.items));
  return isValues(value)
    ? Object.entries(value).flatMap(([name, entry]) => collected(entry, below(node, name)))
    : [];
}

function withPassword(secret: string): readonly string[] {
  if (!URL.canParse(secret)) return [secret];
  const { password } = new URL(secret);
  return password === "" ? [secret] : [secret, password, decoded(password)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
