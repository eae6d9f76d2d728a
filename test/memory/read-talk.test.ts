import { describe, expect, it } from "vitest";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import { engine } from "../../src/domain/principal.ts";
import { type Model, ModelFailure, type ModelRequest } from "../../src/domain/ports/model.ts";
import { productProjector } from "../../src/main/projections.ts";
import { listPendingTalks, readTalk } from "../../src/skills/memory/read-talk.ts";
import { openDecisions } from "../../src/turn/decisions.ts";
import { openMemoryTalk } from "../support/memory-talk.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";

const used = useLab(postgresStore);
const listPending = () => used.db.transaction(engine, (sql) => listPendingTalks(sql, 10));

/** Reads every talk that waits, with a model that answers so. */
async function readAll(
  answer: unknown,
  meanwhile?: () => Promise<unknown>,
): Promise<ModelRequest[]> {
  const asked: ModelRequest[] = [];
  const model = {
    describe: { kind: "scripted", name: "reader" },
    object: async (request: ModelRequest, parse: (value: unknown) => unknown) => {
      asked.push(request);
      await meanwhile?.();
      if (answer instanceof Error) throw answer;
      return parse(answer);
    },
  } as unknown as Model;
  const chance = createSystemChance(systemClock.now);
  const decisions = openDecisions({
    db: used.db,
    projector: productProjector(),
    clock: systemClock,
    chance,
  });
  for (const talk of await listPending())
    await readTalk({ decisions, model }, talk, new AbortController().signal);
  return asked;
}

const memories = () =>
  used.db.rows<{ words: string; origin: string; audience: string }>(
    "select words, origin, audience from person_memory order by event_id",
  );

describe("a talk that a model reads after the answer", () => {
  it("a finding is kept with the line it rests on, once, and the talk waits no longer", async () => {
    const { say } = await openMemoryTalk(used);
    await say("my sister Lena gets married in June and I will be her witness");
    expect(await listPending()).toHaveLength(1);
    const found = {
      memories: [{ words: "sister Lena gets married in June", lines: [1], topic: null }],
    };
    const [request] = await readAll(found);
    expect(request?.purpose).toBe("memory");
    expect(request?.sourceEventIds).toHaveLength(2);
    expect(await memories()).toEqual([
      { words: "sister Lena gets married in June", origin: "model", audience: "private" },
    ]);
    expect(await listPending()).toEqual([]);
    await say("how are you");
    await readAll(found);
    expect(await memories()).toHaveLength(1);
  });

  it("a version of an answer that another one replaced is not read", async () => {
    const { say } = await openMemoryTalk(used);
    await say("where shall I go in June");
    await say("and in July");
    const [question, reply, next] = await used.db.rows<{ id: string; text: string }>(
      "select id, text from message order by event_id",
    );
    const hides = { versions: { of: question?.id, hides: [reply?.id], shows: [] } };
    await used.db.rows("update message set payload = payload || $2::jsonb where id = $1", [
      next?.id,
      JSON.stringify(hides),
    ]);
    const [request] = await readAll({ memories: [] });
    expect(request?.sourceEventIds).toHaveLength(3);
  });

  it("a talk is marked once however long it goes on, and is read to its end", async () => {
    const { say } = await openMemoryTalk(used);
    await say("my sister Lena gets married in June");
    await say("the party is on a boat");
    await say("and the band comes from Graz");
    const marks = () => used.db.rows("select id from event_log where kind = 'memory_pending'");
    expect(await marks()).toHaveLength(1);
    const [request] = await readAll({
      memories: [{ words: "the band comes from Graz", lines: [5] }],
    });
    expect(request?.messages[1]?.content).toContain("the band comes from Graz");
    expect((await memories()).map(({ words }) => words)).toEqual(["the band comes from Graz"]);
    expect(await listPending()).toEqual([]);
    await say("they dance until four");
    expect(await marks()).toHaveLength(2);
  });

  it("what is said while the model is reading makes the talk wait once more", async () => {
    const { say } = await openMemoryTalk(used);
    await say("my sister Lena gets married in June");
    await readAll({ memories: [] }, () => say("her dress is made of silk"));
    expect(await listPending()).toHaveLength(1);
    const [request] = await readAll({ memories: [] });
    expect(request?.messages[1]?.content).toContain("her dress is made of silk");
    expect(request?.messages[1]?.content).not.toContain("gets married");
    expect(await listPending()).toEqual([]);
  });

  it("what was said while memory was off is not read after it was switched on again", async () => {
    const { say } = await openMemoryTalk(used);
    await say("turn off memory here");
    await say("my sister Lena gets married in June");
    await say("turn on memory here");
    await say("the roses need water");
    const [request] = await readAll({ memories: [] });
    expect(request?.messages[1]?.content).toContain("the roses need water");
    expect(request?.messages[1]?.content).not.toContain("Lena");
  });

  it("what is forgotten before it was read is not read", async () => {
    const { say } = await openMemoryTalk(used);
    await say("my sister Lena gets married in June");
    await say("the roses need water");
    await say("please don't hold on to what I said about my sister");
    const [request] = await readAll({ memories: [] });
    expect(request?.messages[1]?.content).toContain("the roses need water");
    expect(request?.messages[1]?.content).not.toContain("Lena");
  });

  it("what the cited lines do not say is not kept: invented words, our own lines, lines that are not there", async () => {
    const { say } = await openMemoryTalk(used, () => "You live in Rome, I think.");
    await say("I had a long day in the garden");
    await say("good night");
    await readAll({
      memories: [
        { words: "has a garden in Rome", lines: [1] },
        { words: "live in Rome", lines: [2] },
        { words: "garden", lines: [99] },
      ],
    });
    expect(await memories()).toEqual([]);
  });

  it("a group's talk is kept for that group, and holds the speaker's own lines only", async () => {
    const { say } = await openMemoryTalk(used);
    await say("the bakery on the corner is my favourite place", { from: "ann", group: "office" });
    await say("secretly I hate the bakery", { from: "bob", group: "office" });
    const asked = await readAll({
      memories: [{ words: "the bakery on the corner is my favourite place", lines: [1] }],
    });
    const anns = asked.find(({ messages }) => messages[1]?.content.includes("favourite place"));
    expect(anns?.messages[1]?.content).not.toContain("secretly");
    expect((await memories()).map(({ audience }) => audience)).not.toContain("private");
  });

  it("a model that cannot be reached leaves the talk waiting; one that answers nonsense does not", async () => {
    const { say } = await openMemoryTalk(used);
    await say("my sister Lena gets married in June");
    await expect(readAll(new ModelFailure("unreachable", "none"))).rejects.toThrow("none");
    expect(await listPending()).toHaveLength(1);
    await readAll(new ModelFailure("bad_output", "nonsense"));
    expect(await listPending()).toEqual([]);
    expect(await memories()).toEqual([]);
  });
});

