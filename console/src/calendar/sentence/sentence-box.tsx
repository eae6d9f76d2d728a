import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import {
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from "react";
import { useCalendar } from "../calendar-context.tsx";
import { explainSentence } from "../calls.ts";
import type { TypedSentence } from "../contract.ts";
import type { Sharing } from "../friends/share-dialog.tsx";
import { MarkedText } from "./marked-text.tsx";
import styles from "./sentence.module.css";
import { useSentence } from "./use-sentence.ts";
import { isNoAnswer } from "./open-questions.ts";
import { Below, NoAnswer } from "./reading-below.tsx";
import { useWriting } from "./use-writing.ts";

export interface SentenceHandle {
  /** Puts the beginning of a sentence into the field. */
  readonly begin: (text: string) => void;
  readonly focus: () => void;
}

interface SentenceBoxProps {
  readonly ref: Ref<SentenceHandle>;
  readonly onShare: (sharing: Sharing) => void;
}

/**
 * A field for one sentence: its parts are highlighted as they are recognised, and Enter creates
 * what the line below says.
 */
export function SentenceBox({ ref, onShare }: SentenceBoxProps) {
  const { words } = useCalendar();
  const sentence = useSentence();
  const { asked, draft, reading, meant } = sentence;
  const [withFriends, setWithFriends] = useState<boolean>();
  const { write, isBusy, ...keep } = useWriting(sentence, { withFriends, onShare });
  const isStray = reading !== undefined && meant !== undefined && isNoAnswer(meant, reading);
  const input = useRef<HTMLInputElement>(null);
  const begin = (text: string): void => {
    sentence.clear();
    sentence.setDraft(text);
    input.current?.focus();
  };
  const startOver = (): void => {
    sentence.giveUp();
    if (draft.trim() === "") sentence.setDraft(asked?.text ?? "");
    input.current?.focus();
  };
  useImperativeHandle(ref, () => ({ begin, focus: () => input.current?.focus() }));
  return (
    <section className={styles.box} aria-label={words.sentence.label}>
      {asked === undefined ? null : (
        <p className={styles.asked}>
          <span>{words.sentence.asked(asked.text)}</span>
          <button type="button" className={styles.quiet} onClick={startOver}>
            {words.sentence.startOver}
          </button>
          <strong role="status">{asked.question}</strong>
        </p>
      )}
      <div className={styles.line}>
        <Field input={input} sentence={sentence} onEnter={() => void write()} />
        <Button
          h="auto"
          onClick={() => void write()}
          loading={isBusy}
          disabled={draft.trim() === ""}
        >
          {words.sentence.add}
        </Button>
      </div>
      <div id="sentence-preview" className={styles.below} aria-live="polite">
        {draft === "" && asked === undefined ? <Examples onChoose={begin} /> : null}
        {reading === undefined ? (
          draft.trim() === "" ? null : (
            <span className={styles.hint}>{words.sentence.reading}</span>
          )
        ) : isStray ? (
          <NoAnswer asked={asked?.text ?? ""} draft={draft.trim()} keep={keep} />
        ) : (
          <Below
            reading={reading}
            withFriends={withFriends}
            setWithFriends={setWithFriends}
            keepUntimed={keep.keepUntimed}
          />
        )}
        {reading === undefined ? null : <Explanation key={draft} said={sentence.said} />}
      </div>
    </section>
  );
}

interface FieldProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly sentence: ReturnType<typeof useSentence>;
  readonly onEnter: () => void;
}

function Field({
  input,
  sentence: { draft, spans, asked, setDraft, compose, clear },
  onEnter,
}: FieldProps) {
  const { words } = useCalendar();
  const behind = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent): void => {
    // An input method's own Enter chooses a word.
    if (event.key !== "Enter" || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    onEnter();
  };
  const onEscape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    // What is typed goes first, then the question.
    if (draft === "") clear();
    else setDraft("");
  };
  return (
    <div className={styles.field}>
      <div className={styles.behind} ref={behind} aria-hidden="true">
        <MarkedText text={draft} spans={spans} />
      </div>
      <input
        ref={input}
        className={styles.input}
        value={draft}
        maxLength={500}
        aria-label={asked === undefined ? words.sentence.label : words.sentence.answer}
        aria-describedby="sentence-preview"
        placeholder={asked === undefined ? words.sentence.placeholder : words.sentence.answer}
        autoComplete="off"
        enterKeyHint="done"
        onChange={(event) => setDraft(event.currentTarget.value)}
        onCompositionStart={() => compose(true)}
        onCompositionEnd={() => compose(false)}
        onKeyDown={(event) => {
          onKey(event);
          onEscape(event);
        }}
        onScroll={(event) => behind.current?.scrollTo({ left: event.currentTarget.scrollLeft })}
      />
    </div>
  );
}

/** Examples for people who use it for the first time. */
function Examples({ onChoose }: { onChoose: (text: string) => void }) {
  const { words } = useCalendar();
  return (
    <span className={styles.examples}>
      {words.sentence.examplesLead}
      {words.sentence.examples.map((example) => (
        <button
          key={example}
          type="button"
          className={styles.quiet}
          onClick={() => onChoose(example)}
        >
          {example}
        </button>
      ))}
    </span>
  );
}

/** On demand: the stages of the reading, and which rule decided. */
function Explanation({ said }: { said: TypedSentence }) {
  const { words } = useCalendar();
  const [isOpen, setOpen] = useState(false);
  const { data: steps } = useQuery({
    queryKey: ["calendar-explanation", said],
    queryFn: () => explainSentence(said),
    enabled: isOpen,
    staleTime: 60_000,
  });
  return (
    <div className={styles.explanation}>
      <button
        type="button"
        className={styles.quiet}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? words.sentence.hideExplained : words.sentence.explain}
      </button>
      {isOpen && steps !== undefined ? (
        <ol className={styles.steps} aria-label={words.sentence.explained}>
          {steps.map(({ stage, rule, what }, at) => (
            // The steps of one reading keep their order.
            <li key={`${at} ${stage}`}>
              <strong>{words.sentence.stages[stage] ?? stage}</strong>
              <code>{rule}</code>
              <span>{what}</span>
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  );
}
