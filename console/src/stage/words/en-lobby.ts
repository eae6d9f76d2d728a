import { formatCount } from "./count.ts";

/** The stories, the cast, and what goes wrong. */
export const lobby = {
  title: "Stage",
  tagline: "A cast that knows only what it has witnessed, and goes on while you are away.",
  you: "You",
  cancel: "Cancel",
  failed: "Your stories could not be loaded.",

  failures: {
    character_in_use: "This character is in a story or talks with you, so it was not deleted.",
    turn_in_flight: "A character is still speaking. Wait, or stop them.",
    turn_failed: "That failed; nothing was saved. Try again.",
    already_recorded: "Already done.",
    version_conflict: "The story has changed since. Try again.",
    stop_if: "A stop condition can’t be read, or names a character you don’t have.",
  } as Readonly<Record<string, string>>,

  understudy: {
    title: "No language model is connected.",
    text: "Characters use simple built-in lines (the understudy), from their card, voice and memories. Everything else works as usual.",
  },

  welcome: {
    title: "Two hours of fog, and nobody has to know what you heard",
    text: "Three characters come with the product. Each remembers only what was said while they were there. Play at once:",
    play: "Play now",
    playOther: "Play the sample in Chinese",
    cast: [
      {
        name: "Orla Finch",
        line: "Keeps the radio room at Gull Stair and collects sounds. One of them says a name.",
      },
      { name: "沈渡", line: "Captain of the last ferry. Seven on the list; he counted eight." },
      {
        name: "九娘",
        line: "Runs the tea house. First cup free; secrets are written into the ledger.",
      },
    ],
  },

  story: {
    title: "Your stories",
    empty: "No stories yet. Start one with one of your characters.",
    new: "New story",
    open: "Open",
    deleted: (title: string) => `“${title}” is deleted.`,
    undo: "Undo",
    notBegun: "Nothing has been said yet.",
    meanwhile: "they are on their own",
    digest: "something happened while you were away",
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
    begin: "Start the story",
  },

  self: {
    title: "Your part",
    as: (name: string) => `You play ${name}.`,
    change: "Change",
    name: "Name",
    pronouns: "Pronouns",
    persona: "What others can see and know of you",
    hint: "Every character who meets you knows this.",
    save: "Save",
    list: "Persona",
    usual: (name: string) => `${name} (usual)`,
    add: "New persona…",
    remove: "Remove",
    makeUsual: "Make it the usual one",
    play: "You play",
    storyHint: "Choose one when you start a story, or later in the story’s settings.",
  },

  cast: {
    title: "Characters",
    empty: "No characters yet. Import a character card.",
    import: "Import a card…",
    file: "Character cards or chats",
    drop: "Drop character cards here (PNG, JSON or CHARX), or stories and chats of SillyTavern (JSONL).",
    begin: "Start a story",
    beginWith: (name: string) => `Start a story with ${name}`,
    show: "Card",
    showOf: (name: string) => `Card of ${name}`,
    noPersona: "The card has no description.",
    persona: "Who they are",
    traits: "Traits",
    backstory: "Scenario",
    opening: "First words",
    notes: "Author’s notes",
    creator: "Author",
    lore: "Lore",
    loreEntries: (count: number) =>
      `${formatCount(count, "entry", "entries")} that only they think of`,
    export: "Export card:",
    reading: (file: string) => `Reading ${file}…`,
    taken: (name: string) => `Imported ${name}.`,
    namesake: (name: string, label: string) =>
      `You already have a character called ${name}. This one is shown as ${label}.`,
    refusals: {
      not_a_card: "this is not a character card.",
      no_card_inside:
        "this picture has no character card inside. Perhaps it was sent through an app that strips pictures; ask for the original file.",
      not_a_lorebook: "this is not a lorebook.",
      not_a_chat: "this is not a chat that can be read.",
      not_a_story: "this story file was changed or is not whole.",
      truncated: "the file ends too early. Download it again.",
      damaged: "the file is damaged. Download it again.",
      too_large: "the file is too large (10 MB at most).",
      not_a_preset: "this is not a preset.",
      too_many_parts: "there is too much in this file.",
      shared_name:
        "several of your characters have a name that is used in it. Rename one of them, then import it again.",
      unknown_character: "a character that was chosen for it does not exist.",
      unsafe_path: "the file tries to reach outside of itself, so it was not opened.",
      unsupported: "this kind of file can't be read here.",
    } as Readonly<Record<string, string>>,
  },
};
