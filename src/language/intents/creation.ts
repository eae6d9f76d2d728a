import { clauseAt } from "../text/clauses.ts";
import { decide } from "../rule.ts";
import { notNew } from "./meant-elsewhere.ts";
import { standingOf } from "../lexicon/speech-act.ts";
import type { Reading } from "../reading.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import { isRefused, refuse } from "../dialogue/refused.ts";
import { toInterpretation, type Outcome, defineReader } from "./outcome.ts";
import { parseItems } from "./create.ts";

/** A new reminder for oneself. */
function parseCreation(reading: Reading): Outcome | undefined {
  const standing = Map.groupBy(reading.triggers, (each) => standingOf(reading, each));
  const wished = standing.get("wish") ?? [];
  const trigger = wished.find(({ whom }) => whom === "me") ?? wished[0];
  const [doubtful] = standing.get("unsure") ?? [];
  if (trigger !== undefined) return createFor(reading, trigger);
  if (doubtful !== undefined) return unsure(reading, doubtful);
  return reading.triggers.length === 0 ? undefined : refuse("no_request");
}

function createFor(reading: Reading, trigger: Trigger): Outcome {
  const { gates, phrases } = reading;
  // "老板让我九点前交报告，提醒我一下": the quoted time is not a time of the request, and the
  // request still counts.
  const isHeard = gates.every((gate) => gate === "third_person") && trigger.whom === "me";
  if (gates.length > 0 && phrases.length === 0)
    return refuse(isHeard ? "no_time" : (gates[0] ?? "no_request"));
  const other = decide(notNew, { reading, trigger }, { observe: reading.observe });
  if (other !== undefined) return refuse(other);
  const result = parseItems(reading, trigger);
  return isRefused(result)
    ? result
    : toInterpretation({ intent: "create", items: result.items, reasons: result.notes });
}

/**
 * It would be a reminder if it were a wish: asked, and a yes makes it one, without the words that
 * made it doubtful.
 */
function unsure(reading: Reading, trigger: Trigger): Outcome {
  const clause = clauseAt(reading.clauses, trigger.at);
  const result = parseItems(
    reading,
    trigger,
    clause === undefined ? [] : [{ at: clause.at, end: trigger.at }],
  );
  if (isRefused(result)) return result;
  const choice = toInterpretation({ intent: "create", items: result.items, reasons: result.notes });
  return { ...refuse("unsure_wish"), choices: [choice] };
}

export const creationReader = defineReader({
  name: "create",
  after: ["shared-request"],
  examples: {
    zh: [["明天下午3点提醒我开会", "11-18 15:00"]],
    en: [["remind me tomorrow at 3pm to call Ann", "11-18 15:00"]],
  },
  parse: parseCreation,
});