describe("a long talk in few words", () => {
  const longTalk = async () => {
    const talk = await openMemoryTalk(used, () => "I see.", { historyMessages: 4 });
    await talk.say("we plan the trip to Lisbon with my brother in May");
    await talk.say("the flat near the river is too expensive for us");
    for (let nth = 0; nth < 6; nth += 1) await talk.say(`and another matter, thing ${nth}`);
    return talk;
  };
  const summary = {
    words: "The trip to Lisbon with my brother in May; the flat near the river is too expensive.",
    lines: [1, 3],
  };
  const list = () =>
    used.db.rows<{ words: string; form: string; sources: number[] }>(
      "select words, form, sources from person_memory where form = 'summary'",
    );

  it("a stretch of talk is summed up with the lines it rests on, and stands in later prompts with its receipt", async () => {
    const { say, lastPrompt, asked } = await longTalk();
    await readAll({ memories: [], summary });
    const [row] = await list();
    expect(row).toMatchObject({ words: summary.words, form: "summary" });
    expect(row?.sources).toHaveLength(2);
    await say("good morning");
    expect(lastPrompt()).toContain('"summaries":[');
    expect(lastPrompt()).toContain("The trip to Lisbon");
    expect(asked.at(-1)?.sourceEventIds).toEqual(expect.arrayContaining(row?.sources ?? []));
  });

  it("a summary with numbers or with words that its lines do not say is not kept", async () => {
    await longTalk();
    await readAll({
      memories: [],
      summary: { ...summary, words: "The trip to Lisbon in May costs 900 with my brother" },
    });
    expect(await list()).toEqual([]);
    const talk = await openMemoryTalk(used, () => "I see.", { historyMessages: 4 });
    await talk.say("one more thing about Lisbon in May");
    await readAll({
      memories: [],
      summary: { words: "They quarrelled badly and the wedding was called off", lines: [1] },
    });
    expect(await list()).toEqual([]);
  });

  it("a summary is forgotten together with what it sums up, also where it leaves that out, and no prompt holds it again", async () => {
    const { say, lastPrompt } = await longTalk();
    await readAll({
      memories: [{ words: "trip to Lisbon with my brother in May", lines: [1] }],
      summary: { ...summary, words: "The trip in May; the flat near the river is too expensive." },
    });
    expect(await list()).toHaveLength(1);
    expect(await say("forget the one about Lisbon")).toMatch(/forgotten|gone/i);
    expect(await list()).toEqual([]);
    await say("good morning");
    expect(lastPrompt()).not.toContain("Lisbon");
  });
});
