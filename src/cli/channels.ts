import { listChannels } from "../inbound/directory.ts";
import { attached } from "./attach.ts";
import { type Command, printed, UsageError } from "./command.ts";
import { configOf, languageWith } from "./settings.ts";
import { alignedTable } from "./table.ts";
import { withDesk } from "./token.ts";

/** How our accounts at vendors are doing. */
export const channels: Command = {
  options: { json: { type: "boolean" } },
  help: {
    en: "npx meanwhile channels [--json]\n\nOur accounts in the chat apps, whether they are connected, and since when.",
    zh: "npx meanwhile channels [--json]\n\n各聊天应用里的账号、连接状态，以及从什么时候开始。",
  },
  async run(call) {
    const config = configOf(call);
    const language = languageWith(call, config);
    const [stray] = call.words;
    if (stray !== undefined) throw new UsageError(words.tooMany(stray)[language]);
    return attached({ config, command: "meanwhile channels", language }, (on) =>
      withDesk(on, { call, config, language }, async ({ db }) => {
        const found = await listChannels(db);
        const rows = found.map((one) => [
          one.channel,
          one.channelAccount,
          one.state,
          one.reason,
          one.since.slice(0, 16).replace("T", " "),
          one.accountId,
        ]);
        const columns = words.columns[language].map((name) => ({ name, right: false }));
        if (call.values["json"] === true) printed(call, JSON.stringify(found));
        else printed(call, rows.length === 0 ? words.none[language] : alignedTable(columns, rows));
        return 0;
      }),
    );
  },
};

const words = {
  tooMany: (word: string) => ({ en: `“${word}” is one word too many.`, zh: `多了一个词：“${word}”。` }),
  columns: {
    en: ["channel", "account there", "state", "reason", "since", "linked by"],
    zh: ["渠道", "那里的账号", "状态", "原因", "自", "由谁绑定"],
  },
  none: { en: "No account in a chat app has been heard of yet.", zh: "还没有任何聊天应用账号的消息。" },
};
