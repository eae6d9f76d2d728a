import { writtenIn } from "../../../domain/language.ts";
import type { Interpretation, Language, OpenRequest } from "../../../language/request.ts";
import { wantsDropped, wantsUndo } from "../../../language/take-back.ts";
import { bulk, bulkConfirmed, bulkWish } from "./bulk.ts";
import { sharesWord } from "../commands/content.ts";
import {
  type Asked,
  decideCancel,
  decideComplete,
  decideSnooze,
  decideUpdate,
} from "./decide-change.ts";
import { decideCreate, decideUntimed, type Lines } from "./decide-create.ts";
import { decideList } from "./decide-list.ts";
import { answeredPlainly } from "../words/how-words.ts";
import { pickedOf, yesOrNo } from "./listed-answers.ts";
import { questionLines } from "./question-words.ts";
import {
  heardOfFriends,
  meaning,
  sharedUndo,
  sharedWish,
  unknownName,
} from "../../friends/dialogue/handle-message.ts";
import type { FriendWish } from "../../friends/dialogue/friend-wishes.ts";
import type { SocialWish } from "../../friends/dialogue/talk.ts";
import { askDropped, broughtBack, undone, undoLast, undoPoint } from "./undo.ts";
import { activeOf, finished, understood } from "./understand.ts";
import { renamedUntimed, titlesOf, untimedWish } from "./untimed.ts";
import type { Listener } from "../words/when-words.ts";
import { said } from "../words/reminder-words.ts";
import type { Work } from "./work.ts";
import type { Write } from "./writes/write.ts";

/** What came of one message. Without lines it is not about reminders, or left to a model. */
export interface Heard {
  readonly text: string;
  readonly lines: Lines;
  readonly interpretation: Pick<Interpretation, "intent" | "reasons">;
  /** It asks for a reminder in words that the rules do not read: what they would ask. */
  readonly refused?: { readonly open: OpenRequest; readonly question: string } | undefined;
  /** It reaches other people, and is decided with their time in view. */
  readonly social?: SocialWish | undefined;
  /** What was asked about, and a yes came next. */
  readonly confirmed?: readonly Write[] | undefined;
}

export interface Ear {
  readonly to: Listener;
  /** A model may try its hand at what the rules refuse. */
  readonly hasModel: boolean;
}

const nothing = { intent: "none", reasons: ["no_request"] } as const;

/** One message of the window: rules first, and all of it or nothing. */
export function hear(work: Work, text: string, ear: Ear): Heard {
  const { to } = ear;
  const plain = ear.hasModel ? undefined : answeredPlainly(work, text, to);
  if (plain !== undefined) return plain;
  const shared = wantsUndo(text) ? undoShared(work, text) : undefined;
  if (shared !== undefined) return shared;
  const back = undone(work, text, to) ?? broughtBack(work, text, to);
  const wish = back === undefined ? bulkWish(work, text) : undefined;
  if (wish?.with !== undefined)
    return {
      text,
      lines: [],
      interpretation: { intent: "cancel_shared", reasons: [] },
      social: { kind: "ask_all", wish },
    };
  const direct = back ?? bulk(work, { text, wish }, to);
  if (direct !== undefined)
    return { text, lines: direct, interpretation: { intent: "cancel", reasons: [] } };
  return answer(work, text, ear) ?? unwanted(work, text, ear) ?? fresh(work, text, ear);
}

/** What reached others is named first, and taken back after a yes; the same word once more is one. */
function undoShared(work: Work, text: string): Heard | undefined {
  const pending = work.pending();
  const heard = { text, lines: [], interpretation: nothing };
  if (pending?.kind === "undo_shared") {
    work.settle();
    return { ...heard, social: { kind: "undo", of: pending.of } };
  }
  const of = sharedUndo(work);
  return of === undefined ? undefined : { ...heard, social: { kind: "ask_undo", of } };
}

/** "算了不用了" directly behind what was just done takes that back. */
function unwanted(work: Work, text: string, { to }: Ear): Heard | undefined {
  const how =
    undoPoint(work)?.isNext === true && work.commands.length === 0 ? wantsDropped(text) : undefined;
  if (how === undefined) return undefined;
  const interpretation = { intent: "cancel", reasons: [] } as const;
  const of = sharedUndo(work);
  if (of !== undefined)
    return { text, lines: [], interpretation, social: { kind: "ask_undo", of } };
  return {
    text,
    lines: how === "sure" ? undoLast(work, to) : askDropped(work, to),
    interpretation,
  };
}

