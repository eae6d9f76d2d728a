import { Buffer } from "node:buffer";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finish } from "../../src/domain/slices.ts";
import { computePaths } from "../../src/skills/scenes/state/path.ts";
import { writeChunks } from "../../src/skills/scenes/formats/png.ts";
import { drawPortrait } from "../../src/skills/scenes/formats/portrait.ts";
import { codeOf, type Reply, textAt } from "../support/api.ts";
import { parse, type SceneLab, text, unmoved, useSceneLab, youChat } from "../support/scene-lab.ts";
import { runs } from "../support/runs.ts";
import { describeMinds, foldActive, takeIn, writeLines } from "../support/story-file.ts";
import { tale, tell } from "../support/story-steps.ts";

const lab = useSceneLab(youChat());
const face = Buffer.from(writeChunks(drawPortrait("a face"))).toString("base64");

const exportStory = async (on: SceneLab, of: { token: string; chatId: string; query?: string }) =>
  (
    await on.api.call(`/api/chats/${of.chatId}/export?format=story${of.query ?? ""}`, {
      token: of.token,
    })
  ).text;

const importStory = (on: SceneLab, token: string, body: string | Uint8Array): Promise<Reply> =>
  on.api.call("/api/chats/import", {
    method: "POST",
    token,
    body,
    headers: { "Content-Type": "application/octet-stream" },
  });

/** Two versions of a reply, a whisper, a sealed scene, settings, lore and a picture. */
async function playWorld(on: SceneLab): Promise<void> {
  const card = {
    spec: "chara_card_v3",
    data: {
      name: "BotA",
      description: "A careful locksmith.",
      assets: [{ type: "icon", name: "main", uri: `data:image/png;base64,${face}` }],
      character_book: { entries: [{ keys: ["vault"], content: "Two doors.", enabled: true }] },
    },
  };
  await on.post("/api/bots/import?id=bot_a", { file_base64: btoa(JSON.stringify(card)) });
  const set = { note: "Slowly.", lorebook: { entries: [{ keys: ["sea"], content: "Grey." }] } };
  expect((await on.post("/api/chats/chat_bot_a/settings", set)).status).toBe(200);
  on.model.script(
    parse("hello", "dialogue"),
    text("firstword"),
    ...Array.from({ length: 4 }, () => unmoved),
  );
  expect((await on.turn("chat_bot_a", "hello")).status).toBe(204);
  on.model.script(text("secondword"), ...Array.from({ length: 4 }, () => unmoved));
  expect((await on.post("/api/chats/chat_bot_a/regenerate", {})).status).toBe(204);
  const whisper = { id: "w", chat_id: "chat_bot_a", text: "psst", witnesses: ["you", "bot_b"] };
  await on.load([
    {
      kind: "user_turn",
      payload: { ...whisper, segments: [{ kind: "dialogue", text: "psst", to: ["bot_b"] }] },
    },
    {
      kind: "meanwhile_scene_started",
      payload: { chat_id: "chat_bot_a", host_bot_id: "bot_a", guest_bot_id: "bot_b" },
    },
    {
      kind: "assistant_turn",
      payload: { chat_id: "chat_bot_a", scene_id: 2, speaker_id: "bot_a", text: "sealedword" },
    },
    { kind: "meanwhile_scene_closed", payload: { chat_id: "chat_bot_a", scene_id: 2 } },
    {
      kind: "thread_detected",
      payload: { chat_id: "chat_bot_a", id: "key", title: "The key", summary: "Whose?" },
    },
    { kind: "thread_changed", payload: { chat_id: "chat_bot_a", id: "key", status: "resolved" } },
    {
      kind: "digest_written",
      payload: {
        chat_id: "chat_bot_a",
        scene_id: 2,
        noticed: "A light.",
        directors_cut: "sealedcut",
      },
    },
  ]);
}

