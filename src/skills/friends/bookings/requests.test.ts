import { expect, it } from "vitest";
import { readAnswerRequest, readPageRequest } from "./requests.ts";

const nine = { starts: "09:00", ends: "17:00" };
it.each([
  ["turn on my free time page", { kind: "on" }],
  [
    "Please switch on my booking page from 10:30 to 4pm",
    { kind: "on", hours: { starts: "10:30", ends: "16:00" } },
  ],
  [
    "turn on my booking page 9 to 5 on weekdays",
    { kind: "on", hours: nine, weekdays: [1, 2, 3, 4, 5] },
  ],
  ["set up my availability page between soon and later", { kind: "on", hours: null }],
  ["开启空闲时间页", { kind: "on" }],
  [
    "开启空闲时间页，每天下午两点到晚上八点",
    { kind: "on", hours: { starts: "14:00", ends: "20:00" }, weekdays: [1, 2, 3, 4, 5, 6, 7] },
  ],
  ["空闲时间页 9:00 到 17:00", { kind: "on", hours: nine }],
  ["turn off my free time page", { kind: "off" }],
  ["关闭空闲时间页", { kind: "off" }],
  ["renew my booking link", { kind: "renew" }],
  ["换一个预约链接", { kind: "renew" }],
  ["my booking page", { kind: "show" }],
  ["我的空闲时间页", { kind: "show" }],
  ["booking requests", { kind: "list" }],
  ["谁约了我", { kind: "list" }],
])("the page of free times is asked for by “%s”", (text, expected) => {
  expect(readPageRequest(text)).toEqual(expected);
});

it.each([
  "when am I free tomorrow?",
  "book a table for two",
  "我明天有空吗",
  "remind me to print my booking page",
])("“%s” is not about the page of free times", (text) =>
  expect(readPageRequest(text)).toBeUndefined(),
);

it.each([
  ["yes", "confirm", "", false],
  ["好的", "confirm", "", false],
  ["可以", "confirm", "", false],
  ["no", "decline", "", false],
  ["不行", "decline", "", false],
  ["another time", "other_time", "", false],
  ["换个时间", "other_time", "", false],
  ["confirm Ann", "confirm", "Ann", false],
  ["accept Ann's request", "confirm", "Ann", true],
  ["decline the request", "decline", "", true],
  ["confirm the request", "confirm", "", true],
  ["ask for another time", "other_time", "", true],
  ["接受这个预约", "confirm", "", true],
  ["接受小安的预约", "confirm", "小安", true],
  ["拒绝这个预约", "decline", "", true],
  ["请对方换个时间", "other_time", "", true],
])("“%s” answers a request", (text, ...[answer, of, isAboutRequest]) => {
  expect(readAnswerRequest(text)).toEqual({ answer, of, isAboutRequest });
});
