import { listCallNames } from "../state/call-names.ts";
import type { Cast } from "../state/cast.ts";
import { pickNextSpeaker, listPresentBots } from "../state/present.ts";
import type { ChatState, Scene } from "../state/chat-state.ts";

export interface SpeakerInput {
  readonly scene: Scene;
  /** The person's text, if there is any. */
  readonly text: string | undefined;
  readonly witnesses: readonly string[];
}

/**
 * The character who was addressed answers. Otherwise, and in scenes without the person, bots take
 * turns.
 */
export function pickSpeaker(
  on: { readonly state: ChatState; readonly cast: Cast },
  { scene, text, witnesses }: SpeakerInput,
): string | undefined {
  const able = listPresentBots(scene).filter((id) => witnesses.includes(id));
  const next = pickNextSpeaker(on.state, scene);
  const called =
    scene.kind === "meanwhile"
      ? []
      : listCallNames([...on.cast.bots.values()].filter(({ id }) => able.includes(id)));
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
  return next !== undefined && able.includes(next) ? next : able[0];
}

/**
 * Spoken to by name, at the beginning or the end of a sentence: “Bob, do you trust Cid?” and “Do you
 * trust Cid, Bob?” are for Bob.
 */
function isAddressed(text: string, name: string): boolean {
  const called = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const opens = String.raw`(?:^|[.!?。！？…\n])[\s"“”「『'‘’(（*@]*${called}\s*[,，、:：!！—]`;
  const closes = String.raw`[,，]\s*${called}\s*(?:[.!?。！？…"”」』'’)）*]|$)`;
  return new RegExp(`${opens}|${closes}`, "iu").test(text);
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
