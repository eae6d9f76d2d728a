import { describe, expect, it } from "vitest";
import { ModelFailure } from "../../src/domain/ports/model.ts";
import { codeOf } from "../support/api.ts";
import {
  meanwhileChat,
  parse,
  type SceneLab,
  text,
  unmoved,
  useSceneLab,
} from "../support/scene-lab.ts";

const lab = useSceneLab(meanwhileChat());

const running = (scenes: SceneLab): Promise<unknown[]> =>
  scenes.db.rows(
    "select 1 from conversation where scope = 'chat:chat_bot_a' and running_turn_id is not null",
  );
const cancel = (scenes: SceneLab) => scenes.post("/chats/chat_bot_a/turns/cancel");
/** A turn that has shown some words and goes no further. What it comes to is known when it is stopped. */
async function hanging(
  scenes: SceneLab,
  shown: string,
): Promise<{ end: ReturnType<SceneLab["turn"]> }> {
  scenes.model.script(parse("they talk"), { kind: "hang", shown });
  const called = scenes.model.request(scenes.model.requests.length + 1);
  const end = scenes.turn("chat_bot_a", "they talk");
  await called;
  if (shown !== "")
    await scenes.lab.until(
      async () => (await scenes.db.rows("select 1 from turn_stream where text <> ''")).length > 0,
    );
  return { end };
}

describe("in flight", () => {
  it("invariants 33 and 34: a turn is registered while it is played, whichever scene it is of, and never after", async () => {
    const scenes = lab();
    expect(await running(scenes)).toEqual([]);
    let during: unknown[] = [];
    const chunks = {
      kind: "chunks",
      chunks: ["a", "b"],
      before: async () => void (during = await running(scenes)),
    } as const;
    scenes.model.script(parse("one"), chunks, unmoved, unmoved);
    expect((await scenes.turn("chat_bot_a", "one")).status).toBe(204);
    expect(during).toHaveLength(1);
    expect(await running(scenes)).toEqual([]);
  });

  it("invariant 35: a beat in flight is gone after a failure and after a stop; a stop of nothing is 204; a second turn beside it is 409", async () => {
    const scenes = lab();
    expect((await cancel(scenes)).status).toBe(204);
    scenes.model.script(parse("one"), {
      kind: "fail",
      failure: new ModelFailure("overloaded", "busy"),
    });
    const failed = await scenes.turn("chat_bot_a", "one");
    expect([failed.status, codeOf(failed)]).toEqual([502, "turn_failed"]);
    expect(await running(scenes)).toEqual([]);
    const { end } = await hanging(scenes, "half a");
    const second = await scenes.turn("chat_bot_a", "me too");
    expect([second.status, codeOf(second)]).toEqual([409, "turn_in_flight"]);
    expect((await cancel(scenes)).status).toBe(204);
    expect((await end).status).toBe(204);
    expect(await running(scenes)).toEqual([]);
    expect(await scenes.db.rows("select 1 from message where direction = 'inbound'")).toHaveLength(
      2,
    );
  });

  it("invariant 36: the shown text of a stopped beat is kept as stopped; no character remembers it or feels it, and the same one speaks next", async () => {
    const scenes = lab();
    const { end } = await hanging(scenes, "BotA begins to");
    expect((await cancel(scenes)).status).toBe(204);
    expect((await end).status).toBe(204);
    expect(
      await scenes.db.rows(
        "select kind, speaker_id, text, status, meanwhile_scene_id from scene_turns order by event_id",
      ),
    ).toEqual([
      {
        kind: "user",
        speaker_id: "you",
        text: "they talk",
        status: "cancelled",
        meanwhile_scene_id: 2,
      },
      {
        kind: "assistant",
        speaker_id: "bot_a",
        text: "BotA begins to",
        status: "cancelled",
        meanwhile_scene_id: 2,
      },
    ]);
    expect(await scenes.events("memory_written")).toEqual([]);
    expect(await scenes.events("edge_update")).toHaveLength(2);
    scenes.model.script(parse("again"), text("BotA speaks."), unmoved, unmoved);
    expect((await scenes.turn("chat_bot_a", "again")).status).toBe(204);
    expect((await scenes.events("assistant_turn")).map(({ speaker_id }) => speaker_id)).toEqual([
      "bot_a",
      "bot_a",
    ]);
    expect(JSON.stringify(scenes.model.requests.at(-3)?.request.messages)).not.toContain(
      "begins to",
    );
  });

  it("invariant 36: a beat of which nothing was shown leaves only that it was stopped", async () => {
    const scenes = lab();
    const { end } = await hanging(scenes, "");
    expect((await cancel(scenes)).status).toBe(204);
    expect((await end).status).toBe(204);
    expect(await scenes.events("turn_cancelled")).toMatchObject([
      { chat_id: "chat_bot_a", scene_id: 2 },
    ]);
    expect(await scenes.db.rows("select 1 from scene_turns")).toEqual([]);
  });
});
