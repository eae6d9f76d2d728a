import {
  channelsWithForm,
  isSwitchedOn,
  mainSwitchOf,
  sectionOf,
} from "../config/channel-section.ts";
import type { ChannelDescriptor } from "../channels/kit/descriptor.ts";
import { placesOf } from "../config/places.ts";
import { nodeAt, settingTree } from "../config/json-schema.ts";
import { listFields } from "../config/section-fields.ts";
import { findMovedSecrets } from "../config/moved-secrets.ts";
import { isForgotten } from "../config/forgotten.ts";
import {
  combineSection,
  type Combined,
  maskSecrets,
  restoreSecrets,
  valueAt,
} from "../config/section-values.ts";
import { Refusal } from "../domain/errors.ts";
import type { Actor } from "../domain/views/audit.ts";
import type {
  ChannelAdmin,
  ChannelForm,
  FieldOrigin,
  FormChange,
} from "../domain/views/channel-settings.ts";
import type { SavedValues } from "../store/channel-settings.ts";
import type { Base } from "./base.ts";
import type { ChannelSettings } from "./channel-settings.ts";
import type { WiredChannels } from "./channels.ts";

/** The channels' settings, for operators: shown, checked, tested, saved and switched off. */
export function openChannelAdmin(
  { channelList, log }: Pick<Base, "channelList" | "log">,
  settings: ChannelSettings,
  wired: Pick<WiredChannels, "running">,
): ChannelAdmin {
  const listed = channelsWithForm(channelList);
  const find = (name: string): ChannelDescriptor => {
    const found = listed.find((each) => each.name === name);
    if (found === undefined) throw new Refusal("not_found");
    return found;
  };
  const change = (name: string, { set, reset }: FormChange) =>
    applyChange(settings, find(name), { set, reset });
  const combine = (name: string, values: SavedValues, set: SavedValues = {}): Combined => {
    const each = find(name);
    const config = settings.fromSettings();
    const { server } = settings.config();
    const found = combineSection(each, sectionOf(config.channels, each), { values, server });
    if (found.section === undefined) return found;
    const now = sectionOf(settings.config().channels, each);
    const moved = findMovedSecrets(listFields(each), { now, next: found.section, set });
    return moved.length === 0 ? found : { problems: moved };
  };
  const store = async (name: string, values: SavedValues, { by, set }: Storing) => {
    const { section, problems } = combine(name, values, set);
    if (section === undefined) return problems;
    const before = settings.savedFor(name) ?? {};
    const fields = [...new Set([...Object.keys(before), ...Object.keys(values)])].filter(
      (path) => JSON.stringify(before[path]) !== JSON.stringify(values[path]),
    );
    const isOn = isSwitchedOn(find(name), section);
    const kept = Object.keys(values).length === 0 ? undefined : values;
    await settings.saved.save(name, kept, { by, fields, isOn });
    await settings.refresh();
    return [];
  };
  return {
    list: () => listed.map((each) => describeForm(settings, each, wired)),
    isAnyOn: () => wired.running().some((name) => listed.some((each) => each.name === name)),
    check: (name, changed) => combine(name, change(name, changed), changed.set).problems,
    async test(name, changed) {
      const each = find(name);
      const on = { ...changed, set: { ...changed.set, [mainSwitchOf(each)]: true } };
      const { section, problems } = combine(name, change(name, on), on.set);
      if (section === undefined)
        return problems.map(({ path, says }) => ({ name: path ?? name, status: "fail", says }));
      const config = settings.config();
      const { vendorFindings } = await import("../cli/doctor/channels.ts");
      const found = await vendorFindings({
        config: { ...config, channels: { ...config.channels, [name]: section } },
        channelList: [each],
        holder: undefined,
      });
      log.debug({ channel: name, found: found.length }, "a channel's settings were tested");
      return found;
    },
    save: (name, changed, by) => store(name, change(name, changed), { by, set: changed.set }),
    async switchOff(name, by) {
      const each = find(name);
      const off = Object.fromEntries(
        listFields(each).flatMap(({ path, kind }) =>
          kind === "switch" && /(?:^|\.)enabled$/.test(path) ? [[path, false]] : [],
        ),
      );
      const problems = await store(name, { ...settings.savedFor(name), ...off }, { by });
      if (problems.length > 0) throw new Refusal("invalid_request", { problems });
    },
    forget: (name, by) => {
      find(name);
      return store(name, {}, { by });
    },
  };
}

interface Storing {
  readonly by: Actor;
  /** What the operator typed. */
  readonly set?: SavedValues;
}

/** What is saved after this change. */
function applyChange(
  settings: ChannelSettings,
  each: ChannelDescriptor,
  { set, reset }: FormChange,
): SavedValues {
  const known = new Set(listFields(each).map(({ path }) => path));
  const unknown = [...Object.keys(set), ...reset].find((path) => !known.has(path));
  if (unknown !== undefined)
    throw new Refusal("invalid_request", {
      field: unknown.slice(0, 100),
      problem: "unknown field",
    });
  const section = sectionOf(settings.config().channels, each);
  const merged = { ...settings.savedFor(each.name), ...restoreSecrets(each, section, set) };
  return Object.fromEntries(Object.entries(merged).filter(([path]) => !reset.includes(path)));
}

function describeForm(
  settings: ChannelSettings,
  each: ChannelDescriptor,
  wired: Pick<WiredChannels, "running">,
): ChannelForm {
  const root = settingTree(each.settings.schema);
  const fields = listFields(each);
  const section = sectionOf(settings.config().channels, each);
  const saved = settings.savedFor(each.name) ?? {};
  const places = placesOf(settings.fromSettings(), each.name);
  const originOf = (path: string): FieldOrigin =>
    path in saved ? "page" : places[path] === undefined ? "default" : "settings";
  return {
    name: each.name,
    title: each.words.fullName ?? each.words.name,
    is_on: wired.running().includes(each.name),
    switch: mainSwitchOf(each),
    is_forgotten: isForgotten(each, section),
    problem: settings.problemOf(each.name) ?? null,
    fields,
    values: Object.fromEntries(
      fields.map(({ path }) => [
        path,
        maskSecrets(valueAt(section, path), nodeAt(root, path.split(".")), path),
      ]),
    ),
    origins: Object.fromEntries(fields.map(({ path }) => [path, originOf(path)])),
    places,
  };
}
