import { stem } from "../../recall/stem.ts";
import { tokenise } from "../../recall/tokens.ts";

const [k1, b] = [1.2, 0.75];

/** The textbook ranking with the product's tokeniser and stems: what recall is compared with. */
export function createPlainBm25(
  texts: readonly string[],
): (question: string, most: number) => number[] {
  const documents = texts.map((text) => tokenise(text).map(stem));
  const mean = documents.reduce((sum, { length }) => sum + length, 0) / documents.length || 1;
  const uses = new Map<string, number>();
  for (const tokens of documents)
    for (const token of new Set(tokens)) uses.set(token, (uses.get(token) ?? 0) + 1);
  const scoreToken = (tokens: readonly string[], token: string): number => {
    const count = tokens.filter((each) => each === token).length;
    const all = uses.get(token) ?? 0;
    const idf = Math.log(1 + (documents.length - all + 0.5) / (all + 0.5));
    return (idf * count * (k1 + 1)) / (count + k1 * (1 - b + (b * tokens.length) / mean));
  };
  return (question, most) => {
    const asked = [...new Set(tokenise(question).map(stem))];
    return documents
      .map((tokens, place) => ({
        place,
        score: asked.reduce((sum, token) => sum + scoreToken(tokens, token), 0),
      }))
      .filter(({ score }) => score > 0)
      .sort((x, y) => y.score - x.score || y.place - x.place)
      .slice(0, most)
      .map(({ place }) => place);
  };
}
