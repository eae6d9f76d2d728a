import { pageWords } from "../../language/use-words.tsx";

export const words = pageWords(
  {
    title: "Blocked",
    unblock: "Unblock",
    unblockOne: (name: string) => `Unblock ${name}`,
    unblocked: (name: string) => `${name} is no longer blocked and can add you by code again.`,
  },
  {
    title: "已拉黑",
    unblock: "解除拉黑",
    unblockOne: (name) => `解除拉黑${name}`,
    unblocked: (name) => `已解除对${name}的拉黑，对方可以再用好友码加你。`,
  },
);
