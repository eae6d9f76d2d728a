import { useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { readSentence } from "../calls.ts";
import { type Reading, type TypedSentence } from "../contract.ts";
import { stillTrue } from "./marked-text.tsx";
import {
  ask,
  isSentenceOfItsOwn,
  type OpenQuestions,
  settle,
  readField,
} from "./open-questions.ts";

/**
 * A pause this long in typing, and the rules are asked: seldom enough for the requests that a
 * person has in a minute.
 */
const pause = 280;

/** The typed text and its reading. */
export function useSentence() {
  const [draft, setDraft] = useState("");
  const [open, setOpen] = useState<OpenQuestions>([]);
  const said = useMemo(() => readField(open, draft), [draft, open]);
  // Input that an IME is still composing is not a sentence; the text before it is.
  const [before, setBefore] = useState<TypedSentence>();
  const [settled] = useDebouncedValue(before ?? said, pause);
  const last = (of: TypedSentence): string => of.answers.at(-1) ?? of.text;
  const query = useQuery({
    queryKey: ["calendar-reading", settled],
    enabled: last(settled).trim() !== "",
    queryFn: ({ signal }) => readAnswerOrNew(settled, signal),
    placeholderData: (before) => before,
    staleTime: 60_000,
    gcTime: 60_000,
  });
  const read = draft.trim() === "" ? undefined : query.data;
  // What was typed meanwhile is the beginning of the next sentence.
  const takeFromField = (of: TypedSentence): void =>
    setDraft((now) => (now === last(of) ? "" : now));
  return {
    draft,
    setDraft,
    /** An input method begins or ends a word. */
    compose: (isOn: boolean) => setBefore(isOn ? said : undefined),
    said,
    asked: open.at(-1),
    /** Of what is in the field now; undefined while it is behind. */
    reading: read !== undefined && isSame(read.said, said) ? read.reading : undefined,
    /** What Enter sends: an answer, or a sentence of its own. */
    meant: read !== undefined && isSame(read.said, said) ? read.meant : undefined,
    spans: read === undefined ? [] : stillTrue(read.reading.spans, last(read.said), draft),
    ask: (reading: Reading, of: TypedSentence) => {
      setOpen((questions) => ask(questions, of, reading.question ?? ""));
      takeFromField(of);
    },
    /** It was written; other questions stay open. */
    settle: (of: TypedSentence) => {
      setOpen((questions) => settle(questions, of));
      takeFromField(of);
    },
    /** The latest question is given up; what is in the field stays. */
    giveUp: () => setOpen((questions) => questions.slice(0, -1)),
    clear: () => {
      setOpen([]);
      setDraft("");
    },
  };
}

interface ReadSentence {
  readonly said: TypedSentence;
  /** An answer to the question, or a new sentence that was typed instead of one. */
  readonly meant: TypedSentence;
  readonly reading: Reading;
}

/** A sentence of its own typed where an answer is expected is read as that sentence. */
export async function readAnswerOrNew(
  said: TypedSentence,
  signal?: AbortSignal,
): Promise<ReadSentence> {
  const reading = await readSentence(said, signal);
  const last = said.answers.at(-1);
  if (last === undefined || reading.items.length > 0) return { said, meant: said, reading };
  const alone = { text: last, answers: [] };
  const fresh = await readSentence(alone, signal);
  return isSentenceOfItsOwn(reading, fresh)
    ? { said, meant: alone, reading: fresh }
    : { said, meant: said, reading };
}

const isSame = (one: TypedSentence, other: TypedSentence): boolean =>
  one.text === other.text && one.answers.join("\n") === other.answers.join("\n");
