import { expect, it } from "vitest";
import { asAccount, engine, type Principal } from "../../domain/principal.ts";
import { shareQueries } from "./share-queries.ts";

const nameOf = (as: Principal): string => (as.kind === "engine" ? "engine" : as.accountId);

/** Answers each query with its text, and notes which ones came together. */
function record(fails: (text: string) => boolean = () => false) {
  const together: string[] = [];
  const ask = shareQueries(async (as, queries) => {
    const texts = queries.map(([text]) => text);
    together.push(`${nameOf(as)}: ${texts.join(" ")}`);
    if (texts.some(fails)) throw new Error(`failed: ${texts.find(fails)}`);
    return texts.map((text) => [text]);
  });
  return { ask, together };
}

it("queries of one account in the same tick share a transaction, and each has its own answer", async () => {
  const { ask, together } = record();
  const answers = await Promise.all(["a", "b", "c"].map((text) => ask(asAccount("ada"), text)));
  expect(answers).toEqual([["a"], ["b"], ["c"]]);
  expect(together).toEqual(["ada: a b c"]);
});

it("queries of two principals never share a transaction", async () => {
  const { ask, together } = record();
  await Promise.all([ask(asAccount("ada"), "a"), ask(asAccount("bob"), "b"), ask(engine, "c")]);
  expect(together).toEqual(["ada: a", "bob: b", "engine: c"]);
});

it("a query that fails takes no other with it", async () => {
  const { ask } = record((text) => text === "b");
  const answers = await Promise.allSettled(
    ["a", "b", "c"].map((text) => ask(asAccount("ada"), text)),
  );
  expect(answers).toMatchObject([
    { value: ["a"] },
    { reason: new Error("failed: b") },
    { value: ["c"] },
  ]);
});

it("queries beyond sixteen begin another transaction", async () => {
  const { ask, together } = record();
  await Promise.all(Array.from({ length: 20 }, () => ask(engine, "x")));
  expect(together.map((line) => line.split(" ").length - 1)).toEqual([16, 4]);
});
