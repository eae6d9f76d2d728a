import { escapePattern } from "./fill-text.ts";
import type { LineKind } from "./line-kind.ts";
import { kindOfDoing, kindOfSpeech } from "./line-kinds.ts";
import type { Line } from "./read-line.ts";
import { moodTowards, type ScenePrompt, toMood } from "./read-scene.ts";
import type { Mood } from "./words.ts";

/** The line that is answered. */
export interface Cue {
  readonly who: string | undefined;
  readonly text: string;
  readonly kind: LineKind;
}

/** What just happened, or the last thing that another one said. */
export function findCue(scene: ScenePrompt): Cue {
  const { language, name } = scene;
  const isByOther = ({ who }: Line): boolean => who !== name;
  const now = scene.now.filter(isByOther);
  const before = scene.history.findLast((line) => line.who !== undefined && isByOther(line));
  const of = now.length > 0 ? now : before === undefined ? [] : [before];
  const speech = of.filter((line) => line.speech !== "");
  const spoken = speech.map((line) => line.speech).join(" ");
  const who = (speech.at(-1) ?? of.at(-1))?.who;
  if (spoken !== "") return { who, text: spoken, kind: kindOfSpeech(spoken, language) };
  const done = of.map(({ doing }) => doing).join(" ");
  if (done === "") return { who, text: "", kind: "idle" };
  if (who === undefined) return { who, text: done, kind: "direction" };
  return { who, text: done, kind: kindOfDoing(done, language) };
}

/** A kind that depends on whom or what a line is about. */
export function resolveKind(scene: ScenePrompt, cue: Cue, about: string | undefined): LineKind {
  if (findAbsentee(scene, cue) !== undefined) return "absentee";
  if (cue.kind === "wherePerson") return whereIs(scene, cue, about);
  if (cue.kind === "claim" && about !== undefined) return "aboutPerson";
  if (cue.kind === "opinion") return opinionOf(scene, cue, about);
  // What is done to another one is only watched.
  const isPersonal = cue.kind === "give" || cue.kind === "affection" || cue.kind === "hard";
  return isPersonal && isDoneTo(scene, cue.text) ? "action" : cue.kind;
}

function whereIs({ others, history }: ScenePrompt, cue: Cue, about: string | undefined): LineKind {
  if (about === undefined) return isPlaceOfThing.test(cue.text) ? "whereThing" : "whereDone";
  if (!isWhereabouts(cue.text, about)) return "whereDone";
  if (others.includes(about)) return "isHere";
  const moves = [`${about} goes out.`, `${about} comes in.`];
  const moved = history.findLast(({ raw }) => moves.includes(raw));
  return moved?.raw === moves[0] ? "wentOut" : "unseen";
}

/** “Where is the key?”, not “Where did you learn that?” */
const isPlaceOfThing =
  /\bwhere(?:['’]s| is| are| was| were| has| have)\b|(?:在哪|去哪|上哪)(?:儿|里)?(?:了|呢|啊)*(?:[，。！？?]|$)|在什么地方[？?]|呢[？?]/iu;

/** “Where is Bob?”, not “Where did you meet Bob?” */
function isWhereabouts(text: string, name: string): boolean {
  const who = escapePattern(name);
  return new RegExp(
    `\\bwhere(?:['’]s| is| are| was| did| has| does| could)\\s+${who}(?!\\p{L})|${who}[^，。！？]{0,6}(?:在哪|去哪|上哪|去了哪|哪儿|哪里|在什么地方|呢[？?])`,
    "iu",
  ).test(text);
}

/** Who is spoken to by name, and known, and not there. */
export const findAbsentee = (scene: ScenePrompt, { text }: Cue): string | undefined =>
  listKnownPeople(scene).find(
    (name) =>
      name !== scene.name &&
      !scene.others.includes(name) &&
      new RegExp(`^\\P{L}*${escapePattern(name)}\\s*[,，:：!！、]`, "iu").test(text),
  );

function opinionOf(scene: ScenePrompt, { text, who }: Cue, about: string | undefined): LineKind {
  const isOfAsker = /\b(?:like|love|trust|miss|believe|hate|know) me\b|[欢任信爱恨念识解]我/iu.test(
    text,
  );
  if (isOfAsker) return byScale(moodTowards(scene, who), ["likesYou", "neutralYou", "dislikesYou"]);
  if (about === undefined) return "fact";
  const felt = scene.feelings.get(about);
  if (felt === undefined) return "stranger";
  return /\b(?:trust|believe)\b|信/iu.test(text)
    ? byScale(toMood(felt.trust), ["trusts", "neutral", "distrusts"])
    : byScale(toMood(felt.affinity), ["likes", "neutral", "dislikes"]);
}

const byScale = (
  mood: Mood,
  [warm, even, cool]: readonly [LineKind, LineKind, LineKind],
): LineKind => ({ warm, even, cool })[mood];

const isDoneTo = ({ others, name }: ScenePrompt, text: string): boolean =>
  !text.includes(name) && others.some((other) => text.includes(other));

/** Everyone of whom the character has seen or heard something. */
export function listKnownPeople(scene: ScenePrompt): string[] {
  const speakers = [...scene.history, ...scene.memories].flatMap((line) => line.who ?? []);
  const moved = scene.history.flatMap(
    ({ raw }) => /^(.{1,40}) (?:goes out|comes in)\.$/u.exec(raw)?.[1] ?? [],
  );
  const met = scene.meetings.flatMap(({ with: people }) => people);
  return [...new Set([...scene.others, ...scene.feelings.keys(), ...moved, ...speakers, ...met])];
}

/** A person whom a line mentions, other than its speaker. */
export function findPerson(scene: ScenePrompt, { text, who }: Cue): string | undefined {
  const known = listKnownPeople(scene);
  const isNamed = (name: string): boolean =>
    /\p{Script=Han}/u.test(name)
      ? text.includes(name)
      : new RegExp(`(?<![\\p{L}])${escapePattern(name)}(?![\\p{L}])`, "u").test(text);
  const found = known.find((name) => name !== who && name !== scene.name && isNamed(name));
  if (found !== undefined) return found;
  // A name that was never heard: “Where is Cid?”
  const strange = /\b(?:is|of|trust|like|know|believe|about)\s+(\p{Lu}\p{Ll}+)\b/u.exec(text)?.[1];
  return strange === scene.name || strange === who ? undefined : strange;
}
