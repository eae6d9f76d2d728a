import { barePlanReader } from "./intents/bare-plan.ts";
import { cancelReader } from "./intents/cancel.ts";
import { changeReader } from "./intents/change.ts";
import { framedChangeReader } from "./intents/change-frame.ts";
import { completionReader } from "./intents/complete.ts";
import { contrastReader } from "./intents/contrast.ts";
import { creationReader } from "./intents/creation.ts";
import { followUpReader } from "./intents/follow-up.ts";
import { joinReader } from "./intents/join.ts";
import { lengthReader } from "./intents/lengths.ts";
import { availabilityReader, listReader } from "./intents/lists.ts";
import { sharedReader } from "./intents/shared.ts";
import { snoozeReader } from "./intents/snooze.ts";
import type { Reader } from "./intents/outcome.ts";
import { ofKept } from "./reading.ts";
import { orderRules } from "./rule.ts";

/** One that speaks about what exists: "Friday's pills" are those of Friday. */
const aboutKept = (reader: Reader): Reader => ({
  ...reader,
  apply: (reading) => reader.apply(ofKept(reading)),
});

/**
 * What a message asks for. The order is a ranking: questions and changes speak about what exists, so
 * they come before anything new.
 */
export const readers: readonly Reader[] = orderRules([
  followUpReader,
  availabilityReader,
  aboutKept(joinReader),
  aboutKept(framedChangeReader),
  aboutKept(cancelReader),
  snoozeReader,
  aboutKept(listReader),
  aboutKept(contrastReader),
  aboutKept(lengthReader),
  aboutKept(changeReader),
  completionReader,
  sharedReader,
  creationReader,
  barePlanReader,
]);
