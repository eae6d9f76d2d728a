import { expect, it } from "vitest";
import { readInitiativeRequest } from "./requests.ts";

it.each([
  ["开启早报", { kind: "set", brief: true }],
  ["每天早上给我发早报", { kind: "set", brief: true }],
  ["每天早上8点给我发个早报", { kind: "set", brief: true, hasClock: true }],
  ["write me a morning brief at 8", { kind: "set", brief: true, hasClock: true }],
  [
    "can you send me a daily brief every day at 7:30 am",
    { kind: "set", brief: true, hasClock: true },
  ],
  ["I'd like a morning brief", { kind: "set", brief: true }],
  ["别主动发了", { kind: "set", brief: false, followUps: false, silenceDays: null }],
  ["你会主动发什么", { kind: "show" }],
  ["what will you write on your own?", { kind: "show" }],
  ["关闭早报", { kind: "set", brief: false }],
  ["开启晚间跟进", { kind: "set", followUps: true }],
  ["关闭跟进", { kind: "set", followUps: false }],
  ["你可以主动找我", { kind: "set", brief: true, followUps: true, silenceDays: 3 }],
  ["别主动找我了", { kind: "set", brief: false, followUps: false, silenceDays: null }],
  ["你为什么发这个", { kind: "why" }],
  ["你为什么发这个？", { kind: "why" }],
  ["为什么给我发这条消息", { kind: "why" }],
  ["关闭", { kind: "end" }],
  ["别发了", { kind: "end" }],
  ["turn on the morning brief", { kind: "set", brief: true }],
  ["send me a morning brief every day", { kind: "set", brief: true }],
  ["morning brief off", { kind: "set", brief: false }],
  ["turn on follow-ups", { kind: "set", followUps: true }],
  ["stop the follow-ups", { kind: "set", followUps: false }],
  ["you may write first", { kind: "set", brief: true, followUps: true, silenceDays: 3 }],
  ["never write me first", { kind: "set", brief: false, followUps: false, silenceDays: null }],
  ["三天没聊就来找我", { kind: "set", silenceDays: 3 }],
  ["我要是一周没找你，你就主动联系我", { kind: "set", silenceDays: 7 }],
  ["好几天没消息的话就给我发个消息吧", { kind: "set", silenceDays: 3 }],
  ["关闭主动问候", { kind: "set", silenceDays: null }],
  ["三天没聊也别来找我了", { kind: "set", silenceDays: null }],
  ["Write to me if I'm silent for 5 days.", { kind: "set", silenceDays: 5 }],
  [
    "if you haven't heard from me for two weeks, check in with me",
    { kind: "set", silenceDays: 14 },
  ],
  ["text me when we haven't talked for a while", { kind: "set", silenceDays: 3 }],
  ["turn off check-ins", { kind: "set", silenceDays: null }],
  ["don't write to me when I'm quiet", { kind: "set", silenceDays: null }],
  ["do you write first?", { kind: "show" }],
  ["why did you write?", { kind: "why" }],
  ["Why did you send me this?", { kind: "why" }],
  ["off", { kind: "end" }],
])("“%s” is about writing first", (text, request) => {
  expect(readInitiativeRequest(text)).toEqual(request);
});

it.each([
  "send me the report every morning",
  "why did you move the meeting?",
  "turn off the lights",
  "remind me to brief Ann",
  "你为什么不吃饭",
  "每天早上8点提醒我看早报",
  "关闭窗户",
  "why?",
  "remind me if Ann hasn't written for 3 days",
  "write to me in 3 days",
  "text me if you're late",
  "if I'm silent for 90 years, write to me",
  "三天没下雨了",
  "他三天没来找我",
  "三天没聊就提醒我给他打电话",
  "check in with me on Friday",
])("“%s” is not about writing first", (text) => {
  expect(readInitiativeRequest(text)).toBeUndefined();
});
