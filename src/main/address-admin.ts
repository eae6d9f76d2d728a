import { sectionOf } from "../config/channel-section.ts";
import { combineSection } from "../config/section-values.ts";
import { refuseField } from "../domain/errors.ts";
import { type AddressAdmin, reachOfAddress } from "../domain/views/public-address.ts";
import type { Base } from "./base.ts";
import type { ChannelSettings } from "./channel-settings.ts";

/** The server's public address, for operators: shown, saved and removed. */
export function openAddressAdmin(
  { channelList }: Pick<Base, "channelList">,
  settings: ChannelSettings,
): AddressAdmin {
  /** A channel that would be unsafe or unreachable under the address says so before it is saved. */
  const assertChannelsFit = (address: string): void => {
    const { channels, server } = settings.config();
    const problems = channelList.flatMap((each) => {
      const section = sectionOf(channels, each);
      const around = { values: {}, server: { ...server, public_url: address } };
      return combineSection(each, section, around).problems;
    });
    if (problems.length > 0)
      throw refuseField("address", problems.map(({ says }) => says.en).join(" "));
  };
  return {
    read(own) {
      const saved = settings.savedAddress() ?? null;
      const configured = settings.fromSettings().server.public_url ?? null;
      const address = (saved ?? configured ?? own).replace(/\/+$/, "");
      return {
        address,
        in_use: saved !== null ? "page" : configured !== null ? "settings" : "none",
        saved,
        configured,
        reach: reachOfAddress(address),
        lacks_proxy:
          address.startsWith("https:") && settings.config().server.trusted_proxies.length === 0,
      };
    },
    async save(text, by) {
      const address = parseAddress(text);
      assertChannelsFit(address);
      await settings.address.save(address, by);
      await settings.refresh();
    },
    async remove(by) {
      await settings.address.save(null, by);
      await settings.refresh();
    },
  };
}

/** Links are made by adding a path, so the address is an origin. */
function parseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol))
    throw refuseField("address", "is not an http or https address");
  if (url.username + url.password + url.search + url.hash !== "" || url.pathname !== "/")
    throw refuseField("address", "has more than a host name and a port");
  return url.origin;
}
