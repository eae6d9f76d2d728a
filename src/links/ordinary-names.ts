/** A dotted run of letters and digits that no scheme or `www.` makes a link. */
export interface DottedRun {
  readonly labels: readonly string[];
  readonly hasPath: boolean;
  /** The text right before and after it. */
  readonly before: string;
  readonly after: string;
}

/** Top-level names that are better known as the ending of a file. */
const fileEndings = new Set(
  "md sh py rs pl ps zip mov cc so mk st tf ml mm pm vi ac js ts jsx tsx json yaml yml html css csv txt pdf xml ini toml java go php sql".split(
    " ",
  ),
);
/** Top-level names that are words: a sentence whose space was forgotten (“home.It was late”). */
const commonWords = new Set(
  "it so in is to me my no at be do as am us now one new today here best open live work by ms".split(
    " ",
  ),
);
/** Top-level names that are fields and methods in code. */
const codeWords = new Set(
  "id name now date map app call link next in is to at as of data info page run top tools one".split(
    " ",
  ),
);
const titles = new Set(
  "mr mrs ms dr prof st no nr fig vol vs ver sec ch art jr sr eq ex".split(" "),
);
/** Products that are called like a host. */
const products = new Set(["asp.net", "vb.net", "ado.net", "ml.net", "socket.io"]);

const isCapitalised = (word: string): boolean => /^\p{Lu}\p{Ll}*$/u.test(word);
const isCode = ({ before, after }: DottedRun): boolean =>
  before === "`" || after === "`" || after === "(";

/**
 * Ordinary text that looks like a host: `README.md`, `Mr.Li`, `1.新闻`. Only a name of two labels without a path passes. It can't
 * leak words: an attacker would have to register exactly `words.md` beforehand.
 */
export function isOrdinary(run: DottedRun): boolean {
  const [left = "", right = ""] = run.labels;
  if (run.labels.length !== 2 || run.before === "@") return false;
  const name = right.toLowerCase();
  if (products.has(`${left}.${right}`.toLowerCase())) return true;
  if (run.hasPath || left.toLowerCase() === "www") return false;
  if (fileEndings.has(name) || (isCode(run) && codeWords.has(name))) return true;
  return isSentenceEnd(left, right);
}

/** A full stop without its space: `1.新闻`, `home.It`, `Mr.Li`, `J.Smith`. */
function isSentenceEnd(left: string, right: string): boolean {
  const isWord = isCapitalised(right) && commonWords.has(right.toLowerCase());
  if (/^\d+$/.test(left)) return isWord || /^\P{ASCII}+$/u.test(right);
  const isTitle = titles.has(left.toLowerCase()) || /^\p{Lu}$/u.test(left);
  return isWord || (isCapitalised(right) && isTitle);
}

/**
 * A file with a line number or an anchor is not a host either: `main.ts:12`,
 * `package.json#scripts`.
 */
export const isFileName = (label: string): boolean => fileEndings.has(label.toLowerCase());
