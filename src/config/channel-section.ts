import type { ChannelDescriptor, SectionOf, SectionSchema } from "../channels/kit/descriptor.ts";

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
