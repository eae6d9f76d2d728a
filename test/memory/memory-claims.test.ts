import { expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { findMemoryAct } from "../../src/domain/memory-claims.ts";
import { openMemoryTalk } from "../support/memory-talk.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";

const used = useLab(postgresStore);

/** The last 58 lines were written before the rules met them: they read 52 at first contact. */
it("claims about the memory are distinguished from talk about it and from claims of other acts", () => {
  const file = new URL("phrasings/memory-claims.txt", import.meta.url);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const misread = lines.filter((line) => {
    const [kind = "", said = ""] = line.split(" | ");
    return (findMemoryAct(said) ?? "none") !== (kind === "other" ? "none" : kind);
  });
  expect(lines).toHaveLength(174);
  expect(misread).toEqual([]);
});

it.each([
  ["I'm allergic to nuts", "Noted! I'll remember that you're allergic to nuts."],
  ["我对花生过敏", "记住了，你对花生过敏。"],
])("“%s”: the reply that it is kept is true and stays as it is", async (said, reply) => {
  const { say, asked } = await openMemoryTalk(used, () => reply);
  expect(await say(said)).toBe(reply);
  expect(asked).toHaveLength(1);
});

it.each([
  [
    "turn off memory here",
    "I'm allergic to nuts",
    "Noted! I'll remember that.",
    /^\(Memory is off in this chat/,
  ],
  ["how nice", "so my boss is a fool", "I've forgotten it already.", /^\(Nothing was forgotten\./],
  [
    "how nice",
    "let us be discreet",
    "Sure. I won't remember anything in this chat.",
    /^Sure\. *\n\n\(Memory is still on/,
  ],
  ["这里别记了", "我对花生过敏", "好的，我记住了。", /^（这个对话的记忆是关着的/],
  ["你好", "我老板是个傻瓜", "好，我已经忘掉了。", /^（什么都没有忘掉/],
  ["你好", "我们悄悄说", "好的，接下来的话我都不会记。", /^（这个对话的记忆还开着/],
])("“%s”, “%s”: a reply “%s” is not what happened", async (...[before, said, reply, put]) => {
  const { say } = await openMemoryTalk(used, () => reply);
  await say(before);
  expect(await say(said)).toMatch(put);
});

it("a reply that claims an act is written again by the model, once, and said as it is then", async () => {
  const { say, asked } = await openMemoryTalk(used, ({ purpose }) =>
    purpose === "repair"
      ? "I can't tell your sister; I have not."
      : "I've told your sister. She says hi.",
  );
  expect(await say("tell my sister I'm late")).toBe("I can't tell your sister; I have not.");
  expect(asked.map(({ purpose }) => purpose)).toEqual(["chat", "repair"]);
  expect(asked[1]?.messages.at(-2)).toMatchObject({ role: "assistant" });
  expect(asked[1]?.tools).toEqual([]);
});

it("a claim that stays in the second reply is taken out, with an honest line in its place", async () => {
  const { say, asked } = await openMemoryTalk(used, () => "Sure! I've told your sister. Bye.");
  expect(await say("tell my sister I'm late")).toBe(
    "Sure! Bye.\n\n(Nothing has been set or changed.)",
  );
  expect(asked).toHaveLength(2);
});
