import { expect, it } from "vitest";
import { createStatusReader } from "./status.ts";

const isStatusQuestion = createStatusReader(["WeChat", "微信", "C++ chat"]);

it.each([
  "status",
  "Are you connected?",
  "are you still online",
  "Is my WeChat still connected?",
  "What’s my connection status?",
  "can you reach me?",
  "状态",
  "连接状态？",
  "你还连着吗",
  "我的微信连上了吗？",
  "微信是不是断了",
  "还能联系到我吗",
])("“%s” asks for the state of the connection", (text) => {
  expect(isStatusQuestion(text)).toBe(true);
});

it.each([
  "what is the status of the project",
  "remind me to check the status at 5",
  "are you there?",
  "is my phone connected",
  "我的状态不好",
  "在吗",
  "明天看看项目状态",
])("“%s” asks for something else", (text) => {
  expect(isStatusQuestion(text)).toBe(false);
});
