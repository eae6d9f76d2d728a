import { listCallNames } from "../state/call-names.ts";
import { type Cast, nameOf } from "../state/cast.ts";
import { assertHearing } from "./assert-sayable.ts";
import { pickNextSpeaker, listPresentBots } from "../state/present.ts";
import { type ChatState, type Scene, you } from "../state/chat-state.ts";

export interface SpeakerInput {
  readonly scene: Scene;
  /** The person's text, if there is any. */
  readonly text: string | undefined;
  readonly witnesses: readonly string[];
  /** Who said it, in a shared story. */
  readonly asker?: string | undefined;
  /** Who answers, if the person chose it. */
  readonly chosen?: readonly string[] | undefined;
}

/**
 * The character who was addressed answers. Otherwise, and in scenes without the person, bots take
 * turns. A line to another person is that person's to answer.
 */
export const pickSpeaker = (on: Casting, input: SpeakerInput): string | undefined =>
  pickSpeakers(on, input)[0];

interface Casting {
  readonly state: ChatState;
  readonly cast: Cast;
}

const usualReplies = 3;

/**
 * All who answer: those whom the person chose, or several if several are spoken to, or everyone. In
 * scenes without the person one speaks at a time.
 */
export function pickSpeakers(
  on: Casting,
  { scene, text = "", witnesses, asker, chosen = [] }: SpeakerInput,
): string[] {
  const able = listPresentBots(scene).filter((id) => witnesses.includes(id));
  if (chosen.length > 0) {
    assertHearing(chosen, able);
    return [...chosen];
  }
  const first = pickOne(on, { scene, text, witnesses, asker }, able);
  if (first === undefined || scene.kind === "meanwhile" || able.length < 2)
    return first === undefined ? [] : [first];
  const most = on.state.settings.max_replies ?? usualReplies;
  const at = able.indexOf(first);
  const inTurn = [...able.slice(at), ...able.slice(0, at)];
  if (isForEveryone(text)) return inTurn.slice(0, most);
  const named = findAddressees(text, listCalled(on.cast, able));
  return named.length > 1 ? named.slice(0, most) : [first];
}

const listCalled = (cast: Cast, able: readonly string[]): { id: string; name: string }[] =>
  listCallNames([...cast.bots.values()].filter(({ id }) => able.includes(id)));

function pickOne(
  on: Casting,
  { scene, text, witnesses, asker }: SpeakerInput,
  able: readonly string[],
): string | undefined {
  const persons = [...scene.people].filter((id) => id !== (asker ?? you) && witnesses.includes(id));
  const next = pickNextSpeaker(on.state, scene);
  const called = scene.kind === "meanwhile" ? [] : listCalled(on.cast, able);
  const named = new Set(
    called
      .filter(
        ({ id, name }) =>
          isMentioned(text ?? "", name) && isMeant(on.cast, { id, name }, text ?? ""),
      )
      .map(({ id }) => id),
  );
  if (named.size === 1) return [...named][0];
  const addressed = new Set(
    called
      .filter(({ id, name }) => named.has(id) && isAddressed(text ?? "", name))
      .map(({ id }) => id),
  );
  if (addressed.size === 1) return [...addressed][0];
  if (named.size === 0 && persons.some((id) => isAddressed(text ?? "", nameOf(on.cast, id))))
    return undefined;
  return next !== undefined && able.includes(next) ? next : able[0];
}

/**
 * Spoken to by name, at the beginning or the end of a sentence: “Bob, do you trust Cid?” and “Do you
 * trust Cid, Bob?” are for Bob.
 */
function isAddressed(text: string, name: string): boolean {
  const called = escapePattern(name);
  const opens = String.raw`(?:^|[.!?。！？…\n])[\s"“”「『'‘’(（*@]*${called}\s*[,，、:：!！—]`;
  const closes = String.raw`[,，]\s*${called}\s*(?:[.!?。！？…"”」』'’)）*]|$)`;
  return new RegExp(`${opens}|${closes}`, "iu").test(text);
}

const escapePattern = (text: string): string =>
  text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const everyone =
  /(?:^|[.!?。！？…\n"“「『])[\s*(（]*(?:(?:every(?:one|body)|all of you|both of you|you (?:all|both|two|three))\b|各位|诸位|大家|你们(?:都|俩|两个|几个|三个))\s*[,，:：!！、—]|[,，]\s*(?:everyone|everybody|all of you|both of you|you (?:all|both|two))\s*(?:[.!?。！？…"”」』)）*]|$)|(?:^|[。！？…\n"“「『])\s*(?:各位|诸位|大家|你们(?:都|俩|两个|几个|三个))[^。！？\n]{0,40}(?:吧|吗|呢|一下|[？?])/iu;

const isForEveryone = (text: string): boolean => everyone.test(text);

/** Those named together before a sentence: “Ann and Bob, where were you?” */
function findAddressees(
  text: string,
  called: readonly { readonly id: string; readonly name: string }[],
): string[] {
  if (called.length === 0) return [];
  const names = called
    .map(({ name }) => name)
    .toSorted((one, other) => other.length - one.length)
    .map(escapePattern)
    .join("|");
  const and = String.raw`\s*(?:[,，、&]\s*(?:and\s+)?|\band\s+|[和与跟])\s*`;
  const list = new RegExp(
    String.raw`(?:^|[.!?。！？…\n])[\s"“”「『'‘’(（*@]*((?:${names})(?:${and}(?:${names}))+)\s*[,，:：!！—]`,
    "iu",
  ).exec(text)?.[1];
  if (list === undefined) return [];
  const found = [...list.matchAll(new RegExp(names, "giu"))].map(([name]) => name.toLowerCase());
  return [
    ...new Set(
      found.flatMap((name) => called.find((each) => each.name.toLowerCase() === name)?.id ?? []),
    ),
  ];
}

/** Part of a name must match its capitalisation: “a rose” is not Rose Miller. */
const isMeant = (cast: Cast, { id, name }: { id: string; name: string }, text: string): boolean =>
  name === cast.bots.get(id)?.name.trim() || text.includes(name);

const letter = /[\p{L}\p{N}]/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Matches at word boundaries, in scripts that have them: “also” does not mention Al. */
function isMentioned(text: string, name: string): boolean {
  const [said, wanted] = [text.toLowerCase(), name.toLowerCase()];
  if (wanted === "") return false;
  if (unspaced.test(wanted)) return said.includes(wanted);
  for (let at = said.indexOf(wanted); at >= 0; at = said.indexOf(wanted, at + 1)) {
    const [before, after] = [said[at - 1] ?? " ", said[at + wanted.length] ?? " "];
    if (!letter.test(before) && (!letter.test(after) || unspaced.test(after))) return true;
  }
  return false;
}
