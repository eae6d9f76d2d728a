const irregular: Readonly<Record<string, string>> = {
  took: "take",
  taken: "take",
  called: "call",
  did: "do",
  done: "do",
  went: "go",
  gone: "go",
  fed: "feed",
  bought: "buy",
  paid: "pay",
  sent: "send",
  made: "make",
  wrote: "write",
  written: "write",
  ate: "eat",
  drank: "drink",
  ran: "run",
  swam: "swim",
  got: "get",
  put: "put",
  read: "read",
  met: "meet",
  meditated: "meditate",
};

const stem = (word: string): string => {
  const known = irregular[word];
  const cut = known ?? word.replace(/(?:ing|ed|es|s)$/, "");
  return cut.length >= 3 ? cut.replace(/(.)\1$/, "$1").replace(/e$/, "") : word;
};

const small = new Set(
  "the a an to my your of for with at on in and it up out is are was were am been do go get me i have".split(
    " ",
  ),
);
export const stems = (text: string): string[] =>
  text
    .toLowerCase()
    // "the doctor's appointment" is the doctor appointment.
    .replaceAll(/(?<=\p{L})['’]s\b/gu, "")
    .replaceAll(
      /[^\p{L}\p{N}\s]|(?<=[a-z\d])(?=\p{Script=Han})|(?<=\p{Script=Han})(?=[a-z\d])/gu,
      " ",
    )
    .split(/\s+/)
    .filter((word) => word !== "" && !small.has(word))
    .map(stem);

/** Share of the named words that the title has; 1 when all of them, or all of the title's. */
export function overlap(name: string, title: string): number {
  const [named, wanted] = [stems(name), stems(title)];
  if (named.length === 0 || wanted.length === 0) return 0;
  const common = named.filter((word) => wanted.includes(word)).length;
  return Math.max(common / named.length, common / wanted.length);
}

/** All that is named belongs to the title, or all of the title is named. */
export function isWithin(name: string, title: string): boolean {
  const [named, wanted] = [stems(name).filter((word) => !extra.has(word)), stems(title)];
  if (named.length === 0 || wanted.length === 0) return false;
  return (
    named.every((word) => wanted.includes(word)) || wanted.every((word) => named.includes(word))
  );
}
const extra = new Set(
  "already ve ll re m d s t just finish done off now today finally all back ok okay did been were was yes yep that this thanks thank you".split(
    " ",
  ),
);

/** "the meeting with the mayor" and “Team meeting”: all that they share is what kind of thing they are. */
export function hasOnlyKindInCommon(name: string, title: string): boolean {
  const [named, wanted] = [stems(name), stems(title)];
  const isKind = (word: string): boolean => kinds.includes(word);
  const isShared = (word: string): boolean => wanted.includes(word);
  return (
    named.filter(isShared).every(isKind) && named.some((word) => !isShared(word) && !isKind(word))
  );
}
/** "my meeting": nothing but what kind of thing it is. */
export const isKindAlone = (name: string): boolean => {
  const named = stems(name);
  return named.length > 0 && named.every((word) => kinds.includes(word));
};

/** The same words; "the dentist" is the dentist appointment. */
export function isSameName(name: string, title: string): boolean {
  const [named, wanted] = [name, title].map((words) =>
    stems(words)
      .filter((word) => !kinds.includes(word))
      .toSorted()
      .join(" "),
  );
  return named !== "" && named === wanted;
}
const kinds = stems("meeting appointment call class lesson session event visit party");

/** What tells one thing from others: words that are not a kind of thing. */
export const namingStems = (text: string): string[] =>
  stems(text).filter((word) => !kinds.includes(word) && !keptKinds.includes(word));
const keptKinds = stems(
  "alarm reminder timer task todo thing notification alert plan schedule calendar",
);

/** Also as one word what stands in two: "hair cut". */
export const withJoined = (words: readonly string[]): readonly string[] => [
  ...words,
  ...words.slice(1).map((word, at) => `${words[at] ?? ""}${word}`),
];

/** Whether all of these words stand in a row. */
export const isRunOf = (words: readonly string[], all: readonly string[]): boolean =>
  words.length > 0 && all.some((_, at) => words.every((word, index) => all[at + index] === word));
