import { pageWords } from "../language/use-words.tsx";

const en = {
  title: (name: string) => `${name} invites you`,
  somebody: "A friend",
  intro: (name: string) =>
    `Become ${name}'s friend here: you can plan things together, and each of you gets a reminder.`,
  goneTitle: "This invitation is no longer valid",
  gone: "The link was replaced, switched off, used up or is older than a week. Ask for a new one.",
  chatTitle: "In your chat app",
  chat: "If you talk to Meanwhile in a chat app, send it this:",
  command: (code: string) => `add friend ${code}`,
  copy: "Copy",
  copied: "Copied",
  hereTitle: "On this page",
  here: "Sign in, and you will be asked once more.",
  hereButton: "Sign in",
  newHere:
    "No account yet? The operator of this server can create one for you; ask the person who sent you the link.",
  leave: "Not now",
};

export const words = pageWords(en, {
  title: (name) => `${name} 邀请你做好友`,
  somebody: "一位朋友",
  intro: (name) => `和 ${name} 成为好友后，可以一起约时间，到点各自提醒。`,
  goneTitle: "这个邀请已失效",
  gone: "链接被换过、停用、用完了，或者超过了一周。请对方再发一次。",
  chatTitle: "在聊天软件里",
  chat: "如果你在聊天软件里和 Meanwhile 聊天，把这句发给它：",
  command: (code) => `加好友 ${code}`,
  copy: "复制",
  copied: "已复制",
  hereTitle: "在这个页面",
  here: "登录后会再问你一次。",
  hereButton: "登录",
  newHere: "还没有账号？请联系管理员开通，或者问问发链接给你的人。",
  leave: "不用了",
});
