import { pageWords } from "../language/use-words.tsx";

export const words = pageWords(
  {
    title: "Export my data",
    hint: "One file with everything stored about you, without secrets.",
    make: "Create download link",
    download: "Download the copy",
    until: (when: string) => `The link works once, until ${when}.`,
  },
  {
    title: "导出我的数据",
    hint: "一个文件，包含你的全部数据和文件，不含密钥。",
    make: "生成下载链接",
    download: "下载副本",
    until: (when) => `链接只能使用一次，有效期至 ${when}。`,
  },
);
