/** Forms that no rule derives: “went” finds “go”, “children” finds “child”. */
const irregularForms: Readonly<Record<string, string>> = {
  be: "am is are was were been being",
  bear: "bore born",
  begin: "began begun",
  break: "broke broken",
  bring: "brought",
  build: "built",
  buy: "bought",
  catch: "caught",
  child: "children kid kids",
  choose: "chose chosen",
  come: "came",
  die: "died death dead",
  do: "did done does",
  draw: "drew drawn",
  drink: "drank drunk",
  drive: "drove driven",
  eat: "ate eaten",
  fall: "fell fallen",
  feel: "felt",
  fight: "fought",
  find: "found",
  fly: "flew flown",
  foot: "feet",
  forget: "forgot forgotten",
  friend: "friendship",
  get: "got gotten",
  give: "gave given",
  go: "went gone goes",
  grow: "grew grown",
  hear: "heard",
  hold: "held",
  keep: "kept",
  know: "knew known",
  learn: "learnt",
  leave: "left",
  lend: "lent",
  lose: "lost",
  make: "made",
  man: "men",
  mean: "meant",
  meet: "met meeting meetings",
  pay: "paid",
  person: "people",
  ride: "rode ridden",
  run: "ran running",
  say: "said",
  see: "saw seen",
  sell: "sold",
  send: "sent",
  show: "shown",
  sing: "sang sung",
  sit: "sat",
  sleep: "slept",
  speak: "spoke spoken",
  spend: "spent",
  stand: "stood",
  steal: "stole stolen",
  swim: "swam swum",
  take: "took taken",
  teach: "taught",
  tell: "told",
  think: "thought",
  tooth: "teeth",
  understand: "understood",
  wake: "woke woken",
  wear: "wore worn",
  wife: "wives",
  win: "won",
  woman: "women",
  write: "wrote written",
};

const irregular = new Map(
  Object.entries(irregularForms).flatMap(([base, forms]) =>
    forms.split(" ").map((form) => [form, base] as const),
  ),
);

const vowelInside = /[aeiouy]/;
/** A vowel followed by a consonant: what remains of the word is long enough to stand alone. */
const syllable = /[aeiouy][^aeiouy]/;

const derived: readonly (readonly [ending: RegExp, instead: string])[] = [
  [/(?:ational|ation|ator)$/, "ate"],
  [/(?:ization|izer)$/, "ize"],
  [/(?:iveness|ively)$/, "ive"],
  [/(?:fulness|fully)$/, "ful"],
  [/(?:ousness|ously)$/, "ous"],
  [/(?:ability|ably)$/, "able"],
  [/(?:ically|ical)$/, "ic"],
  [/(?:ially|iality)$/, "ial"],
  [/(?:ally|ality)$/, "al"],
  [/(?:ment|ments)$/, ""],
  [/(?:ness)$/, ""],
  [/(?:ently|ency|ence)$/, "ent"],
  [/(?:antly|ancy|ance)$/, "ant"],
];

/**
 * A stemmer in the manner of Porter's, with irregular forms: “painted”, “paints” and “painting” are
 * one word. An imprecise stem is harmless because index and query share it.
 */
export function stem(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const base = dropTense(dropPlural(word));
  const form = irregular.get(base) ?? base;
  return finish(dropDerivation(form));
}

function dropPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:ch|sh|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

function dropTense(word: string): string {
  if (word.endsWith("ied")) return `${word.slice(0, -3)}y`;
  const cut = /^(.*?)(?:ed|ing)$/.exec(word)?.[1];
  if (cut === undefined || !vowelInside.test(cut) || cut.length < 2) return word;
  // “running” has a double consonant, “making” lost an “e”.
  return /([^aeiouylsz])\1$/.test(cut) ? cut.slice(0, -1) : cut;
}

function dropDerivation(word: string): string {
  for (const [ending, instead] of derived) {
    const cut = word.replace(ending, "");
    if (cut !== word) return syllable.test(cut) ? `${cut}${instead}` : word;
  }
  const adverb = word.endsWith("ly") ? word.slice(0, -2) : word;
  return syllable.test(adverb) ? adverb : word;
}

/** “Make” and “mak(ing)”, “happy” and “happi(ness)” become one. */
const finish = (word: string): string =>
  word.length > 3 ? word.replace(/e$/, "").replace(/i$/, "y") : word;
