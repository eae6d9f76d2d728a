import { useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { readSentence } from "../calls.ts";
import { type Reading, type TypedSentence } from "../contract.ts";
import { stillTrue } from "./marked-text.tsx";

/**
 * A pause this long in typing, and the rules are asked: seldom enough for the requests that a
 * person has in a minute.
 */
const pause = 280;

/** An open question: the text so far, and the question. */
interface Asked extends TypedSentence {
  readonly question: string;
}

/** The typed text and its reading. */
export function useSentence() {
  const [draft, setDraft] = useState("");
  const [asked, setAsked] = useState<Asked>();
  const said = useMemo<TypedSentence>(
    () =>
      asked === undefined
        ? { text: draft, answers: [] }
        : { text: asked.text, answers: [...asked.answers, draft] },
    [draft, asked],
  );
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
  return {
    draft,
    setDraft,
    /** An input method begins or ends a word. */
    compose: (isOn: boolean) => setBefore(isOn ? said : undefined),
    said,
    asked,
    /** Of what is in the field now; undefined while it is behind. */
    reading: read !== undefined && isSame(read.said, said) ? read.reading : undefined,
    /** What Enter sends: an answer, or a sentence of its own. */
    meant: read !== undefined && isSame(read.said, said) ? read.meant : undefined,
    spans: read === undefined ? [] : stillTrue(read.reading.spans, last(read.said), draft),
    ask: (reading: Reading, of: TypedSentence) => {
      setAsked({ ...of, question: reading.question ?? "" });
      setDraft("");
    },
    clear: () => {
      setAsked(undefined);
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

/** A whole sentence typed where an answer is expected is read as that sentence. */
export async function readAnswerOrNew(
  said: TypedSentence,
  signal?: AbortSignal,
): Promise<ReadSentence> {
  const reading = await readSentence(said, signal);
  const last = said.answers.at(-1);
  if (last === undefined || reading.items.length > 0) return { said, meant: said, reading };
  const alone = { text: last, answers: [] };
  const fresh = await readSentence(alone, signal);
  const isWhole = fresh.items.some(({ title }) => title !== "") || fresh.target !== null;
  return isWhole ? { said, meant: alone, reading: fresh } : { said, meant: said, reading };
}

const isSame = (one: TypedSentence, other: TypedSentence): boolean =>
  one.text === other.text && one.answers.join("\n") === other.answers.join("\n");
