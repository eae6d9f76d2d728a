/**
 * The parts of a line that another line may quote: the speech itself, whole, without its framing.
 */

const quoted = /[“「]([^”」]+)[”」]|"([^"]+)"/u;
/**
 * The phrase with which an understudy recalls something. It ends a line and was never said by a
 * character.
 */
const recalling = /[^.!?。！？“”]{0,80}(?:\bhas not forgotten\b|没有忘记|还记着).*$/su;

/** Without what the speaker was recalling: those are another character's words. */
export const withoutRecall = (text: string): string => text.replace(recalling, "").trim();

/** Speech: the words in quotes where there are any, otherwise the whole line. */
export const wordsIn = (text: string): string => {
  const found = quoted.exec(text);
  return (found?.[1] ?? found?.[2] ?? withoutRecall(text))
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[“”"「」*]/g, "")
    .trim();
};

/** As many whole sentences as there is room for, or nothing: half a sentence is worse than none. */
export function whole(text: string, room: number): string {
  if (text.length <= room) return text;
  const fits = new RegExp(`^.{1,${room - 1}}[.!?。！？](?=\\s|$|(?<=[。！？]))`, "su").exec(text);
  return fits?.[0] ?? "";
}

export interface QuotedSpeech {
  readonly who: string;
  readonly words: string;
}

/** The speech of one of these characters, if this is their line. */
export function findQuote(line: string, names: readonly string[]): QuotedSpeech | undefined {
  const who = names.find((name) => line.startsWith(`${name}: `));
  const words = who === undefined ? "" : whole(wordsIn(line.slice(who.length + 2)), 60);
  return who === undefined || words === "" ? undefined : { who, words };
}

/** A line as another character repeats it: the speaker and the words. */
export function asTold(line: string): string {
  const by = /^([^:：“”(（]{1,60}): (.+)$/su.exec(line);
  if (by === null) return line;
  const words = wordsIn(by[2] ?? "");
  return words.startsWith(`${by[1]}: `) ? words : `${by[1]}: ${words}`;
}
