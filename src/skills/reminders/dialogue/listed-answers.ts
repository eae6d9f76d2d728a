import type { Interpretation, OpenRequest } from "../../../language/request.ts";
import { finished } from "./understand.ts";
import type { Pending, Work } from "./work.ts";

/** "第二个" to a list of which all would be cancelled: that one alone. */
export function pickedOf(work: Work, text: string, pending: Pending): Interpretation | undefined {
  if ((pending.kind !== "cancel_all" && pending.kind !== "cancel_groups") || pending.ids.length < 2)
    return undefined;
  const titles =
    pending.kind === "cancel_groups"
      ? pending.titles
      : pending.ids.map((id) => work.row(id)?.content ?? "");
  const choices = pending.ids.map((targetId, nth): Interpretation => ({
    intent: "cancel",
    targetId,
    target: titles[nth] ?? "",
    items: [],
    reasons: [],
  }));
  return finished(work, text, {
    text: "",
    now: new Date(work.maker.now).toISOString(),
    reason: "target_ambiguous",
    choices,
  });
}

/** A question whose answer is yes or no: one choice, which "yes" takes. */
export function yesOrNo(pending: Pending, work: Work): OpenRequest {
  if (pending.kind === "decline" || pending.kind === "friend") {
    const choices = pending.ids.map((targetId): Interpretation => ({
      intent: "cancel_shared",
      targetId,
      items: [],
      reasons: [],
    }));
    return {
      text: "",
      now: new Date(work.maker.now).toISOString(),
      reason: "target_ambiguous",
      choices,
    };
  }
  const choice: Interpretation = {
    intent: pending.kind === "overlapping" ? "create" : "cancel",
    items: [],
    reasons: [],
  };
  return {
    text: "",
    now: new Date(work.maker.now).toISOString(),
    reason: "target_ambiguous",
    choices: [choice],
  };
}
