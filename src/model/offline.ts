import { ModelFailure, type Model, type ModelChunk, type ModelRequest } from "../domain/model.ts";
import {
  howToConnect,
  languageIn,
  occasionOf,
  openings,
  ownAbilities,
  setting,
  whatWorks,
  type Abilities,
  type Language,
} from "./offline-words.ts";
import { recordCall, type Recording } from "./recording.ts";
import { createUnderstudy } from "./understudy.ts";

export interface OfflineOptions extends Recording {
  /** For messages that have no letters to tell by. */
  readonly language?: Language | undefined;
  readonly abilities?: Abilities | undefined;
}

const sentences = new Intl.Segmenter(undefined, { granularity: "sentence" });

/**
 * The model when none is connected: it says so, says what works all the same, and never pretends. In a story an understudy
 * plays; the page says that it is one.
 */
export function createOfflineModel(options: OfflineOptions): Model {
  const understudy = createUnderstudy(options.language ?? "en");
  const stream = (request: ModelRequest, onChunk: (chunk: ModelChunk) => void) =>
    recordCall(options, { request, model: "offline", isOffline: true }, async ({ id, tally }) => {
      tally.attempts++;
      const text = request.purpose === "chat" ? honestReply(request, options) : understudy.speak(request);
      if (text === undefined) throw none();
      for (const { segment } of sentences.segment(text)) {
        if (request.signal.aborted) throw new ModelFailure("aborted", "The call was stopped.");
        tally.firstTokenAt ??= options.clock.now();
        onChunk({ kind: "text", text: segment });
      }
      return { text, callId: id };
    });

  return {
    describe: { kind: "offline", name: "offline" },
    stream,
    complete: (request) => stream(request, () => undefined),
    object: (request, parse) =>
      recordCall(options, { request, model: "offline", isOffline: true }, async ({ tally }) => {
        tally.attempts++;
        const value = understudy.object(request);
        if (value === undefined) throw none();
        return parse(value);
      }),
  };
}

const none = (): ModelFailure => new ModelFailure("refused", "No language model is connected.");

function honestReply({ messages }: ModelRequest, { language, abilities = ownAbilities, chance }: OfflineOptions): string {
  const said = messages.filter((message) => message.role === "user").map((message) => message.content);
  const last = said.at(-1) ?? "";
  const spoken = languageIn(last) ?? language ?? languageIn(said.join("\n")) ?? "en";
  const opening = openings[spoken][occasionOf(last)][chance.random() < 0.5 ? 0 : 1];
  const told = messages.some((message) => message.role === "assistant" && message.content.includes(setting));
  // Once is help, every time is noise.
  return told ? opening : opening + whatWorks(spoken, abilities[spoken]) + howToConnect[spoken];
}
