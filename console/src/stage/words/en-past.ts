import { and, some } from "./count.ts";

/** Who feels, and about whom. */
type Pair = readonly [source: string, target: string];

/** Feelings, time, changes of the past, and where knowledge comes from. */
export const past = {
  feelings: {
    empty: "Nobody feels anything about anybody yet. Play a few lines.",
    graph: "Who feels what about whom",
    when: "As it was",
    affinity: "affinity",
    trust: "trust",
    about: (source: string, target: string) => `${source} → ${target}`,
    arrow: ([source, target]: Pair, affinity: number, trust: number) =>
      `${affinity} / ${trust}: affinity and trust of ${source} for ${target}`,
    knows: (count: number) => `knows ${some(count, "thing", "things")}`,
  },

  time: {
    title: "Back in time",
    empty: "Nothing has been said yet.",
    slider: "Beat of the story",
    at: (at: number, all: number, when: string) => `${at} of ${all} · ${when}`,
    now: "This is now.",
    after: (lines: number) => `${some(lines, "line", "lines")} after it.`,
    rewind: "Rewind to here…",
    branch: "Branch from here…",
    branches: "Ways the story went",
    main: "the first way",
    active: "played now",
    unseen: "A line that you did not hear.",
    events: (count: number) => some(count, "event", "events"),
    compare: "Compare",
    compareWith: (name: string) => `Compared with ${name}`,
    compareAbout: "From how it is here to how it is there:",
    switch: "Go on there",
    switchTo: (name: string) => `Go on along ${name}`,
  },

  ask: {
    title: "Ask about the past",
    hint: (name: string) => `What did ${name} feel about me on day 1?`,
    ask: "Ask",
    notUnderstood: "That could not be understood. Name somebody of the cast, and ask what they felt, knew or remembered, and when.",
  },

  cut: {
    rewind: "Rewind",
    rewindAsk:
      "Everything after this line is forgotten: in every memory, feeling and prompt. You can bring it back until the story goes on. To keep both, branch instead.",
    rewindYes: "Forget it and rewind",
    wound: "The story was wound back.",
    bringBack: "Bring it back",
    closed: "The scene is closed.",
    openAgain: "Open it again",
    branch: "Another way from here",
    branchAsk: "The story goes on from this line along a new way. What came after it stays, and you can go back to it.",
    branchYes: "Branch",
    name: "Name of the way",
    nameRule: "Latin letters, digits, dots and dashes.",
  },

  change: {
    label: "What changes",
    looking: "Looking what would change…",
    nothing: "Nothing changes.",
    lines: (gone: number, come: number) =>
      [...(gone > 0 ? [some(gone, "line goes", "lines go")] : []), ...(come > 0 ? [some(come, "line comes", "lines come")] : [])].join(
        ", ",
      ),
    clock: (from: string, to: string) => `the story’s clock: ${from} → ${to}`,
    feeling: {
      affinity: ([source, target]: Pair, from: number, to: number) => `${source}’s affinity for ${target}: ${from} → ${to}`,
      trust: ([source, target]: Pair, from: number, to: number) => `${source}’s trust in ${target}: ${from} → ${to}`,
    },
    learns: (who: string, fact: string) => `${who} will know: ${fact}`,
    forgets: (who: string, fact: string) => `${who} will not know: ${fact}`,
    memories: (who: string, of: { readonly gone: number; readonly come: number; readonly changed: number }) =>
      `${who}: ${[
        ...(of.gone > 0 ? [some(of.gone, "memory goes", "memories go")] : []),
        ...(of.come > 0 ? [some(of.come, "memory comes", "memories come")] : []),
        ...(of.changed > 0 ? [`${some(of.changed, "memory reads", "memories read")} differently`] : []),
      ].join(", ")}`,
    isThere: (who: string, scene: string) => `${who} is there (scene ${scene})`,
    isNotThere: (who: string, scene: string) => `${who} is not there (scene ${scene})`,
    scene: {
      gone: (scene: string) => `scene ${scene} never happened`,
      new: (scene: string) => `scene ${scene} is played`,
      open: (scene: string) => `scene ${scene} is open again`,
      closed: (scene: string) => `scene ${scene} is closed`,
    },
    digests: (gone: number, come: number) =>
      [
        ...(gone > 0 ? [some(gone, "digest goes", "digests go")] : []),
        ...(come > 0 ? [some(come, "digest comes", "digests come")] : []),
      ].join(", "),
    threads: (gone: number, come: number) =>
      [
        ...(gone > 0 ? [some(gone, "thread goes", "threads go")] : []),
        ...(come > 0 ? [some(come, "thread comes", "threads come")] : []),
      ].join(", "),
    facts: (who: string, of: { readonly gone: number; readonly come: number }) =>
      [
        ...(of.gone > 0 ? [`${who} will not know ${some(of.gone, "thing", "things")} any more`] : []),
        ...(of.come > 0 ? [`${who} will know ${some(of.come, "thing", "things")} more`] : []),
      ].join(", "),
  },

  amend: {
    edit: "Edit a line",
    presence: "Who was there?",
    text: "The line",
    editHint: "Whoever heard it remembers it as it reads now. Memories and feelings that came of it are made anew.",
    presenceHint: "Somebody was behind the door after all, or had left before. Everything they know from this line follows.",
    wasThere: (name: string) => `${name} (was there)`,
    wasNotThere: (name: string) => `${name} (was not there)`,
    look: "What would change?",
    yes: "Make it so",
    contradictions: "Said later, and at odds with it. These lines stay; edit them if you like.",
  },

  why: {
    title: (name: string) => `How does ${name} know that?`,
    who: "Who",
    fact: "What",
    factHint: "Shorten it to the words that matter.",
    ask: "Ask",
    answer: "Where it comes from",
    unknown: (name: string) => `${name} does not know it: they have neither heard it nor been told.`,
    kinds: {
      edge_fact: (name: string) => `${name} knows`,
      memory: (name: string) => `${name} remembers`,
      turn: (name: string) => `${name} said`,
    },
    hearsay: "hearsay",
    heardBy: (names: readonly string[]) => `Heard by ${and(names)}.`,
  },

  receipt: {
    about:
      "The prompt that somebody would be given if the scene went on now, and the events that each part is made of. What they did not witness is not in it.",
    viewer: "For",
    nobody: "Nobody is on stage who could speak.",
    count: (lines: number, sources: number) => `${some(lines, "line", "lines")}, ${some(sources, "source", "sources")}`,
    noSource: "Written for the product; from no event.",
    from: (ids: readonly number[]) => `From events ${ids.join(", ")}`,
    whole: "The whole prompt as it is sent",
    sections: {
      self: "Who they are",
      voice: "Their voice",
      lore: "What only they know of the world",
      scene: "The scene",
      present: "Who is there",
      relationship: "How they see the others",
      activities: "What everybody is doing",
      memories: "What they remember",
      history: "What they heard",
      now: "What happens now",
    } as Readonly<Record<string, string>>,
  },
};
