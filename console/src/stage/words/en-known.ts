import { joinNames, formatCount } from "./count.ts";

/** Texts about memories and how facts spread. */
export const known = {
  known: {
    sealedParts: (count: number) =>
      `${formatCount(count, "part is", "parts are")} left out: you have not opened that scene.`,
    sealedSteps: (count: number) =>
      `${formatCount(count, "step lies", "steps lie")} in a scene that you have not opened.`,
    sealedMemories: (count: number) =>
      `${formatCount(count, "memory is", "memories are")} of a scene that you have not opened.`,
    sealedTellings: (count: number) =>
      `${formatCount(count, "telling is", "tellings are")} left out: you have not opened that scene.`,
  },

  memories: {
    about:
      "What a character remembers, in their own words. No one else knows it. Pinned memories come to mind first.",
    whose: "Whose",
    empty: (name: string) =>
      `${name} remembers nothing yet. Play a few lines, or bring memories from another story.`,
    list: (name: string) => `What ${name} remembers`,
    pin: "Pin",
    unpin: "Unpin",
    pinOf: (text: string) => `Pin: ${text}`,
    unpinOf: (text: string) => `Unpin: ${text}`,
    reword: "Reword…",
    rewordOf: (text: string) => `Reword: ${text}`,
    rewordTitle: "Reword a memory",
    rewordHint: "They remember the new wording from now on. The original line stays.",
    words: "The memory",
    save: "Save",
    byHand: "in your words",
    from: (title: string) => `from “${title}”`,
    fromGone: "from a deleted story",
    importance: (of: number, why: readonly string[]) =>
      `weight ${of} of 4${why.length === 0 ? "" : `: ${why.join(", ")}`}`,
    meant: {
      felt: "it moved them",
      learnt: "they learned something",
      first: "a first meeting",
      summary: "it sums up more",
    },
    earlier: "Earlier memories",
    bring: "Bring memories from another story…",
    bringTitle: "Memories from another story",
    bringAbout:
      "They bring only their own memories, and only they know them. What is later rewound, edited or deleted there disappears here, too.",
    bringWho: "Who",
    bringFrom: "From which story",
    story: (title: string, count: number) =>
      `${title} (${formatCount(count, "memory", "memories")})`,
    nowhere: (name: string) => `${name} remembers nothing of another story.`,
    bringYes: "Bring them",
    brought: (name: string, count: number) =>
      count === 0
        ? `${name} already remembers all of it here.`
        : `${name} brought ${formatCount(count, "memory", "memories")}.`,
  },

  gossip: {
    origin: "How they know it",
    round: "How it spread",
    title: "How it spread",
    nobody: "No one in this story has said it.",
    picture: (name: readonly string[]) => `Who told whom: ${name.join("; ")}`,
    told: (from: string, to: string, day: number) => `${from} told ${to} on day ${day}`,
    day: (day: number) => `day ${day}`,
    first: "said it first",
    outside: "by a stage direction",
    heardFrom: (name: string) => `heard it from ${name}`,
    mouths: (count: number) => `${formatCount(count, "step", "steps")} from the source`,
    knows: (share: number, all: number) => `${share} of ${all} know it`,
    perDay: "How many knew it on each day",
    dayKnew: (knew: number, learnt: number) => `${knew} knew it, ${learnt} of them since that day`,
    tellings: "Who told whom",
    telling: (from: string, to: readonly string[]) => `${from} to ${joinNames(to)}`,
    toNobody: (from: string) => `${from}, but no one heard it`,
    direction: "A stage direction",
    newsTo: (names: readonly string[]) => `News to ${joinNames(names)}.`,
    again: (count: number) =>
      `Told again ${formatCount(count, "time", "times")}, to people who knew it`,
  },
};
