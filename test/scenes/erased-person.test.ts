import { describe, expect, it } from "vitest";
import type { ModelRequest } from "../../src/domain/ports/model.ts";
import type { ScriptedAnswer } from "../../src/model/scripted.ts";
import { operatorToken } from "../support/api.ts";
import { useSceneLab } from "../support/scene-lab.ts";
import {
  answerByEcho,
  joinShared,
  type Player,
  sayShared,
  type SharedStart,
  startShared,
} from "../support/shared-players.ts";

/** Every prompt since it was emptied last. */
let prompts: ModelRequest[] = [];
const lab = useSceneLab([], {
  otherwise: (request): ScriptedAnswer => {
    prompts.push(request);
    return answerByEcho(request);
  },
});

const erase = async (player: Player, name: string): Promise<void> => {
  const gone = await lab().api.call(`/api/accounts/${player.id}/erase`, {
    method: "POST",
    token: operatorToken,
    json: { name },
  });
  expect(gone.status, gone.text).toBe(200);
};

const say = async (player: Player, { id }: SharedStart, prose: string): Promise<void> => {
  const said = await sayShared(player, id, { prose, aloud: true });
  expect(said.status, said.text).toBe(204);
  await lab().settle();
};

describe("after a person was erased", () => {
  it("no later prompt of the same process has their words, their name or their persona", async () => {
    const story = await startShared(lab());
    const as = { name: "Bea", persona: "a smith's daughter" };
    const [bea] = await joinShared(lab(), story, { name: "Bea", as });
    await say(bea, story, "My father hid the letters, canary41.");
    await say(story.ada, story, "I keep my own words, canary42.");
    await erase(bea, "Bea");
    prompts = [];
    await say(story.ada, story, "Ann, what do you remember?");
    const sent = JSON.stringify(prompts.map(({ messages }) => messages));
    expect(sent).toContain("canary42");
    for (const erased of ["canary41", "hid the letters", "Bea:", "smith's daughter"])
      expect(sent).not.toContain(erased);
  });
});
