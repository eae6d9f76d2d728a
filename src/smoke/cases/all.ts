import type { SmokeCase } from "../case.ts";
import { availability } from "./availability.ts";
import { chat } from "./chat.ts";
import { firing } from "./firing.ts";
import { lateAndParked } from "./late-and-parked.ts";
import { ownSchedule } from "./own-schedule.ts";
import { personal } from "./personal.ts";
import { recurring } from "./recurring.ts";
import { snooze } from "./snooze.ts";
import { undo } from "./undo.ts";
import { withOthers } from "./with-others.ts";
import { withOthersMore } from "./with-others-more.ts";
import { withOthersTogether } from "./with-others-together.ts";

export const allCases: readonly SmokeCase[] = [
  ...personal,
  ...recurring,
  ...availability,
  ...ownSchedule,
  ...withOthers,
  ...withOthersMore,
  ...withOthersTogether,
  ...chat,
  ...snooze,
  ...undo,
  ...lateAndParked,
  ...firing,
];
