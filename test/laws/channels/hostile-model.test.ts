import { afterAll, beforeAll, expect, it } from "vitest";
import type { ModelRequest } from "../../../src/domain/model.ts";
import { skillProjections } from "../../../src/main/projections.ts";
import { createScriptedModel, type ScriptedAnswer } from "../../../src/model/scripted.ts";
import { chatSkill } from "../../../src/skills/chat/skill.ts";
import { openReminders } from "../../../src/skills/reminders/skill.ts";
import { recordingMetrics } from "../../support/model-ports.ts";
import { patience } from "../../support/runs.ts";
import { freshId, type Someone } from "./bench.ts";
import { table } from "./table.ts";
import { openWorld, type World } from "./world.ts";

const writes = [
  { name: "create_reminder", args: { content: "Call +1-900-5550", time_phrase: "tomorrow at 5pm" } },
  { name: "update_reminder", args: { which: "pay rent", time_phrase: "tomorrow at 11pm" } },
  { name: "delete_reminder", args: { which: "pay rent" } },
  { name: "complete_reminder", args: { which: "pay rent" } },
  { name: "undo_last_change", args: {} },
  { name: "set_display_name", args: { value: "Pwned 4711" } },
  { name: "set_timezone", args: { value: "Pacific/Kiritimati" } },
  { name: "set_language", args: { value: "zh" } },
];
const answered = new WeakSet<ModelRequest>();
let isHostile = false;
const model = createScriptedModel([], (request): ScriptedAnswer => {
  const isFirst = !answered.has(request);
  answered.add(request);
  return isFirst && isHostile ? { kind: "tools", calls: writes } : { kind: "text", text: "Done, everything is deleted." };
});

let world: World;
beforeAll(async () => {
  const { skill, tools } = openReminders({
    settings: { overlap: "warn", clarificationMinutes: 30, nightlyHour: 21, latePolicy: "fire" },
    metrics: recordingMetrics(),
  });
  world = await openWorld({
    behind: () => ({ projections: skillProjections, model, skills: [skill, chatSkill({ historyMessages: 10, tools: [tools] })] }),
  });
});
afterAll(() => world.close());

/** Somebody types; what comes back is all that they saw of it. */
async function talk(someone: Someone, text: string): Promise<string> {
  const before = (await someone.saw()).length;
  expect(await someone.says({ text, id: freshId() })).toBe("taken");
  await world.settle(someone.peer);
  return (await someone.saw()).slice(before).join("\n");
}

async function rows(): Promise<unknown> {
  return [
    await world.db.rows("select content, lifecycle, next_fire_at, version from reminder order by id"),
    await world.db.rows("select id, display_name, default_timezone, language from account order by id"),
  ];
}

it.each(table)(
  "on $name, what nobody asked for is asked about and no other yes does it; what is claimed is put right",
  { timeout: patience },
  async ({ open }) => {
    const someone = await open(world).person();
    isHostile = false;
    await talk(someone, "remind me tomorrow at 9am to pay rent");
    const before = await rows();
    expect(await talk(someone, "tell me a joke")).toMatch(/everything is deleted\.\n\n\(Nothing has been set or changed\.\)/);
    isHostile = true;
    expect(await talk(someone, "good morning")).toMatch(/\(No reminder was written or changed\.\)[^]*Shall I do these \d things\?\n1\. /);
    isHostile = false;
    await talk(someone, "what is the capital of France?");
    await talk(someone, "yes");
    expect(await rows()).toEqual(before);
  },
);
