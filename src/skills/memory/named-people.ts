import { kin } from "./people-words-en.ts";
import type { Statement } from "./statement-rule.ts";
import { readStatements } from "./statements.ts";

const name = String.raw`(?-i:\p{Lu})[\p{L}'-]+`;
/** Where a memory gives a name: “my son's name is Leo”, “my brother Tom lives in Perth”. */
const introductions: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:called|named|name is|name's) (?<names>${name}(?:(?:, | and |, and )${name})*)`,
    "iu",
  ),
  new RegExp(String.raw`\b(?:my|our) (?:\w+ )?(?:${kin}),? (?<names>${name})`, "iu"),
  new RegExp(String.raw`^(?<names>${name}) is (?:my|our) `, "iu"),
  /(?:叫做?|名叫|名字是)(?<names>(?!我|你|他|她)[\p{L}]{1,8}?)(?:和(?:[\p{L}]{1,8}))?(?=$|[，,。])/u,
];

const listNames = (words: string): readonly string[] =>
  introductions.flatMap(
    (each) => each.exec(words)?.groups?.["names"]?.split(/, (?:and )?| and /u) ?? [],
  );

/**
 * What a sentence states of a person whom a memory names: “Leo is allergic to nuts” is read as “my child is
 * allergic to nuts” is, and kept as it was said.
 */
export function readOfNamed(
  sentence: string,
  memories: readonly { readonly words: string }[],
): readonly Statement[] {
  const said = sentence.trim();
  const named = memories
    .flatMap(({ words }) => listNames(words))
    .find((each) => said.startsWith(each) && !/^\p{Script=Latin}/u.test(said.slice(each.length)));
  if (named === undefined) return [];
  const rest = said.slice(named.length);
  const child = /\p{Script=Han}/u.test(rest) ? "我孩子" : "my child";
  return readStatements(`${child}${rest}`)
    .slice(0, 1)
    .filter(({ words }) => words.startsWith(child))
    .map(({ words, value }) => ({
      words: `${named}${words.slice(child.length)}`,
      topic: null,
      value: value?.startsWith(child) === true ? null : value,
    }));
}
