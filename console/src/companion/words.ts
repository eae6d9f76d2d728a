import { pageWords } from "../language/use-words.tsx";

export const words = pageWords(
  {
    title: "Companion",
    hint: "A character of your Stage can talk with you in all your own chats. Reminders, plans and what is remembered stay the same. Groups keep the plain assistant.",
    who: "Who talks with you",
    plain: "The plain assistant",
    none: "There are no characters on your Stage yet.",
    failed: "Your companion could not be loaded.",
    talkAs: (name: string) => `Talk with ${name}`,
    talks: (name: string) => `${name} talks with you in your own chats.`,
    end: "Back to the plain assistant",
  },
  {
    title: "陪伴角色",
    hint: "可以让舞台上的一个角色在你所有的单聊里陪你说话。提醒、计划和记住的事不变，群里仍是普通助手。",
    who: "由谁陪你聊",
    plain: "普通助手",
    none: "舞台上还没有角色。",
    failed: "陪伴角色加载失败。",
    talkAs: (name) => `让${name}陪我聊`,
    talks: (name) => `现在由${name}在单聊里陪你说话。`,
    end: "换回普通助手",
  },
);
