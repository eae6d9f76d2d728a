import type {
  ChannelDescriptor,
  ChannelList,
  SectionOf,
  SectionSchema,
} from "../channels/kit/descriptor.ts";

/** Whether any part of a channel runs by these settings. */
export const isSwitchedOn = <Schema extends SectionSchema>(
  { settings }: Pick<ChannelDescriptor<string, Schema>, "settings">,
  section: SectionOf<Schema>,
): boolean => settings.isOn?.(section) ?? section.enabled;

/** The settings of one channel. The loader has read a section for each channel of the list. */
export const sectionOf = <Schema extends SectionSchema>(
  sections: object,
  { name }: Pick<ChannelDescriptor<string, Schema>, "name" | "settings">,
): SectionOf<Schema> =>
  (sections as Readonly<Record<string, SectionOf<Schema>>>)[name] as SectionOf<Schema>;

/** Channels that an operator sets up in the page: those with a card, or on another one's. */
export const channelsWithForm = (list: ChannelList): ChannelList =>
  list.filter(({ words }) => words.card !== undefined);

/** The setting that switches the channel on: people's own logins, where it has them. */
export const mainSwitchOf = ({ name, words }: Pick<ChannelDescriptor, "name" | "words">): string =>
  words.login?.setting.replace(`channels.${name}.`, "") ?? "enabled";
