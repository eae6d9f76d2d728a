import { describe, expect, it } from "vitest";
import orla from "../../skills/scenes/samples/orla-finch.json" with { type: "json" };
import { answerAboutSelf } from "./about-self.ts";
import { readScene } from "./read-scene.ts";

const { description, personality } = orla.data;
const english = `${description.replaceAll("{{char}}", "Orla Finch")} ${personality}`;
const chinese =
  "阿慈，三十一岁，在码头开面馆。她喜欢听雨，最怕打雷；不喜欢吵闹的人。平时收集旧船票，住在她母亲留下的老屋里。";

const ask = (persona: string, name: string, text: string): string | undefined =>
  answerAboutSelf(
    readScene(
      {
        purpose: "narrative",
        messages: [],
        sections: [
          { name: "self", lines: [`name: ${name}`, `persona: ${persona}`], eventIds: [] },
          { name: "now", lines: [`Tom: “${text}”`], eventIds: [] },
        ],
        sourceEventIds: [],
        accountId: "ada",
        signal: new AbortController().signal,
      },
      /\p{Script=Han}/u.test(text) ? "zh" : "en",
    ),
    text,
  );

describe("what the understudy says of its own character", () => {
  it.each([
    ["What do you collect?", "I collect sounds the way other people collect stamps."],
    ["How old are you?", "I am twenty-nine."],
    ["What do you hate most?", "I hate being managed."],
    ["Where do you sleep?", undefined],
    ["What do you think of Tom?", undefined],
    ["What did Tom collect?", undefined],
  ])("the understudy answers %j from its card or not at all", (text, answer) => {
    expect(ask(english, "Orla Finch", text)).toBe(answer);
  });

  it.each([
    ["你喜欢什么？", "我喜欢听雨。"],
    ["你最怕什么？", "我怕打雷。"],
    ["你讨厌什么样的人？", "我不喜欢吵闹的人。"],
    ["你平时收藏些什么？", "我收集旧船票。"],
    ["你住在哪里？", "我住在我母亲留下的老屋里。"],
    ["你多大了？", "我三十一岁。"],
    ["你觉得什么好？", undefined],
    ["你是谁？", undefined],
  ])("the understudy answers %j in Chinese from its card or not at all", (text, answer) => {
    expect(ask(chinese, "阿慈", text)).toBe(answer);
  });
});
