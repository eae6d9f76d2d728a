import type { OpenBench } from "./bench.ts";
import { bridgeBench } from "./bridge.ts";
import { cloudBench } from "./cloud.ts";
import { connectorBench } from "./connector.ts";
import { dingtalkBench } from "./dingtalk.ts";
import { discordBench } from "./discord.ts";
import { evolutionBench } from "./evolution.ts";
import { feishuCallbackBench, feishuLineBench } from "./feishu.ts";
import { ilinkBench } from "./ilink.ts";
import { slackBench } from "./slack.ts";
import { telegramHookBench, telegramPollBench } from "./telegram.ts";
import { webBench } from "./web.ts";
import { wecomAppBench } from "./wecom-app.ts";
import { wecomLineBench } from "./wecom-line.ts";
import { wecomServiceBench } from "./wecom-service.ts";
import { wecomBench } from "./wecom.ts";

/** Every channel that must keep the same laws. */
export const table: readonly { readonly name: string; readonly open: OpenBench }[] = [
  { name: "the page", open: webBench },
  { name: "WeChat through an outside connector", open: connectorBench },
  { name: "WeChat by our own login", open: ilinkBench },
  { name: "WhatsApp by the Cloud API", open: cloudBench },
  { name: "WhatsApp by Evolution", open: evolutionBench },
  { name: "WeCom by callback", open: wecomBench },
  { name: "WeCom over the long connection", open: wecomLineBench },
  { name: "WeCom by a self-built app", open: wecomAppBench },
  { name: "WeCom's customer service", open: wecomServiceBench },
  { name: "Telegram by long polling", open: telegramPollBench },
  { name: "Telegram by webhook", open: telegramHookBench },
  { name: "Discord", open: discordBench },
  { name: "Slack", open: slackBench },
  { name: "Feishu over the long connection", open: feishuLineBench },
  { name: "Feishu by callback", open: feishuCallbackBench },
  { name: "DingTalk", open: dingtalkBench },
  { name: "a bridge", open: bridgeBench },
];
