import type { lives as en } from "./en-lives.ts";

const weekdays = ["周日", "周一", "周二", "周三", "周四", "周五", "周六"];

/** What characters do between scenes. */
export const lives: typeof en = {
  lives: {
    title: "场景之外",
    on: "他们的日子照常过",
    hint: "时间过去时，按日程决定谁在哪里、谁遇见谁，不调用模型。",
    slot: (name, place) => `${name} · ${place}`,
    when: (days, from, to) =>
      `${days.length === 7 ? "每天" : days.map((day) => weekdays[day]).join("、")} ${from}–${to}`,
    remove: "删除",
    removeOf: (name) => `从${name}的日程里删除`,
    who: "谁",
    days: "哪天",
    workdays: "周一到周五",
    daily: "每天",
    weekdays,
    from: "从",
    to: "到",
    place: "在哪里",
    doing: "做什么",
    add: "加入日程",
    need: (name, need, place) => `${name}需要${need} · ${place}`,
    every: (hours, minutes) => `每 ${hours} 小时一次，每次 ${minutes} 分钟`,
    removeNeed: (name, need) => `删除${name}的需要：${need}`,
    whoNeeds: "谁有需要",
    needs: "需要什么",
    findsAt: "在哪里满足",
    everyHours: "每隔几小时",
    forMinutes: "每次几分钟",
    addNeed: "加上这个需要",
    meetings: "谁遇见了谁",
    met: (names) => names.join("、"),
    play: "演出来",
  },
};
