import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { storyLives } from "../../src/domain/events/story-shapes.ts";
import { simulateLives } from "../../src/skills/scenes/lives/simulate.ts";
import { addMinutes } from "../../src/skills/scenes/state/story-clock.ts";
import { codeOf } from "../support/api.ts";
import { runs } from "../support/runs.ts";
import { useSceneLab } from "../support/scene-lab.ts";

const bot = (id: string, name: string) => ({ kind: "bot_authored", payload: { id, name } });
const lab = useSceneLab([
  bot("ann", "Ann"),
  bot("bob", "Bob"),
  bot("cid", "Cid"),
  { kind: "you_authored", payload: { name: "Me" } },
  {
    kind: "chat_created",
    // A Sunday.
    payload: { id: "town", host_bot_id: "ann", initial_time: "2026-04-26T20:00:00Z" },
  },
  { kind: "container_created", payload: { chat_id: "town", name: "market" } },
  { kind: "container_created", payload: { chat_id: "town", name: "inn" } },
]);

it("people meet at the hours of their routines, at whatever minute the clock was moved on", () => {
  const market = (entity_id: string, hours: string) => ({ entity_id, slots: [slot(hours, 1)] });
  const { encounters } = simulateLives({
    from: "2026-04-26T20:04:00+02:00",
    to: "2026-04-27T21:00:00+02:00",
    lives: storyLives.parse({
      is_on: true,
      routines: [market("ann", "08:00-12:00"), market("bob", "10:00-11:00")],
    }),
    busy: new Set(),
    needsMet: new Map(),
  });
  expect(encounters).toMatchObject([
    { at: "2026-04-27T10:00:00.000+02:00", until: "2026-04-27T11:00:00.000+02:00" },
  ]);
});

const workdays = [1, 2, 3, 4, 5];
const slot = (hours: string, container_id: number, doing = "") => {
  const [from, to] = hours.split("-");
  return { days: workdays, from, to, container_id, doing };
};
const routines = [
  { entity_id: "ann", slots: [slot("08:00-12:00", 1, "selling fish")] },
  { entity_id: "bob", slots: [slot("10:00-11:00", 1, "buying bread")] },
  { entity_id: "cid", slots: [slot("08:00-12:00", 2)] },
];
const setLives = (lives: object) => lab().post("/api/chats/town/lives", lives);
const passTo = (to: string) => lab().post("/api/chats/town/clock", { to });
const listRemembered = () =>
  lab().db.rows<{ owner_id: string; text: string; witnesses: string[] }>(
    "select owner_id, text, witnesses from memories where chat_id = 'town' order by event_id",
  );

