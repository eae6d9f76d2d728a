import type { Language } from "../domain/language.ts";
import { listChannels } from "../accounts/channel-directory.ts";
import { type Feedback, listFeedback } from "../inbound/feedback.ts";
import { withDatabase } from "./attach.ts";
import { type Call, type Command, printLine, UsageError } from "./command.ts";
import { configOf, languageWith } from "./settings.ts";
import { drawTable } from "./table.ts";
import { withAdminContext } from "./token.ts";

/** The state of our accounts at vendors. */
export const channels: Command = {
  options: { json: { type: "boolean" }, feedback: { type: "boolean" } },
  help: {
    en: "npx meanwhile channels [--feedback] [--json]\n\nThe accounts in chat apps, whether they are connected, and since when.\n\n  --feedback   how people rated answers, in apps that let them; newest first",
    zh: "npx meanwhile channels [--feedback] [--json]\n\n各聊天软件的账号、连接状态和起始时间。\n\n  --feedback   用户对回复的评价（仅限支持评价的软件），最新的在前",
  },
  async run(call) {
    const config = configOf(call);
    const language = languageWith(call, config);
    const [stray] = call.words;
    if (stray !== undefined) throw new UsageError(words.tooMany(stray)[language]);
    return withDatabase({ config, command: "meanwhile channels", language }, (on) =>
      withAdminContext(on, { call, config, language }, async ({ db }) => {
        if (call.values["feedback"] === true)
          return showFeedback(call, language, await listFeedback(db, { limit: mostFeedback }));
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
        if (call.values["json"] === true) printLine(call, JSON.stringify(found));
        else printLine(call, rows.length === 0 ? words.none[language] : drawTable(columns, rows));
        return 0;
      }),
    );
  },
};

const mostFeedback = 100;

function showFeedback(call: Call, language: Language, found: readonly Feedback[]): number {
  const rows = found.map((one) => [
    one.at.slice(0, 16).replace("T", " "),
    `${one.channel} ${one.channelAccount}`,
    one.subject,
    words.ratings[language][one.rating],
    [...one.reasons, one.words].filter((text) => text !== "").join(": "),
  ]);
  const columns = words.feedbackColumns[language].map((name) => ({ name, right: false }));
  if (call.values["json"] === true) printLine(call, JSON.stringify(found));
  else printLine(call, rows.length === 0 ? words.noFeedback[language] : drawTable(columns, rows));
  return 0;
}

const words = {
  feedbackColumns: {
    en: ["when", "bot", "person", "rating", "why"],
    zh: ["时间", "机器人", "成员", "评价", "原因"],
  },
  ratings: {
    en: { good: "good", bad: "bad", taken_back: "taken back" },
    zh: { good: "准确", bad: "不准确", taken_back: "已取消" },
  },
  noFeedback: { en: "No answers have been rated yet.", zh: "还没有收到评价。" },
  tooMany: (word: string) => ({
    en: `Unexpected argument: “${word}”.`,
    zh: `多余的参数：“${word}”。`,
  }),
  columns: {
    en: ["channel", "account there", "state", "reason", "since", "linked by"],
    zh: ["渠道", "那里的账号", "状态", "原因", "自", "由谁绑定"],
  },
  none: {
    en: "No chat app account has connected yet.",
    zh: "还没有聊天软件账号连接过。",
  },
};
