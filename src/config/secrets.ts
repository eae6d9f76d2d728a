import type { ConfiguredChannels } from "../channels/kit/descriptor.ts";
import { channels as ownChannels } from "../channels/list.ts";
import type { Config } from "../config.ts";
import { urlOfEachServer } from "../domain/database-url.ts";
import { sectionOf } from "./channel-section.ts";
import { type SettingNode, childOf, settingTree } from "./json-schema.ts";
import { settingsWith } from "./schema.ts";
import { operatorTokensIn } from "./values.ts";

type Values = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The configuration as it may be shown: a secret is "set" or "not set", never a part of itself. */
export function describeConfig(config: Config, channels: ConfiguredChannels = ownChannels): Values {
  return maskSecrets(config, settingTree(settingsWith(channels))) as Values;
}

function maskSecrets(value: unknown, node: SettingNode | undefined): unknown {
  if (node?.writeOnly)
    return value === undefined || (Array.isArray(value) && value.length === 0) ? "not set" : "set";
  if (Array.isArray(value)) return value.map((entry) => maskSecrets(entry, node?.items));
  if (!isValues(value)) return value;
  const names = new Set([...Object.keys(node?.properties ?? {}), ...Object.keys(value)]);
  const entries = [...names].map(
    (name) => [name, maskSecrets(value[name], below(node, name))] as const,
  );
  return Object.fromEntries(entries.filter(([, entry]) => entry !== undefined));
}

const below = (node: SettingNode | undefined, name: string): SettingNode | undefined =>
  node && childOf(node, name);

/**
 * Every secret value, for the log to look for. A URL's password is a secret of its own, and so is
 * each of two that stand in one line.
 */
export function configSecrets(
  config: Config,
  channels: ConfiguredChannels = ownChannels,
): readonly string[] {
  const each = [
    ...operatorTokensIn(config.operator.token),
    ...channels.flatMap((each) =>
      Object.values(each.settings.webhookSecrets ?? {}).flatMap(({ read }) =>
        read(sectionOf(config.channels, each)),
      ),
    ),
  ];
  return [
    ...new Set([
      ...collectSecrets(config, settingTree(settingsWith(channels))).flatMap(withPassword),
      ...each,
    ]),
  ];
}

function collectSecrets(value: unknown, node: SettingNode | undefined): readonly string[] {
  if (typeof value === "string") return node?.writeOnly ? [value] : [];
  if (Array.isArray(value))
    return value.flatMap((entry) => collectSecrets(entry, node?.writeOnly ? node : node?.items));
  return isValues(value)
    ? Object.entries(value).flatMap(([name, entry]) => collectSecrets(entry, below(node, name)))
    : [];
}

function withPassword(secret: string): readonly string[] {
  const [url = ""] = urlOfEachServer(secret);
  if (!URL.canParse(url)) return [secret];
  const { password } = new URL(url);
  return password === "" ? [secret] : [secret, password, decodeUrlPart(password)];
}

function decodeUrlPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
