import { type known as knownEn } from "./en-known.ts";

const and = (names: readonly string[]): string => names.join("、");

export const known: typeof knownEn = {
  known: {
    sealedParts: (count) => `略去 ${count} 处：那一场你还没有查看。`,
    sealedSteps: (count) => `有 ${count} 步在你还没有查看的场景里。`,
    sealedMemories: (count) => `有 ${count} 段记忆出自你还没有查看的场景。`,
    sealedTellings: (count) => `略去 ${count} 次转述：那一场你还没有查看。`,
  },

  memories: {
    about: "角色记得的事，用自己的话写成，别人都不知道。置顶的记忆会最先想起。",
    whose: "谁的",
    empty: (name) => `${name}还什么都不记得。先演几句，或者从别的故事带来记忆。`,
    list: (name) => `${name}记得的事`,
    pin: "置顶",
    unpin: "取消置顶",
    pinOf: (text) => `置顶：${text}`,
    unpinOf: (text) => `取消置顶：${text}`,
    reword: "改写…",
    rewordOf: (text) => `改写：${text}`,
    rewordTitle: "改写记忆",
    rewordHint: "从现在起按新的内容记得，原来的台词不变。",
    words: "记忆",
    save: "保存",
    byHand: "由你改写",
    from: (title) => `来自《${title}》`,
    fromGone: "来自一个已删除的故事",
    importance: (of, why) => `分量 ${of}/4${why.length === 0 ? "" : `：${why.join("、")}`}`,
    meant: { felt: "动了感情", learnt: "得知了新事", first: "初次相见", summary: "概括了更多" },
    earlier: "更早的记忆",
    bring: "从别的故事带来记忆…",
    bringTitle: "别的故事里的记忆",
    bringAbout:
      "只会带来角色自己的记忆，也只有他自己知道。那边以后回退、改写或删除的内容，这里也会消失。",
    bringWho: "谁",
    bringFrom: "从哪个故事",
    story: (title, count) => `${title}（${count} 段记忆）`,
    nowhere: (name) => `${name}不记得别的故事里的事。`,
    bringYes: "带来",
    brought: (name, count) =>
      count === 0 ? `${name}在这里已经全部记得。` : `${name}带来了 ${count} 段记忆。`,
  },

  gossip: {
    origin: "怎么知道的",
    round: "怎么传开的",
    title: "怎么传开的",
    nobody: "这个故事里没有人说过。",
    picture: (name) => `谁告诉了谁：${name.join("；")}`,
    told: (from, to, day) => `第 ${day} 天${from}告诉${to}`,
    day: (day) => `第 ${day} 天`,
    first: "最先说的",
    outside: "来自舞台提示",
    heardFrom: (name) => `听${name}说的`,
    mouths: (count) => `经 ${count} 次转述`,
    knows: (share, all) => `${all} 人中有 ${share} 人知道`,
    perDay: "每天有多少人知道",
    dayKnew: (knew, learnt) => `${knew} 人知道，其中 ${learnt} 人是当天得知`,
    tellings: "谁告诉了谁",
    telling: (from, to) => `${from}说给${and(to)}`,
    toNobody: (from) => `${from}说了，没有人听见`,
    direction: "舞台提示",
    newsTo: (names) => `${and(names)}第一次听说。`,
    again: (count) => `又说了 ${count} 次，听的人都已知道`,
  },
};