describe("lives between scenes", () => {
  it("characters whose routines bring them together remember each other, others know nothing of it, and no model is asked", async () => {
    const on = lab();
    expect((await setLives({ is_on: true, routines })).status).toBe(200);
    expect((await passTo("2026-04-27T11:30:00Z")).status).toBe(201);
    expect(await listRemembered()).toEqual([
      {
        owner_id: "ann",
        text: "Day 2, in the morning, at market: met Bob (buying bread).",
        witnesses: ["ann", "bob"],
      },
      {
        owner_id: "bob",
        text: "Day 2, in the morning, at market: met Ann (selling fish).",
        witnesses: ["ann", "bob"],
      },
    ]);
    expect((await on.get("/api/chats/town/lives")).json).toMatchObject({
      whereabouts: [
        { entity_id: "ann", container_id: 1, doing: "selling fish" },
        { entity_id: "cid", container_id: 2 },
      ],
      meetings: [{ container_id: 1, participants: ["ann", "bob"] }],
    });
    expect(on.model.requests).toEqual([]);
    expect((await on.get("/api/chats/town/audit")).json).toMatchObject({ leaks: [] });
    expect(await on.rebuilt()).toEqual([]);
  });

  it("nothing happens between scenes unless the story says so, nor to those who are in a scene", async () => {
    await setLives({ routines });
    await passTo("2026-04-27T11:30:00Z");
    expect(await listRemembered()).toEqual([]);
    await setLives({ is_on: true, routines });
    await lab().post("/api/chats/town/scenes", { container_id: 2, participants: ["you", "bob"] });
    await passTo("2026-04-29T11:30:00Z");
    expect(await listRemembered()).toEqual([]);
  });

  it("a rewind takes the days that were lived since with it", async () => {
    await setLives({ is_on: true, routines });
    const [before] = await lab().db.rows<{ id: number }>("select max(id) as id from event_log");
    await passTo("2026-04-27T11:30:00Z");
    expect((await lab().post("/api/chats/town/rewind", { event_id: before?.id })).status).toBe(200);
    expect(await listRemembered()).toEqual([]);
    expect((await lab().get("/api/chats/town/lives")).json).toMatchObject({
      lives: { is_on: true },
      whereabouts: [],
      meetings: [],
    });
  });

  it("meetings are bounded for each day, and become scenes with a budget only where the story allows it", async () => {
    const both = [1, 2, 3].map((at) => slot(`0${at}:00-0${at}:30`, 1));
    const pair = ["ann", "bob"].map((entity_id) => ({ entity_id, slots: both }));
    await setLives({ is_on: true, meetings_per_day: 1, scenes_per_day: 1, routines: pair });
    await passTo("2026-04-29T12:00:00Z");
    expect((await listRemembered()).filter(({ owner_id }) => owner_id === "ann")).toHaveLength(3);
    const plans = await lab().events("scene_plan_set");
    expect(plans).toHaveLength(3);
    expect(plans[0]).toMatchObject({
      details: { beats: 4, budget_tokens: 6_000, participants: ["ann", "bob"], container_id: 1 },
    });
    // Both can be in one scene at a time only.
    expect(await lab().events("meanwhile_scene_started")).toHaveLength(1);
  });

  it("routines of strangers and unknown places are refused and change nothing", async () => {
    const strange = { is_on: true, routines: [{ entity_id: "eve", slots: [] }] };
    expect(codeOf(await setLives(strange))).toBe("unknown_person");
    const nowhere = [{ entity_id: "ann", slots: [slot("08:00-09:00", 9)] }];
    expect(codeOf(await setLives({ is_on: true, routines: nowhere }))).toBe("unknown_place");
    expect(codeOf(await setLives({ is_on: true, every: "day" }))).toBe("invalid_request");
    expect((await lab().get("/api/chats/town/lives")).json).toMatchObject({
      lives: { is_on: false, routines: [] },
    });
  });
});

describe("simulated days", () => {
  const hour = fc.integer({ min: 0, max: 23 }).map((at) => `${String(at).padStart(2, "0")}:00`);
  const days = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 });
  const place = fc.integer({ min: 1, max: 3 });
  const routine = (entity_id: string) =>
    fc.record({
      entity_id: fc.constant(entity_id),
      slots: fc.array(fc.record({ days, from: hour, to: hour, container_id: place }), {
        maxLength: 4,
      }),
      needs: fc.array(
        fc.record({
          name: fc.constantFrom("tea", "sleep"),
          container_id: place,
          every_hours: fc.integer({ min: 2, max: 30 }),
        }),
        { maxLength: 1 },
      ),
    });
  const week = fc.tuple(...["ann", "bob", "cid", "dee"].map(routine));

  it("only those who were there from beginning to end are in a meeting, and no character is at two places", () => {
    fc.assert(
      fc.property(week, fc.integer({ min: 1, max: 80 }), (all, hours) => {
        const from = "2026-04-26T20:00:00+02:00";
        const busy = new Set(["dee"]);
        const simulate = (to: string) =>
          simulateLives({
            from,
            to,
            lives: storyLives.parse({ is_on: true, routines: all }),
            busy,
            needsMet: new Map(),
          });
        const { encounters } = simulate(addMinutes(from, hours * 60));
        for (const { at, until, doing, containerId } of encounters) {
          expect(doing.has("dee")).toBe(false);
          // Where they are is asked again for each moment, from the same beginning.
          for (const time of [addMinutes(at, 15), until]) {
            const there = simulate(time).stays.filter((one) => one.containerId === containerId);
            expect(there.map(({ entityId }) => entityId)).toEqual(
              expect.arrayContaining([...doing.keys()]),
            );
          }
        }
        const spans = encounters.flatMap(({ at, until, doing }) =>
          [...doing.keys()].map((who) => ({ who, at: Date.parse(at), until: Date.parse(until) })),
        );
        for (const one of spans)
          for (const other of spans)
            if (one !== other && one.who === other.who)
              expect(one.until <= other.at || other.until <= one.at).toBe(true);
      }),
      { numRuns: runs(60, 2_000) },
    );
  });
});
