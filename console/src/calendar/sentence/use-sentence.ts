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
    queryFn: async ({ signal }) => ({
      said: settled,
      reading: await readSentence(settled, signal),
    }),
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
    /** What was read last: it stays in sight until the next is there. */
    lastReading: read?.reading,
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

const isSame = (one: TypedSentence, other: TypedSentence): boolean =>
  one.text === other.text && one.answers.join("\n") === other.answers.join("\n");