/** What answers no question. A wish about friends by its own words may still turn out to be about something else. */
function fresh(work: Work, text: string, ear: Ear): Heard {
  const social = heardOfFriends(text);
  return social === undefined ||
    (social.kind === "friend" && isAnswer(social.wish) && hasNobody(work))
    ? heardAlone(work, text, ear)
    : { text, lines: [], interpretation: nothing, social };
}

/** As the rules alone read it. */
export const heardAlone = (work: Work, text: string, ear: Ear): Heard =>
  decided(work, { ...understood(work, text), text }, ear);

/** The language of a message; the one in which it was asked, when it has no letters of its own. */
export const languageOf = (text: string, otherwise: Language): Language =>
  writtenIn(text) ?? otherwise;

/** Finishes what is open. `undefined`: it is no answer but something new. */
function answer(work: Work, text: string, ear: Ear): Heard | undefined {
  const pending = work.pending();
  if (pending === undefined) return undefined;
  const open =
    pending.kind === "request" || pending.kind === "flip" ? pending.open : yesOrNo(pending, work);
  if (pending.kind === "request" && untimedWish(text))
    return withoutTime(work, { text, open }, ear);
  const result =
    pickedOf(work, text, pending) ?? finished(work, text, open) ?? calledOff(work, text, open);
  if (result === undefined) return undefined;
  if (pending.kind === "flip") return flipped(work, { text, result, id: pending.reminderId }, ear);
  work.settle();
  if (result.intent === "none")
    return {
      text,
      lines: [said(ear.to, "好，那就不弄了。", "OK, never mind.")],
      interpretation: result,
    };
  if (pending.kind === "staged")
    return { text, lines: [], interpretation: result, confirmed: pending.writes };
  if (pending.kind === "undo")
    return { text, lines: undoLast(work, ear.to), interpretation: result };
  if (pending.kind === "undo_shared")
    return { text, lines: [], interpretation: result, social: { kind: "undo", of: pending.of } };
  if (pending.kind === "decline")
    return {
      text,
      lines: [],
      interpretation: result,
      social: { kind: "decline", id: result.targetId ?? "" },
    };
  if (pending.kind === "friend") {
    const wish = meaning(pending.wish, result.targetId ?? "");
    return { text, lines: [], interpretation: result, social: { kind: "friend", wish } };
  }
  const only = result.targetId === undefined ? {} : { ids: [result.targetId] };
  if (pending.kind === "cancel_all")
    return {
      text,
      lines: bulkConfirmed(work, { ...pending, ...only }, ear.to),
      interpretation: result,
    };
  if (pending.kind === "cancel_groups")
    return {
      text,
      lines: [],
      interpretation: result,
      social: { kind: "cancel_all", ids: pending.ids, range: pending.range, ...only },
    };
  if (pending.kind === "overlapping") {
    const asked = {
      intent: "create",
      items: pending.items,
      reasons: pending.reasons,
      confirmed: true,
      text,
    } as const;
    return { text, lines: decideCreate(work, asked, ear.to), interpretation: result };
  }
  return decided(work, { ...result, text: open.text, alias: unknownName(open) }, ear);
}

/** "取消和王磊的羽毛球" while that is only asked about: it is a no, and nothing else is meant. */
function calledOff(work: Work, text: string, open: OpenRequest): Interpretation | undefined {
  const titles = (open.choices ?? []).flatMap(({ items }) => items.map(({ title }) => title));
  if (!titles.some((title) => sharesWord(title, text))) return undefined;
  const { intent, reasons } = understood(work, text);
  const isMissed = intent === "clarify" && reasons[0] === "target_not_found";
  return isMissed && calls.test(text) ? { intent: "none", items: [], reasons: [] } : undefined;
}

const calls = /取消|不[约去要]|别约|算了|作废|\b(?:cancel|call off|drop|forget|scrap|delete)\b/iu;

function withoutTime(
  work: Work,
  on: { text: string; open: OpenRequest },
  { to }: Ear,
): Heard | undefined {
  const titles = titlesOf(work, on.open);
  if (titles === undefined) return undefined;
  work.settle();
  return {
    text: on.text,
    lines: decideUntimed(work, titles, to),
    interpretation: { intent: "create", reasons: [] },
  };
}

