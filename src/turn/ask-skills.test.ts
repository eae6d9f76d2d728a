import { expect, it } from "vitest";
import { ModelFailure } from "../domain/ports/model.ts";
import type { Skill, SkillResult, ToolSource, TurnContext } from "../domain/skill.ts";
import { askSkills } from "./ask-skills.ts";

const turn = {
  window: ["one", "two"].map((text) => ({ text })),
  tools: [],
} as unknown as TurnContext;
const tools = { offer: () => ({ tools: [] }) } as unknown as ToolSource;
const says = (text: string): SkillResult => ({
  reply: [text],
  disposition: "replied",
  reason: "reply_ready",
});
const createSkill = (name: string, handle: Skill["handle"]): Skill => ({ name, handle });
const passes = createSkill("passes", async () => undefined);
/** Answers everything, and says what it was given. */
const chat = createSkill("chat", async ({ window, tools: { length } }) =>
  says(`${window.map(({ text }) => text).join("+")} with ${length} tools`),
);
const ask = async (...skills: Skill[]) => {
  const asked: string[] = [];
  const { skill, result } = await askSkills(skills, turn, ({ name }) => asked.push(name));
  return { skill, reply: result.reply, asked };
};

it("the first skill that answers has the turn, and none after it is asked", async () => {
  const first = createSkill("first", async () => says("mine"));
  expect(await ask(passes, first, chat)).toEqual({
    skill: "first",
    reply: ["mine"],
    asked: ["passes", "first"],
  });
});

it("a handover without an end leaves the turn to the next skill, with more tools", async () => {
  const offers = createSkill("offers", async () => ({ next: { tools: [tools] } }));
  expect(await ask(offers, passes, chat)).toEqual({
    skill: "chat",
    reply: ["one+two with 1 tools"],
    asked: ["offers", "passes", "chat"],
  });
});

it("a handover with an end keeps the turn and completes the answer of the next skills", async () => {
  const splits = createSkill("splits", async ({ window }) => ({
    next: { window: window.slice(1) },
    complete: async (answer) => says(`mine, then ${answer?.reply.join(" ")}`),
  }));
  expect(await ask(splits, passes, chat)).toEqual({
    skill: "splits",
    reply: ["mine, then two with 0 tools"],
    asked: ["splits"],
  });
});

it("a failing model costs its own part of the answer; a stop or a bug ends the turn", async () => {
  const splits = createSkill("splits", async () => ({
    next: {},
    complete: async (answer) => says(answer === undefined ? "mine alone" : "both"),
  }));
  const failing = (failure: Error): Skill =>
    createSkill("failing", async () => {
      throw failure;
    });
  const { reply } = await ask(splits, failing(new ModelFailure("unreachable", "away")));
  expect(reply).toEqual(["mine alone"]);
  for (const error of [new ModelFailure("aborted", "stopped"), new Error("a bug")])
    await expect(ask(splits, failing(error))).rejects.toBe(error);
});

it("a window that no skill answers is a mistake in the list", async () => {
  await expect(ask(passes)).rejects.toThrow("the last one must take everything");
});
