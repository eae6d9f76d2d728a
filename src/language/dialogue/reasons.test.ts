import { describe, expect, it } from "vitest";
import { interpret } from "../interpret.ts";
import { questionFor } from "./questions.ts";
import { notes, type Reason, refusals } from "./reasons.ts";
import type { RequestContext } from "../request.ts";

const reminder = (
  title: string,
  start: string,
): { title: string; start: string; rrule: null; durationMinutes: null } => ({
  title,
  start: `2026-06-10T${start}:00`,
  rrule: null,
  durationMinutes: null,
});
const two: RequestContext = {
  reminders: [reminder("给妈妈打电话", "19:00"), reminder("给爸爸打电话", "20:00")],
};
const friends: RequestContext = {
  friends: ["Oliver Kent", "Oliver Shaw"],
  busy: { "Oliver Kent": [["2026-06-11T09:00:00", "2026-06-11T10:00:00"]] },
};

/**
 * One sentence for each code: the list of what the grammar refuses, readable. Said on Wednesday
 * 2026-06-10 at 11:30.
 */
const said: Readonly<Record<Reason, readonly [text: string, context?: RequestContext]>> = {
  no_request: ["今天天气真不错"],
  complaint: ["你怎么没提醒我"],
  hypothetical: ["如果我让你半夜三点叫我 你真会叫吗"],
  quoted: ["他发了句“六点叫我起床”哈哈"],
  name: ["以后叫我小雅就行"],
  third_person: ["老师提醒我明天下午两点交作业"],
  plan: ["我11点下班"],
  empty: ["  "],
  no_time: ["提醒我买洗衣液"],
  date_without_clock: ["明天提醒我去寄文件"],
  period_without_clock: ["周五下午提醒我去4S店"],
  vague_time: ["一会儿提醒我关窗户"],
  deadline_without_lead: ["remind me before 10 to lock the shed"],
  lead_without_event: ["提前提醒我去机场"],
  past_time: ["今天上午10点提醒我交方案"],
  ambiguous_interval: ["每隔两天晚上8点提醒我给吊兰浇水"],
  ambiguous_hour: ["每天8点提醒我吃药"],
  ambiguous_day: ["每月15号晚上12点提醒我抢券"],
  ambiguous_date_order: ["remind me on 6/7 at 9am to renew"],
  incomplete_rule: ["每周晚上8点提醒我写总结"],
  unbounded_interval: ["每小时提醒我喝水"],
  interval_too_short: ["remind me every 2 minutes to breathe"],
  too_many_items: [
    "6点提醒我a，7点提醒我b，8点提醒我c，9点提醒我d，10点提醒我e，11点提醒我f，12点提醒我g，13点提醒我h，14点提醒我i",
  ],
  unread_time_word: ["每天早上8点提醒我吃药，节假日除外"],
  clock_left_over: ["8点吃药，9点提醒我出门"],
  items_unclear: ["下午3点吃药，5点，提醒我"],
  condition: ["如果下雨就提醒我收衣服"],
  no_title: [
    "下午三点",
    { open: { text: "提醒我，明天", now: "2026-06-10T11:30:00", reason: "date_without_clock" } },
  ],
  unsure_wish: ["哪天心情好了再让你六点叫我吧"],
  unsure_company: ["lunch with Oliver Kent tomorrow at 12:30pm", friends],
  phone_call: ["call me tomorrow at 5pm"],
  no_such_time: ["2月30号上午9点提醒我交表"],
  far_future: ["2099年1月1日上午9点提醒我开时间胶囊"],
  target_not_found: ["取消游泳的提醒", two],
  target_ambiguous: ["打电话的提醒取消", two],
  nothing_fired: ["snooze 10 minutes", two],
  no_change: ["给妈妈打电话改到晚上7点", two],
  friend_unknown: ["remind Oliver Kent and Zoe to bring the drill at 4pm", friends],
  friend_ambiguous: ["remind Oliver to bring the drill at 4pm", friends],
  friend_missing: ["下午5点提醒我们交表"],
  friend_busy: ["book a call with Oliver Kent tomorrow at 9:30am", friends],
  guessed_half_of_day: ["3点提醒我开周会"],
  after_midnight: ["明天早上9点叫我交房租"],
  workdays_not_covered: ["法定工作日早上8点提醒我出门"],
  months_without_day: ["每月31号晚上8点提醒我对账"],
  shortened_window: ["每天9点到18点每30分钟提醒我喝水"],
};

const now = (reason: Reason): string =>
  reason === "after_midnight" ? "2026-06-11T01:20:00" : "2026-06-10T11:30:00";

describe("every reason", () => {
  it.each([...refusals, ...notes])("%s occurs", (reason) => {
    const [text, context] = said[reason];
    expect(interpret({ text, now: now(reason), tz: "Asia/Shanghai", context }).reasons).toContain(
      reason,
    );
  });

  it("every reason asks in the person's language, or asks nothing at all", () => {
    for (const reason of refusals) {
      const [zh, en] = [questionFor(reason, "zh"), questionFor(reason, "en")];
      expect(zh === undefined).toBe(en === undefined);
      if (zh === undefined || en === undefined) continue;
      expect(zh).toMatch(/[\u4e00-\u9fff].*[？。]$/);
      expect(en).toMatch(/^[A-Z][\x20-\x7e]+[?.]$/);
      expect(en.length).toBeLessThan(70);
    }
  });
});
