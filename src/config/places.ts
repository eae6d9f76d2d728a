/** Where each setting was read: a line of the file, or the name of a variable. */
const placesByConfig = new WeakMap<object, ReadonlyMap<string, string>>();

export function rememberPlaces<Settings extends object>(
  config: Settings,
  places: ReadonlyMap<string, string>,
): Settings {
  placesByConfig.set(config, places);
  return config;
}

/** For a configuration that was made of another one. */
export function keepPlaces<Settings extends object>(settings: Settings, of: object): Settings {
  return rememberPlaces(settings, placesByConfig.get(of) ?? new Map());
}

/** Whether a variable or an option of this process sets it. A file may be shared with other processes. */
export const isSetForProcess = (config: object, setting: string): boolean =>
  placesByConfig.get(config)?.get(setting)?.startsWith("MEANWHILE_") === true;

/** The places of a channel's settings, by setting. Empty for a configuration made in another way. */
export function placesOf(config: object, channel: string): Readonly<Record<string, string>> {
  const prefix = `channels.${channel}.`;
  return Object.fromEntries(
    [...(placesByConfig.get(config) ?? [])].flatMap(([name, place]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), place] as const] : [],
    ),
  );
}