/** "晚上" after a guess: the same hour in the other half of the day, of the reminder that was just made. */
function flipped(
  work: Work,
  on: { text: string; result: Interpretation; id: string },
  { to }: Ear,
): Heard | undefined {
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

/** What the rules can't read and a model may: it uses the same commands, and the same rules resolve its phrases. */
const forModel = new Set([
  "unread_time_word",
  "items_unclear",
  "clock_left_over",
  "too_many_items",
  "condition",
  "unsure_wish",
  "unsure_company",
  "target_not_found",
]);

export function decided(
  work: Work,
  asked: Interpretation & { text: string; alias?: string | undefined },
  ear: Ear,
): Heard {
  const { to } = ear;
  const social = sharedWish(work, asked, asked.alias);
  if (social !== undefined) return { text: asked.text, lines: [], interpretation: asked, social };
  const heard = (lines: Lines): Heard => ({ text: asked.text, lines, interpretation: asked });
  if (asked.intent === "create") return heard(decideCreate(work, asked, to));
  if (asked.intent === "list")
    return heard(decideList(work, { ...asked, ...namedIn(work, asked) }, to));
  if (asked.intent === "clarify") return clarified(work, asked, ear);
  const target = asked.targetId === undefined ? undefined : work.row(asked.targetId);
  if (target !== undefined) return heard(changed(work, { ...asked, target }, to));
  return { text: asked.text, lines: [], interpretation: asked.intent === "none" ? asked : nothing };
}

/** "When is my call mom reminder?" names it in the middle of the question. */
function namedIn(
  work: Work,
  { range, keyword, text }: Interpretation & { text: string },
): { keyword?: string } {
  const names =
    range === undefined && keyword === undefined
      ? activeOf(work).map(({ content }) => content)
      : [];
  const name = names.find((each) => text.toLowerCase().includes(each.toLowerCase()));
  return name === undefined ? {} : { keyword: name };
}

function changed(work: Work, asked: Asked, to: Listener): Lines {
  if (asked.intent === "update") return decideUpdate(work, asked, to);
  if (asked.intent === "cancel") return decideCancel(work, asked, to);
  if (asked.intent === "complete") return decideComplete(work, asked.target, to);
  return asked.intent === "snooze" ? decideSnooze(work, asked, to) : [];
}

function clarified(
  work: Work,
  asked: Interpretation & { text: string },
  { to, hasModel }: Ear,
): Heard {
  const { open, question, reasons } = asked;
  const reason = reasons[0] ?? "no_request";
  if (open === undefined || question === undefined)
    return { text: asked.text, lines: [], interpretation: asked };
  const renamed = reason === "no_time" ? renamedUntimed(work, asked.text) : undefined;
  if (renamed !== undefined) {
    const item = { title: renamed.title, start: "", rrule: null, durationMinutes: null };
    const lines = decideUpdate(
      work,
      { intent: "update", items: [item], reasons: [], target: renamed.row },
      to,
    );
    return { text: asked.text, lines, interpretation: { intent: "update", reasons: [] } };
  }
  if (reason === "no_time" && untimedWish(asked.text)) {
    const titles = titlesOf(work, open);
    if (titles !== undefined)
      return {
        text: asked.text,
        lines: decideUntimed(work, titles, to),
        interpretation: { intent: "create", reasons: [] },
      };
  }
  const isTimeMissed = reason === "no_time" && saidClock.test(asked.text);
  if (hasModel && (forModel.has(reason) || isTimeMissed))
    return { text: asked.text, lines: [], interpretation: asked, refused: { open, question } };
  const lines = questionLines(work, { open, question, reason }, to);
  work.ask({ kind: "request", open, language: to.language }, lines.join("\n"));
  return { text: asked.text, lines, interpretation: asked };
}

/** "老师说周三下午四点开会，提醒我": a time is there, and the rules did not dare to take it. */
const saidClock = /\d{1,2}:\d{2}|\b\d{1,2}\s?[ap]m\b|[\d一二三四五六七八九十]点/iu;

const isAnswer = ({ kind }: FriendWish): boolean => kind === "decline" || kind === "accept";

/** Nobody can have asked: such words are about something else. */
const hasNobody = (work: Work): boolean =>
  work.social().friends.length === 0 && work.social().shared.length === 0;
