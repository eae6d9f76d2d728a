import { pageWords } from "../language/use-words.tsx";

const en = {
  title: "Go to",
  field: "Go to a page, a conversation or a message",
  results: "Results",
  nothing: "Nothing found.",
  kinds: { page: "Page", conversation: "Conversation", message: "Message", action: "Action" },
  newConversation: "New conversation",
  shortcuts: "Keyboard shortcuts",
  keys: {
    palette: "Go to a page, a conversation or a message",
    sheet: "Show this sheet",
    send: "Send the message",
    line: "New line in the message",
    stop: "Stop the answer",
    moveEntry: "Calendar: move the chosen entry, with the arrow keys",
  },
};

const zh: typeof en = {
  title: "前往",
  field: "前往页面、对话或消息",
  results: "结果",
  nothing: "没有找到。",
  kinds: { page: "页面", conversation: "对话", message: "消息", action: "操作" },
  newConversation: "新对话",
  shortcuts: "键盘快捷键",
  keys: {
    palette: "前往页面、对话或消息",
    sheet: "显示快捷键",
    send: "发送消息",
    line: "消息内换行",
    stop: "停止回答",
    moveEntry: "日历：用方向键移动选中的日程",
  },
};

export const words = pageWords(en, zh);
