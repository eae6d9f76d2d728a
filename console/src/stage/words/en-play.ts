import { joinNames, formatCount } from "./count.ts";

/** The play and the scene. */
export const play = {
  play: {
    failed: "The story could not be loaded.",
    gone: "This story does not exist, or it is not yours.",
    toLobby: "All stories",
    lines: "The play",
    latest: "Go to the latest line",
    earlier: "Earlier lines",
    empty: "The scene is open. Say something.",
    scene: (id: number) => `Scene ${id}`,
    meanwhile: "Meanwhile, without you",
    behind: (who: readonly string[], done: number, beats: number) =>
      `${joinNames(who)} are on their own (exchange ${done} of ${beats}). You can’t hear them.`,
    sealed: (who: readonly string[], lines: number) =>
      `${formatCount(lines, "line", "lines")} between ${joinNames(who)}, sealed. Below is what you could have noticed.`,
  },

  line: {
    more: (name: string) => `More about this line of ${name}`,
    direction: "Direction",
    whisper: (names: readonly string[]) => `whispered to ${joinNames(names)}`,
    thought: "thoughts are heard by no one",
    stopped: "stopped: no character remembers it",
    sending: "…",
    thinking: "is about to speak",
    why: "How do they know that?",
    edit: "Edit",
    heard: "Who heard it?",
    again: "Another version",
    versions: "Versions of this reply",
    version: (at: number, of: number) => `Version ${at} of ${of}`,
    versionBefore: "Previous version",
    versionAfter: "Next version",
    rewind: "Rewind to here",
    branch: "Branch from here",
  },

  castBar: {
    label: "Characters",
    present: "In the scene",
    offstage: "Not here",
    you: (name: string) => `${name} (you)`,
    sendOut: (name: string) => `${name} leaves`,
    bringIn: (name: string) => `${name} enters`,
    entered: (name: string) => `${name} came in and hears everything from now on.`,
    left: (name: string) => `${name} left and won’t know what is said now.`,
    fromCast: "Add a character…",
  },

  composer: {
    message: "What you say or do",
    messageHint: "Say something, or do *something*",
    whisperHint: "Whisper…",
    direction: "Direction",
    directionHint: "Direction (optional)",
    keys: "Enter sends, Shift+Enter makes a new line.",
    send: "Send",
    stop: "Stop",
    next: "Next exchange",
    goOn: "(The scene goes on.)",
    continue: "Go on",
    whoGoesOn: "Choose who speaks",
    speaks: (name: string) => `${name} speaks`,
    aloud: "Whisper to:",
    unclear: (without: readonly string[]) =>
      without.length === 0
        ? "Is this whispered, or said aloud?"
        : `This is not for ${without.join(", ")}. Is it whispered, or said aloud?`,
    gone: (names: readonly string[]) =>
      `${joinNames(names)} can’t hear you any more, so nothing was said.`,
    whisperTo: (name: string) => `Whisper to ${name}`,
    sayAloud: "Say it aloud",
    whisper: "Only these hear it:",
    meanwhile: "Leave them alone…",
    directing: "You are not in this scene: you direct it.",
    letTalk: "Let them talk…",
    close: "End the scene",
  },

  talk: {
    label: "A scene that goes on by itself",
    about:
      "A scene without you. They will remember it; you get a summary of what you could have noticed.",
    who: "Who is there",
    two: "Choose at least two.",
    how: "How it goes on",
    directed: "I direct it",
    alone: "They talk on their own",
    raise: "Start",
    begin: "Let them talk",
    more: "More",
    howLong: "How long",
    exchanges: (count: number) => `${count} exchanges`,
    beats: "Exchanges",
    budget: "Token budget (optional)",
    stopIf: "Stop if",
    stopIfHint:
      "A word that is said, or “trust(Orla Finch, 九娘) < 40”, “九娘 leaves”, “30 minutes”. Separate by semicolons.",
    progress: (names: readonly string[], done: number, beats: number) =>
      `${joinNames(names)} are talking: exchange ${done} of ${beats}`,
    watch: "Watch",
    lookAway: "Stop watching",
    stop: "Stop them",
    ended: {
      beats: "Finished: all exchanges were played.",
      stop_word: "Ended at your stop word.",
      budget: "Ended: the token budget is used up.",
      closed: "You ended it.",
      stopped: "You stopped it.",
      edge: "Ended: a feeling crossed your limit.",
      entered: "Ended: a character came in.",
      left: "Ended: a character left.",
      time: "Ended at the time you set.",
    } as Readonly<Record<string, string>>,
  },

  threads: {
    title: "Threads",
    new: "Something to come back to",
    add: "Note it",
    edit: "Edit",
    editOf: (title: string) => `Edit the thread “${title}”`,
    settled: "settled",
    settle: "Settle",
    settleOf: (title: string) => `Settle the thread “${title}”`,
    reopen: "Reopen",
    reopenOf: (title: string) => `Reopen the thread “${title}”`,
    name: "Thread",
    summary: "What is known",
    save: "Save",
  },

  digest: {
    title: "While you were away",
    who: (names: readonly string[]) => `${joinNames(names)}, without you`,
    unseal: "Show what really happened",
    ask: "Shows everything said and thought while you were away. Your character can’t know it. This can’t be hidden again.",
    yes: "Show it",
    cut: "What really happened",
  },

  panels: {
    label: "Behind the scenes",
    open: "Scene, feelings, memories, time",
    scene: "Scene",
    feelings: "Feelings",
    memories: "Memories",
    time: "Time",
    prompt: "Prompt",
    places: "Places",
    place: "Place",
    here: "here",
    go: "Go there",
    goTo: (name: string) => `Go to ${name}`,
    goAsk:
      "This scene ends, each character keeps their own view of it, and the next one begins there with everyone who is here.",
    newPlace: "Another place",
    add: "Add",
    clock: "Time in the story",
    later: (minutes: number) =>
      minutes < 60
        ? `${minutes} minutes later`
        : minutes === 60
          ? "an hour later"
          : `${minutes / 60} hours later`,
    activities: "What they are doing",
    nothing: "nothing in particular",
    holds: (things: readonly string[]) => `with ${joinNames(things)}`,
    change: "Change",
    changeOf: (name: string) => `Change what ${name} is doing`,
    posture: "Posture",
    verb: "Doing",
    holding: "Holding",
    save: "Save",
    noScene: "No scene is open. Your next line opens one.",
    delete: "Delete this story…",
    deleteAsk:
      "Deletes the scenes, memories, feelings, digests and messages of this story everywhere. You can undo this right afterwards. The characters stay.",
    deleteYes: "Delete",
    export: "Export chat (SillyTavern JSONL)",
    exportStory: "Export the whole story",
  },
};
