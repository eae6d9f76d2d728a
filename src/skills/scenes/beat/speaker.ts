import { callNames } from "../state/call-names.ts";
import type { Cast } from "../state/cast.ts";
import { nextSpeaker, presentBots } from "../state/present.ts";
import type { ChatState, Scene } from "../state/chat-state.ts";

export interface Spoken {
  readonly scene: Scene;
  /** What somebody wrote, if anybody did. */
  readonly text: string | undefined;
  readonly witnesses: readonly string[];
}

/** Among bots alone they take turns. With the person there, whoever is spoken to answers, and else they take turns too. */
export function speakerOf(
  on: { readonly state: ChatState; readonly cast: Cast },
  { scene, text, witnesses }: Spoken,
): string | undefined {
  const able = presentBots(scene).filter((id) => witnesses.includes(id));
  const next = nextSpeaker(on.state, scene);
  const called =
    scene.kind === "meanwhile"
      ? []
      : callNames([...on.cast.bots.values()].filter(({ id }) => able.includes(id)));
  const named = new Set(
    called
      .filter(
        ({ id, name }) => mentions(text ?? "", name) && isMeant(on.cast, { id, name }, text ?? ""),
      )
      .map(({ id }) => id),
  );
  if (named.size === 1) return [...named][0];
  return next !== undefined && able.includes(next) ? next : able[0];
}

/** A part of a name is one only as it is written: “a rose” is not Rose Miller. */
const isMeant = (cast: Cast, { id, name }: { id: string; name: string }, text: string): boolean =>
  name === cast.bots.get(id)?.name.trim() || text.includes(name);

const letter = /[\p{L}\p{N}]/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** As a word of its own, where the script has such words: “also” does not call Al. */
function mentions(text: string, name: string): boolean {
  const [said, wanted] = [text.toLowerCase(), name.toLowerCase()];
  if (wanted === "") return false;
  if (unspaced.test(wanted)) return said.includes(wanted);
  for (let at = said.indexOf(wanted); at >= 0; at = said.indexOf(wanted, at + 1)) {
    const [before, after] = [said[at - 1] ?? " ", said[at + wanted.length] ?? " "];
    if (!letter.test(before) && (!letter.test(after) || unspaced.test(after))) return true;
  }
  return false;
}
