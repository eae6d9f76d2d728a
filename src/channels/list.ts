import { dingtalk } from "./dingtalk/descriptor.ts";
import { discord } from "./discord/descriptor.ts";
import { feishu } from "./feishu/descriptor.ts";
import { notifiers } from "./notifiers/descriptor.ts";
import { slack } from "./slack/descriptor.ts";
import { telegram } from "./telegram/descriptor.ts";
import { web } from "./web/descriptor.ts";
import { webpush } from "./webpush/descriptor.ts";
import { wechat } from "./wechat/descriptor.ts";
import { wecomApp } from "./wecom/app/descriptor.ts";
import { wecom } from "./wecom/descriptor.ts";
import { wecomService } from "./wecom/customers/descriptor.ts";
import { whatsapp } from "./whatsapp/cloud/descriptor.ts";
import { evolution } from "./whatsapp/evolution/descriptor.ts";
import { bridges } from "./bridges/descriptor.ts";

/** Every channel of the product, one line each, in the order of the settings. */
export const channels = [
  // The page first; the API and the doctor list them as they stand here.
  web,
  wechat,
  whatsapp,
  evolution,
  wecom,
  wecomApp,
  wecomService,
  telegram,
  discord,
  slack,
  feishu,
  dingtalk,
  bridges,
  notifiers,
  webpush,
] as const;

type Descriptor = (typeof channels)[number];

/** The schema of each channel's section, by the name of the channel. */
export type ChannelSchemas = {
  readonly [Each in Descriptor as Each["name"]]: Each["settings"]["schema"];
};
