import type { Both } from "../../domain/both.ts";
import { bad, type Finding, good, note } from "../../domain/finding.ts";
import { OutboundFailure } from "../../domain/ports/http.ts";
import { isLoopbackHost } from "../../fields.ts";
import { type ChannelDoctor, type DoctorContext, doctorPatienceMs } from "../kit/doctor.ts";
import type { ServerSettings } from "../kit/common-settings.ts";
import { callbackAddresses, wecomBots } from "./configured-bots.ts";
import {
  isSignedBy,
  openSealed,
  sealText,
  type WecomKey,
  wecomKey,
  wecomSignature,
} from "./crypto.ts";
import { lineFinding } from "./doctor-line.ts";
import { wecomFixes, wecomGreeting } from "./operator-words.ts";
import type { WecomSection } from "./section.ts";

export const wecomDoctor: ChannelDoctor<WecomSection> = {
  vendor: wecomFindings,
  fixes: wecomFixes,
  greeting: wecomGreeting,
};

type Context = DoctorContext<WecomSection>;

interface Playing extends Pick<Context, "http" | "clock" | "bytes"> {
  readonly url: string;
  readonly key: WecomKey;
  readonly botId: string;
}

/**
 * Plays what WeCom does when the address is saved and when a person writes, with the configured
 * keys, at the public address. For a bot with a long connection, the connection is tried.
 */
export async function wecomFindings(on: Context): Promise<readonly Finding[]> {
  const { section: wecom, server } = on;
  const base = server.public_url ?? on.ownUrl;
  const findings: Finding[] = [...unreachable(wecom, server)];
  for (const bot of wecom.enabled ? wecomBots(wecom) : []) {
    const name = `wecom ${bot.name}`;
    if (bot.connection !== undefined) {
      findings.push(
        await lineFinding(
          bot.name,
          { socketUrl: wecom.ws_url, allowedHosts: wecom.allowed_hosts },
          on.sockets,
        ),
      );
      continue;
    }
    const [pair] = bot.pairs;
    const key = pair === undefined ? undefined : wecomKey(pair.token, pair.encodingAesKey);
    if (base === undefined || key === undefined) {
      findings.push(
        note(name, {
          en: "Its callback can be checked while Meanwhile is running.",
          zh: "Meanwhile 运行时才能检查它的回调地址。",
        }),
      );
      continue;
    }
    const url = new URL(bot.path, base).href;
    findings.push(await play({ ...on, url, key, botId: bot.botId ?? "doctor" }, name));
  }
  return findings;
}

/** Calls under a name that is not ours are refused, and WeCom calls by the public one. */
function unreachable(section: WecomSection, server: ServerSettings): readonly Finding[] {
  const names = server.allowed_hosts;
  const isNamed = names.some((name) => !isLoopbackHost(name.replace(/:\d+$/, "")));
  if (isNamed || !callbackAddresses(section, server).some(({ url }) => url === undefined))
    return [];
  return [
    bad(
      "wecom address",
      {
        en: "`server.public_url` is not set: WeCom calls this server by an unknown host name and is refused (421).",
        zh: "没有设置 `server.public_url`：企业微信用公网域名来访问，会被拒绝（421）。",
      },
      {
        en: "Set server.public_url to the https address that WeCom calls, such as https://bot.example.com.",
        zh: "请把 server.public_url 设为企业微信访问的 https 地址，例如 https://bot.example.com。",
      },
    ),
  ];
}

async function play(on: Playing, name: string): Promise<Finding> {
  try {
    const failed = (await verification(on)) ?? (await message(on));
    if (failed !== undefined) return bad(name, failed, checkIt(on.url));
    return good(name, {
      en: `${on.url} answers a check, a message and a refresh as WeCom expects.`,
      zh: `${on.url} 能正确回答验证、消息和刷新。`,
    });
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return bad(
      name,
      {
        en: `${on.url} can't be reached (${error.code}).`,
        zh: `连不上 ${on.url}（${error.code}）。`,
      },
      checkIt(on.url),
    );
  }
}

