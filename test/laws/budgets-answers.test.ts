import { expect, it } from "vitest";
import type { Model } from "../../src/domain/ports/model.ts";
import { chatSkill } from "../../src/skills/chat/skill.ts";
import { setImmediate as nextRound } from "node:timers/promises";
import { leastOf, longestRound } from "../support/longest-round.ts";
import { patience } from "../support/runs.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";
import { ledgerChannel } from "../vendors/ledger-channel.ts";

const used = useLab(postgresStore);
const length = 21_000;
const fill = (unit: string): string => unit.repeat(length / unit.length);

/** A model that says what the person asks it to, a few characters at a time. */
function slowModel(answers: ReadonlyMap<string, string>): Model {
  const stream: Model["stream"] = async ({ messages }, onChunk) => {
    const asked = messages.at(-1)?.content ?? "";
    const text = [...answers].find(([name]) => asked.includes(name))?.[1] ?? "";
    for (let at = 0; at < text.length; at += 5) {
      onChunk({ kind: "text", text: text.slice(at, at + 5) });
      if (at % 50 === 0) await nextRound();
    }
    return { text, toolCalls: [], usage: { inputTokens: 1, outputTokens: 1 } } as never;
  };
  const none = async (): Promise<never> => {
    throw new Error("only streams");
  };
  return { describe: { kind: "scripted", name: "slow" }, complete: none, stream, object: none };
}

it(
  "S15: no long answer of a model holds up other people for 100 ms, with or without punctuation",
  async () => {
    const answers = new Map([
      ["han", `${fill("今天天气很好我们出去走走吧")}。`],
      ["latin", `${fill("word")}.`],
      ["host", `evil.com${fill("吧")}`],
      ["dots", `a.com/${fill(".")}x`],
      ["prose", fill("今天天气不错，我们出去走走。")],
      ["spaces", `a${fill(" ")}b`],
      ["pauses", fill("，")],
    ]);
    const post = ledgerChannel({ limits: { partLength: 4_000 } });
    const lab = await used.start({
      post,
      model: slowModel(answers),
      skills: [chatSkill({ historyMessages: 0 })],
    });
    await lab.say("warm up");
    await lab.idle();
    for (const name of answers.keys()) {
      const measure = (): Promise<number> =>
        longestRound(async () => {
          await lab.say(name);
          await lab.idle();
        });
      expect(await leastOf(measure, 100), name).toBeLessThan(100);
    }
  },
  4 * patience,
);
