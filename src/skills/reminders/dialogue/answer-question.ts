import type { Pending, Work } from "./work.ts";
import type { MessageContext, MessageOutcome } from "./message.ts";
import { titlesOf, isUntimedRequest } from "./untimed.ts";
import { readAnswer } from "./join-answer.ts";
import { finishRequest, understandMessage } from "./understand.ts";
import { inLanguage } from "../words/reminder-words.ts";
import { undoLast } from "./undo.ts";
import { meaning } from "../../friends/dialogue/handle-message.ts";
import { unknownName } from "./unknown-people.ts";
import { bulkConfirmed } from "./bulk.ts";
import { decideCreate, decideUntimed } from "./decide-create.ts";
import { decideIntent } from "./decide-intent.ts";
import type { Interpretation, OpenRequest } from "../../../language/request.ts";
import { hasSharedWord } from "../commands/content.ts";
import { cancel } from "../commands/commands.ts";
import { decideUpdate } from "./decide-change.ts";

/** Answers the open question. `undefined`: it is not an answer but something new. */
export function answer(
  work: Work,
  text: string,
  context: MessageContext,
): MessageOutcome | undefined {
  const pending = work.pending();
  if (pending === undefined || pending.kind === "listed") return undefined;
  if (pending.kind === "who") return nameFriend(work, text, { pending, context });
  const open =
    pending.kind === "request" || pending.kind === "flip" ? pending.open : yesOrNo(pending, work);
  if (pending.kind === "request" && isUntimedRequest(text))
    return withoutTime(work, { text, open }, context);
  const result =
    pickOne(work, text, pending) ??
    readAnswer(work, text, open) ??
    readCancelledQuestion(work, text, open);
  if (result === undefined) return undefined;
  if (pending.kind === "flip")
    return flipHalfOfDay(work, { text, result, id: pending.reminderId }, context);
  work.settle();
  const outcome: MessageOutcome = { text, lines: [], interpretation: result };
  if (result.intent === "none")
    return { ...outcome, lines: [inLanguage(context.to, "好，那就不弄了。", "OK, never mind.")] };
  if (pending.kind === "request")
    return decideIntent(
      work,
      { ...result, reasons: listNews(result, open), text: open.text, alias: unknownName(open) },
      context,
    );
  return { ...outcome, ...confirm(work, { pending, result, text }, context) };
}

/** A guess that was shown in the question and confirmed is no longer a guess. */
const listNews = ({ reasons }: Interpretation, open: OpenRequest): Interpretation["reasons"] =>
  open.reason === "unsure_wish"
    ? reasons.filter((reason) => reason !== "guessed_half_of_day")
    : reasons;

/**
 * "是Oliver", behind an entry with a name that no friend has: it is that friend, who is asked along.
 */
function nameFriend(
  work: Work,
  text: string,
  on: { pending: Extract<Pending, { kind: "who" }>; context: MessageContext },
): MessageOutcome | undefined {
  const { open, reminderId } = on.pending;
  const result = finishRequest(work, text, open);
  const row = work.row(reminderId);
  if (result?.intent !== "create_shared" || row?.lifecycle !== "active") return undefined;
  work.settle();
  work.take(cancel(work.maker, row));
  return decideIntent(work, { ...result, text: open.text, alias: unknownName(open) }, on.context);
}

