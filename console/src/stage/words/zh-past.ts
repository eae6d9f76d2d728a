import { type past as pastEn } from "./en-past.ts";

const and = (names: readonly string[]): string => names.join("、");

export const past: typeof pastEn = {
  feelings: {
    empty: "还没有人对谁有什么感觉。先演几句。",
    graph: "谁对谁怎么想",
    when: "当时",
    affinity: "好感",
    trust: "信任",
    about: (source, target) => `${source} → ${target}`,
    arrow: ([source, target], affinity, trust) => `${affinity} / ${trust}：${source}对${target}的好感与信任`,
    knows: (count) => `知道 ${count} 件事`,
  },

  time: {
    title: "回到从前",
    empty: "还没有人说过话。",
    slider: "故事的第几拍",
    at: (at, all, when) => `第 ${at} 拍，共 ${all} 拍 · ${when}`,
    now: "这就是现在。",
    after: (lines) => `之后还有 ${lines} 句。`,
    rewind: "回到这里…",
    branch: "从这里分支…",
    branches: "故事走过的路",
    main: "最初那条路",
    active: "正在走",
    unseen: "一句你没有听见的话。",
    events: (count) => `${count} 个事件`,
    compare: "比较",
    compareWith: (name) => `与${name}比较`,
    compareAbout: "从这里到那里，有这些不同：",
    switch: "走那条路",
    switchTo: (name) => `改走${name}`,
  },

  ask: {
    title: "问问从前",
    hint: (name) => `第一天${name}对我是什么感觉？`,
    ask: "问",
    notUnderstood: "没看懂。请说出角色的名字，问他当时感觉如何、知道或记得什么，以及什么时候。",
  },

  cut: {
    rewind: "回到从前",
    rewindAsk: "这句之后的一切都会被忘记：记忆、感情、提示词里都不再有。故事继续之前还可以找回来；两条路都想留，就改用分支。",
    rewindYes: "忘掉，回到这里",
    wound: "故事已回到从前。",
    bringBack: "找回来",
    closed: "这场戏已收场。",
    openAgain: "重新开场",
    branch: "从这里走另一条路",
    branchAsk: "故事从这一句起走一条新路。原来的后续还在，随时可以回去。",
    branchYes: "分支",
    name: "这条路的名字",
    nameRule: "只能用英文字母、数字、点和横线。",
  },

  change: {
    label: "会有这些变化",
    looking: "正在看会变什么…",
    nothing: "什么都不变。",
    lines: (gone, come) => [...(gone > 0 ? [`少 ${gone} 句台词`] : []), ...(come > 0 ? [`多 ${come} 句台词`] : [])].join("，"),
    clock: (from, to) => `故事时间：${from} → ${to}`,
    feeling: {
      affinity: ([source, target], from, to) => `${source}对${target}的好感：${from} → ${to}`,
      trust: ([source, target], from, to) => `${source}对${target}的信任：${from} → ${to}`,
    },
    learns: (who, fact) => `${who}会知道：${fact}`,
    forgets: (who, fact) => `${who}不会知道：${fact}`,
    memories: (who, of) =>
      `${who}：${[
        ...(of.gone > 0 ? [`少 ${of.gone} 条记忆`] : []),
        ...(of.come > 0 ? [`多 ${of.come} 条记忆`] : []),
        ...(of.changed > 0 ? [`${of.changed} 条记忆改写`] : []),
      ].join("，")}`,
    isThere: (who, scene) => `${who}在场（第 ${scene} 场）`,
    isNotThere: (who, scene) => `${who}不在场（第 ${scene} 场）`,
    scene: {
      gone: (scene) => `第 ${scene} 场从未有过`,
      new: (scene) => `第 ${scene} 场上演`,
      open: (scene) => `第 ${scene} 场重新开着`,
      closed: (scene) => `第 ${scene} 场已收场`,
    },
    digests: (gone, come) => [...(gone > 0 ? [`少 ${gone} 份摘要`] : []), ...(come > 0 ? [`多 ${come} 份摘要`] : [])].join("，"),
    threads: (gone, come) => [...(gone > 0 ? [`少 ${gone} 条线索`] : []), ...(come > 0 ? [`多 ${come} 条线索`] : [])].join("，"),
    facts: (who, of) =>
      [...(of.gone > 0 ? [`${who}不再知道 ${of.gone} 件事`] : []), ...(of.come > 0 ? [`${who}多知道 ${of.come} 件事`] : [])].join("，"),
  },

  amend: {
    edit: "修改一句",
    presence: "当时谁在场？",
    text: "台词",
    editHint: "听见的人会按新的记得。由它而来的记忆和感情会重新生成。",
    presenceHint: "原来有人就在门后，或者早已离开。从这一句得知的一切都会跟着变。",
    wasThere: (name) => `${name}（在场）`,
    wasNotThere: (name) => `${name}（不在场）`,
    look: "会变什么？",
    yes: "就这样",
    contradictions: "后来说的话与此矛盾。这些话会留着，想改就改。",
  },

  why: {
    title: (name) => `${name}怎么会知道？`,
    who: "谁",
    fact: "什么",
    factHint: "缩短成要紧的几个字。",
    ask: "问",
    answer: "从哪里来",
    unknown: (name) => `${name}不知道：既没听见，也没人告诉。`,
    kinds: {
      edge_fact: (name) => `${name}知道`,
      memory: (name) => `${name}记得`,
      turn: (name) => `${name}说`,
    },
    hearsay: "听来的",
    heardBy: (names) => `听见的有：${and(names)}。`,
  },

  receipt: {
    about: "如果戏现在接着演，某人会得到的提示词，以及每一部分出自哪些事件。没亲历的不在里面。",
    viewer: "给谁",
    nobody: "台上没有能说话的人。",
    count: (lines, sources) => `${lines} 行，${sources} 个来源`,
    noSource: "产品自带，不出自任何事件。",
    from: (ids) => `出自事件 ${ids.join("、")}`,
    whole: "发送的完整提示词",
    sections: {
      self: "自己是谁",
      voice: "说话的口吻",
      lore: "只有自己知道的世界",
      scene: "这场戏",
      present: "谁在场",
      relationship: "怎么看别人",
      activities: "大家在做什么",
      memories: "记得的事",
      history: "听见的话",
      now: "现在发生的事",
    },
  },
};
