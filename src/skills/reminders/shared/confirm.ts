import type { Interpretation } from "../../../language/request.ts";
import type { Session } from "../session.ts";
import type { Outcome } from "../tool-spec.ts";
import { type Listener, whenWords } from "../when-words.ts";
import { said } from "../words.ts";
import { askedWhen, createQuestion } from "./asked-words.ts";
import { decideSocial } from "./hear.ts";
import { calledBy, friendName, nameList, nameOfOne } from "./names.ts";
import { type OwnWords, ownWords } from "./own-words.ts";
import type { Friend } from "./people.ts";
import type { Group } from "./group-command.ts";
import { askedAt, type SocialWish, type Talk } from "./talk.ts";
import { companions } from "./words.ts";

type Asked = Extract<SocialWish, { kind: "shared" }>["asked"];

/** What a model wants of other people. What the person's own words of this turn do not ask for is asked about first. */
export async function settleSocial({ talk, to, heard }: Session, wish: SocialWish, phrase = ""): Promise<Outcome> {
  const own = ownWords(heard.map(({ message }) => message.text));
  const question = wish.kind === "shared" ? questionFor(talk, { asked: wish.asked, own, phrase }, to) : undefined;
  if (question !== undefined) {
    const { text, choice } = question;
    const open = { text: choice.text, now: askedAt(talk.work), reason: "target_ambiguous", choices: [choice] } as const;
    talk.work.ask({ kind: "request", open, language: to.language }, text);
    return { lines: [text], asks: true };
  }
  const before = talk.commands.length;
  const lines = await decideSocial(talk, wish, to);
  return { lines, asks: talk.commands.length === before };
}

interface Wanted {
  readonly asked: Asked;
  readonly own: OwnWords;
  /** The words of the wish that must be the person's own: a time or a title. */
  readonly phrase: string;
}

interface Question {
  readonly text: string;
  readonly choice: Interpretation & { readonly text: string };
}

function questionFor(talk: Talk, { asked, own, phrase }: Wanted, to: Listener): Question | undefined {
  if (asked.intent === "create_shared") {
    const friends = friendsIn(talk, asked);
    if (friends === undefined || (friends.every((friend) => own.names(friend)) && own.has(phrase))) return undefined;
    return { text: createQuestion(talk.work, { asked, friends }, to), choice: { ...asked, with: friends.map(nameOfOne) } };
  }
  if (asked.adds === true) return addQuestion(talk, { asked, own }, to);
  const group = asked.targetId === undefined ? undefined : talk.group(asked.targetId);
  if (group === undefined || (asked.intent !== "cancel_shared" && asked.intent !== "update_shared")) return undefined;
  const isNamed = own.has(group.shared.title) || companyOf(talk, group).some((friend) => own.names(friend));
  const isAsked = asked.intent === "cancel_shared" ? own.callsOff() : own.has(phrase);
  return isNamed && isAsked ? undefined : { text: changeQuestion(talk, { asked, group }, to), choice: asked };
}

/** Somebody is asked along only where the person's own words name both them and what it is. */
function addQuestion(talk: Talk, { asked, own }: Pick<Wanted, "asked" | "own">, to: Listener): Question | undefined {
  const friends = friendsIn(talk, asked);
  const title = asked.target ?? "";
  if (friends === undefined || (friends.every((friend) => own.names(friend)) && own.has(title))) return undefined;
  const names = nameList(
    friends.map((friend) => friendName(friend, to)),
    to,
  );
  const text = said(
    to,
    `要把 ${names} 也叫到「${title}」吗？回复“是”就叫上，并告诉 ${names}。`,
    `Shall I ask ${names} along to “${title}”? “Yes” does, and tells ${names}.`,
  );
  return { text, choice: { ...asked, with: friends.map(nameOfOne) } };
}

/** `undefined`: a name is unclear, which is asked about in any case. */
function friendsIn(talk: Talk, { with: names = [] }: Asked): Friend[] | undefined {
  const found = names.map((name) => calledBy(talk.work.social().friends, name));
  return found.every(({ length }) => length === 1) ? found.flat() : undefined;
}

const companyOf = (talk: Talk, { parts }: Group): Friend[] =>
  talk.work.social().friends.filter(({ id }) => parts.some((part) => part.id === id && part.state === "active"));

function changeQuestion(talk: Talk, { asked, group }: { asked: Asked; group: Group }, to: Listener): string {
  const names = nameList(companions(talk.work.social(), group, { me: talk.me.id, to }), to);
  const { title } = group.shared;
  const once = asked.occurrence === undefined ? "" : whenWords({ wall: asked.occurrence, zone: to.zone }, to);
  if (asked.intent === "cancel_shared" && once !== "")
    return said(
      to,
      `要跳过和 ${names} 的「${title}」${once} 那一次吗？回复“是”就跳过，并告诉 ${names}。`,
      `Shall I skip “${title}” with ${names} on ${once}? “Yes” does, and tells ${names}.`,
    );
  if (asked.intent === "cancel_shared")
    return said(
      to,
      `要取消和 ${names} 的「${title}」吗？回复“是”就取消，并告诉 ${names}。`,
      `Shall I call off “${title}” with ${names}? “Yes” does, and tells ${names}.`,
    );
  const item = asked.items[0];
  const renamed = item !== undefined && item.title !== title ? said(to, `，叫「${item.title}」`, `, called “${item.title}”`) : "";
  const when = askedWhen(talk.work, asked, to);
  return said(
    to,
    `要把和 ${names} 的「${title}」${once === "" ? "" : ` ${once} 那一次`}改成 ${when}${renamed}吗？回复“是”就改，并告诉 ${names}。`,
    `Shall I change “${title}” with ${names}${once === "" ? "" : ` of ${once}`} to ${when}${renamed}? “Yes” does, and tells ${names}.`,
  );
}
