import { pageWords } from "../language/use-words.tsx";

export const words = pageWords(
  {
    title: "Is it you?",
    why: "We ask before actions that can't be undone or that give others access, in case this browser was left open.",
    proof: "Access token or sign-in link",
    proofHint:
      "The token you signed in with, or a new link. On the server, this creates one: npx meanwhile token link",
    noProof: "Have neither? Ask the operator for a sign-in link.",
    passkey: "Use a passkey",
    noPasskey: "No passkey was shown.",
    go: "Continue",
    cancel: "Cancel",
    close: "Close",
    wrong:
      "This can't be used: it is wrong, used, belongs to another account, or is newer than this session.",
    lasts: "You won't be asked again for ten minutes.",
  },
  {
    title: "确认是你本人",
    why: "无法撤销或会给他人权限的操作需要先确认，以防这个浏览器无人看管。",
    proof: "访问令牌或登录链接",
    proofHint:
      "登录时用的令牌，或一个新的登录链接。在服务器上可以这样生成：npx meanwhile token link",
    noProof: "都没有？请向服务器管理员索取登录链接。",
    passkey: "使用通行密钥",
    noPasskey: "没有出示通行密钥。",
    go: "继续",
    cancel: "取消",
    close: "关闭",
    wrong: "不能用于确认：可能有误、已用过、属于别人，或比本次登录更新。",
    lasts: "确认后十分钟内不再询问。",
  },
);
