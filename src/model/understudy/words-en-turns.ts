import type { UnderstudyWords } from "./words.ts";

/** What is said in the small turns of a talk: to praise, to a plan, about someone who is away. */
export const englishTurns: UnderstudyWords["replies"] = {
  since: [
    "Longer ago than I like to count.",
    "Since before you came.",
    "Long enough to lose count, {who}.",
    "It feels like yesterday.",
  ],
  when: [
    "Soon.",
    "Not before tomorrow, {who}.",
    "When the time is right, and not earlier.",
    "Sooner than you think.",
  ],
  advice: [
    "First we wait, and listen.",
    "One thing after the other, {who}.",
    "Nothing rash, that is all I know.",
    "What do you want to do, {who}?",
    "I would begin with {topic}.",
  ],
  praise: [
    "I am glad that you think so.",
    "It has its moments.",
    "You are easily pleased, {who}.",
    "I had stopped noticing. Thank you for reminding me.",
  ],
  "praise/cool": ["If you say so.", "It will pass."],
  flattery: [
    "You flatter me, {who}.",
    "I shall remember that you said so.",
    "Careful. I am not used to it.",
    "Nobody has told me that for a while.",
  ],
  "flattery/cool": ["What do you want from me?", "Save that for somebody else."],
  aboutPerson: [
    "That sounds like {x}.",
    "Does {x} know that you say so?",
    "And what did {x} say to that?",
    "I would like to hear {x}'s side of it.",
  ],
  absentee: [
    "{x} is not here, {who}. You will have to make do with me.",
    "You would have to ask {x}, and {x} is not here.",
    "{x} can't hear you from where {x} is.",
  ],
  whereDone: [
    "Not far from here.",
    "You would not know the place, {who}.",
    "Somewhere that I have no name for.",
  ],
  met: [
    "I met {x}: {when}, {where}.",
    "{X} was {where}, {when}. I was there, too.",
    "We ran into each other, {x} and I. {When}, {where}.",
  ],
  agree: [
    "Good. Then it is settled.",
    "So we agree, for once.",
    "I hoped you would say that.",
    "I am glad that you see it that way, {who}.",
  ],
  deny: [
    "No? Then we leave it.",
    "Have it your way, {who}.",
    "All right. I won't press you.",
    "As you like.",
  ],
  laugh: [
    "It is good to hear you laugh, {who}.",
    "Laugh as much as you like. I was serious.",
    "Well, one of us had to say it.",
    "What is so funny?",
  ],
  concern: [
    "It has been a long day.",
    "It is nothing, {who}.",
    "You should have seen me yesterday.",
    "Kind of you to notice.",
  ],
  doubt: [
    "Believe what you like, {who}.",
    "I would not believe it either, in your place.",
    "Then ask somebody else.",
    "I have no way to prove it.",
  ],
};
