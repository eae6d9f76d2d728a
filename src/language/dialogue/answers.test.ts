import { describe, expect, it } from "vitest";
import { interpret } from "../interpret.ts";
import type { Interpretation, RequestContext } from "../request.ts";

const moment = { now: "2026-06-10T11:30:00", tz: "Asia/Shanghai" };

/** A request that lacks something, and the answer to the question that came back. */
function answerQuestion(
  text: string,
  answer: string,
  context: RequestContext = {},
): Interpretation {
  const first = interpret({ text, context, ...moment });
  expect(first.intent).toBe("clarify");
  expect(first.question).toBeDefined();
  return interpret({
    text: answer,
    context: first.open === undefined ? context : { ...context, open: first.open },
    ...moment,
  });
}

const summarise = ({ intent, items, target, with: friends }: Interpretation): string =>
  [
    intent,
    ...items.map(
      ({ start, title, rrule }) =>
        `${start.slice(5, 16)} ${title}${rrule === null ? "" : ` ${rrule}`}`,
    ),
    target,
    friends?.join(),
  ]
    .filter((part) => part !== undefined)
    .join(" ");

describe("an answer", () => {
  it.each([
    ["提醒我买洗衣液", "下午三点", "create 06-10T15:00 买洗衣液"],
    ["明天提醒我寄文件", "上午10点吧", "create 06-11T10:00 寄文件"],
    ["明天早上提醒我带电脑", "8点", "create 06-11T08:00 带电脑"],
    ["明天早上提醒我带电脑", "8", "create 06-11T08:00 带电脑"],
    ["每天8点提醒我吃药", "早上", "create 06-11T08:00 吃药 FREQ=DAILY"],
    ["每天8点提醒我吃药", "第二个", "create 06-10T20:00 吃药 FREQ=DAILY"],
    ["今天上午10点提醒我交方案", "好", "create 06-11T10:00 交方案"],
    ["今天上午10点提醒我交方案", "下午4点", "create 06-10T16:00 交方案"],
    ["下午五点前提醒我打给医院", "提前半小时", "create 06-10T16:30 打给医院"],
    ["每隔两天晚上8点提醒我浇水", "每三天", "create 06-10T20:00 浇水 FREQ=DAILY;INTERVAL=3"],
    ["待会儿提醒我关煤气", "20分钟后", "create 06-10T11:50 关煤气"],
    ["remind me to buy stamps", "3pm", "create 06-10T15:00 buy stamps"],
    ["remind me tomorrow to call the plumber", "at 10", "create 06-11T10:00 call the plumber"],
    ["remind me every day at 8 to stretch", "pm", "create 06-10T20:00 stretch FREQ=DAILY"],
    ["remind me today at 9am to sign the form", "yes", "create 06-11T09:00 sign the form"],
    ["周末早上8点提醒我买菜", "周日", "create 06-14T08:00 买菜"],
    ["周末早上8点提醒我买菜", "第一个", "create 06-13T08:00 买菜"],
    ["下周晚上8点提醒我交表", "周三", "create 06-17T20:00 交表"],
    ["每周提醒我称体重", "周一早上8点", "create 06-15T08:00 称体重 FREQ=WEEKLY;BYDAY=MO"],
    [
      "每季度提醒我报税",
      "15号上午9点",
      "create 06-15T09:00 报税 FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15",
    ],
    ["一会儿提醒我关窗户", "半小时", "create 06-10T12:00 关窗户"],
    ["每小时提醒我喝水", "晚上8点", "create 06-10T12:30 喝水 FREQ=HOURLY;UNTIL=20260610T200000"],
    ["提醒我开会", "明天下午3点，提前10分钟", "create 06-11T14:50 开会"],
    ["remind me this weekend at 9am to mow", "Sunday", "create 06-14T09:00 mow"],
    ["remind me next week at 3pm to call", "Tuesday", "create 06-16T15:00 call"],
    ["ping me later about the quote", "20 minutes", "create 06-10T11:50 the quote"],
    [
      "remind me every hour to drink",
      "until 6pm",
      "create 06-10T12:30 drink FREQ=HOURLY;UNTIL=20260610T180000",
    ],
  ])("finishes %s with %s", (text, answer, expected) =>
    expect(summarise(answerQuestion(text, answer))).toBe(expected),
  );

  it.each([
    ["约张三晚点聊", "change the chat with Oliver to 90 minutes"],
    ["待会儿提醒我关煤气", "把会议改成90分钟"],
    ["remind me later to call Ann", "make the standup 15 minutes"],
    ["约张三和小爱明天晚上九点聊聊", "取消和张三的会"],
    ["约张三和小爱明天晚上九点聊聊", "把张三拉黑"],
    ["约张三和小爱明天晚上九点聊聊", "张三明天有空吗"],
    ["约张三和小爱明天晚上九点聊聊", "不是张三"],
    ["remind Oliver and Zihao to call me tomorrow at 9am", "unfriend Oliver"],
    ["remind Oliver and Zihao to call me tomorrow at 9am", "Oliver told me a joke yesterday"],
  ])("a message about something else is not an answer: %s, %s", (text, answer) =>
    expect(answerQuestion(text, answer, { friends: ["Oliver", "张三"] }).intent).not.toMatch(
      /^create/,
    ),
  );

  it("an answer says which friend is meant", () => {
    const friends = ["Oliver Kent", "Oliver Shaw", "李雷"];
    expect(
      summarise(
        answerQuestion("remind Oliver to bring the tent tomorrow at 9am", "Shaw", { friends }),
      ),
    ).toBe("create_shared 06-11T09:00 bring the tent Oliver Shaw");
    expect(
      summarise(
        answerQuestion("约李雷和小王今晚8点打游戏", "小王是韩梅", { friends: ["李雷", "韩梅"] }),
      ),
    ).toBe("create_shared 06-10T20:00 打游戏 李雷,韩梅");
  });

  it("an answer says which reminder is meant, by its number or by its name", () => {
    const reminder = (
      title: string,
    ): { title: string; start: string; rrule: null; durationMinutes: null } => ({
      title,
      start: "2026-06-10T19:00:00",
      rrule: null,
      durationMinutes: null,
    });
    const context: RequestContext = {
      reminders: [reminder("给妈妈打电话"), reminder("给爸爸打电话")],
    };
    expect(summarise(answerQuestion("打电话的提醒取消", "第二个", context))).toBe(
      "cancel 给爸爸打电话",
    );
    expect(summarise(answerQuestion("打电话的提醒取消", "妈妈那个", context))).toBe(
      "cancel 给妈妈打电话",
    );
  });

  it("an answer that lacks something is asked about in turn", () => {
    const first = interpret({ text: "提醒我买洗衣液", ...moment });
    const second = interpret({
      text: "明天吧",
      context: first.open === undefined ? {} : { open: first.open },
      ...moment,
    });
    expect(second).toMatchObject({ intent: "clarify", reasons: ["date_without_clock"] });
    const third = interpret({
      text: "9点",
      context: second.open === undefined ? {} : { open: second.open },
      ...moment,
    });
    expect(summarise(third)).toBe("create 06-11T09:00 买洗衣液");
  });

  it("an answer can drop the request", () =>
    expect(summarise(answerQuestion("提醒我买洗衣液", "算了"))).toBe("none"));

  it("a name in another sentence is not an answer", () => {
    expect(summarise(answerQuestion("提醒我买洗衣液", "今天天气真好"))).toBe("none");
    expect(summarise(answerQuestion("提醒我买洗衣液", "明天下午3点提醒我开会"))).toBe(
      "create 06-11T15:00 开会",
    );
  });
});
