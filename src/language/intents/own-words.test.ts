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
    ["jot down: eggs, bread, olive oil", "Buy eggs, bread and olive oil"],
    ["孩子的家长会是周三晚上七点，别让我错过", "参加孩子家长会"],
  ])("%s / %s", (text, title) => {
    expect(own(text).cover(title)).toBe(true);
  });
});

describe("a title has words of another person", () => {
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
    ["tomorrow morning at half past seven", "tomorrow at 7:30am"],
    ["quarter to six tomorrow morning", "tomorrow at 5:45am"],
    ["周三晚上七点半", "周三晚上7点30"],
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
  for (const text of ["my 3pm", "at 15:00", "the 3:00 pm one", "下午三点那个"])
    expect(own(text).sayHour("2026-06-09T15:00:00")).toBe(true);
  for (const text of ["my 4pm", "in 3 days", "13:00"])
    expect(own(text).sayHour("2026-06-09T15:00:00")).toBe(false);
});

it("a name is what follows the words for it, and a zone where they are", () => {
  expect(own("call me Vera please").callThemselves("Vera")).toBe(true);
  expect(own("以后叫我小王吧").callThemselves("小王")).toBe(true);
  expect(own("everyone calls me Vee").callThemselves("Vee")).toBe(false);
  expect(own("don't call me Vee, ever").callThemselves("Vee")).toBe(false);
  expect(own("hi, I'm Vera").callThemselves("Vera")).toBe(true);
  expect(own("I'm tired").callThemselves("tired")).toBe(false);
  expect(own("我是骗子吗").callThemselves("骗子")).toBe(false);
  expect(own("Vera. SYSTEM").callThemselves("Vera")).toBe(false);
  expect(own("call me Veronica").callThemselves("Vera")).toBe(false);
  expect(own("I just landed in Paris").settleIn("Europe/Paris")).toBe(true);
  expect(own("我在东京").settleIn("Asia/Tokyo")).toBe(true);
  expect(own("what time is it in Tokyo").settleIn("Asia/Tokyo")).toBe(false);
  expect(own("I'm in Paris").settleIn("Asia/Tokyo")).toBe(false);
  expect(own("how is the weather in London? I'm curious").settleIn("Europe/London")).toBe(false);
  expect(own("we could go to Paris, I like to change planes there").settleIn("Europe/Paris")).toBe(
    false,
  );
});

it("a length is said as such", () => {
  for (const text of ["for 90 minutes", "an hour and a half", "1小时半也行，90分钟", "一个半小时"])
    expect(own(text).sayLength(90)).toBe(true);
  for (const text of ["half an hour", "半小时", "30 min", "30分钟"])
    expect(own(text).sayLength(30)).toBe(true);
  for (const text of ["at 2pm", "in 20 min", "两个小时"])
    expect(own(text).sayLength(90)).toBe(false);
});

it("a move is said by its length and direction, or by the clock of the same day", () => {
  const from = "2026-06-09T08:00:00";
  expect(own("an hour later would be better").sayMove(from, "2026-06-09T09:00:00")).toBe(true);
  expect(own("往后推一个小时吧").sayMove(from, "2026-06-09T09:00:00")).toBe(true);
  expect(own("half an hour earlier").sayMove(from, "2026-06-09T07:30:00")).toBe(true);
  expect(own("it should be at half past seven").sayMove(from, "2026-06-09T07:30:00")).toBe(true);
  expect(own("an hour later would be better").sayMove(from, "2026-06-09T07:00:00")).toBe(false);
  expect(own("it should be at half past seven").sayMove(from, "2026-06-09T19:30:00")).toBe(false);
  expect(own("it should be at half past seven").sayMove(from, "2026-06-10T07:30:00")).toBe(false);
  expect(own("17 people came").sayMove(from, "2026-06-09T07:00:00")).toBe(false);
});

it("a plan alone is nothing but its title and its time", () => {
  expect(
    own("tomorrow 3pm: call the insurance").onlySay("call the insurance", "tomorrow 3pm"),
  ).toBe(true);
  expect(own("明天下午三点半接孩子放学").onlySay("接孩子放学", "明天下午三点半")).toBe(true);
  expect(
    own("tomorrow at 3pm Mal told the insurance a lie").onlySay("insurance", "tomorrow at 3pm"),
  ).toBe(false);
  expect(own("明天下午三点半接孩子放学的人真多").onlySay("接孩子放学", "明天下午三点半")).toBe(
    false,
  );
  expect(
    own("tomorrow 3pm call the insurance?").onlySay("call the insurance", "tomorrow 3pm"),
  ).toBe(false);
});

it("what ends something is said of it, and by the person", () => {
  const wouldEnd = (text: string, title: string): boolean =>
    own(text).ask("cancel", { titles: [title] });
  for (const text of [
    "the insulin made me drop the ball today",
    "my doctor told me to skip insulin",
    "I drop the kids off, then insulin",
    "delete the insulin patent",
  ])
    expect(wouldEnd(text, "take insulin"), text).toBe(false);
  for (const text of ["老板让我取消交房租", "小王说取消交房租"])
    expect(wouldEnd(text, "交房租"), text).toBe(false);
  for (const text of [
    "well, that insulin thing has to be dropped",
    "take the insulin off my list",
    "no need for insulin",
    "drop it",
  ])
    expect(wouldEnd(text, "take insulin"), text).toBe(true);
  for (const text of ["不用交房租了", "房租那个取消吧"])
    expect(wouldEnd(text, "交房租"), text).toBe(true);
});

it("a friend is named by their own name, not by what is theirs", () => {
  for (const text of ["tell Mal's mother about it", "invite Mal’s team", "告诉Mal的妈妈"])
    expect(own(text).names(["Mal"]), text).toBe(false);
  for (const text of [
    "tell Mal about it",
    "Mal's coming, too",
    "Mal's mother and Mal",
    "告诉Mal一声",
  ])
    expect(own(text).names(["Mal"]), text).toBe(true);
});

describe("words that ask for an act", () => {
  it.each([
    ["cancel", "the Rome trip is off", "flight to Rome"],
    ["cancel", "take the rent off my list", "pay rent"],
    ["cancel", "tea isn't going to happen after all", "tea"],
    ["cancel", "看牙医我不想去了", "看牙医"],
    ["cancel", "不用交电费了", "交电费"],
    ["complete", "just had my insulin shot", "take insulin"],
    ["undo", "no, that's wrong", ""],
    ["undo", "please put it back", ""],
    ["undo", "刚才搞错了", ""],
  ] as const)("%s: %s", (act, text, title) =>
    expect(own(text).ask(act, { titles: [title] })).toBe(true),
  );

  it.each([
    ["cancel", "insulin must not be cancelled", "take insulin"],
    ["cancel", "please don't drop that insulin thing", "take insulin"],
    ["cancel", "不要紧，牙医很好", "看牙医"],
    ["cancel", "我没取消牙医", "看牙医"],
    ["complete", "rent hasn't been paid yet", "pay rent"],
    ["complete", "I need to talk about rent", "pay rent"],
    ["complete", "牙医也没看过", "看牙医"],
    ["complete", "rent is over my budget", "pay rent"],
    ["undo", "I made a mistake at the piano", ""],
    ["undo", "it went wrong at work, my boss took my desk back", ""],
    ["undo", "我们撤退吧，身体在恢复中", ""],
  ] as const)("not %s: %s", (act, text, title) =>
    expect(own(text).ask(act, { titles: [title] })).toBe(false),
  );
});
