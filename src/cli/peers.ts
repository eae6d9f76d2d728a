import { mkdirSync } from "node:fs";
import type { Peer, PeerTrouble } from "../domain/ports/peers.ts";
import { openPeerCalls, ownHost } from "../main/peers.ts";
import { openPeerKey } from "../outbound/peers/envelope.ts";
import { type Both, type Command, CommandFailure, printLine, UsageError } from "./command.ts";
import { chance, keyringOf } from "./keyring.ts";
import { configOf, languageWith } from "./settings.ts";
import { systemClock } from "./system.ts";

export const peers: Command = {
  options: { check: { type: "boolean" } },
  help: {
    en: [
      "npx meanwhile peers [--check]",
      "",
      "Shows what the operators of other installations put into their peers.known, so that people there can be friends with people here:",
      "this installation's name, address and public key. With --check each installation in peers.known here is called.",
      "The key follows from secret_key: a new secret_key makes a new one, which the others have to be given.",
    ].join("\n"),
    zh: [
      "npx meanwhile peers [--check]",
      "",
      "显示别的服务器要写进 peers.known 的内容：本服务器的名字、地址和公钥。这样那边的人就能和这边的人成为好友。",
      "加上 --check，会逐个联系这里 peers.known 中的服务器。公钥由 secret_key 得出：换了 secret_key，就要把新的公钥给对方。",
    ].join("\n"),
  },
  async run(call) {
    if (call.words.length > 0) throw new UsageError(words.usage[call.language]);
    const config = configOf(call);
    const language = languageWith(call, config);
    const host = ownHost(config);
    if (host === undefined) throw new CommandFailure(words.noName[language]);
    // An operator may ask for the key before the first start.
    mkdirSync(config.data_dir, { recursive: true, mode: 0o700 });
    const keys = () => keyringOf(config, { make: true, language });
    const own: Peer = {
      host,
      url: config.server.public_url ?? `https://${host}`,
      key: openPeerKey(keys).public,
    };
    printLine(call, words.give[language]);
    printLine(call, `peers:\n  known:\n    - host: ${own.host}`);
    printLine(call, `      url: ${own.url}\n      key: ${own.key}`);
    if (call.values["check"] !== true) return 0;
    const closers: (() => Promise<unknown>)[] = [];
    const log = { warn: () => undefined };
    const calls = openPeerCalls({ config, clock: systemClock, chance, closers, log }, keys);
    let failed = 0;
    for (const peer of calls?.peers ?? []) {
      const answer = await calls?.send(peer.host, { kind: "hello" });
      const trouble = answer !== undefined && "trouble" in answer ? answer.trouble : undefined;
      failed += trouble === undefined ? 0 : 1;
      printLine(call, `${peer.host}: ${states[trouble ?? "ok"][language]}`);
    }
    for (const close of closers) await close();
    return failed === 0 ? 0 : 1;
  },
};

const states: Readonly<Record<PeerTrouble | "ok", Both>> = {
  ok: { en: "answers, and both sides know each other", zh: "正常，双方互相认识" },
  unreachable: { en: "can't be reached", zh: "连不上" },
  not_trusted: {
    en: "one of the two has another key for the other, has not listed it, or its clock is more than five minutes off",
    zh: "有一方记的公钥不对、没有列出对方，或时钟相差超过五分钟",
  },
  failed: { en: "answered in a way that can't be used", zh: "答复无法使用" },
};

const words = {
  usage: {
    en: "npx meanwhile peers takes no words, only --check.",
    zh: "npx meanwhile peers 不带参数，只有 --check。",
  },
  noName: {
    en: "This server has no name for others: set server.public_url or peers.host.",
    zh: "本服务器还没有给别人用的名字：请设置 server.public_url 或 peers.host。",
  },
  give: {
    en: "For the settings of the other installation:",
    zh: "写进对方服务器的设置：",
  },
} as const;
