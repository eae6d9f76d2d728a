import { expect, it } from "vitest";
import { meanwhileChat, parse, summary, text, unmoved, useSceneLab } from "../support/scene-lab.ts";

const lab = useSceneLab(meanwhileChat());

const beat = (said: string, spoken: string): void =>
  lab().model.script(parse(said), text(spoken), unmoved, unmoved);

it("a meanwhile turn writes one memory for each bot, witnessed by the two of them and not by you", async () => {
  const scenes = lab();
  beat("they exchange a glance", "BotA leans in. *quietly* Tell me what you saw.");
  const reply = await scenes.turn("chat_bot_a", "they exchange a glance");
  expect([reply.status, reply.text]).toEqual([204, ""]);
  scenes.model.assertUsedUp();
  const memories = await scenes.events("memory_written");
  expect(memories.map(({ owner_id }) => owner_id)).toEqual(["bot_a", "bot_b"]);
  for (const memory of memories)
    expect(memory).toMatchObject({ witness_you: 0, witness_host: 1, witness_guest: 1 });
});

it("a meanwhile turn moves exactly the two edges between the bots, after what was said", async () => {
  const scenes = lab();
  beat("they whisper", "BotA whispers. *softly* I noticed something today.");
  expect((await scenes.turn("chat_bot_a", "they whisper")).status).toBe(204);
  scenes.model.assertUsedUp();
  const [said] = await scenes.events("assistant_turn");
  const moved = (await scenes.events("edge_update")).filter(
    ({ log_id }) => log_id > (said?.log_id ?? Infinity),
  );
  expect(moved.map(({ source_id, target_id }) => [source_id, target_id])).toEqual([
    ["bot_a", "bot_b"],
    ["bot_b", "bot_a"],
  ]);
});

it("speakers of a meanwhile scene alternate, host first", async () => {
  const scenes = lab();
  beat("they pause", "BotA speaks first. *quietly*");
  expect((await scenes.turn("chat_bot_a", "they pause")).status).toBe(204);
  beat("and again", "BotB replies. *thoughtfully*");
  expect((await scenes.turn("chat_bot_a", "and again")).status).toBe(204);
  scenes.model.assertUsedUp();
  const turns = await scenes.events("assistant_turn");
  expect(turns.map(({ speaker_id }) => speaker_id)).toEqual(["bot_a", "bot_b"]);
  for (const turn of turns)
    expect(turn).toMatchObject({ meanwhile_scene_id: 2, present_set_kind: "host_guest" });
});

it("closing a meanwhile scene writes the host's and the guest's view of it, and none for you", async () => {
  const scenes = lab();
  beat("they speak quietly", "BotA speaks. *quietly*");
  expect((await scenes.turn("chat_bot_a", "they speak quietly")).status).toBe(204);
  scenes.model.assertUsedUp();
  scenes.model.script(
    summary("BotA reflects on the quiet moment with BotB."),
    summary("BotB notices BotA's reserved manner."),
    summary("While you were away, BotA and BotB talked quietly."),
  );
  const closed = await scenes.post("/api/scenes/2/close", {
    closed_at: "2026-04-26T20:30:00+00:00",
  });
  expect(closed.status).toBe(200);
  scenes.model.assertUsedUp();
  const edits = (await scenes.events("manual_edit")).filter(
    ({ target_kind }) => target_kind === "memory_pov_summary",
  );
  const rows = await scenes.db.rows<{
    id: string;
    owner_id: string;
    scene_id: number;
    pov_summary: string;
  }>("select * from memories");
  const owners = edits.map(
    ({ target_id }) =>
      rows.find(({ id, scene_id }) => id === target_id && scene_id === 2)?.owner_id,
  );
  expect(owners).toEqual(["bot_a", "bot_b"]);
  const view = (owner: string) =>
    rows.find(({ owner_id, scene_id }) => owner_id === owner && scene_id === 2)?.pov_summary;
  expect(view("bot_a")).toContain("BotA reflects");
  expect(view("bot_b")).toContain("BotB notices");
  expect(view("you")).toBeUndefined();
});

it("a meanwhile turn is in the same register of running turns as every other, and leaves it", async () => {
  const scenes = lab();
  const running = async (): Promise<unknown[]> =>
    scenes.db.rows(
      "select t.status from conversation c join turn t on t.id = c.running_turn_id where c.scope = 'chat:chat_bot_a'",
    );
  expect(await running()).toEqual([]);
  let seen: unknown[] = [];
  const spoken = "BotA leans in. *quietly*";
  scenes.model.script(
    parse("they exchange a glance"),
    {
      kind: "chunks",
      chunks: spoken.split(""),
      before: async (index) => {
        if (index === 0) seen = await running();
      },
    },
    unmoved,
    unmoved,
  );
  expect((await scenes.turn("chat_bot_a", "they exchange a glance")).status).toBe(204);
  expect(seen).toEqual([{ status: "running" }]);
  expect(await running()).toEqual([]);
});
