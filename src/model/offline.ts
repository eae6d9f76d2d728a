import type { Language } from "../domain/language.ts";
import {
  ModelFailure,
  type Model,
  type ModelChunk,
  type ModelRequest,
} from "../domain/ports/model.ts";
import {
  helpHint,
  helpIntro,
  isFileMissing,
  isMissingModelText,
  languageIn,
  withoutLabels,
  missingModel,
  notUnderstood,
  ownAbilities,
  smallTalkReplies,
  tellInWords,
  wordless,
  wordlessKind,
  type Abilities,
} from "./offline-words.ts";
import { recordCall, type Recording } from "./recording.ts";
import { smallTalkOf } from "./small-talk.ts";
import { createUnderstudy } from "./understudy/understudy.ts";

export interface OfflineOptions extends Recording {
  /** For messages that have no letters to tell by. */
  readonly language?: Language | undefined;
  readonly abilities?: Abilities | undefined;
}

const sentences = new Intl.Segmenter(undefined, { granularity: "sentence" });

/**
 * The model when none is connected: small talk and help by rules, and one honest sentence for the rest. In a story an
 * understudy plays; the page says that it is one.
 */
export function createOfflineModel(options: OfflineOptions): Model {
  const understudy = createUnderstudy(options.language ?? "en");
  const stream = (request: ModelRequest, onChunk: (chunk: ModelChunk) => void) =>
    recordCall(options, { request, model: "offline", isOffline: true }, async ({ id, spent }) => {
      spent.attempts++;
      const text =
        request.purpose === "chat" ? composeReply(request, options) : understudy.speak(request);
      if (text === undefined) throw refuseWithoutModel();
      for (const { segment } of sentences.segment(text)) {
        if (request.signal.aborted) throw new ModelFailure("aborted", "The call was stopped.");
        spent.firstTokenAt ??= options.clock.now();
        onChunk({ kind: "text", text: segment });
      }
      return { text, callId: id };
    });

  return {
    describe: { kind: "offline", name: "offline" },
    stream,
    complete: (request) => stream(request, () => undefined),
    object: (request, parse) =>
      recordCall(options, { request, model: "offline", isOffline: true }, async ({ spent }) => {
        spent.attempts++;
        const value = understudy.object(request);
        if (value === undefined) throw refuseWithoutModel();
        return parse(value);
      }),
  };
}

const refuseWithoutModel = (): ModelFailure =>
  new ModelFailure("refused", "No language model is connected.");

function composeReply(
  { messages, person }: ModelRequest,
  { language, abilities = ownAbilities, chance, clock }: OfflineOptions,
): string {
  const said = messages
    .filter((message) => message.role === "user")
    .map((message) => wordsIn(message.content));
  const last = said.at(-1) ?? "";
  const talk = smallTalkOf(last);
  const spoken = replyLanguage(said, {
    own: person?.language ?? undefined,
    usual: language,
    isSmallTalk: talk !== undefined,
  });
  const pick = (texts: readonly [string, string]): string => texts[chance.random() < 0.5 ? 0 : 1];
  if (talk === "help")
    return [helpIntro[spoken], ...abilities[spoken].map((line) => `· ${line}`)].join("\n");
  if (talk === "time")
    return localTime(clock.now(), { language: spoken, timezone: person?.timezone ?? "UTC" });
  if (talk !== undefined) return pick(smallTalkReplies[talk][spoken]);
  const kind = wordlessKind(last, spoken);
  if (kind !== undefined) return isFileMissing(last) ? tellInWords[spoken] : wordless(kind, spoken);
  const isKnown = messages.some(
    (message) => message.role !== "system" && isMissingModelText(message.content),
  );
  const answer = isKnown ? pick(notUnderstood[spoken]) : missingModel[spoken];
  return spoken === "zh" ? `${answer}${helpHint.zh}` : `${answer} ${helpHint.en}`;
}

/** "hi" and "ok" are said in every language: there the person's own decides. */
function replyLanguage(
  said: readonly string[],
  of: {
    readonly own: Language | undefined;
    readonly usual: Language | undefined;
    readonly isSmallTalk: boolean;
  },
): Language {
  if (of.isSmallTalk && of.own !== undefined) return of.own;
  const spoken = said.map((text) => languageIn(withoutLabels(text)));
  return spoken.at(-1) ?? of.own ?? spoken.findLast(Boolean) ?? of.usual ?? "en";
}

/** Where several people share a conversation, each line stands in JSON with its sender. */
function wordsIn(content: string): string {
  const [, text] =
    /^\{"sender":"(?:[^"\\]|\\.)*","text":("(?:[^"\\]|\\.)*")\}$/u.exec(content) ?? [];
  return text === undefined ? content : (JSON.parse(text) as string);
}

function localTime(
  now: number,
  { language, timezone }: { readonly language: Language; readonly timezone: string },
): string {
  const options = {
    timeZone: timezone,
    dateStyle: "full",
    timeStyle: "short",
    hourCycle: "h23",
  } as const;
  return new Intl.DateTimeFormat(language === "zh" ? "zh-CN" : "en-GB", options).format(now);
}
