import type { ChannelList } from "../../channels/kit/descriptor.ts";
import type { Config } from "../../config.ts";
import type { Holder } from "../../store/bundled/data-lock.ts";

/** The installation that the doctor checks. */
export interface Examined {
  readonly config: Config;
  /** Of the data directory, now. */
  readonly holder: Holder | undefined;
}

export interface ExaminedChannels extends Examined {
  readonly channelList: ChannelList;
}
