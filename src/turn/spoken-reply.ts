import type { OutgoingFile, SkillResult } from "../domain/skill.ts";
import type { TurnEngine } from "./engine.ts";
import type { StartedTurn } from "./start.ts";

/** A longer answer is rather read: it would take more than a minute to hear. */
const longest = 1_000;

/**
 * Who spoke is answered by a voice message, too, where the app has them. The words are sent in any
 * case, so an answer without its sound is a whole answer.
 */
export async function speakReply(
  on: TurnEngine,
  turn: StartedTurn,
  { result, signal }: { readonly result: SkillResult; readonly signal: AbortSignal },
): Promise<readonly OutgoingFile[]> {
  const { speaker, store } = on.files;
  const hasVoice = on.channels.get(turn.to.channel)?.capabilities.hasVoice === true;
  const text = toSpeech(result.reply.join("\n"));
  if (speaker === undefined || store === undefined || !hasVoice) return [];
  if (!wasSpoken(turn) || text === "" || text.length > longest) return [];
  const bytes = await speaker.speak(text, signal);
  return bytes === undefined ? [] : [{ bytes, name: "voice.ogg" }];
}

/** The newest message was a voice message whose words were heard. */
const wasSpoken = ({ window }: StartedTurn): boolean =>
  window.at(-1)?.attachments?.some(({ kind, state }) => kind === "voice" && state === "said") ===
  true;

/** Marks of formatting have no sound. */
const toSpeech = (text: string): string =>
  text
    .replaceAll(/^\s*(?:#{1,6}|>|[-*+])\s+/gm, "")
    .replaceAll(/[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}/g, "")
    .trim();
