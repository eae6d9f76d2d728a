import { expect, it } from "vitest";
import { parseReviewRequest, readToldAct } from "./review.ts";

/** A Wednesday. */
const now = "2026-06-10T11:30:00";

const asked: readonly (readonly [text: string, start: string, end: string])[] = [
  ["我上周都干嘛了", "2026-06-01", "2026-06-08"],
  ["我上周都干嘛了？", "2026-06-01", "2026-06-08"],
  ["上个星期我做了些什么", "2026-06-01", "2026-06-08"],
  ["这周我都忙什么了", "2026-06-08", "2026-06-11"],
  ["我昨天干了啥", "2026-06-09", "2026-06-10"],
  ["今天我完成了哪些事", "2026-06-10", "2026-06-11"],
  ["帮我总结一下上周", "2026-06-01", "2026-06-08"],
  ["上周总结", "2026-06-01", "2026-06-08"],
  ["我最近三天做了什么", "2026-06-08", "2026-06-11"],
  ["我周一都做了什么", "2026-06-08", "2026-06-09"],
  ["上周五我干什么了", "2026-06-05", "2026-06-06"],
  ["周末我干嘛了", "2026-06-06", "2026-06-08"],
  ["我上个月都忙了些啥", "2026-05-01", "2026-06-01"],
  ["what did I do last week", "2026-06-01", "2026-06-08"],
  ["What did I do last week?", "2026-06-01", "2026-06-08"],
  ["what have I been up to this week", "2026-06-08", "2026-06-11"],
  ["what did i get done yesterday", "2026-06-09", "2026-06-10"],
  ["what did I do on Monday", "2026-06-08", "2026-06-09"],
  ["what was I up to over the weekend", "2026-06-06", "2026-06-08"],
  ["summarize my last week", "2026-06-01", "2026-06-08"],
  ["what did I do in the last 3 days", "2026-06-08", "2026-06-11"],
  ["what did I do the week before last", "2026-05-25", "2026-06-01"],
  ["recap last month", "2026-05-01", "2026-06-01"],
  ["tell me what I did today", "2026-06-10", "2026-06-11"],
];

it.each(asked)("“%s” asks about the days from %s", (text, start, end) => {
  expect(parseReviewRequest(text, now)).toEqual({
    start: `${start}T00:00:00`,
    end: `${end}T00:00:00`,
  });
});

it.each([
  "what did you do last week",
  "what did Ann do last week",
  "what's on this week",
  "what did I miss",
  "what did I say about last week",
  "remind me last week",
  "what should I do this week",
  "他上周都干嘛了",
  "你上周干嘛了",
  "这周有什么安排",
  "我上周买的那个东西坏了",
  "今天干嘛好呢",
])("“%s” asks for no summary of one's own days", (text) => {
  expect(parseReviewRequest(text, now)).toBeUndefined();
});

it.each([
  ["今天去看了牙医", "2026-06-10", 1],
  ["昨天我和妈妈去逛了公园", "2026-06-09", 1],
  ["终于把论文写完了", "2026-06-10", 1],
  ["我上周去看了牙医", "2026-06-01", 7],
  ["我昨晚看了场电影", "2026-06-09", 1],
  ["我三天前去修了车", "2026-06-07", 1],
  ["我订了周五的票", "2026-06-10", 1],
  ["周末我们去爬了山", "2026-06-06", 2],
  ["I went to the dentist today", "2026-06-10", 1],
  ["finally finished the tax return", "2026-06-10", 1],
  ["We had lunch at the new place", "2026-06-10", 1],
  ["I went to the dentist yesterday", "2026-06-09", 1],
  ["last night we watched a film", "2026-06-09", 1],
  ["I ran ten miles on Monday", "2026-06-08", 1],
  ["I booked a table for Friday", "2026-06-10", 1],
  ["we visited my parents two weeks ago", "2026-05-27", 1],
  ["last week I ran a half marathon", "2026-06-01", 7],
  ["I've cleaned the garage this morning", "2026-06-10", 1],
])("“%s” reports an act from %s on, for %i days", (text, from, length) => {
  const start = `${from}T00:00:00`;
  const end = new Date(Date.parse(`${start}Z`) + length * 86_400_000).toISOString().slice(0, 19);
  expect(readToldAct(text, now)).toEqual({ start, end });
});

it.each([
  "明天去看牙医",
  "你吃了吗",
  "我没去跑步",
  "提醒我今天买了票就退",
  "did I go to the dentist?",
  "I will go to the dentist",
  "remind me to visit mum",
  "I didn't go",
  "what a day",
])("“%s” reports no act", (text) => {
  expect(readToldAct(text, now)).toBeUndefined();
});

it.each([
  "I moved to Berlin in 2015",
  "I worked at Siemens for ten years",
  "I bought my car three years ago",
  "we visited Japan last summer",
  "I played the piano as a kid",
  "I got married in May 2019",
  "I had a dog",
  "I studied law",
  "I've been to Peru",
  "I lived in Rome",
  "I have worked here since March",
  "interested in art",
  "我去年去了日本",
  "小时候我学过钢琴",
  "我在北京住了十年",
  "我2015年搬到上海了",
  "我结婚三年了",
  "我以前学过法语",
  "我女儿三岁了",
  "我3月去了一趟云南",
])("“%s” is long past or lasts, and is no act of a day", (text) => {
  expect(readToldAct(text, now)).toBeUndefined();
});
