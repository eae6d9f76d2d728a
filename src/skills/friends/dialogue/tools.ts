import { interpret } from "../../../language/interpret.ts";
import type { Interpretation } from "../../../language/request.ts";
import {
  type Args,
  minutesOf,
  type Outcome,
  type Spec,
  timeWords,
  type ToolSession,
} from "../../reminders/dialogue/tool-spec.ts";
import { buildContext, requestOf } from "../../reminders/dialogue/understand.ts";
import type { Work } from "../../reminders/dialogue/work.ts";
import { keepSaidLength } from "../../reminders/dialogue/writes/asked-for.ts";
import { settle } from "../../reminders/dialogue/writes/settle.ts";
import { isWrite } from "../../reminders/dialogue/writes/write.ts";
import { decideFriends } from "./decide-friends.ts";
import { decideSocial } from "./handle-message.ts";

const who = "the friends' names, as the person typed them; several with commas. Never an id.";
const which = "the title of what is shared, or words from it, with the friend's name if that helps";

/**
 * Tools about friends for a model: the same rules find friends, read times and check whether people
 * are free.
 */
const specs: readonly Spec[] = [
  {
    name: "create_shared_reminder",
    description:
      "Plan something together with friends, who are notified. Only when the person asks for it in this message.",
    needs: { with: who, content: "what it is, in the person's words", time_phrase: timeWords },
    may: { duration_minutes: "a whole number" },
    run: createRun,
  },
  {
    name: "update_shared_reminder",
    description: "Move or rename something that is shared with friends, who are notified.",
    needs: { which },
    may: { time_phrase: `the new time: ${timeWords}`, new_content: "the new title" },
    run: (session, args) => changeShared(session, args),
  },
  {
    name: "add_to_reminder",
    description:
      "Invite friends to an existing reminder, shared or the person's own; they are notified. Only when the person asks for it.",
    needs: { with: who, which },
    run: addRun,
  },
  {
    name: "cancel_shared_reminder",
    description:
      "Cancel something that is shared with friends, for all of them. They are notified.",
    needs: { which },
    run: (session, { which: name = "" }) =>
      settle(session, { asked: read(session.work, cancelWords(name)), text: name, act: "cancel" }),
  },
  {
    name: "friend_availability",
    description:
      "Look up when friends are free. Changes nothing, and does not show what they are doing.",
    needs: { with: who },
    may: { day_phrase: "a day or week, in words" },
    run: availabilityRun,
  },
  {
    name: "list_friends",
    description: "Look up the person's friends by name. Changes nothing.",
    needs: {},
    run: async ({ talk, to }) => ({
      lines: await decideFriends(talk, { kind: "friends" }, to),
      looked: "friends",
    }),
  },
];

export const sharedSpecs: readonly Spec[] = specs.map((spec) => ({ ...spec, isPrivate: true }));

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);
const namesIn = (text: string): string[] =>
  text
    .split(/[,，、;；]|\s+and\s+/u)
    .map((name) => name.trim())
    .filter((name) => name !== "");

const read = (work: Work, text: string): Interpretation & { text: string } => ({
  ...interpret(requestOf(work, text, buildContext(work, text))),
  text,
});

const cancelWords = (name: string): string => (isChinese(name) ? `取消${name}` : `cancel ${name}`);

/**
 * The title may hold times and names of its own, so the rules read the sentence with another one in
 * its place.
 */
const stand = { zh: "办事", en: "the errand" } as const;

function createRun(session: ToolSession, args: Args): Promise<Outcome> {
  const { with: names = "", content = "", time_phrase: time = "" } = args;
  const zh = isChinese(time) || isChinese(names);
  const people = namesIn(names);
  const sentence = (what: string): string =>
    zh
      ? `约${people.join("和")}${time}${what}`
      : `schedule ${what} with ${people.join(" and ")} ${time}`;
  const result = read(session.work, sentence(zh ? stand.zh : stand.en));
  const minutes = minutesOf(args["duration_minutes"]);
  const items = result.items.map((item) =>
    keepSaidLength(session.words, { ...item, title: content }, minutes),
  );
  const asked =
    result.intent === "create_shared"
      ? { ...result, items, text: sentence(content) }
      : unclear(session.work, sentence(content));
  return settle(session, {
    asked,
    text: sentence(content),
    act: "share",
    title: content,
    time,
    with: people,
  });
}

function addRun(
  session: ToolSession,
  { with: names = "", which: name = "" }: Args,
): Promise<Outcome> {
  const people = namesIn(names);
  const sentence =
    isChinese(name) || isChinese(names)
      ? `把${people.join("和")}也加到${name}里`
      : `add ${people.join(" and ")} to ${name}`;
  const asked = read(session.work, sentence);
  const isMeant = asked.adds === true || asked.intent === "clarify";
  return settle(session, {
    asked: isMeant ? asked : { ...asked, intent: "none", items: [] },
    text: sentence,
    act: "share",
  });
}

/**
 * The open question. Nothing is created from a sentence that reads differently with its real title.
 */
function unclear(work: Work, sentence: string): Interpretation & { text: string } {
  const result = read(work, sentence);
  return result.intent === "clarify"
    ? result
    : { intent: "none", items: [], reasons: ["no_request"], text: sentence };
}

/** Also for what a model takes for the person's own. */
export function changeShared(session: ToolSession, args: Args): Promise<Outcome> {
  const { which: name = "", time_phrase: phrase = "", new_content: title } = args;
  const { work } = session;
  const found = read(work, cancelWords(name));
  const shared = work.social().shared.find(({ id }) => id === found.targetId);
  if (found.intent !== "cancel_shared" || shared === undefined)
    return settle(session, {
      asked: found.intent === "clarify" ? found : { ...found, intent: "none", items: [] },
      text: name,
      act: "update",
    });
  const known = buildContext(work).shared?.filter(({ id }) => id === shared.id) ?? [];
  const [one] = known;
  if (phrase === "") {
    const kept = {
      start: one?.start ?? "",
      rrule: shared.rrule,
      durationMinutes: shared.durationMinutes,
    };
    const asked = {
      intent: "update_shared",
      targetId: shared.id,
      items: [{ ...kept, title: title ?? shared.title }],
      reasons: [],
    } as const;
    return settle(session, { asked, text: name, act: "update", newTitle: title });
  }
  const time = phrase.replace(/^\s*(?:(?:to|at)\b|改到|到)\s*/iu, "");
  const moved = interpret(
    requestOf(work, isChinese(time) ? `改到${time}` : `move it to ${time}`, {
      shared: known,
      previous: { target: shared.title, targetId: shared.id },
    }),
  );
  const items = moved.items.map((item) => ({ ...item, title: title ?? shared.title }));
  return settle(session, {
    asked: { ...moved, items },
    text: `${name} ${phrase}`,
    act: "update",
    time: phrase,
    newTitle: title,
  });
}

async function availabilityRun(
  session: ToolSession,
  { with: names = "", day_phrase: day = "" }: Args,
): Promise<Outcome> {
  const people = namesIn(names);
  const zh = isChinese(names) || isChinese(day);
  const asked = read(
    session.work,
    zh
      ? `${people.join("和")}${day}什么时候有空`
      : `when ${people.length > 1 ? "are" : "is"} ${people.join(" and ")} free ${day}`,
  );
  if (asked.intent !== "availability")
    return settle(session, {
      asked: isWrite(asked) ? { ...asked, intent: "none", items: [] } : asked,
      text: names,
      act: "share",
    });
  return {
    lines: await decideSocial(session.talk, { kind: "shared", asked }, session.to),
    looked: "free_times",
  };
}
