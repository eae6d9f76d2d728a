import { type moreEn } from "./words-more-en.ts";

export const moreZh: typeof moreEn = {
  newEntry: "新建日程",
  find: {
    open: "搜索",
    title: "搜索日历",
    field: "标题、备注或地点中的字词",
    none: "没有找到。",
    over: "已结束",
    untimed: "未定时间",
    results: "结果",
    gone: "这条提醒已经不存在。",
  },
  month: { title: "月历", earlier: "上个月", later: "下个月" },
  preferences: {
    open: "日历设置",
    weekStart: "每周第一天",
    hours: "时间格式",
    choices: { 12: "12 小时制（下午3:00）", 24: "24 小时制（15:00）" },
  },
  repeat: {
    never: "不重复",
    frequencies: { DAILY: "每天", WEEKLY: "每周", MONTHLY: "每月", YEARLY: "每年" },
    units: { DAILY: "天", WEEKLY: "周", MONTHLY: "个月", YEARLY: "年" },
    every: (unit) => `每隔几${unit}`,
    on: "在",
    onDate: (date) => `每月 ${date} 日`,
    onLast: "每月最后一天",
    onWeekday: (nth) => (nth >= 5 ? "当月最后一个这样的星期几" : `当月第 ${nth} 个这样的星期几`),
    ends: "结束",
    endings: { never: "永不结束", on: "到某天为止", after: "重复若干次后" },
    lastDay: "最后一天",
    times: "次数",
  },
  details: {
    notes: "备注",
    place: "地点",
    link: "链接",
    linkHint: "以 https:// 或 http:// 开头的网址",
    color: "颜色",
    noColor: "按类型",
    colors: {
      tomato: "红色",
      orange: "橙色",
      gold: "黄色",
      seagreen: "绿色",
      teal: "青色",
      royalblue: "蓝色",
      mediumpurple: "紫色",
      palevioletred: "粉色",
    },
    alerts: "提前提醒",
    noAlert: "无",
    addAlert: "再加一个…",
    before: (minutes) =>
      minutes % 10_080 === 0
        ? `提前 ${minutes / 10_080} 周`
        : minutes % 1_440 === 0
          ? `提前 ${minutes / 1_440} 天`
          : minutes % 60 === 0
            ? `提前 ${minutes / 60} 小时`
            : `提前 ${minutes} 分钟`,
    removeAlert: (when) => `删除：${when}`,
  },
};
