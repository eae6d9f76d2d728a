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
    meetings: "谁遇见了谁",
    met: (names) => names.join("、"),
    play: "演出来",
  },
};
