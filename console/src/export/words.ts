import { pageWords } from "../language/use-words.tsx";

export const words = pageWords(
  {
    title: "Export my data",
    hint: "One file with all that is kept of you: every row and every file, without secrets.",
    proof: "Access token or one-time code",
    proofHint:
      "Show again that it is you: the token you sign in with, or the code at the end of a new sign-in link (npx meanwhile token link).",
    noProof: "Have neither? Whoever runs this server can give you a token.",
    make: "Make the download link",
    download: "Download the copy",
    until: (when: string) => `The link works once, until ${when}.`,
    wrong: "That token or code is not good for this: it is wrong, used, somebody else's, or newer than this session.",
  },
  {
    title: "导出我的数据",
    hint: "一个文件，包含所保存的关于你的全部数据和文件，不含密钥。",
    proof: "访问令牌或一次性代码",
    proofHint: "请再次证明是你本人：登录用的令牌，或新登录链接末尾的代码（npx meanwhile token link）。",
    noProof: "都没有？请向服务器管理员索取令牌。",
    make: "生成下载链接",
    download: "下载副本",
    until: (when) => `链接只能使用一次，有效期至 ${when}。`,
    wrong: "这个令牌或代码不可用：可能有误、已用过、属于别人，或比本次登录更新。",
  },
);
