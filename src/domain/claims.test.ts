import { describe, expect, it } from "vitest";
import { listOperations } from "./claim-kinds.ts";
import { correctClaims, cutAtFirstClaim } from "./claims.ts";

const none = { wrote: [], lines: [], files: false };
const isCorrected = (text: string): boolean => correctClaims(text, none) !== text;

describe("a model's claim without a write is corrected", () => {
  it.each([
    "好的，已为你创建「体检」提醒，明天下午3点会提醒你。",
    "建好了",
    "已删除所有数据",
    "好嘞，明天早上七点我叫你！",
    "没问题，帮你把会议改到下午四点了。",
    "搞定啦～",
    "我已经通知张三了。",
    "闹钟设好了。",
    "取消成功！",
    "记下了，周五交报告。",
    "已帮你把时区改成东京。",
    "I have set a reminder for tomorrow at 3pm and told Bob.",
    "Done!",
    "All set.",
    "Your reminder is set for 9am.",
    "I've deleted it.",
    "I've cancelled the dentist appointment, let me know if you need anything else.",
    "Sure thing. Reminder created for Friday.",
    "Got it, I'll remind you tomorrow.",
    "Your time zone has been changed to Tokyo.",
    "I told Bob about the lunch.",
    "I will let you go, and I'll notify Ann.",
    "Everything has been deleted.",
    "OK, moved to 4pm.",
    "I’ve added dentist to your calendar.",
  ])("the claim is corrected: %s", (text) => {
    expect(isCorrected(text)).toBe(true);
    expect(correctClaims(text, none)).toMatch(
      /（还没有记下或改动任何提醒。）$|\(Nothing has been set or changed\.\)$/,
    );
    const whole = `Hello there. ${text} Bye.`;
    expect(cutAtFirstClaim(whole)).toMatch(/^Hello there\. /);
    expect(
      whole.startsWith(cutAtFirstClaim(whole)) && cutAtFirstClaim(whole).length < whole.length - 5,
    ).toBe(true);
  });
});

describe("text that claims nothing stays as it is", () => {
  it.each([
    "Shall I set a reminder for tomorrow?",
    "I could move it to 4pm if you like.",
    "I can't delete reminders here.",
    "Nothing was changed.",
    "The city was founded in 1190 and it was moved twice.",
    "Here is a joke: a man walks into a bar.",
    "I've changed the second paragraph so that it reads more formally.",
    "Put simply, light is a wave and a particle.",
    "我来给你讲个笑话。",
    "要我帮你记下吗？",
    "没有找到这个提醒。",
    "这本书讲的是一个国家的建立。",
    "Sure.",
    "好的。",
    "What a lovely morning! How did you sleep?",
    "You have two reminders tomorrow: dentist at 9:00 and gym at 18:00.",
    "明天有两个提醒：9点看牙，18点健身。",
  ])("the text stays as it is: %s", (text) => {
    expect(correctClaims(text, none)).toBe(text);
  });
});

it("the product's own read-back replaces the model's account of a write", () => {
  const wrote = { wrote: ["create"], lines: ["OK, I'll remind you …"], files: false };
  expect(correctClaims("Done, dentist tomorrow at 2pm.", wrote)).toBe("");
  expect(correctClaims("Done, dentist tomorrow at 2pm. Good luck there!", wrote)).toBe(
    "Good luck there!",
  );
  expect(correctClaims("好的，已经记下明天的体检。祝顺利！", wrote)).toBe("祝顺利！");
  expect(correctClaims("Good luck there!", wrote)).toBe("Good luck there!");
});

it("a sentence about a file that goes with the reply is not corrected", () => {
  expect(correctClaims("I've saved your reminders in the file.", { ...none, files: true })).toBe(
    "I've saved your reminders in the file.",
  );
});

it("a claim goes without a line where the product's own lines already say that nothing was written", () => {
  const lines = ["(No reminder was written or changed.)", "When?"];
  expect(correctClaims("Done! See you.", { ...none, lines })).toBe("See you.");
});

describe("a claim of another kind of act than the one written is corrected", () => {
  it.each([
    ["I've cancelled yoga.", ["create"], "(Nothing was cancelled or deleted.)"],
    ["I've set it for 9 and told Sam.", ["create"], "(No message was sent to anyone.)"],
    [
      "I've moved it to 9. Good luck!",
      ["delete_reminder"],
      "Good luck!\n\n(Nothing was set or moved.)",
    ],
    [
      "I cancelled yoga, shall I tell Sam as well?",
      ["create"],
      "I cancelled yoga, shall I tell Sam as well?\n\n(Nothing was cancelled or deleted.)",
    ],
    ["Rent is marked as done.", ["update_reminder"], "(Nothing was marked as done.)"],
    ["瑜伽已经取消了。", ["create"], "（没有取消或删除任何提醒。）"],
    ["设好了，也已经告诉小王。", ["create"], "（没有通知任何人。）"],
  ] as const)("%s", (text, wrote, put) => {
    expect(correctClaims(text, { ...none, wrote })).toBe(put);
  });

  it.each([
    ["Yoga on Thursday is cancelled.", ["skip_occurrence"]],
    ["I've cancelled yoga and set pilates.", ["delete_reminder", "create"]],
    ["I've set a reminder to ask whether the flight was cancelled.", ["create"]],
    ["I've cancelled it.", ["undo"]],
    ["I've told Sam.", ["create_shared_reminder"]],
    ["Done!", ["delete_reminder"]],
    ["瑜伽取消了，普拉提改到九点了。", ["delete_reminder", "update_reminder"]],
  ] as const)("a claim of what was written is only replaced: %s", (text, wrote) => {
    expect(correctClaims(text, { ...none, wrote })).toBe("");
  });
});

it("the operations of a batch are listed one by one", () => {
  const command = { domain: "reminder", payload: {}, events: [] };
  const items = [{ operation: "create" }, { operation: "delete_reminder" }];
  expect(
    listOperations([
      { ...command, operation: "execute_batch", payload: { items } },
      { ...command, operation: "undo" },
    ]),
  ).toEqual(["create", "delete_reminder", "undo"]);
});
