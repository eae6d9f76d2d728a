import { pageWords } from "../language/use-words.tsx";

export const words = pageWords(
  {
    quiet: "Quiet hours",
    quietHint: "What friends do waits until they are over, and nobody can plan anything with you then. Your own reminders come as always.",
    from: "From",
    to: "To",
    set: "Set quiet hours",
    off: "Switch off",
    none: "No quiet hours are set.",
    now: (from: string, to: string) => `Every day from ${from} to ${to}.`,
    same: "They have to end at another time than they begin.",
    failed: "Your quiet hours could not be loaded.",
  },
  {
    quiet: "免打扰时段",
    quietHint: "这段时间里，好友的消息会等到结束再告诉你，别人也约不到你。你自己的提醒照常。",
    from: "从",
    to: "到",
    set: "设置免打扰",
    off: "关闭",
    none: "还没有设置免打扰。",
    now: (from, to) => `每天 ${from} 到 ${to}。`,
    same: "开始和结束不能是同一个时间。",
    failed: "免打扰时段没能加载。",
  },
);
