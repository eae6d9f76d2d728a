import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SharedView } from "../../src/domain/views/shared-stories.ts";
import type { ModelRequest } from "../../src/domain/ports/model.ts";
import { codeOf, operatorToken, type Reply } from "../support/api.ts";
import { runs, patience } from "../support/runs.ts";
import { useSceneLab } from "../support/scene-lab.ts";
import { echo } from "../support/story-echo.ts";

const answer = (request: ModelRequest) => {
  const said = echo(request);
  return { kind: "text" as const, text: typeof said === "string" ? said : JSON.stringify(said) };
};
const lab = useSceneLab([], { otherwise: answer });

interface Player {
  readonly id: string;
  post(path: string, json?: unknown): Promise<Reply>;
  patch(path: string, json: unknown): Promise<Reply>;
  get(path: string): Promise<Reply>;
}

async function person(name: string): Promise<Player> {
  const { id, call } = await lab().api.person(name);
  return {
    id,
    post: (path, json = {}) => call(path, { method: "POST", json }),
    patch: (path, json) => call(path, { method: "PATCH", json }),
    get: (path) => call(path),
  };
}

const route = (id: string, rest = ""): string => `/api/shared-stories/${id}${rest}`;

interface Started {
  readonly id: string;
  readonly ada: Player;
  readonly adaId: string;
  readonly code: string;
}

/** A story that Ada hosts, with two characters. */
async function start(): Promise<Started> {
  const ada = await person("Ada");
  for (const [id, name] of [
    ["ann", "Ann"],
    ["bob", "Bob"],
  ])
    expect((await ada.post("/api/bots", { id, name })).status).toBe(201);
  const made = await ada.post("/api/shared-stories", {
    title: "The lock shop",
    bot_ids: ["ann", "bob"],
    name: "Ada",
  });
  expect(made.status, made.text).toBe(201);
  const { id, my_id } = made.json as { id: string; my_id: string };
  const invited = await ada.post(route(id, "/invitation"));
  expect(invited.status, invited.text).toBe(200);
  return { id, ada, adaId: my_id, code: (invited.json as { code: string }).code };
}

async function join(story: Started, as: object, name = "Guest"): Promise<[Player, string]> {
  const player = await person(name);
  const joined = await player.post("/api/shared-stories/join", { code: story.code, ...as });
  expect(joined.status, joined.text).toBe(200);
  return [player, (joined.json as { my_id: string }).my_id];
}

const look = async (player: Player, id: string): Promise<SharedView> => {
  const reply = await player.get(route(id));
  expect(reply.status, reply.text).toBe(200);
  return reply.json as SharedView;
};
const words = async (player: Player, id: string): Promise<string> =>
  (await look(player, id)).lines.map(({ text }) => text).join("\n");
const say = (player: Player, id: string, line: string | object): Promise<Reply> =>
  player.post(route(id, "/turns"), typeof line === "string" ? { prose: line } : line);

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

type Step = readonly [act: number, who: number, whom: number];

/** The test's own record: who heard which word. It shares no code with what it checks. */
class Oracle {
  readonly heard = new Map<string, Set<string>>();
  word = 0;
  nextWord(): string {
    this.word += 1;
    return `canary${this.word}x`;
  }
}

const countCanaries = (text: string): Set<string> => new Set(text.match(/canary\d+x/g) ?? []);

describe("random casts of people and characters", () => {
  it(
    "nobody has a word that their persona or character did not witness, and nobody loses one that they did",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(8), fc.nat(5), fc.nat(5)), { minLength: 6, maxLength: 12 }),
          async (steps) => {
            const failures = await playRandomly(steps);
            expect(failures).toEqual([]);
          },
        ),
        { numRuns: runs(4, 60), endOnFailure: true },
      );
    },
    patience * 4,
  );
});

interface Cast {
  readonly player: Player;
  entity: string;
  isIn: boolean;
}

async function playRandomly(steps: readonly Step[]): Promise<string[]> {
  const story = await start();
  const oracle = new Oracle();
  const people: Cast[] = [{ player: story.ada, entity: story.adaId, isIn: true }];
  for (const [act, who, whom] of steps) await takeStep({ story, oracle, people }, act, [who, whom]);
  const failures: string[] = [];
  // An audit reads prompts and events one after the other: feelings that land between are unknown to it.
  await lab().settle();
  for (const { player, entity } of people) {
    const view = await look(player, story.id);
    const typed = view.lines.filter(({ kind }) => kind === "user").map(({ text }) => text);
    const has = countCanaries(typed.join("\n"));
    for (const [word, hearers] of oracle.heard) {
      if (has.has(word) && !hearers.has(player.id)) failures.push(`${entity} leaked ${word}`);
      if (!has.has(word) && hearers.has(player.id)) failures.push(`${entity} lost ${word}`);
    }
    const audit = (await player.get(route(story.id, "/audit"))).json as Record<string, number>;
    if (audit["unwitnessed"] !== 0 || audit["missing"] !== 0 || audit["leaks"] !== 0)
      failures.push(`${entity} audit ${JSON.stringify(audit)}`);
  }
  failures.push(...(await findStrayRows(story, people)), ...(await lab().rebuilt()));
  return failures;
}