/** The effect of a yes or a choice: at once, or after checking others' calendars. */
function confirm(
  work: Work,
  on: { pending: Exclude<Pending, { kind: "listed" }>; result: Interpretation; text: string },
  { to }: MessageContext,
): Partial<MessageOutcome> {
  const { pending, result, text } = on;
  const only = result.targetId === undefined ? {} : { ids: [result.targetId] };
  switch (pending.kind) {
    case "staged":
      return { confirmed: pending.writes };
    case "undo":
      return { lines: undoLast(work, to) };
    case "undo_shared":
      return { social: { kind: "undo", of: pending.of } };
    case "decline":
      return { social: { kind: "decline", id: result.targetId ?? "" } };
    case "friend":
      return {
        social: { kind: "friend", wish: meaning(pending.wish, result.targetId ?? "") },
      };
    case "cancel_all":
      return { lines: bulkConfirmed(work, { ...pending, ...only }, to) };
    case "cancel_groups":
      return { social: { kind: "cancel_all", ids: pending.ids, range: pending.range, ...only } };
    case "overlapping": {
      const { items, reasons } = pending;
      const asked = { intent: "create", items, reasons, confirmed: true, text } as const;
      return { lines: decideCreate(work, asked, to) };
    }
    case "request":
    case "flip":
    case "who":
      return {};
    default:
      return pending satisfies never;
  }
}

/** "取消和王磊的羽毛球" while that is only asked about: it is a no, and nothing else is meant. */
function readCancelledQuestion(
  work: Work,
  text: string,
  open: OpenRequest,
): Interpretation | undefined {
  const titles = (open.choices ?? []).flatMap(({ items }) => items.map(({ title }) => title));
  if (!titles.some((title) => hasSharedWord(title, text))) return undefined;
  const { intent, reasons } = understandMessage(work, text);
  const isMissed = intent === "clarify" && reasons[0] === "target_not_found";
  return isMissed && calls.test(text) ? { intent: "none", items: [], reasons: [] } : undefined;
}

const calls = /取消|不[约去要]|别约|算了|作废|\b(?:cancel|call off|drop|forget|scrap|delete)\b/iu;

function withoutTime(
  work: Work,
  on: { text: string; open: OpenRequest },
  { to }: MessageContext,
): MessageOutcome | undefined {
  const titles = titlesOf(work, on.open);
  if (titles === undefined) return undefined;
  work.settle();
  return {
    text: on.text,
    lines: decideUntimed(work, titles, to),
    interpretation: { intent: "create", reasons: [] },
  };
}

/**
 * "晚上" after a guess: the same hour in the other half of the day, of the reminder that was just
 * made.
 */
function flipHalfOfDay(
  work: Work,
  on: { text: string; result: Interpretation; id: string },
  { to }: MessageContext,
): MessageOutcome | undefined {
  const row = work.row(on.id);
  const [meant = on.result] = on.result.open?.choices ?? [];
  const item = meant.items[0];
  if (
    row?.local_start === null ||
    row?.local_start === undefined ||
    item === undefined ||
    !made.has(meant.intent)
  )
    return undefined;
  const apart =
    Math.abs(Date.parse(`${item.start}Z`) - Date.parse(`${row.local_start}Z`)) % 86_400_000;
  if (apart !== 43_200_000 || row.lifecycle !== "active") return undefined;
  work.settle();
  const items = [{ ...item, title: row.content }];
  const interpretation = { intent: "update", reasons: [] } as const;
  if (row.shared_reminder_id !== null) {
    const asked = {
      intent: "update_shared",
      items,
      reasons: [],
      targetId: row.shared_reminder_id,
      text: on.text,
    } as const;
    return { text: on.text, lines: [], interpretation, social: { kind: "shared", asked } };
  }
  return {
    text: on.text,
    lines: decideUpdate(work, { ...interpretation, items, target: row }, to),
    interpretation,
  };
}

const made = new Set<Interpretation["intent"]>(["create", "create_shared"]);

/** "第二个" to a list of which all would be cancelled: that one alone. */
function pickOne(work: Work, text: string, pending: Pending): Interpretation | undefined {
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
  return finishRequest(work, text, {
    text: "",
    now: new Date(work.maker.now).toISOString(),
    reason: "target_ambiguous",
    choices,
  });
}

/** A question whose answer is yes or no: one choice, which "yes" takes. */
function yesOrNo(pending: Pending, work: Work): OpenRequest {
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
