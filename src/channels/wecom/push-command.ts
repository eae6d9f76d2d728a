import { createHash } from "node:crypto";
import type { ChannelSecrets } from "../../domain/ports/channel-ports.ts";
import type { Chance, Clock } from "../../domain/ports/clock.ts";
import type { PushLedger } from "../../domain/ports/channel-storage.ts";
import { isPushUrl } from "./addresses.ts";
import type { Post } from "./calls.ts";
import { robotLid } from "./chain.ts";
import { fieldsOf, jsonIn } from "./fields.ts";
import { pushKey } from "./push-key.ts";
import type { Sender } from "./scope.ts";
import type { WecomSettings } from "./settings.ts";

const validMs = 10 * 60_000;

export interface PushCommandDeps {
  readonly secrets: ChannelSecrets;
  readonly post: Post;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly settings: WecomSettings;
  readonly pushes: Pick<PushLedger, "slot">;
}

export const isPushCommand = (text: string): boolean => /^\/push(\s|$)/i.test(text);

/**
 * Lets people of a conversation name the robot that may push into it. The robot posts a code, and
 * only a person who reads it there and writes it here is believed: an address alone proves nothing.
 * This dialogue reaches neither the model nor the log.
 */
export async function answerPushCommand(
  on: PushCommandDeps,
  text: string,
  at: { readonly bot: string; readonly sender: Sender },
): Promise<string> {
  const { sender, bot } = at;
  if (sender.shared && !on.settings.admins.includes(sender.userId))
    return "这个群的推送地址只能由管理员设置。";
  const word = text.trim().split(/\s+/)[1] ?? "";
  const key = pushKey(bot, sender.scope);
  if (word === "off") {
    await on.secrets.drop(key);
    return "已取消本会话的推送地址。";
  }
  if (/^\d{6}$/.test(word)) return confirm(on, { key, code: word, userId: sender.userId });
  if (!isPushUrl(on.settings, word))
    return "请发送 /push 加上群机器人的 Webhook 地址，例如 https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…";
  return propose(on, { key, url: word, userId: sender.userId });
}

interface Proposal {
  readonly key: string;
  readonly userId: string;
}

const pendingOf = ({ key }: Proposal): string => `pending ${key}`;

async function propose(
  on: PushCommandDeps,
  what: Proposal & { readonly url: string },
): Promise<string> {
  // It counts like any other message of that robot.
  const waitMs = await on.pushes.slot({
    place: what.url,
    who: `code ${what.key} ${what.userId}`,
    ...robotLid,
  });
  if (waitMs > 0) return "这个机器人这一分钟已经发满了，请过一会儿再试。";
  const code = String(Buffer.from(on.chance.bytes(4)).readUInt32BE(0) % 1_000_000).padStart(6, "0");
  const pending = {
    url: what.url,
    hash: digest(code),
    userId: what.userId,
    until: on.clock.now() + validMs,
    tries: 0,
  };
  await on.secrets.put(pendingOf(what), JSON.stringify(pending));
  const content = `验证码 ${code}，十分钟内有效。如果你没有在设置推送，请忽略。`;
  const called = await on.post(
    what.url,
    { msgtype: "text", text: { content } },
    AbortSignal.timeout(3_000),
  );
  if (called.kind !== "taken") return "这个机器人现在发不出消息，请检查地址。";
  return "我已让这个机器人发出一个验证码。请在这里发送 /push 加上验证码来确认。";
}

async function confirm(
  on: PushCommandDeps,
  what: Proposal & { readonly code: string },
): Promise<string> {
  const name = pendingOf(what);
  const kept = fieldsOf(jsonIn((await on.secrets.get(name)) ?? ""));
  const url = kept?.["url"];
  const isOpen =
    typeof url === "string" &&
    kept?.["userId"] === what.userId &&
    Number(kept["until"]) > on.clock.now() &&
    Number(kept["tries"]) < 5;
  if (!isOpen) return "没有待确认的推送地址，请重新发送 /push 加上地址。";
  if (kept?.["hash"] !== digest(what.code)) {
    await on.secrets.put(name, JSON.stringify({ ...kept, tries: Number(kept?.["tries"]) + 1 }));
    return "验证码不对。";
  }
  await on.secrets.put(what.key, url);
  await on.secrets.drop(name);
  return "好的，以后没有别的办法时，我会用这个机器人把消息发给本会话。发送 /push off 可以取消。";
}

const digest = (code: string): string => createHash("sha256").update(code).digest("hex");
