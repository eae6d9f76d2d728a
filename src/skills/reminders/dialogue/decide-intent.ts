import type { Work } from "./work.ts";
import type { Interpretation, OpenRequest } from "../../../language/request.ts";
import { type MessageContext, type MessageOutcome, nothing } from "./message.ts";
import { toSharedRequest } from "../../friends/dialogue/handle-message.ts";
import { decideCreate, decideUntimed, type Lines } from "./decide-create.ts";
import { decideList } from "./decide-list.ts";
import {
  type ChangeRequest,
  decideCancel,
  decideComplete,
  decideSnooze,
  decideUpdate,
} from "./decide-change.ts";
import type { Audience } from "../words/when-words.ts";
import { renameUntimed, titlesOf, isUntimedRequest } from "./untimed.ts";
import { questionLines } from "./question-words.ts";
import { readAsOwn } from "./unknown-people.ts";

/**
 * Requests that the rules may have misread. In any case the reply says that nothing was written.
 */
const doubtful = new Set([
  "unread_time_word",
  "items_unclear",
  "clock_left_over",
  "too_many_items",
  "condition",
  "unsure_wish",
  "unsure_company",
  "target_not_found",
]);

export function decideIntent(
  work: Work,
  asked: Interpretation & { text: string; alias?: string | undefined },
  context: MessageContext,
): MessageOutcome {
  const { to } = context;
  const social = toSharedRequest(work, asked, asked.alias);
  if (social !== undefined) return { text: asked.text, lines: [], interpretation: asked, social };
  const toOutcome = (lines: Lines): MessageOutcome => ({
    text: asked.text,
    lines,
    interpretation: asked,
  });
  if (asked.intent === "create") return toOutcome(decideCreate(work, asked, to));
  if (asked.intent === "list") return toOutcome(decideList(work, asked, to));
  if (asked.intent === "clarify") return askForClarity(work, asked, context);
  const target = asked.targetId === undefined ? undefined : work.row(asked.targetId);
  if (target !== undefined) return toOutcome(decideChanges(work, { ...asked, target }, to));
  return { text: asked.text, lines: [], interpretation: asked.intent === "none" ? asked : nothing };
}

function decideChanges(work: Work, asked: ChangeRequest, to: Audience): Lines {
  if (asked.intent === "update") return decideUpdate(work, asked, to);
  if (asked.intent === "cancel") return decideCancel(work, asked, to);
  if (asked.intent === "complete") return decideComplete(work, asked.target, to);
  return asked.intent === "snooze" ? decideSnooze(work, asked, to) : [];
}

type Unclear = Interpretation & { readonly text: string };

function askForClarity(work: Work, asked: Unclear, context: MessageContext): MessageOutcome {
  const { to, hasModel } = context;
  const { open, question, reasons } = asked;
  const reason = reasons[0] ?? "no_request";
  if (open === undefined || question === undefined)
    return { text: asked.text, lines: [], interpretation: asked };
  const done =
    reason === "friend_unknown"
      ? writeAsOwn(work, { ...asked, open }, context)
      : reason === "no_time"
        ? writeUntimed(work, { ...asked, open }, to)
        : undefined;
  if (done !== undefined) return done;
  const lines = questionLines(work, { open, question, reason }, to);
  work.ask({ kind: "request", open, language: to.language }, lines.join("\n"));
  if (!hasModel || reason === "no_change")
    return { text: asked.text, lines, interpretation: asked };
  // A model reads requests that the rules would ask about. It acts through the same commands, and
  // the same rules resolve its phrases; an open question is asked at the end.
  const isTimeMissed = reason === "no_time" && saidClock.test(asked.text);
  const isPlain = !doubtful.has(reason) && !isTimeMissed;
  const refused = { open, question, items: asked.items, isPlain };
  return { text: asked.text, lines: [], interpretation: asked, refused };
}

/** A person does not have to be a friend to be met: the entry is one's own. */
function writeAsOwn(
  work: Work,
  asked: Unclear & { open: OpenRequest },
  { to, asksOnly }: MessageContext,
): MessageOutcome | undefined {
  const own = asksOnly === true ? undefined : readAsOwn(work, asked);
  if (own === undefined) return undefined;
  const lines = decideCreate(work, { ...own, text: asked.text, who: asked.open }, to);
  return { text: asked.text, lines, interpretation: own };
}

/** A to-do without a time gets another name, or is kept without one. */
function writeUntimed(
  work: Work,
  { text, open }: Unclear & { open: OpenRequest },
  to: Audience,
): MessageOutcome | undefined {
  const renamed = renameUntimed(work, text);
  if (renamed !== undefined) {
    const item = { title: renamed.title, start: "", rrule: null, durationMinutes: null };
    const change = { intent: "update", items: [item], reasons: [], target: renamed.row } as const;
    const lines = decideUpdate(work, change, to);
    return { text, lines, interpretation: { intent: "update", reasons: [] } };
  }
  const titles = isUntimedRequest(text) ? titlesOf(work, open) : undefined;
  return titles === undefined
    ? undefined
    : {
        text,
        lines: decideUntimed(work, titles, to),
        interpretation: { intent: "create", reasons: [] },
      };
}

/**
 * "老师说周三下午四点开会，提醒我": there is a time, and the rules are not sure that it belongs to the request.
 */
const saidClock = /\d{1,2}:\d{2}|\b\d{1,2}\s?[ap]m\b|[\d一二三四五六七八九十]点/iu;
