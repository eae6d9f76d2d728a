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
    today: "Calendar: today",
    views: "Calendar: day, week, month, agenda",
    turn: "Calendar: forward and back",
    newEntry: "Calendar: new entry",
    search: "Calendar: search",
    moveEntry: "Calendar: move the chosen entry, with the arrow keys",
    lengthen: "Calendar: while moving an entry, change its length",
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
    today: "日历：今天",
    views: "日历：日、周、月、日程",
    turn: "日历：向后、向前翻",
    newEntry: "日历：新建日程",
    search: "日历：搜索",
    moveEntry: "日历：用方向键移动选中的日程",
    lengthen: "日历：移动日程时改变时长",
  },
};

export const words = pageWords(en, zh);
