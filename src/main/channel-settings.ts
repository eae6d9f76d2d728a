import type { ChannelDescriptor, ChannelList } from "../channels/kit/descriptor.ts";
import type { Config } from "../config.ts";
import { sectionOf } from "../config/channel-section.ts";
import { keepPlaces } from "../config/places.ts";
import { combineSection } from "../config/section-values.ts";
import { configSecrets } from "../config/secrets.ts";
import type { LogSink } from "../log.ts";
import {
  openSavedChannels,
  type SavedChannels,
  type SavedValues,
} from "../store/channel-settings.ts";
import { openSavedAddress, type SavedAddress } from "../store/public-address.ts";
import type { Keys } from "../store/secrets.ts";
import { startChore } from "../store/work/chore.ts";
import type { Base } from "./base.ts";

/** The settings with what was saved in the page over them, as they are now. */
export interface ChannelSettings {
  /** What this process works with. */
  config(): Config;
  /** What the file and the environment say. */
  fromSettings(): Config;
  savedFor(channel: string): SavedValues | undefined;
  /** Why a channel's saved values can't be used. It stays off. */
  problemOf(channel: string): string | undefined;
  readonly saved: SavedChannels;
  /** The server's public address that was saved in the page. */
  savedAddress(): string | undefined;
  readonly address: SavedAddress;
  /** Takes over what this or another process saved. Resolves when the channels follow it. */
  refresh(): Promise<void>;
  /** The file was read again. */
  renew(config: Config): Config;
  /** Called with the new settings when a channel's changed. */
  onChange(listener: (config: Config) => Promise<void>): void;
}

/** In case a wake-up was lost. */
const sweepMs = 5_000;

export async function openChannelSettings(
  { config: file, channelList, store, clock, log, closers }: Base,
  keys: Keys,
): Promise<ChannelSettings> {
  const saved = openSavedChannels({ db: store.db, clock, keys });
  const address = openSavedAddress({ db: store.db, clock, keys });
  let settings = file;
  let seen = "";
  let place: string | undefined;
  let state: Composed = { config: file, values: new Map(), problems: new Map() };
  let listener: (config: Config) => Promise<void> = () => Promise.resolve();

  const compose = (values: ReadonlyMap<string, SavedValues | Error>): void => {
    state = composeSettings({ settings, channelList, values, address: place });
    for (const secret of configSecrets(state.config, channelList)) log.addSecret(secret);
    reportProblems(log, state);
  };
  const take = async (): Promise<void> => {
    const sealed = await saved.readSealed();
    const sealedAddress = await address.readSealed();
    const found = JSON.stringify([sealedAddress, ...sealed]);
    if (found === seen) return;
    // Noted first: what can't be opened is reported once, not at every sweep.
    seen = found;
    place = sealedAddress === undefined ? undefined : openAddress(log, address, sealedAddress);
    compose(new Map([...sealed].map(([name, text]) => [name, tryOpen(saved, name, text)])));
    await listener(state.config);
  };
  // One after the other: an older answer must not replace a newer one.
  let last: Promise<void> = Promise.resolve();
  const refresh = (): Promise<void> => {
    last = last.catch(() => undefined).then(take);
    return last;
  };
  await refresh();
  const sweep = startChore(
    { clock, log },
    {
      firstMs: sweepMs,
      everyMs: sweepMs,
      failed: "the channels' settings that were saved in the page could not be read",
      run: refresh,
    },
  );
  closers.push(() => sweep.close());
  return {
    config: () => state.config,
    fromSettings: () => settings,
    savedFor: (channel) => {
      const values = state.values.get(channel);
      return values instanceof Error ? undefined : values;
    },
    problemOf: (channel) => state.problems.get(channel),
    saved,
    savedAddress: () => place,
    address,
    refresh,
    renew(config) {
      settings = config;
      compose(state.values);
      return state.config;
    },
    onChange(next) {
      listener = next;
    },
  };
}

interface Composed {
  readonly config: Config;
  readonly values: ReadonlyMap<string, SavedValues | Error>;
  readonly problems: ReadonlyMap<string, string>;
}

/** Without it the address of the settings is used: links are wrong then, but nothing is open to others. */
function openAddress(log: LogSink, address: SavedAddress, sealed: string): string | undefined {
  try {
    return address.open(sealed);
  } catch (error) {
    log.error({ error }, "the public address that was saved in the page could not be read");
    return undefined;
  }
}

function tryOpen(saved: SavedChannels, name: string, sealed: string): SavedValues | Error {
  try {
    return saved.open(name, sealed);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Each channel's section with its saved values. What can't be used switches the channel off. */
export function composeSettings(of: {
  readonly settings: Config;
  readonly channelList: ChannelList;
  readonly values: ReadonlyMap<string, SavedValues | Error>;
  /** The public address that was saved in the page. */
  readonly address?: string | undefined;
}): Composed {
  const problems = new Map<string, string>();
  const server = { ...of.settings.server, public_url: of.address ?? of.settings.server.public_url };
  const sections = of.channelList.map((each) => {
    const section = sectionOf(of.settings.channels, each);
    const values = of.values.get(each.name);
    // The file was checked with its own address.
    if (values === undefined && of.address === undefined) return [each.name, section] as const;
    if (values instanceof Error) {
      problems.set(each.name, values.message);
      return [each.name, switchOff(each, section)] as const;
    }
    const combined = combineSection(each, section, { values: values ?? {}, server });
    if (combined.section !== undefined) return [each.name, combined.section] as const;
    const why = combined.problems.map(({ path, says }) => [path, says.en].join(" ").trim());
    problems.set(each.name, why.join(" "));
    return [each.name, switchOff(each, section)] as const;
  });
  const channels = Object.fromEntries(sections) as unknown as Config["channels"];
  const config = keepPlaces({ ...of.settings, server, channels }, of.settings);
  return { config, values: of.values, problems };
}

/** The settings' section with every switch off. */
function switchOff<Section extends object>(
  { words, name }: Pick<ChannelDescriptor, "words" | "name">,
  section: Section,
): Section {
  const off = { ...section, enabled: false };
  const [group = "", key] = (words.login?.setting ?? "")
    .replace(`channels.${name}.`, "")
    .split(".");
  if (key === undefined || !(group in off)) return off;
  return { ...off, [group]: { ...(off as Record<string, object>)[group], [key]: false } };
}

function reportProblems(log: LogSink, { problems }: Composed): void {
  for (const [channel, problem] of problems)
    log.error({ channel, problem }, "what was saved in the page can't be used; the channel is off");
}
