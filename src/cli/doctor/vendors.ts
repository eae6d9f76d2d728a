import { createGraph } from "../../channels/whatsapp/cloud/call.ts";
import { askCondition, createGateway } from "../../channels/whatsapp/evolution/send.ts";
import { evolutionSettings, whatsappSettings } from "../../config/whatsapp.ts";
import { OutboundFailure } from "../../domain/ports/http.ts";
import type { ChannelView } from "../../accounts/channel-directory.ts";
import { safeHttp } from "../../outbound/safe-fetch.ts";
import { safeSockets } from "../../outbound/safe-socket.ts";
import { createSystemChance, systemClock } from "../system.ts";
import { bad, type Examined, type Finding, good, note } from "./finding.ts";
import { wecomFindings } from "./wecom.ts";

const patienceMs = 5_000;

/** Asks each vendor about each account, without sending anything. Personal WeChat is not asked: its poll says how it is. */
export async function vendorFindings(
  on: Examined,
  accounts: readonly ChannelView[] = [],
): Promise<Finding[]> {
  const { config } = on;
  const { whatsapp, evolution, wechat } = config.channels;
  const http = safeHttp({ clock: systemClock });
  const chance = createSystemChance(systemClock.now);
  try {
    const cloud = whatsapp.enabled ? await cloudFindings(http, whatsappSettings(whatsapp)) : [];
    const gateway = evolution.enabled
      ? await evolutionFindings(http, evolutionSettings(evolution))
      : [];
    const callbacks = await wecomFindings(on, {
      http,
      sockets: safeSockets({ clock: systemClock }),
      clock: systemClock,
      bytes: (count) => chance.bytes(count),
    });
    return [
      ...cloud,
      ...gateway,
      ...openDoors({ whatsapp, evolution }),
      ...callbacks,
      ...(wechat.ilink.enabled ? [linkedFinding(accounts)] : []),
    ];
  } finally {
    await http.close();
  }
}

/** Worth knowing: a number can be guessed, and whoever writes to it costs what a model costs. */
const openDoors = (
  channels: Readonly<Record<string, { readonly enabled: boolean; readonly access: string }>>,
): Finding[] =>
  Object.entries(channels)
    .filter(([, { enabled, access }]) => enabled && access === "open")
    .map(([name]) =>
      note(
        `${name} access`,
        {
          en: "Everybody who writes to this number gets an account and a model.",
          zh: "任何人给这个号码发消息都会得到账号，并使用语言模型。",
        },
        {
          en: `Set channels.${name}.access to paired or list.`,
          zh: `请把 channels.${name}.access 设为 paired 或 list。`,
        },
      ),
    );

type Http = ReturnType<typeof safeHttp>;

function cloudFindings(
  http: Http,
  settings: ReturnType<typeof whatsappSettings>,
): Promise<Finding[]> {
  const graph = createGraph(http, settings);
  return Promise.all(
    settings.accounts.map(async (account) => {
      const name = `whatsapp ${account.phoneNumberId}`;
      const status = await graph({
        account,
        method: "GET",
        path: [account.phoneNumberId],
        timeoutMs: patienceMs,
      }).then(
        (answer) => answer.status,
        (error: unknown) => unreached(error),
      );
      return typeof status === "string" ? outOfReach(name, status) : cloudFinding(name, status);
    }),
  );
}

/** The vendor's own reason stays with it: some of them repeat the token. */
function cloudFinding(name: string, status: number): Finding {
  if (status === 200)
    return good(name, {
      en: "Meta knows the number and takes the token.",
      zh: "Meta 认得这个号码，令牌有效。",
    });
  if (status >= 500)
    return note(name, {
      en: `Meta answers with an error (${status}).`,
      zh: `Meta 返回错误（${status}）。`,
    });
  return bad(
    name,
    {
      en: `Meta refuses the token or does not know the number (${status}).`,
      zh: `Meta 拒绝了令牌，或不认得这个号码（${status}）。`,
    },
    {
      en: "Check phone_number_id and access_token in channels.whatsapp.accounts.",
      zh: "请检查 channels.whatsapp.accounts 的 phone_number_id 和 access_token。",
    },
  );
}

function evolutionFindings(
  http: Http,
  settings: ReturnType<typeof evolutionSettings>,
): Promise<Finding[]> {
  const gateway = createGateway(http, settings);
  return Promise.all(
    settings.instances.map(async (instance) => {
      const name = `evolution ${instance.name}`;
      const condition = await askCondition(gateway, instance, AbortSignal.timeout(patienceMs));
      if (condition === undefined) return outOfReach(name, "connectionState");
      if (condition.state === "connected")
        return good(name, { en: "The instance is connected.", zh: "实例已连接。" });
      const why = condition.reason === undefined ? "" : ` (${condition.reason})`;
      return bad(
        name,
        {
          en: `The instance is not connected: ${condition.state}${why}.`,
          zh: `实例没有连接：${condition.state}${why}。`,
        },
        { en: "Connect it in Evolution.", zh: "请在 Evolution 里重新连接。" },
      );
    }),
  );
}

function linkedFinding(accounts: readonly ChannelView[]): Finding {
  const linked = accounts.filter(
    ({ channel, accountId }) => channel === "wechat_personal" && accountId !== null,
  ).length;
  const name = "wechat logins";
  if (linked > 0)
    return good(name, {
      en: `${linked} linked; how each is doing is told below.`,
      zh: `已登录 ${linked} 个，各自状态见下。`,
    });
  return note(
    name,
    { en: "Nobody has linked their WeChat yet.", zh: "还没有人登录微信。" },
    { en: "npx meanwhile wechat login", zh: "npx meanwhile wechat login" },
  );
}

function unreached(error: unknown): string {
  if (error instanceof OutboundFailure) return error.code;
  throw error;
}

const outOfReach = (name: string, code: string): Finding =>
  note(
    name,
    { en: `It can't be asked now (${code}).`, zh: `现在问不到（${code}）。` },
    {
      en: "Check the network, api_base_url and allowed_hosts.",
      zh: "请检查网络、api_base_url 和 allowed_hosts。",
    },
  );
