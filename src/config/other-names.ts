/** Names of sections that other programs' files use for the same settings. */
const sections: Readonly<Record<string, string>> = { channels_config: "channels" };

/** A path as the schema has it. Only the first name of a path has others. */
export const toKnownPath = ([first = "", ...rest]: readonly string[]): readonly string[] => [
  sections[first] ?? first,
  ...rest,
];
