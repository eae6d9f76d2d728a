import { type past as pastEn } from "./en-past.ts";

const and = (names: readonly string[]): string => names.join("、");

export const past: typeof pastEn = {
  feelings: {
    empty: "还没有感情变化，先演几句吧。",
    graph: "谁对谁怎么想",
    when: "当时",
    affinity: "好感",
    trust: "信任",
    about: (source, target) => `${source} → ${target}`,
    arrow: ([source, target], affinity, trust) =>
      `${affinity} / ${trust}：${source}对${target}的好感与信任`,
    knows: (count) => `知道 ${count} 件事`,
  },

  time: {
    title: "回到从前",
    empty: "还没有人说过话。",
    slider: "故事的第几轮",
    at: (at, all, when) => `第 ${at} 轮，共 ${all} 轮 · ${when}`,
    now: "这就是现在。",
    after: (lines) => `之后还有 ${lines} 句。`,
    rewind: "回到这里…",
    branch: "从这里分支…",
    branches: "分支",
    main: "主线",
    active: "当前",
    unseen: "一句你没有听见的话。",
    events: (count) => `${count} 个事件`,
    compare: "比较",
    compareWith: (name) => `与${name}比较`,
    compareAbout: "从这里到那里，有这些不同：",
    switch: "切换",
    switchTo: (name) => `切换到${name}`,
  },

  ask: {
    title: "问问过去",
    hint: (name) => `第一天${name}对我是什么感觉？`,
    ask: "问",
    notUnderstood: "没看懂。请说出角色的名字，问他当时感觉如何、知道或记得什么，以及什么时候。",
  },

  cut: {
    rewind: "回到从前",
    rewindAsk:
      "这句之后的一切都会被忘记：记忆、感情、提示词里都不再有。故事继续之前还可以找回来；两种走向都想保留，请改用分支。",
    rewindYes: "忘记并回到这里",
    wound: "故事已回到从前。",
    bringBack: "找回来",
    closed: "这一场已结束。",
    openAgain: "重新打开",
    branch: "新建分支",
    branchAsk: "故事从这一句起进入新的分支。原来的后续会保留，随时可以切换回去。",
    branchYes: "分支",
    name: "分支名称",
    nameRule: "只能用英文字母、数字、点和横线。",
  },

  change: {
    label: "会有这些变化",
    looking: "正在检查会有哪些变化…",
    nothing: "什么都不变。",
    lines: (gone, come) =>
      [
        ...(gone > 0 ? [`将删除 ${gone} 句台词`] : []),
        ...(come > 0 ? [`将增加 ${come} 句台词`] : []),
      ].join("，"),
    clock: (from, to) => `故事时间：${from} → ${to}`,
    feeling: {
      affinity: ([source, target], from, to) => `${source}对${target}的好感：${from} → ${to}`,
      trust: ([source, target], from, to) => `${source}对${target}的信任：${from} → ${to}`,
    },
    learns: (who, fact) => `${who}会知道：${fact}`,
    forgets: (who, fact) => `${who}不会知道：${fact}`,
    memories: (who, of) =>
      `${who}：${[
        ...(of.gone > 0 ? [`失去 ${of.gone} 条记忆`] : []),
        ...(of.come > 0 ? [`增加 ${of.come} 条记忆`] : []),
        ...(of.changed > 0 ? [`${of.changed} 条记忆改写`] : []),
      ].join("，")}`,
    isThere: (who, scene) => `${who}在场（第 ${scene} 场）`,
    isNotThere: (who, scene) => `${who}不在场（第 ${scene} 场）`,
    scene: {
      gone: (scene) => `将删除第 ${scene} 场`,
      new: (scene) => `将增加第 ${scene} 场`,
      open: (scene) => `第 ${scene} 场重新打开`,
      closed: (scene) => `第 ${scene} 场已结束`,
    },
    digests: (gone, come) =>
      [
        ...(gone > 0 ? [`将删除 ${gone} 份摘要`] : []),
        ...(come > 0 ? [`将增加 ${come} 份摘要`] : []),
      ].join("，"),
    threads: (gone, come) =>
      [
        ...(gone > 0 ? [`将删除 ${gone} 条线索`] : []),
        ...(come > 0 ? [`将增加 ${come} 条线索`] : []),
      ].join("，"),
    facts: (who, of) =>
      [
        ...(of.gone > 0 ? [`${who}不再知道 ${of.gone} 件事`] : []),
        ...(of.come > 0 ? [`${who}多知道 ${of.come} 件事`] : []),
      ].join("，"),
  },

  amend: {
    edit: "修改一句",
    presence: "当时谁在场？",
    text: "台词",
    editHint: "听见的角色会记得新的内容，由此产生的记忆和感情会重新生成。",
    presenceHint:
      "更正当时谁在场，例如有人躲在门后，或其实早已离开。他从这一句得知的内容会随之改变。",
    wasThere: (name) => `${name}（在场）`,
    wasNotThere: (name) => `${name}（不在场）`,
    look: "会有哪些变化？",
    yes: "应用",
    contradictions: "后面这些话与改动矛盾。它们会保留，需要的话可以修改。",
  },

  why: {
    title: (name) => `${name}怎么会知道？`,
    who: "谁",
    fact: "什么",
    factHint: "缩短成关键的几个字。",
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

  prompt: {
    about:
      "如果场景现在继续，这个角色会收到的提示词，以及每一部分来自哪些事件。不包含他没有亲历的内容。",
    viewer: "给谁",
    nobody: "在场没有能说话的角色。",
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