/** No row of a person's account, in any table, has a word that reached neither them nor a reply to them. */
async function findStrayRows({ id }: Started, people: readonly Cast[]): Promise<string[]> {
  const stray: string[] = [];
  for (const { player } of people) {
    const known = countCanaries((await look(player, id)).lines.map(({ text }) => text).join("\n"));
    for (const table of ["event_log", "message", "shared_lines", "shared_stories", "model_call"]) {
      const rows = await lab().db.rows<{ row: string }>(
        `select to_jsonb(t)::text as row from ${table} t where account_id = $1`,
        [player.id],
      );
      for (const word of countCanaries(rows.map(({ row }) => row).join("\n")))
        if (!known.has(word)) stray.push(`${table} has ${word}`);
    }
  }
  return stray;
}

interface Playing {
  readonly story: Started;
  readonly oracle: Oracle;
  readonly people: Cast[];
}

async function takeStep(
  on: Playing,
  act: number,
  [who, whom]: readonly [number, number],
): Promise<void> {
  const { story, oracle, people } = on;
  const inside = people.filter(({ isIn }) => isIn);
  const one = inside[who % Math.max(1, inside.length)];
  if (act <= 1 && people.length < 5) return addPerson(on, whom);
  if (one === undefined) return;
  const { present = [] } = (await look(one.player, story.id)).scene ?? {};
  const isHost = (await look(one.player, story.id)).story.is_host;
  if (act === 2) {
    const change = present.includes(one.entity) ? "leave" : "enter";
    await one.player.post(route(story.id, "/presence"), { entity_id: one.entity, change });
  } else if (act === 3 && inside.length > 1 && whom % 3 === 0) {
    await one.player.post(route(story.id, "/leave"));
    one.isIn = false;
  } else if (act === 4 && isHost) await one.player.post(route(story.id, "/regenerate"));
  else if (act === 5 && isHost) await rewindSome(on, one.player, whom);
  else if (act === 6 && isHost) await one.player.post(route(story.id, "/next"));
  else {
    const word = oracle.nextWord();
    const others = present.filter((entity) => entity !== one.entity);
    const to = act === 7 && others.length > 0 ? [others[whom % others.length] as string] : [];
    const said = await say(one.player, story.id, {
      prose: `I say ${word}.`,
      ...(to.length > 0 ? { whisper_to: to } : { aloud: true }),
    });
    if (said.status !== 204) return;
    const ears = to.length > 0 ? [one.entity, ...to] : present;
    const hearers = people.filter(({ entity, isIn }) => isIn && ears.includes(entity));
    oracle.heard.set(word, new Set(hearers.map(({ player }) => player.id)));
  }
}

async function addPerson({ story, people, oracle }: Playing, whom: number): Promise<void> {
  const isTaken = people.some(({ entity, isIn }) => isIn && entity === "ann");
  const isCharacter = whom % 3 === 0 && !isTaken;
  const as = isCharacter ? { character_id: "ann" } : { name: `Guest ${people.length}` };
  const [player, entity] = await join(story, as);
  people.push({ player, entity, isIn: true });
  if (!isCharacter) return;
  // What Ann heard is now this person's, too: the lines of her that are in the story's own table.
  const rows = await lab().db.rows<{ text: string; segments: { to?: string[]; text: string }[] }>(
    "select text, segments from scene_turns where chat_id = $1 and witnesses ? 'ann'",
    [story.id],
  );
  for (const word of countCanaries(rows.map(({ text }) => text).join("\n")))
    oracle.heard.get(word)?.add(player.id);
}

async function rewindSome({ story, oracle }: Playing, host: Player, whom: number): Promise<void> {
  const { lines } = await look(host, story.id);
  const line = lines[Math.max(0, lines.length - 1 - (whom % 3))];
  if (line === undefined) return;
  const done = await host.post(route(story.id, "/rewind"), { line_id: line.id });
  if (done.status !== 204) return;
  const rows = await lab().db.rows<{ text: string }>(
    "select text from scene_turns where chat_id = $1",
    [story.id],
  );
  const left = countCanaries(rows.map(({ text }) => text).join("\n"));
  for (const word of oracle.heard.keys()) if (!left.has(word)) oracle.heard.delete(word);
}
