/** A piece of code: what it is, for its colour. */
export interface CodePiece {
  readonly kind: "plain" | "comment" | "string" | "number" | "keyword";
  readonly text: string;
}

/** Longer code is shown in one colour. */
const longest = 20_000;

const keywords = new Set(
  (
    "abstract and as async await begin bool boolean break case catch char class const continue def default defer del delete do " +
    "double elif else elseif end enum except export extends extern false False final finally float fn for foreach from func function global go " +
    "goto if impl implements import in include instanceof int interface is lambda let local long loop match mod module mut namespace new nil not " +
    "None null nullptr of or override package pass private protected pub public raise readonly return self Self short signed static str string " +
    "struct super switch template then this throw throws trait true True try type typeof undefined union unless unsigned until use using var virtual void " +
    "volatile when where while with yield " +
    "SELECT FROM WHERE INSERT INTO VALUES UPDATE SET DELETE CREATE TABLE ALTER DROP INDEX JOIN LEFT RIGHT INNER OUTER ON GROUP ORDER BY HAVING LIMIT " +
    "AS AND OR NOT NULL PRIMARY KEY UNION DISTINCT CASE WHEN THEN ELSE END echo fi done esac"
  ).split(" "),
);

const hashComments =
  /^(?:py|python|sh|bash|zsh|shell|console|rb|ruby|ya?ml|toml|ini|conf|r|perl|make|makefile|docker|dockerfile|nginx|elixir)$/i;
const dashComments = /^(?:sql|lua|haskell|hs)$/i;
const unmarked = /^(?:text|txt|plain|plaintext|markdown|md|log|output|diff|csv)?$/i;

const words = String.raw`(?<word>[A-Za-z_$][\w$]*)|(?<number>\b\d[\w.]*)`;
const strings =
  String.raw`(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` + "`(?:[^`\\\\]|\\\\.)*`)";

function patternFor(language: string): RegExp {
  const comment = hashComments.test(language)
    ? "#[^\\n]*"
    : dashComments.test(language)
      ? "--[^\\n]*"
      : String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|<!--[\s\S]*?(?:-->|$)`;
  return new RegExp(`(?<comment>${comment})|${strings}|${words}`, "g");
}

/** Comments, strings, numbers and the words that most languages share. It colours, it does not parse. */
export function highlight(code: string, language: string): readonly CodePiece[] {
  if (code.length > longest || unmarked.test(language)) return [{ kind: "plain", text: code }];
  const pieces: CodePiece[] = [];
  let end = 0;
  const add = (kind: CodePiece["kind"], text: string): void => {
    const last = pieces.at(-1);
    if (text === "") return;
    if (last?.kind === kind) pieces[pieces.length - 1] = { kind, text: last.text + text };
    else pieces.push({ kind, text });
  };
  for (const { 0: text, index, groups } of code.matchAll(patternFor(language))) {
    add("plain", code.slice(end, index));
    end = index + text.length;
    add(kindOf(text, groups ?? {}), text);
  }
  add("plain", code.slice(end));
  return pieces;
}

function kindOf(
  text: string,
  groups: Readonly<Record<string, string | undefined>>,
): CodePiece["kind"] {
  if (groups["comment"] !== undefined) return "comment";
  if (groups["string"] !== undefined) return "string";
  if (groups["number"] !== undefined) return "number";
  return keywords.has(text) ? "keyword" : "plain";
}
