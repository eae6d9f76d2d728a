import type { Language } from "../../../../domain/language.ts";

/** What the product says to people who play a shared story from chat apps. */
interface TogetherWords {
  readonly help: string;
  readonly joined: (title: string, name: string, present: string) => string;
  readonly left: (title: string) => string;
  readonly here: (place: string, present: string) => string;
  readonly outside: string;
  readonly joinHow: string;
  readonly privately: string;
  readonly notInCrowd: string;
  readonly notTogether: string;
  readonly roomHears: string;
  readonly whispers: (name: string) => string;
  /** What could be noticed after an absence. */
  readonly missed: (minutes: number, came: string, went: string) => string;
  readonly failed: string;
  readonly refused: string;
}

const en: TogetherWords = {
  help: [
    "A story that you play with others:",
    "What you write is said or done there, and everyone who is there hears it.",
    "/scene whisper Bea: … — only Bea hears it; write it to me in private",
    "/scene who — who is here · /scene exit me · /scene enter me — out of the room, and back",
    "/scene next — the host lets the characters go on · /scene leave — back to ordinary talk",
    "/remind tomorrow 3pm call Ann — a reminder for you, outside of the story",
  ].join("\n"),
  joined: (title, name, present) =>
    `You are ${name} in “${title}”.${present === "" ? "" : ` Here: ${present}.`} What you write here is said there; /scene leave takes you out.`,
  left: (title) => `You have left “${title}”.`,
  here: (place, present) => `${place}: ${present}`,
  outside: "You are out of the room. /scene enter me brings you back.",
  joinHow:
    "Which story, and as whom? /scene join <code> as Bea; the host has the code. Back into one of yours: /scene join <its title>",
  privately:
    "Everyone here would read it. Whisper to me in private: /scene join, then /scene whisper …",
  notInCrowd:
    "People who are not in the story read along here. Join in private, or in a group that the bot’s operator shares.",
  notTogether: "This is for stories of your own. /scene help shows what there is here.",
  roomHears: "Everyone in this group hears what is said here. /scene leave takes you out.",
  whispers: (name) => `${name} (whispers)`,
  missed: (minutes, came, went) =>
    `(You were out for ${minutes} minutes of the story.${came === "" ? "" : ` New here: ${came}.`}${went === "" ? "" : ` Gone: ${went}.`})`,
  failed: "Your line could not be played. Write it again.",
  refused: "This is not possible here.",
};

const zh: TogetherWords = {
  help: [
    "大家一起演的剧情：",
    "你写的话就是你在剧情里说的、做的，在场的人都听得见。",
    "/场景 悄悄 小贝：… —— 只有小贝听见；请私聊我写",
    "/场景 谁 —— 谁在场 · /场景 离场 我 · /场景 进场 我 —— 离开一会儿，再回来",
    "/场景 继续 —— 主持人让角色接着演 · /场景 离开 —— 回到平常的聊天",
    "/提醒 明天下午三点给小安打电话 —— 给你自己的提醒，不在剧情里",
  ].join("\n"),
  joined: (title, name, present) =>
    `你是《${title}》里的${name}。${present === "" ? "" : `在场：${present}。`}在这里写的话会说在剧情里；/场景 离开 可以出来。`,
  left: (title) => `你离开了《${title}》。`,
  here: (place, present) => `${place}：${present}`,
  outside: "你现在不在场。/场景 进场 我 可以回来。",
  joinHow:
    "加入哪个剧情、演谁？/场景 加入 <邀请码> 叫 小贝，邀请码在主持人那里。回到自己的：/场景 加入 <剧情名>",
  privately: "在这里写，大家都会看到。请私聊我：先 /场景 加入，再 /场景 悄悄 …",
  notInCrowd: "这里有不在剧情里的人能看到。请私聊加入，或在管理员设为共享的群里加入。",
  notTogether: "这个只能在你自己的剧情里用。/场景 帮助 可以看到这里的用法。",
  roomHears: "这个群里的人都听得见这里说的话。/场景 离开 可以出来。",
  whispers: (name) => `${name}（悄悄）`,
  missed: (minutes, came, went) =>
    `（剧情里过去了${minutes}分钟。${came === "" ? "" : `新来的：${came}。`}${went === "" ? "" : `不在了：${went}。`}）`,
  failed: "这句话没能演出来，请再写一次。",
  refused: "这里做不到。",
};

export const togetherWords: Readonly<Record<Language, TogetherWords>> = { en, zh };
