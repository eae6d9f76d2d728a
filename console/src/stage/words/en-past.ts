import { joinNames, formatCount } from "./count.ts";

/** Who feels, and about whom. */
type Pair = readonly [source: string, target: string];

/** Feelings, time, changes of the past, and where knowledge comes from. */
export const past = {
  feelings: {
    empty: "No feelings yet. Play a few lines.",
    graph: "Who feels what about whom",
    when: "As it was",
    affinity: "affinity",
    trust: "trust",
    about: (source: string, target: string) => `${source} → ${target}`,
    arrow: ([source, target]: Pair, affinity: number, trust: number) =>
      `${affinity} / ${trust}: affinity and trust of ${source} for ${target}`,
    knows: (count: number) => `knows ${formatCount(count, "thing", "things")}`,
  },

  time: {
    title: "Back in time",
    empty: "Nothing has been said yet.",
    slider: "Exchange in the story",
    at: (at: number, all: number, when: string) => `${at} of ${all} · ${when}`,
    now: "This is now.",
    after: (lines: number) => `${formatCount(lines, "line", "lines")} after it.`,
    rewind: "Rewind to here…",
    branch: "Branch from here…",
    branches: "Branches",
    main: "Original",
    active: "Current",
    unseen: "A line you did not hear.",
    events: (count: number) => formatCount(count, "event", "events"),
    compare: "Compare",
    compareWith: (name: string) => `Compared with ${name}`,
    compareAbout: "From how it is here to how it is there:",
    switch: "Switch",
    switchTo: (name: string) => `Switch to ${name}`,
  },

  ask: {
    title: "Ask about the past",
    hint: (name: string) => `What did ${name} feel about me on day 1?`,
    ask: "Ask",
    notUnderstood:
      "I couldn’t understand that. Name a character, and ask what they felt, knew or remembered, and when.",
  },

  cut: {
    rewind: "Rewind",
    rewindAsk:
      "Everything after this line is forgotten: in every memory, feeling and prompt. You can bring it back until the story goes on. To keep both, branch instead.",
    rewindYes: "Forget it and rewind",
    wound: "The story was rewound.",
    bringBack: "Bring it back",
    closed: "The scene has ended.",
    openAgain: "Reopen it",
    branch: "New branch",
    branchAsk:
      "The story continues from this line on a new branch. What came after it is kept, and you can switch back.",
    branchYes: "Branch",
    name: "Name of the branch",
    nameRule: "Latin letters, digits, dots and dashes.",
  },

  change: {
    label: "What changes",
    looking: "Checking what would change…",
    nothing: "Nothing changes.",
    lines: (gone: number, come: number) =>
      [
        ...(gone > 0 ? [`removes ${formatCount(gone, "line", "lines")}`] : []),
        ...(come > 0 ? [`adds ${formatCount(come, "line", "lines")}`] : []),
      ].join(", "),
    clock: (from: string, to: string) => `the story’s clock: ${from} → ${to}`,
    feeling: {
      affinity: ([source, target]: Pair, from: number, to: number) =>
        `${source}’s affinity for ${target}: ${from} → ${to}`,
      trust: ([source, target]: Pair, from: number, to: number) =>
        `${source}’s trust in ${target}: ${from} → ${to}`,
    },
    learns: (who: string, fact: string) => `${who} will know: ${fact}`,
    forgets: (who: string, fact: string) => `${who} will not know: ${fact}`,
    memories: (
      who: string,
      of: { readonly gone: number; readonly come: number; readonly changed: number },
    ) =>
      `${who}: ${[
        ...(of.gone > 0 ? [`loses ${formatCount(of.gone, "memory", "memories")}`] : []),
        ...(of.come > 0 ? [`gains ${formatCount(of.come, "memory", "memories")}`] : []),
        ...(of.changed > 0 ? [formatCount(of.changed, "memory changes", "memories change")] : []),
      ].join(", ")}`,
    isThere: (who: string, scene: string) => `${who} is there (scene ${scene})`,
    isNotThere: (who: string, scene: string) => `${who} is not there (scene ${scene})`,
    scene: {
      gone: (scene: string) => `removes scene ${scene}`,
      new: (scene: string) => `adds scene ${scene}`,
      open: (scene: string) => `scene ${scene} is open again`,
      closed: (scene: string) => `scene ${scene} has ended`,
    },
    digests: (gone: number, come: number) =>
      [
        ...(gone > 0 ? [`removes ${formatCount(gone, "digest", "digests")}`] : []),
        ...(come > 0 ? [`adds ${formatCount(come, "digest", "digests")}`] : []),
      ].join(", "),
    threads: (gone: number, come: number) =>
      [
        ...(gone > 0 ? [`removes ${formatCount(gone, "thread", "threads")}`] : []),
        ...(come > 0 ? [`adds ${formatCount(come, "thread", "threads")}`] : []),
      ].join(", "),
    facts: (who: string, of: { readonly gone: number; readonly come: number }) =>
      [
        ...(of.gone > 0
          ? [`${who} no longer knows ${formatCount(of.gone, "thing", "things")}`]
          : []),
        ...(of.come > 0
          ? [`${who} knows ${formatCount(of.come, "more thing", "more things")}`]
          : []),
      ].join(", "),
  },

  amend: {
    edit: "Edit a line",
    presence: "Who was there?",
    text: "The line",
    editHint:
      "Everyone who heard it remembers the new text. Memories and feelings that followed from it are recreated.",
    presenceHint:
      "Correct who was there: for example, a character was listening behind the door, or had already left. What they know from this line changes with it.",
    wasThere: (name: string) => `${name} (was there)`,
    wasNotThere: (name: string) => `${name} (was not there)`,
    look: "What would change?",
    yes: "Apply",
    contradictions: "These later lines contradict the change. They stay; edit them if you like.",
  },

  why: {
    title: (name: string) => `How does ${name} know that?`,
    who: "Who",
    fact: "What",
    factHint: "Shorten it to the words that matter.",
    ask: "Ask",
    answer: "Where it comes from",
    unknown: (name: string) => `${name} does not know it: they neither heard it nor learned of it.`,
    kinds: {
      edge_fact: (name: string) => `${name} knows`,
      memory: (name: string) => `${name} remembers`,
      turn: (name: string) => `${name} said`,
    },
    hearsay: "hearsay",
    heardBy: (names: readonly string[]) => `Heard by ${joinNames(names)}.`,
  },

  prompt: {
    about:
      "The prompt this character would get if the scene continued now, with the events behind each part. It contains nothing they did not witness.",
    viewer: "For",
    nobody: "No character here can speak.",
    count: (lines: number, sources: number) =>
      `${formatCount(lines, "line", "lines")}, ${formatCount(sources, "source", "sources")}`,
    noSource: "Built into the product, not from an event.",
    from: (ids: readonly number[]) => `From events ${ids.join(", ")}`,
    whole: "The whole prompt as sent",
    sections: {
      self: "Who they are",
      voice: "Their voice",
      lore: "What only they know of the world",
      scene: "The scene",
      present: "Who is there",
      relationship: "How they see the others",
      activities: "What everyone is doing",
      memories: "What they remember",
      history: "What they heard",
      now: "What happens now",
    } as Readonly<Record<string, string>>,
  },
};
