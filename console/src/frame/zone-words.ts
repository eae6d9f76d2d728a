import { pageWords } from "../language/use-words.tsx";

export const words = pageWords(
  {
    differs: (own: string, account: string) => `Reminders use ${account}, but you’re in ${own}.`,
    take: (own: string) => `Switch to ${own}`,
    leave: "Don’t switch",
    question: "Your reminders in the new time zone",
    one: (title: string, hour: string) => `“${title}” is set for ${hour}.`,
    several: (count: number, title: string, hour: string) =>
      `${count} reminders are set by the clock. The next is “${title}” at ${hour}.`,
    keepHour: (hour: string) => `Keep ${hour}, in the new zone`,
    keepHours: "Keep their hours, in the new zone",
    keepMoment: (there: string) => `Keep the moment: ${there} there`,
    keepMoments: (there: string) => `Keep the moments: ${there} there`,
    cancel: "Cancel",
  },
  {
    differs: (own: string, account: string) => `你在 ${own}，但提醒按 ${account} 计算。`,
    take: (own: string) => `改为 ${own} 时间`,
    leave: "保持不变",
    question: "已有的提醒怎么办",
    one: (title: string, hour: string) => `“${title}”定在 ${hour}。`,
    several: (count: number, title: string, hour: string) =>
      `有 ${count} 个提醒按钟点设定，下一个是“${title}”，${hour}。`,
    keepHour: (hour: string) => `新时区的 ${hour}`,
    keepHours: "钟点不变，按新时区",
    keepMoment: (there: string) => `时刻不变，即那里的 ${there}`,
    keepMoments: (there: string) => `时刻不变，即那里的 ${there}`,
    cancel: "取消",
  },
);
