import { engine } from "../domain/principal.ts";
import { canonicalId } from "../domain/ids.ts";
import { pairingLink } from "../domain/pairing.ts";
import { channels } from "../channels/list.ts";
import { openIdentities } from "../accounts/identities.ts";
import { productProjector } from "../main/projections.ts";
import { withDatabase } from "./attach.ts";
import {
  type Command,
  CommandFailure,
  printLine,
  text,
  printError,
  UsageError,
} from "./command.ts";
import { noteCommand } from "./note-command.ts";
import { configOf, languageWith } from "./settings.ts";
import { createSystemChance, systemClock } from "./system.ts";
import { addressOf, operatorOf, withAdminContext } from "./token.ts";

const chatChannels: readonly string[] = channels
  .filter(({ capabilities }) => capabilities.bindsPeople)
  .map(({ provider }) => provider);

/** A code that a person sends in a chat app to become one of the accounts here. */
export const pair: Command = {
  options: { account: { type: "string" }, channel: { type: "string" }, json: { type: "boolean" } },
  help: {
    en: [
      "npx meanwhile pair [--account <id>] [--channel <name>] [--json]",
      "",
      "Creates a code. Sending it to the bot in a chat app links the sender to that account (by default the operator's).",
      "One use within 15 minutes.",
      `With --channel the code is good in one app only: ${chatChannels.join(", ")}.`,
    ].join("\n"),
    zh: [
      "npx meanwhile pair [--account <编号>] [--channel <名称>] [--json]",
      "",
      "生成配对码。在聊天软件里把它发给机器人，即可绑定该账号（默认是管理员的账号）。15 分钟内有效，只能用一次。",
      `加上 --channel 则只能用于一个应用：${chatChannels.join("、")}。`,
    ].join("\n"),
  },
  async run(call) {
    const config = configOf(call);
    const language = languageWith(call, config);
    const [stray] = call.words;
    if (stray !== undefined) throw new UsageError(words.tooMany(stray)[language]);
    const channel = text(call, "channel");
    if (channel !== undefined && !chatChannels.includes(channel))
      throw new UsageError(words.noChannel(channel, chatChannels.join(", "))[language]);
    return withDatabase({ config, command: "meanwhile pair", language }, (on) =>
      withAdminContext(on, { call, config, language }, async (admin) => {
        const named = text(call, "account");
        const accountId = named === undefined ? await operatorOf(admin) : canonicalId(named);
        const [row] = await admin.db.transaction(engine, (sql) =>
          sql.rows("select 1 from account where id = $1", [accountId ?? ""]),
        );
        if (accountId === undefined || row === undefined)
          throw new CommandFailure(words.noAccount[language]);
        const chance = createSystemChance(() => systemClock.now());
        const identities = openIdentities({
          db: admin.db,
          projector: productProjector(),
          clock: systemClock,
          chance,
        });
        const { id, code, linkCode, expiresAt } = await identities.pair({ accountId, channel });
        await noteCommand(admin, {
          action: "pairing_made",
          accountId,
          subject: id,
          details: { channel: channel ?? null },
        });
        const link = pairingLink(addressOf(admin), linkCode);
        printLine(
          call,
          call.values["json"] === true
            ? JSON.stringify({ code, link, account_id: accountId, expires_at: expiresAt })
            : code,
        );
        printError(call, words.send[language]);
        return 0;
      }),
    );
  },
};

const words = {
  noChannel: (channel: string, known: string) => ({
    en: `There is no channel ${channel}. Choose one of: ${known}.`,
    zh: `没有 ${channel} 这个渠道，可以是：${known}。`,
  }),
  tooMany: (word: string) => ({
    en: `Unexpected argument: “${word}”.`,
    zh: `多余的参数：“${word}”。`,
  }),
  noAccount: { en: "There is no such account.", zh: "没有这个账号。" },
  send: {
    en: "Send it to the bot within 15 minutes. It works once.",
    zh: "请在 15 分钟内发给机器人，只能用一次。",
  },
};
