import { describe, expect, it } from "vitest";
import type { SharedStory } from "../../src/domain/views/shared-stories.ts";
import { codeOf, operatorToken, type Reply } from "../support/api.ts";
import { useSceneLab } from "../support/scene-lab.ts";
import {
  addPlayer,
  answerByEcho,
  joinShared,
  lookShared as look,
  type Player,
  sayShared as say,
  toSharedPath as route,
  type SharedStart,
  startShared,
} from "../support/shared-players.ts";

const lab = useSceneLab([], { otherwise: answerByEcho });

const person = (name: string): Promise<Player> => addPlayer(lab(), name);
const start = (): Promise<SharedStart> => startShared(lab());
const join = (story: SharedStart, as: object, name = "Guest"): Promise<[Player, string]> =>
  joinShared(lab(), story, { name, as });
const words = async (player: Player, id: string): Promise<string> =>
  (await look(player, id)).lines.map(({ text }) => text).join("\n");

describe("a story of several people", () => {
  it("a person who joins hears what is said from then on, and a whisper reaches its addressee only", async () => {
    const story = await start();
    expect((await say(story.ada, story.id, "Nobody else is here, canary1.")).status).toBe(204);
    const [bea, beaId] = await join(story, { name: "Bea" });
    const [cem] = await join(story, { name: "Cem" });
    expect((await say(story.ada, story.id, "Welcome, canary2.")).status).toBe(204);
    const quiet = await say(story.ada, story.id, {
      prose: "Only for you, canary3.",
      whisper_to: [beaId],
    });
    expect(quiet.status, quiet.text).toBe(204);
    const [ofBea, ofCem] = [await words(bea, story.id), await words(cem, story.id)];
    expect(ofBea).toContain("canary2");
    expect(ofBea).toContain("canary3");
    expect(ofCem).toContain("canary2");
    expect(ofCem).not.toContain("canary3");
    // Ann and Bob were there before, and may repeat what they heard; the line itself is Ada's own.
    expect((await look(bea, story.id)).lines.some(({ text }) => text.includes("Nobody else"))).toBe(
      false,
    );
    const audit = await bea.get(route(story.id, "/audit"));
    expect(audit.json).toMatchObject({ unwitnessed: 0, missing: 0, leaks: 0 });
    const file = await cem.get(route(story.id, "/export"));
    expect(file.text).toContain("canary2");
    expect(file.text).not.toContain("canary3");
  });

  it("a whisper to a character is answered for those two alone, and the host hears none of it", async () => {
    const story = await start();
    const [bea] = await join(story, { name: "Bea" });
    expect(
      (await say(bea, story.id, { prose: "canary7 for Ann.", whisper_to: ["ann"] })).status,
    ).toBe(204);
    expect(await words(story.ada, story.id)).not.toContain("canary7");
    expect((await look(bea, story.id)).lines).toHaveLength(2);
    // The host's own account has nothing of it in any table.
    const rows = await lab().db.rows<{ account_id: string }>(
      "select distinct account_id from event_log where payload_json::text like '%canary7%'",
    );
    expect(rows.map(({ account_id }) => account_id)).not.toContain(story.ada.id);
    const calls = await story.ada.get(`/api/chats/${story.id}/stage`);
    expect(calls.status).toBe(404);
  });

  it("a person who plays a character sees what it witnessed before, and the model no longer speaks for it", async () => {
    const story = await start();
    await say(story.ada, story.id, { prose: "Ann, canary11.", whisper_to: ["ann"] });
    const [dan, danId] = await join(story, { character_id: "ann" });
    expect(danId).toBe("ann");
    expect(await words(dan, story.id)).toContain("canary11");
    expect((await say(story.ada, story.id, "Ann, what do you say?")).status).toBe(204);
    const { lines } = await look(story.ada, story.id);
    expect(lines.at(-1)).toMatchObject({ speaker_id: story.adaId, kind: "user" });
    expect((await say(dan, story.id, "I say canary12.")).status).toBe(204);
    expect(await words(story.ada, story.id)).toContain("canary12");
    const taken = await (
      await person("Eve")
    ).post("/api/shared-stories/join", {
      code: story.code,
      character_id: "ann",
    });
    expect([taken.status, codeOf(taken)]).toEqual([409, "character_taken"]);
    const both = await (
      await person("Fay")
    ).post("/api/shared-stories/join", { code: story.code, name: "Fay", character_id: "bob" });
    expect([both.status, codeOf(both)]).toEqual([400, "invalid_request"]);
  });

  it("leaving takes nothing from the others, and the host's leaving hands the story over", async () => {
    const story = await start();
    const [bea, beaId] = await join(story, { name: "Bea" });
    await say(bea, story.id, "I was here, canary21.");
    expect((await story.ada.post(route(story.id, "/leave"))).status).toBe(204);
    const view = await look(bea, story.id);
    expect(view.story.is_host).toBe(true);
    expect((await say(bea, story.id, "Still here, canary22.")).status).toBe(204);
    const ofAda = await words(story.ada, story.id);
    expect(ofAda).toContain("canary21");
    expect(ofAda).not.toContain("canary22");
    expect(codeOf(await say(story.ada, story.id, "May I?"))).toBe("not_in_story");
    expect(view.scene?.present).toContain(beaId);
    expect(view.scene?.present).not.toContain(story.adaId);
  });

  it("a person who was out learns what could be noticed, without a word that was said, until they hear the next line", async () => {
    const story = await start();
    const [bea, beaId] = await join(story, { name: "Bea" });
    const move = (who: Player, entity_id: string, change: string): Promise<Reply> =>
      who.post(route(story.id, "/presence"), { entity_id, change });
    expect((await look(bea, story.id)).missed).toBeNull();
    await say(story.ada, story.id, "Stay a while.");
    expect((await move(bea, beaId, "leave")).status).toBe(204);
    expect((await look(bea, story.id)).missed).toBeNull();
    await say(story.ada, story.id, "She is out, canary51.");
    const [, cemId] = await join(story, { name: "Cem" });
    await move(story.ada, "bob", "leave");
    await say(story.ada, story.id, "Hush, canary52.");
    await move(bea, beaId, "enter");
    const back = await look(bea, story.id);
    expect(back.missed).toEqual({ minutes: 2, came: [cemId], went: ["bob"] });
    expect(JSON.stringify(back)).not.toContain("canary5");
    await say(story.ada, story.id, "There you are.");
    expect((await look(bea, story.id)).missed).toBeNull();
  });

  it("the host mutes, pauses, sets whose turn it is, removes and hands over; others can't", async () => {
    const story = await start();
    const [bea, beaId] = await join(story, { name: "Bea" });
    const room = (who: Player, json: object): Promise<Reply> => who.patch(route(story.id), json);
    expect(codeOf(await room(bea, { paused: true }))).toBe("only_the_host");
    await room(story.ada, { mute: [beaId] });
    expect(codeOf(await say(bea, story.id, "Hm?"))).toBe("muted");
    await room(story.ada, { unmute: [beaId], paused: true });
    expect(codeOf(await say(bea, story.id, "Hm?"))).toBe("story_paused");
    await room(story.ada, { paused: false, rule: "round" });
    expect((await say(story.ada, story.id, "I begin.")).status).toBe(204);
    expect(codeOf(await say(story.ada, story.id, "And again."))).toBe("not_your_turn");
    expect((await look(bea, story.id)).turn_of).toEqual([beaId]);
    expect((await say(bea, story.id, "My turn.")).status).toBe(204);
    await room(story.ada, { rule: "host" });
    expect(codeOf(await say(bea, story.id, "Me?"))).toBe("not_your_turn");
    await room(story.ada, { floor_id: beaId });
    expect((await say(bea, story.id, "Thank you.")).status).toBe(204);
    expect((await room(story.ada, { host_id: beaId, rule: "free" })).json).toMatchObject({
      is_host: false,
    });
    expect((await room(bea, { remove: story.adaId })).status).toBe(200);
    expect(codeOf(await say(story.ada, story.id, "Hello?"))).toBe("not_in_story");
  });

  it("the host's new title is in everyone's list, whatever is rewound; a person who left keeps the one they knew", async () => {
    const story = await start();
    const [bea] = await join(story, { name: "Bea" });
    const [cem] = await join(story, { name: "Cem" });
    const rename = (who: Player, title: string): Promise<Reply> =>
      who.patch(route(story.id), { title });
    const titles = (player: Player): Promise<(string | null)[]> =>
      player
        .get("/api/shared-stories")
        .then(({ json }) => (json as { stories: SharedStory[] }).stories.map(({ title }) => title));
    expect(codeOf(await rename(bea, "Mine"))).toBe("only_the_host");
    expect((await rename(story.ada, " ")).status).toBe(400);
    await say(story.ada, story.id, "Once.");
    const [first] = (await look(story.ada, story.id)).lines;
    await cem.post(route(story.id, "/leave"));
    expect((await rename(story.ada, "The key")).json).toMatchObject({ title: "The key" });
    await story.ada.post(route(story.id, "/rewind"), { line_id: first?.id });
    const [dan] = await join(story, { character_id: "ann" });
    for (const player of [story.ada, bea, dan]) expect(await titles(player)).toEqual(["The key"]);
    expect((await look(bea, story.id)).story.title).toBe("The key");
    expect(await titles(cem)).toEqual(["The lock shop"]);
    expect((await look(cem, story.id)).story.members.map(({ name }) => name)).not.toContain("Ann");
    const preview = await cem.post("/api/shared-stories/invitation", { code: story.code });
    expect(preview.json).toMatchObject({ title: "The key" });
    expect(await lab().rebuilt()).toEqual([]);
  });

  it("a rewind by the host is for everyone, and no one who joined since is gone", async () => {
    const story = await start();
    await say(story.ada, story.id, "First, canary31.");
    const line = (await look(story.ada, story.id)).lines.at(-1)?.id ?? "";
    const [bea, beaId] = await join(story, { name: "Bea" });
    await say(bea, story.id, "Later, canary32.");
    const back = await story.ada.post(route(story.id, "/rewind"), { line_id: line });
    expect(back.status, back.text).toBe(204);
    expect(await words(bea, story.id)).not.toContain("canary32");
    expect(await words(story.ada, story.id)).toContain("canary31");
    expect((await look(bea, story.id)).scene?.present).toContain(beaId);
    expect((await say(bea, story.id, "Now, canary33.")).status).toBe(204);
    expect(await words(story.ada, story.id)).toContain("canary33");
    expect(await lab().rebuilt()).toEqual([]);
  });

  it("erasing a person takes their words out of the story, and leaves the others theirs", async () => {
    const story = await start();
    const [bea] = await join(story, { name: "Bea" }, "Bea");
    await say(bea, story.id, "My father hid the letters, canary41.");
    await say(story.ada, story.id, "I keep my own words, canary42.");
    await lab().settle();
    const gone = await lab().api.call(`/api/accounts/${bea.id}/erase`, {
      method: "POST",
      token: operatorToken,
      json: { name: "Bea" },
    });
    expect(gone.status, gone.text).toBe(200);
    const { lines } = await look(story.ada, story.id);
    expect(lines.map(({ text }) => text).join("\n")).toContain("canary42");
    expect(lines.some(({ text }) => text === "…")).toBe(true);
    for (const table of [
      "event_log",
      "message",
      "scene_turns",
      "memories",
      "shared_lines",
      "edges",
    ]) {
      const found = await lab().db.rows(
        `select 1 from ${table} t where to_jsonb(t)::text like '%hid the letters%'`,
      );
      expect([table, found.length]).toEqual([table, 0]);
    }
    expect((await say(story.ada, story.id, "On we go.")).status).toBe(204);
    expect(await lab().rebuilt()).toEqual([]);
  });

  it("an invitation that was taken back or is wrong lets no one in", async () => {
    const story = await start();
    const eve = await person("Eve");
    const preview = await eve.post("/api/shared-stories/invitation", { code: story.code });
    expect(preview.json).toMatchObject({ title: "The lock shop", host_name: "Ada" });
    await lab().api.call(route(story.id, "/invitation"), {
      method: "DELETE",
      token: operatorToken,
    });
    expect((await eve.get(route(story.id))).status).toBe(404);
    const wrong = await eve.post("/api/shared-stories/join", { code: "x".repeat(20), name: "Eve" });
    expect([wrong.status, codeOf(wrong)]).toEqual([404, "invitation_not_found"]);
    const reset = await story.ada.post(route(story.id, "/invitation"), { reset: true });
    expect(reset.status).toBe(200);
    const late = await eve.post("/api/shared-stories/join", { code: story.code, name: "Eve" });
    expect(codeOf(late)).toBe("invitation_not_found");
  });
});
