import { clauseAt } from "../text/clauses.ts";
import { toInterpretation, type Outcome, defineReader } from "./outcome.ts";
import { companyIn } from "./company.ts";
import { parseItems } from "./create.ts";
import { enInvitation } from "../lexicon/en/invitations.ts";
import { type Mention, mentionsOf, withoutOwners } from "./friends.ts";
import type { Reading } from "../reading.ts";
import type { Invitation } from "./invitations.ts";
import type { Item } from "../request.ts";
import type { Span } from "../text/titles.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import { minuteMs, wallOf } from "../calendar/wall.ts";
import { zhInvitation } from "../lexicon/zh/invitations.ts";
import { isRefused, refuse, type Refused } from "../dialogue/refused.ts";
import * as en from "../lexicon/en/shared.ts";
import * as zh from "../lexicon/zh/shared.ts";
import { wordsOf } from "../lexicon/words.ts";
import { latinEnd, latinHead } from "../text/characters.ts";

const lexicon = wordsOf(zh, en);

/** Requests that reach another person. `undefined`: it is about oneself. */
function parseSharedRequest(reading: Reading): Outcome | undefined {
  const { prepared, context } = reading;
  const mentions = withoutOwners(prepared, mentionsOf(prepared, context.friends ?? []));
  const asked =
    prepared.language === "zh" ? zhInvitation(reading, mentions) : enInvitation(reading, mentions);
  const invitation = asked ?? companyIn(reading, mentions);
  return invitation === undefined ? undefined : answerInvitation(reading, invitation, mentions);
}

function answerInvitation(
  reading: Reading,
  invitation: Invitation,
  mentions: readonly Mention[],
): Outcome | undefined {
  const { prepared, context } = reading;
  const { unknown } = invitation;
  if (invitation.refused === "friend_unknown" && lexicon.en.asks.test(prepared.text))
    return undefined;
  if (
    invitation.refused === "friend_unknown" &&
    unknown !== undefined &&
    isOnePerson(reading, invitation)
  )
    return ownWith(reading, invitation, unknown);
  if (invitation.refused !== undefined) return refuse(invitation.refused, invitation.unknown);
  if (invitation.isUnsure === true) return perhaps(reading, invitation, mentions);
  if (invitation.mentions.some(({ names }) => names.length > 1)) return refuse("friend_ambiguous");
  const stranger = findMissedFriend(reading, invitation, mentions);
  if (stranger !== undefined) return stranger;
  const names = [...new Set(invitation.mentions.flatMap((mention) => mention.names))];
  const created = itemsOf(reading, invitation);
  if (isRefused(created)) return created;
  const busy = names.filter((name) =>
    created.items.some((item) => clashes(item, context.busy?.[name] ?? [])),
  );
  if (busy.length > 0)
    return toInterpretation({ intent: "conflict", with: busy, reasons: ["friend_busy"] });
  return toInterpretation({
    intent: "create_shared",
    items: created.items,
    with: names,
    reasons: created.notes,
  });
}

/** A person who could be meant, and not people in general. */
const isOnePerson = ({ prepared: { text } }: Reading, { unknown, isLike }: Invitation): boolean =>
  isLike !== true &&
  unknown !== undefined &&
  !lexicon.both.peopleInGeneral.test(text.slice(unknown.at, unknown.end).trim());

/**
 * "set up a meeting with Greg", and Greg is not a friend here: an entry of one's own, with the name
 * in its title.
 */
function ownWith(reading: Reading, { verb }: Invitation, unknown: Span): Outcome {
  const { text } = reading.prepared;
  const order = reading.triggers.find(({ at, end }) => at <= verb.at && end > verb.at);
  const span = orderOf(reading, verb, order);
  // "跟小红约明天三点喝咖啡": the name stands ahead of the verb, and stays with what is done.
  const tie = unknown.end <= verb.at ? lexicon.zh.tie.exec(text.slice(0, unknown.at)) : null;
  const start = tie === null ? undefined : { at: tie.index, end: tie.index };
  const trigger: Trigger = {
    ...asTrigger(start ?? span),
    whom: "me",
    ...(order?.calendar === undefined ? {} : { calendar: order.calendar }),
  };
  const created = parseItems(
    { ...reading, triggers: [trigger] },
    trigger,
    start === undefined ? [] : [verb],
  );
  if (isRefused(created)) return created;
  const name = nameAt(reading, unknown);
  return toInterpretation({
    intent: "create",
    items: created.items,
    reasons: created.notes,
    ...(name === "" ? {} : { unknownPeople: [name] }),
  });
}

/** What people are asked to do is the content; words of arranging are not. */
function orderOf({ prepared }: Reading, verb: Span, order: Trigger | undefined): Span {
  const isForPeople = lexicon.both.asksOfPeople.test(prepared.text.slice(verb.at, verb.end));
  const isWritten = order?.calendar !== undefined || !isForPeople;
  return isWritten ? (order ?? verb) : { at: verb.at, end: verb.at };
}