const checkIt = (url: string): Both => ({
  en: `WeCom must reach ${url} as it is: no login, no page and no redirect in front of it. Check server.public_url and the proxy.`,
  zh: `企业微信要能直接访问 ${url}：前面不能有登录、网页或跳转。请检查 server.public_url 和反向代理。`,
});

function signCheck(
  { key, clock, bytes }: Playing,
  text: string,
): { readonly sealed: string; readonly nonce: string; readonly query: URLSearchParams } {
  const sealed = sealText(key, text, bytes(16));
  const timestamp = String(Math.floor(clock.now() / 1000));
  const nonce = Buffer.from(bytes(8)).toString("hex");
  return {
    sealed,
    nonce,
    query: new URLSearchParams({
      msg_signature: wecomSignature(key, { timestamp, nonce, sealed }),
      timestamp,
      nonce,
    }),
  };
}

async function ask(
  on: Playing,
  method: "GET" | "POST",
  what: { query: URLSearchParams; body?: string },
): Promise<{ status: number; text: string }> {
  const { status, body } = await on.http.request({
    method,
    url: `${on.url}?${what.query.toString()}`,
    ...(what.body === undefined
      ? {}
      : { body: what.body, headers: { "content-type": "application/json" } }),
    timeoutMs: doctorPatienceMs,
    maxBytes: 256 * 1024,
    allowedHosts: [new URL(on.url).origin],
  });
  return { status, text: new TextDecoder().decode(body) };
}

async function verification(on: Playing): Promise<Both | undefined> {
  const echo = Buffer.from(on.bytes(8)).toString("hex");
  const { sealed, query } = signCheck(on, echo);
  query.set("echostr", sealed);
  const { status, text } = await ask(on, "GET", { query });
  return status === 200 && text === echo
    ? undefined
    : {
        en: `The address check is answered with ${status} and the wrong text.`,
        zh: `地址验证的应答不正确（${status}）。`,
      };
}

/** `/help` is answered at once and starts nothing. */
async function message(on: Playing): Promise<Both | undefined> {
  const common = {
    msgid: `doctor-${Buffer.from(on.bytes(8)).toString("hex")}`,
    aibotid: on.botId,
    chattype: "single",
    from: { userid: "meanwhile-doctor" },
  };
  const id = await streamIn(on, { ...common, msgtype: "text", text: { content: "/help" } });
  if (id === undefined)
    return { en: "A message is not answered as WeCom expects.", zh: "对消息的应答不正确。" };
  if (id === "") return undefined;
  const again = await streamIn(on, { ...common, msgtype: "stream", stream: { id } });
  return again === id
    ? undefined
    : { en: "A refresh is not answered as WeCom expects.", zh: "对刷新的应答不正确。" };
}

/**
 * The id of the stream that came back; empty for an empty packet; undefined for what WeCom would
 * not take.
 */
async function streamIn(on: Playing, plain: object): Promise<string | undefined> {
  const { sealed, nonce, query } = signCheck(on, JSON.stringify(plain));
  const { status, text } = await ask(on, "POST", {
    query,
    body: JSON.stringify({ encrypt: sealed }),
  });
  if (status !== 200) return undefined;
  if (text === "") return "";
  try {
    const envelope = JSON.parse(text) as {
      encrypt: string;
      msgsignature: string;
      timestamp: number;
    };
    const proof = { timestamp: String(envelope.timestamp), nonce, sealed: envelope.encrypt };
    if (!isSignedBy(on.key, proof, envelope.msgsignature)) return undefined;
    const reply = JSON.parse(openSealed(on.key, envelope.encrypt)) as { stream?: { id?: string } };
    return reply.stream?.id;
  } catch {
    // Whatever it is, WeCom could not read this answer.
    return undefined;
  }
}
