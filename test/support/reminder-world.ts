import type { DeliveryOutlook } from "../../src/domain/ports/delivery-outlook.ts";
import { skillProjections } from "../../src/main/projections.ts";
import { createScriptedModel } from "../../src/model/scripted.ts";
import { chatSkill } from "../../src/skills/chat/skill.ts";
import { createRemindersSkill } from "../../src/skills/reminders/skill.ts";
import type { ChannelWorld } from "../laws/channels/bench.ts";
import { openChannelWorld } from "../laws/channels/world.ts";
import { recordingMetrics } from "./model-ports.ts";
import { timersOn } from "./reminder-lab.ts";

const settings = {
  overlap: "off",
  clarificationMinutes: 30,
  nightlyHour: 21,
  latePolicy: "fire",
} as const;

/** Every channel before its vendor, with reminders behind them. */
export async function openReminderWorld(): Promise<ChannelWorld> {
  const outlook: DeliveryOutlook = { placeFor: (to) => world.one.spine.outlook.placeFor(to) };
  const reminders = createRemindersSkill({ settings, metrics: recordingMetrics(), outlook });
  const world = await openChannelWorld({
    behind: ({ clock }) => ({
      projections: skillProjections,
      timers: timersOn(clock),
      model: createScriptedModel([], () => ({ kind: "text", text: "(talk)" })),
      skills: [reminders, chatSkill({ historyMessages: 5 })],
    }),
  });
  return world;
}
