import { expect, it } from "vitest";
import { readInitiativeRequest } from "./requests.ts";

it.each([
  ["开启早报", { kind: "set", brief: true }],
  ["每天早上给我发早报", { kind: "set", brief: true }],
  ["关闭早报", { kind: "set", brief: false }],
  ["开启晚间跟进", { kind: "set", followUps: true }],
  ["关闭跟进", { kind: "set", followUps: false }],
  ["你可以主动找我", { kind: "set", brief: true, followUps: true }],
  ["别主动找我了", { kind: "set", brief: false, followUps: false }],
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
  ["you may write first", { kind: "set", brief: true, followUps: true }],
  ["never write me first", { kind: "set", brief: false, followUps: false }],
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
])("“%s” is not about writing first", (text) => {
  expect(readInitiativeRequest(text)).toBeUndefined();
});
