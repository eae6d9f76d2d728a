import { pattern, please } from "./pattern.ts";

const others =
  "(?:them|everyone|everybody|all of them|the (?:others|group|family|team|whole \\w+)|people (?:here|there)|anyone|anybody)";
const shares = [
  pattern(
    `(?:${please}|feel free to |it's (?:ok|okay|fine|alright) to |you're (?:allowed|free) to |go ahead and |you may |you could )(?:also )?(?:tell ${others}|let ${others} know|share with ${others}|say in the group)(?: also)?(?: that)?,? (?<words>(?=.*\\b(?:i|i'm|i've|my|we|our)\\b)(?!about\\b|what\\b|how\\b|when\\b|if\\b|to\\b).{4,160}?)`,
  ),
  pattern(
    "(?:你|请|那|也|都|现在|尽管)*(?:可以|能|不妨|尽管)?(?:告诉|转告|跟|和|对)(?:他们|她们|大家|别人|其他人|所有人|群里的?人?们?|朋友们)(?:说|讲)?[，,：:]?(?<words>我.{2,80}?)",
  ),
];

/** What the person allows to be said to others: “you may tell them that my daughter is called Mia”. */
export function readShareWish(text: string): string | undefined {
  const said = text.replaceAll("’", "'").trim();
  if (/[?？]|[吗呢]$/u.test(said)) return undefined;
  const found = shares.map((each) => each.exec(said)).find((each) => each !== null);
  return found?.groups?.["words"];
}
