import type { FirstWords } from "../../domain/ports/first-words.ts";
import { wallTimeAt } from "../../language/calendar/instants.ts";
import { choose, dateWords, type Reader } from "./words.ts";

/** What is written after a silence, with the word that ends it. */
export function silenceText(
  { name, spoken }: FirstWords,
  to: Pick<Reader, "language"> & { readonly days: number },
): string {
  return [
    spoken?.text ?? describePlainly(name, to),
    choose(to, "（不想我主动找你，回“关闭”。）", "(Say “off” and I won't write first.)"),
  ].join("\n\n");
}

/** Where no model can word it: a plain question, in no character's voice. */
function describePlainly(
  name: string | undefined,
  to: Pick<Reader, "language"> & { readonly days: number },
): string {
  const who = name === undefined ? "" : choose(to, `我是${name}。`, `It's ${name}. `);
  const long = to.days === 1 ? "a day" : `${to.days} days`;
  return choose(
    to,
    `${who}有 ${to.days} 天没聊了，最近怎么样？`,
    `${who}We haven't talked for ${long}. How are you?`,
  );
}

/** Why a message came after a silence. */
export function whySilence(
  of: {
    readonly since: string;
    readonly silent_since?: string | undefined;
    readonly silence_days?: number | undefined;
  },
  to: Reader,
): string {
  const day = (at: string): string => dateWords(wallTimeAt(Date.parse(at), to.zone), to);
  const days = of.silence_days ?? 0;
  const last = of.silent_since === undefined ? "" : day(of.silent_since);
  return choose(
    to,
    `因为你在 ${day(of.since)} 允许我在 ${days} 天没聊时主动找你，而你上次说话是 ${last}。回“关闭”就停。`,
    `Because on ${day(of.since)} you allowed me to write after ${days === 1 ? "a day" : `${days} days`} of silence, and you last wrote on ${last}. Say “off” to end it.`,
  );
}
