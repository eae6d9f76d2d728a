const irregular: Readonly<Record<string, string>> = {
  been: "be",
  bought: "buy",
  brought: "bring",
  done: "do",
  drunk: "drink",
  eaten: "eat",
  fed: "feed",
  filled: "fill",
  found: "find",
  given: "give",
  gone: "go",
  got: "get",
  gotten: "get",
  hung: "hang",
  made: "make",
  met: "meet",
  paid: "pay",
  rung: "ring",
  seen: "see",
  sent: "send",
  shut: "shut",
  sold: "sell",
  spoken: "speak",
  swept: "sweep",
  taken: "take",
  thrown: "throw",
  told: "tell",
  written: "write",
};

const doubled = /([bdgkmnprtv])\1$/;
const silent = /(?:[csvzu]|at|dg|ng|dl|[^aeioul]l)$/;
/** One syllable with one vowel before one consonant: "fil", "bak". */
const short = /^[^aeiou]*[aeiou][^aeiouwxy]$/;
const final = /(?:ss|ing|ang)$/;

/** "called" → "call", "paid" → "pay", "filed" → "file"; a verb in its base form stays. */
export function baseForm(verb: string): string {
  const known = irregular[verb];
  if (known !== undefined) return known;
  if (!/[a-z]{2}ed$/.test(verb) || /^(?:need|feed|speed|heed|weed)$/.test(verb)) return verb;
  const stem = verb.slice(0, -2);
  if (stem.endsWith("i")) return `${stem.slice(0, -1)}y`;
  if (doubled.test(stem)) return stem.slice(0, -1);
  return (silent.test(stem) || short.test(stem)) && !final.test(stem) ? `${stem}e` : stem;
}
