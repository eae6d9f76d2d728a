import { some } from "./count.ts";

/** The stories, the cast, and what goes wrong. */
export const lobby = {
  title: "Stage",
  tagline: "A cast that knows only what it has witnessed, and goes on while you are away.",
  you: "You",
  cancel: "Cancel",
  failed: "Your stories could not be loaded.",

  failures: {
    turn_in_flight: "Somebody is still speaking. Wait for them, or stop them.",
    turn_failed: "The beat did not come off, and nothing of it happened. Try again.",
    already_recorded: "This is so already.",
    version_conflict: "The story moved on meanwhile. Try again.",
    stop_if: "A stop condition can’t be read, or names nobody of your cast.",
  } as Readonly<Record<string, string>>,

  understudy: {
    title: "The understudy speaks.",
    text: "No language model is connected, so the parts are spoken offline, from each one's card, voice and memories. Everything else works as it always does.",
  },

  welcome: {
    title: "Two hours of fog, and nobody has to know what you heard",
    text: "Three characters come with the product. Each remembers only what was said while they were there. Play at once:",
    play: "Play now",
    cast: [
      { name: "Orla Finch", line: "Keeps the radio room at Gull Stair and collects sounds. One of them says a name." },
      { name: "沈渡", line: "Captain of the last ferry. Seven on the list; he counted eight." },
      { name: "九娘", line: "Runs the tea house. First cup free; secrets are written into the ledger." },
    ],
  },

  story: {
    title: "Your stories",
    empty: "No stories yet. Begin one with somebody of your cast.",
    new: "New story",
    open: "Open it",
    notBegun: "Nothing has been said yet.",
    meanwhile: "they are among themselves",
    digest: "something happened meanwhile",
    host: "With",
    others: "And with",
    place: "Where",
    opening: "First words",
    silence: "None: I begin",
    placeHint: "a kitchen at night",
    somewhere: "a quiet room",
    weather: "Weather",
    weatherHint: "rain against the window",
    name: "Title",
    dayOne: "Day 1",
    begin: "Raise the curtain",
  },

  self: {
    title: "Your part",
    as: (name: string) => `You play ${name}.`,
    change: "Change",
    name: "Name",
    pronouns: "Pronouns",
    persona: "What others can see and know of you",
    hint: "Whoever meets you is told this.",
    save: "Save",
  },

  cast: {
    title: "Cast",
    empty: "Nobody here yet. Bring a character card.",
    import: "Import a card…",
    file: "Character cards or chats",
    drop: "Drop character cards here (PNG, JSON or CHARX), or chats of SillyTavern (JSONL).",
    begin: "Begin a story",
    beginWith: (name: string) => `Begin a story with ${name}`,
    show: "Card",
    showOf: (name: string) => `Card of ${name}`,
    noPersona: "The card says nothing about them.",
    persona: "Who they are",
    traits: "Traits",
    backstory: "Scenario",
    opening: "First words",
    notes: "Notes of the author",
    creator: "Author",
    lore: "Lore",
    loreEntries: (count: number) => `${some(count, "entry", "entries")} that only they think of`,
    export: "Take the card away:",
    reading: (file: string) => `Reading ${file}…`,
    taken: (name: string) => `${name} is here.`,
    refusals: {
      not_a_card: "this is not a character card.",
      no_card_inside:
        "this picture has no character card inside. Perhaps it was sent through an app that strips pictures; ask for the original file.",
      not_a_lorebook: "this is not a lorebook.",
      not_a_chat: "this is not a chat that can be read.",
      truncated: "the file ends too early. Download it again.",
      damaged: "the file is damaged. Download it again.",
      too_large: "the file is too large (10 MB at most).",
      too_many_parts: "there is too much in this file.",
      unsafe_path: "the file tries to reach outside of itself, so it was not opened.",
      unsupported: "this kind of file can't be read here.",
    } as Readonly<Record<string, string>>,
  },
};
