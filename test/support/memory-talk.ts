import type { JsonObject } from "../../src/domain/json.ts";
import type { Model, ModelRequest } from "../../src/domain/ports/model.ts";
import { chatSkill } from "../../src/skills/chat/skill.ts";
import { createMemorySkill } from "../../src/skills/memory/skill.ts";
import { openTalkMemory } from "../../src/skills/memory/talk-memory.ts";
import { ledgerChannel } from "../vendors/ledger-channel.ts";
import type { Lab } from "./lab.ts";
import type { UsedLab } from "./use-lab.ts";

export interface MemoryTalk {
  readonly lab: Lab;
  /** Every prompt that the model was given. */
  readonly asked: ModelRequest[];
  /** Says something, in a chat of one's own or in a group, and returns the answer. */
  say(text: string, at?: { readonly from?: string; readonly group?: string }): Promise<string>;
  /** The last prompt as text. */
  lastPrompt(): string;
}

/** A companion with the skills for memory and talk, whose model says what the test lets it say. */
export async function openMemoryTalk(
  used: UsedLab,
  answer: (request: ModelRequest) => string = () => "I see.",
  historyMessages = 6,
): Promise<MemoryTalk> {
  const asked: ModelRequest[] = [];
  const reply = async (request: ModelRequest): Promise<never> => {
    asked.push(request);
    return { text: answer(request), callId: "call" } as never;
  };
  const model: Model = {
    describe: { kind: "scripted", name: "fixed" },
    complete: reply,
    stream: reply,
    object: reply,
  };
  const post = ledgerChannel({ limits: { partLength: 8_000 } });
  const lab = await used.start({
    post,
    model,
    skills: [
      createMemorySkill({ asksForReminders: async () => false }),
      chatSkill({ historyMessages, historyTokens: 4_000, memory: openTalkMemory() }),
    ],
  });
  return {
    lab,
    asked,
    async say(text, { from, group } = {}) {
      const payload: JsonObject =
        group === undefined
          ? {}
          : { surroundings: { shared: true, facts: {} }, sender: from ?? "somebody" };
      await lab.say(text, {
        ...(from === undefined ? {} : { from }),
        ...(group === undefined ? {} : { scope: group, payload }),
      });
      await lab.idle();
      return post.ledger.at(-1)?.text ?? "";
    },
    lastPrompt: () => (asked.at(-1)?.messages ?? []).map(({ content }) => content).join("\n"),
  };
}
