import { loginPath } from "../api/routes/login-routes.ts";
import type { CatalogApp, CatalogChannel, ChannelCatalog } from "../api/views/channel-catalog.ts";
import type { ChannelDescriptor, ChannelList } from "../channels/kit/descriptor.ts";
import type { ChannelSetup } from "../channels/kit/channel-words.ts";

/** What runs at the moment. */
interface Running {
  /** Names of the channels where people can link an account. */
  logins(): readonly string[];
  running(): readonly string[];
}

const nothing: Running = { logins: () => [], running: () => [] };

/** The channels of the list in words, as they stand when they are asked for. */
export const describeChannels = (list: ChannelList, now: Running = nothing): ChannelCatalog => ({
  get channels() {
    const running = now.running();
    return list.map((each) => describeChannel(each, running.includes(each.name)));
  },
  get apps() {
    const logins = now.logins();
    return list.flatMap((each) => describeApp(each, list, logins));
  },
});

const describeChannel = (
  { name: section, provider, capabilities, words }: ChannelDescriptor,
  isOn: boolean,
): CatalogChannel => ({
  channel: provider,
  section,
  name: words.name,
  full_name: words.fullName ?? words.name,
  binds_people: capabilities.bindsPeople,
  is_on: isOn,
  troubles: words.troubles ?? {},
  same_trouble: words.sameTrouble ?? {},
});

function describeApp(
  { name, words }: ChannelDescriptor,
  list: ChannelList,
  logins: readonly string[],
): CatalogApp[] {
  const { card, login } = words;
  if (card === undefined || typeof card === "string") return [];
  const shown = list.filter((each) => each.name === name || each.words.card === name);
  const isOn = logins.includes(name);
  return [
    {
      name,
      title: words.name,
      hint: (isOn ? undefined : card.hintOff) ?? card.hint,
      channels: shown.map(({ provider }) => provider),
      addresses: shown.flatMap(({ webhooks }) => webhooks.map(({ path }) => path)),
      checks: shown.map((each) => each.name),
      setup: card.setup === undefined ? null : describeSetup(card.setup),
      login:
        login === undefined ? null : { path: loginPath(name), setting: login.setting, is_on: isOn },
    },
  ];
}

const describeSetup = ({
  steps,
  checkHint,
  otherwise,
}: ChannelSetup): NonNullable<CatalogApp["setup"]> => ({
  steps: { en: [...steps.en], zh: [...steps.zh] },
  check_hint: checkHint,
  otherwise: otherwise ?? null,
});
