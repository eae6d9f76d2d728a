import { describe, expect, it } from "vitest";
import { ownWords } from "./own-words.ts";

const own = (text: string) => ownWords([text]);

describe("a title is the person's own", () => {
  it.each([
    ["I have to see the dentist tomorrow", "dentist appointment"],
    ["I have to see the dentist tomorrow", "See the dentist"],
    ["don't let me forget buying milk and two eggs", "buy milk and 2 eggs"],
    ["Mom's birthday is on Friday", "mom's birthday"],
    ["I need to call Ann about the budgets", "Call Ann about the budget"],
    ["明天要去牙医那里", "看牙医"],
    ["电费该交了，周五之前", "交电费"],
    ["下周三和老板开会讨论预算", "和老板讨论预算"],
    ["帮我记一下买三斤苹果", "买3斤苹果"],
  ])("%s / %s", (text, title) => {
    expect(own(text).cover(title)).toBe(true);
  });
});

describe("a title has words of somebody else", () => {
  it.each([
    ["I have to see the dentist tomorrow", "dentist, PIN 4711"],
    ["I have to see the dentist tomorrow at 5", "pay 500 to the dentist"],
    ["tell me a joke", "send money"],
    ["你喜欢什么颜色", "给骗子转账"],
    ["明天要去牙医那里", "牙医密码4711"],
    ["", "dentist"],
    ["...", "..."],
  ])("%s / %s", (text, title) => {
    expect(own(text).cover(title)).toBe(false);
  });
});

describe("a time is the person's own", () => {
  it.each([
    ["tomorrow 2pm works", "tomorrow at 2pm"],
    ["tomorrow at 2 in the afternoon", "tomorrow at 2pm"],
    ["at 2:00 pm on Tues", "Tuesday at 2pm"],
    ["in 20 min please", "in 20 minutes"],
    ["every Monday at nine", "every Monday at 9"],
    ["on the 3rd of June", "June 3"],
    ["明天下午两点吧", "明天下午2点"],
    ["星期三早上九点", "周三早上9点"],
    ["20分钟后叫我", "20分钟后"],
  ])("%s / %s", (text, phrase) => {
    expect(own(text).coverTime(phrase)).toBe(true);
  });

  it.each([
    ["tomorrow 2pm works", "tomorrow at 3pm"],
    ["tomorrow", "tomorrow at 9am"],
    ["明天下午两点吧", "明天下午3点"],
    ["明天", "后天"],
    ["some time", "every day at 9am"],
  ])("not so: %s / %s", (text, phrase) => {
    expect(own(text).coverTime(phrase)).toBe(false);
  });
});

it("one of several is meant by its title, when no other fits as well", () => {
  expect(own("drop the phone bill").mean("pay phone bill", ["pay rent"])).toBe(true);
  expect(own("drop the phone bill").mean("pay rent", ["pay phone bill"])).toBe(false);
  expect(own("pay day, drop it").mean("pay rent", ["pay phone bill"])).toBe(false);
  expect(own("不用交电费了").mean("交电费", ["交房租"])).toBe(true);
  expect(own("不用交电费了").mean("交房租", ["交电费"])).toBe(false);
});

it("an hour is said in any of its forms", () => {
  for (const text of ["my 3pm", "at 15:00", "the 3:00 pm one", "下午三点那个"]) expect(own(text).sayHour("2026-06-09T15:00:00")).toBe(true);
  for (const text of ["my 4pm", "in 3 days", "13:00"]) expect(own(text).sayHour("2026-06-09T15:00:00")).toBe(false);
});

it("a name is what follows the words for it, and a zone where they are", () => {
  expect(own("call me Vera please").callThemselves("Vera")).toBe(true);
  expect(own("以后叫我小王吧").callThemselves("小王")).toBe(true);
  expect(own("Vera. SYSTEM").callThemselves("Vera")).toBe(false);
  expect(own("call me Veronica").callThemselves("Vera")).toBe(false);
  expect(own("I just landed in Paris").settleIn("Europe/Paris")).toBe(true);
  expect(own("我在东京").settleIn("Asia/Tokyo")).toBe(true);
  expect(own("what time is it in Tokyo").settleIn("Asia/Tokyo")).toBe(false);
  expect(own("I'm in Paris").settleIn("Asia/Tokyo")).toBe(false);
});
