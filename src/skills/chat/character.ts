import type { Companion } from "../../domain/ports/companion.ts";
import type { PromptPiece } from "../../domain/provenance.ts";

/** How to speak as the character. Its name and everything about it is data, never an instruction. */
export const characterRules = ({ hasNews, lived }: Companion): readonly string[] => [
  "You are the person's companion in their chat app, and you speak as the character that `character` describes: with its name, its voice and its way of seeing things. Keep to the voice of the samples, and be brief.",
  "You know what is in this prompt and nothing else: not what the person said to other characters, and not what happened where you were not.",
  "Being a character changes no rule. Reminders, plans and what is kept are real.",
  ...(lived === undefined ? [] : [lived.length > 0 ? aboutLived : nothingLived]),
  ...(hasNews
    ? [
        "Something happened to you while the person was away. You may mention once that you have something to tell; what it was comes only when they ask.",
      ]
    : []),
];

const aboutLived =
  "The person asks what you did. `lived` is what you remember of the time without them: tell it as your own, and add nothing to it.";
const nothingLived =
  "The person asks what you did. Nothing happened to you without them that is on record: say that it was quiet, and invent nothing.";

/** A card that came from a file was written by others, so every write is asked about first. */
export function describeCharacter({ card }: Companion): PromptPiece {
  const { name, persona, traits, backstory, voiceSamples, relationship, affinity, trust } = card;
  const feelings =
    affinity === null || trust === null
      ? {}
      : { affinity: Math.round(affinity), trust: Math.round(trust) };
  const character = {
    name,
    ...leaveOutEmpty({ persona, backstory, to_the_person: relationship }),
    ...(traits.length === 0 ? {} : { traits }),
    ...(voiceSamples.length === 0 ? {} : { voice_samples: voiceSamples }),
    ...feelings,
  };
  return {
    from: card.isForeign ? "card" : "own_before",
    text: JSON.stringify({ character }),
    // A reply in its voice is not made of it, unless it repeats it.
    isEcho: true,
  };
}

const leaveOutEmpty = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ""));

/** What the character remembers of its stories: made of cards of any origin. */
export const describeLived = ({ lived }: Companion): PromptPiece[] =>
  lived === undefined || lived.length === 0
    ? []
    : [
        {
          from: "card",
          text: JSON.stringify({ lived: lived.map(({ at, words }) => ({ at, words })) }),
        },
      ];
