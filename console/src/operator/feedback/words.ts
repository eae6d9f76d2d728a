import { pageWords } from "../../language/use-words.tsx";
import { type Feedback } from "../contract.ts";

const en = {
  intro:
    "How people rated answers in WeCom, with the reasons they gave. What they rated is not shown.",
  loading: "Loading ratings…",
  failed: "The ratings could not be loaded.",
  none: "No answers have been rated yet. WeCom shows thumbs under the bot's answers.",
  sum: (good: number, bad: number) => `${good} good, ${bad} bad`,
  onlyBad: "Only bad ones",
  noneBad: "No bad ratings.",
  bot: (name: string) => `bot ${name}`,
  ratings: { good: "good", bad: "bad", taken_back: "taken back" } as Readonly<
    Record<Feedback["rating"], string>
  >,
  reasons: {
    irrelevant: "does not answer the question",
    incomplete: "incomplete",
    wrong: "wrong",
    wrong_data: "based on wrong data",
  } as Readonly<Record<string, string>>,
};

const zh: typeof en = {
  intro: "大家在企业微信里对回答的评价和原因。这里不显示被评价的内容。",
  loading: "正在加载评价…",
  failed: "评价加载失败。",
  none: "还没有收到评价。企业微信会在机器人的回答下面显示赞和踩。",
  sum: (good, bad) => `${good} 个准确，${bad} 个不准确`,
  onlyBad: "只看不准确的",
  noneBad: "没有不准确的评价。",
  bot: (name) => `机器人 ${name}`,
  ratings: { good: "准确", bad: "不准确", taken_back: "已取消" },
  reasons: {
    irrelevant: "与问题无关",
    incomplete: "内容不完整",
    wrong: "内容有错误",
    wrong_data: "数据分析有错误",
  },
};

export const words = pageWords(en, zh);