describe("a whole story over HTTP", () => {
  it("a story moves to another account with versions, whispers, feelings, settings, lore and pictures, and leaves it as it came", async () => {
    const on = lab();
    await playWorld(on);
    const eve = await on.api.person("eve");
    const file = await exportStory(on, { token: on.token, chatId: "chat_bot_a" });
    const taken = await importStory(on, eve.token, file);
    expect(taken).toMatchObject({
      status: 201,
      json: { turns: 5, persona_kept: false, characters: [{ is_new: true }, { is_new: true }] },
    });
    const chatId = textAt(taken, "chat_id");
    expect(await exportStory(on, { token: eve.token, chatId })).toBe(file);
    const [line] = await on.db.rows<{ id: string; versions: unknown[] }>(
      "select id, versions from scene_turns where chat_id = $1 and text = 'secondword'",
      [chatId],
    );
    expect(line?.versions).toHaveLength(2);
    const heard = await on.db.rows(
      "select witnesses from scene_turns where chat_id = $1 and text = 'psst'",
      [chatId],
    );
    expect(heard).toEqual([{ witnesses: ["you", "bot_b"] }]);
    expect(await on.api.call(`/api/chats/${chatId}/threads`, { token: eve.token })).toMatchObject({
      json: { threads: [{ title: "The key", summary: "Whose?", status: "resolved" }] },
    });
    expect(await on.api.call(`/api/chats/${chatId}/audit`, { token: eve.token })).toMatchObject({
      json: { leaks: [] },
    });
    expect(await on.api.call(`/api/chats/${chatId}/settings`, { token: eve.token })).toMatchObject({
      json: { settings: { note: "Slowly." } },
    });
    expect(await on.rebuilt()).toEqual([]);
  });

  it("words of a sealed scene stand in no exported file unless they are asked for", async () => {
    const on = lab();
    await playWorld(on);
    const of = { token: on.token, chatId: "chat_bot_a" };
    const tavern = (query: string) => on.get(`/api/chats/chat_bot_a/export${query}`);
    for (const hidden of [await exportStory(on, of), (await tavern("")).text]) {
      expect(hidden).toContain("secondword");
      expect(hidden).not.toMatch(/sealedword|sealedcut/);
    }
    expect(await exportStory(on, { ...of, query: "&unseen=show" })).toContain("sealedcut");
    expect((await tavern("?unseen=show")).text).toContain("sealedword");
  });

  it("a file that was tampered with is refused and writes nothing", async () => {
    const on = lab();
    await playWorld(on);
    const file = await exportStory(on, { token: on.token, chatId: "chat_bot_a" });
    const eve = await on.api.person("eve");
    const broken = [
      file.replace('"owner_id":"bot_b"', '"owner_id":"stranger"'),
      file.replace('"kind":"scene_opened"', '"kind":"story_shared"'),
      file.replace('"cites":[', '"cites":[99999,'),
      file.replace('"meanwhile_story":1', '"meanwhile_story":9'),
      file.slice(0, -200),
    ];
    for (const bytes of broken)
      expect(codeOf(await importStory(on, eve.token, bytes))).toBe("invalid_file");
    expect(await on.db.rows("select 1 from chats where account_id = $1", [eve.id])).toEqual([]);
  });
});

describe("a whole story as a file", () => {
  it("a story of anything that can happen is the same after a journey, and so is who knows what", async () => {
    await fc.assert(
      fc.asyncProperty(tale({ minLength: 4, maxLength: 14 }), async (story) => {
        const { play, bots } = await tell(story);
        const log = play.log.filter(({ chatId }) => chatId === "story");
        const file = writeLines(log);
        const copy = takeIn(file, bots);
        expect(writeLines(copy)).toEqual(file);
        expect(describeMinds(foldActive(copy), bots)).toEqual(describeMinds(foldActive(log), bots));
        const branches = (of: typeof log) =>
          [...finish(computePaths(of)).byBranch.values()].map((path) =>
            path.map(({ kind }) => kind),
          );
        expect(branches(copy).length).toBe(branches(log).length);
      }),
      { numRuns: runs(25, 1_000) },
    );
  });
});
