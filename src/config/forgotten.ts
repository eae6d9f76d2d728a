import type { ChannelDescriptor, SectionOf, SectionSchema } from "../channels/kit/descriptor.ts";
import { isSwitchedOn } from "./channel-section.ts";
import { isGroup, type SettingNode, settingTree } from "./json-schema.ts";

/**
 * Whether the vendor's secrets or accounts are filled in and the switch is not: most likely it was
 * forgotten.
 */
export function isForgotten(
  each: Pick<ChannelDescriptor, "settings">,
  section: SectionOf<SectionSchema>,
): boolean {
  return !isSwitchedOn(each, section) && hasSecret(section, settingTree(each.settings.schema));
}

function hasSecret(value: unknown, node: SettingNode | undefined): boolean {
  if (value === undefined || value === null || node === undefined) return false;
  if (Array.isArray(value))
    return value.some((entry) => node.writeOnly === true || hasSecret(entry, node.items));
  if (node.writeOnly === true) return true;
  if (typeof value !== "object" || !isGroup(node)) return false;
  return Object.entries(value).some(([key, entry]) => hasSecret(entry, node.properties?.[key]));
}