/** As it was written: a relative by that word alone, a name with the letters that belong to it. */
function nameAt({ prepared: { raw } }: Reading, { at, end }: Span): string {
  const said = raw.slice(at, end).trim();
  const kin = lexicon.zh.kin.exec(said);
  if (kin !== null) return kin[0];
  return latinEnd.test(said) ? said + (latinHead.exec(raw.slice(end))?.[0] ?? "") : said;
}

function itemsOf(reading: Reading, { verb, mentions }: Invitation): ReturnType<typeof parseItems> {
  const created = parseItems(
    { ...reading, triggers: withVerb(reading, verb) },
    asTrigger(verb),
    around(reading, mentions),
  );
  if (isRefused(created)) return created;
  // The companion is mentioned beside it.
  return {
    ...created,
    items: created.items.map((item) => ({
      ...item,
      title: item.title.replace(lexicon.zh.together, ""),
    })),
  };
}

/**
 * Asked, and a yes arranges it; where two friends fit, saying which one does. What cannot be
 * arranged as it stands was a statement.
 */
function perhaps(
  reading: Reading,
  invitation: Invitation,
  all: readonly Mention[],
): Outcome | undefined {
  const created = findMissedFriend(reading, invitation, all) ?? itemsOf(reading, invitation);
  if (isRefused(created)) return undefined;
  const unclear = invitation.mentions.filter(({ names }) => names.length > 1);
  const sure = invitation.mentions
    .filter(({ names }) => names.length === 1)
    .flatMap(({ names }) => names);
  if (unclear.length > 1) return refuse("friend_ambiguous");
  const choices = (unclear[0]?.names ?? [undefined]).map((name) =>
    toInterpretation({
      intent: "create_shared",
      items: created.items,
      with: [...new Set(name === undefined ? sure : [...sure, name])],
      reasons: created.notes,
    }),
  );
  return { ...refuse(unclear.length === 0 ? "unsure_company" : "friend_ambiguous"), choices };
}

/** One more person is named: "…和王五", "Bob and Greg", "，李四也叫上". */
function findMissedFriend(
  { prepared, live, phrases }: Reading,
  { verb, mentions }: Invitation,
  all: readonly Mention[],
): Refused | undefined {
  const end = mentions.at(-1)?.end ?? verb.end;
  const next =
    prepared.language === "zh"
      ? lexicon.zh.nextName.exec(prepared.raw.slice(end))
      : lexicon.en.nextName.exec(prepared.raw.slice(end));
  if (next !== null) {
    const at = end + next[0].length - (next[1]?.length ?? 0);
    return refuse("friend_unknown", {
      at,
      end: Math.min(end + next[0].length, phrases.find((phrase) => phrase.at > at)?.at ?? Infinity),
    });
  }
  // "提醒张三我明天八点到": the time belongs to the message, and when to send it is not said.
  if (lexicon.zh.saysOwn.test(prepared.text.slice(end))) return refuse("items_unclear");
  const home = clauseAt(live, verb.at);
  return all.some((mention) => !mentions.includes(mention) && clauseAt(live, mention.at) !== home)
    ? refuse("friend_unknown")
    : undefined;
}

const asTrigger = ({ at, end }: Span): Trigger => ({
  at,
  end,
  whom: "other",
  timer: false,
  wake: false,
});

/** Behind the verb, in its clause, everything is content: "tell Bob to call me". */
const withVerb = ({ triggers, live }: Reading, verb: Span): Trigger[] => [
  ...triggers.filter(
    ({ at, end }) =>
      end <= verb.at || (at >= verb.end && clauseAt(live, at) !== clauseAt(live, verb.at)),
  ),
  asTrigger(verb),
];

/** The names with the words that tie them in: no part of a title. */
function around({ prepared }: Reading, mentions: readonly Mention[]): Span[] {
  const { text, language } = prepared;
  return mentions.map(({ at, end }) => {
    const before =
      (language === "zh" ? lexicon.zh.tieBefore : lexicon.en.tieBefore).exec(text.slice(0, at))?.[0]
        .length ?? 0;
    const after =
      (language === "zh" ? lexicon.zh.tieBehind : lexicon.en.tieBehind).exec(text.slice(end))?.[0]
        .length ?? 0;
    return { at: at - before, end: end + after };
  });
}

const assumed = 30;

/** Half-open: what ends at three leaves three free. */
function clashes(
  { start, durationMinutes }: Item,
  busy: readonly (readonly [string, string])[],
): boolean {
  const from = wallOf(start);
  const to = from + (durationMinutes ?? assumed) * minuteMs;
  return busy.some(([begin, end]) => from < wallOf(end) && wallOf(begin) < to);
}

export const sharedReader = defineReader({
  name: "shared-request",
  after: ["complete"],
  examples: {
    zh: [["约张三明天下午3点打球", "create_shared 11-18 15:00"]],
    en: [["schedule lunch with Bob tomorrow at noon", "create_shared 11-18 12:00"]],
  },
  parse: parseSharedRequest,
});
