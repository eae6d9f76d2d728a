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
import type { Reading, ReadItem, TypedSentence } from "../contract.ts";
import type { Sharing } from "../friends/share-dialog.tsx";
import { MarkedText } from "./marked-text.tsx";
import styles from "./sentence.module.css";
import { useSentence } from "./use-sentence.ts";
import { isToDo, useWriting } from "./use-writing.ts";
import { clockWords, dayWords } from "../date-words.ts";
import { dayOf } from "../days.ts";

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
  const { asked, draft, reading } = sentence;
  const [withFriends, setWithFriends] = useState<boolean>();
  const { write, keepUntimed, isBusy } = useWriting(sentence, { withFriends, onShare });
  const input = useRef<HTMLInputElement>(null);
  const begin = (text: string): void => {
    sentence.clear();
    sentence.setDraft(text);
    input.current?.focus();
  };
  useImperativeHandle(ref, () => ({ begin, focus: () => input.current?.focus() }));
  return (
    <section className={styles.box} aria-label={words.sentence.label}>
      {asked === undefined ? null : (
        <p className={styles.asked}>
          <span>{words.sentence.asked(asked.text)}</span>
          <button type="button" className={styles.quiet} onClick={sentence.clear}>
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
        ) : (
          <Below
            reading={reading}
            withFriends={withFriends}
            setWithFriends={setWithFriends}
            keepUntimed={keepUntimed}
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
    if (event.key === "Escape" && !event.nativeEvent.isComposing) clear();
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

interface BelowProps {
  readonly reading: Reading;
  readonly withFriends: boolean | undefined;
  readonly setWithFriends: (chosen: boolean) => void;
  readonly keepUntimed: () => Promise<void>;
}

/** What it would create, what is missing, or why it creates nothing. */
function Below({ reading, withFriends, setWithFriends, keepUntimed }: BelowProps) {
  const { words } = useCalendar();
  const isMade = reading.intent === "create" || reading.intent === "create_shared";
  const isShared = withFriends ?? reading.intent === "create_shared";
  const names = words.sentence.names(reading.people.map(({ name }) => name));
  const change = words.sentence.changes[reading.intent];
  if (change !== undefined && reading.target !== null)
    return (
      <div className={styles.read}>
        <strong>{change(reading.target)}</strong>
        <kbd className={styles.enter}>{words.sentence.enterChange}</kbd>
      </div>
    );
  if (isToDo(reading)) return <span className={styles.hint}>{words.sentence.toDo}</span>;
  if (!isMade && reading.question === null)
    return (
      <span className={styles.hint}>
        {reading.intent === "none" ? words.sentence.notRead : words.sentence.notHere}
      </span>
    );
  return (
    <div className={styles.read}>
      {isMade ? (
        <Preview reading={reading} />
      ) : (
        <span className={styles.question}>{reading.question}</span>
      )}
      {isMade && names !== "" ? (
        <button
          type="button"
          className={styles.quiet}
          aria-pressed={isShared}
          onClick={() => setWithFriends(!isShared)}
        >
          {isShared ? `✓ ${words.sentence.shareWith(names)}` : words.sentence.shareWith(names)}
        </button>
      ) : null}
      {reading.reasons.includes("no_time") ? (
        <button type="button" className={styles.quiet} onClick={() => void keepUntimed()}>
          {words.sentence.keepUntimed}
        </button>
      ) : null}
      {isMade ? <kbd className={styles.enter}>{words.sentence.enter}</kbd> : null}
    </div>
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

/** What Enter would create, in the colours of the recognised words. */
function Preview({ reading }: { reading: Reading }) {
  const { words } = useCalendar();
  return (
    <ul className={styles.items}>
      {reading.items.map((item) => (
        <li key={`${item.start} ${item.title}`}>
          <ItemParts item={item} />
        </li>
      ))}
      {reading.reasons.includes("after_midnight") ? (
        <li className={styles.hint}>{words.sentence.afterMidnight}</li>
      ) : null}
      {reading.reasons.includes("guessed_half_of_day") ? (
        <li className={styles.hint}>{words.sentence.guessed}</li>
      ) : null}
    </ul>
  );
}

function ItemParts({ item }: { item: ReadItem }) {
  const calendar = useCalendar();
  const { words, language, today } = calendar;
  const parts = [
    { kind: "date", text: dayWords(dayOf(item.start), language, today) },
    { kind: "clock", text: item.all_day ? words.wholeDay : clockWords(item.start, calendar) },
    ...(item.duration_minutes === null || item.all_day
      ? []
      : [{ kind: "clock", text: words.sentence.minutes(item.duration_minutes) }]),
    ...(item.rule_words === null ? [] : [{ kind: "recurrence", text: item.rule_words[language] }]),
    { kind: "title", text: item.title === "" ? words.sentence.untitled : item.title },
  ];
  return (
    <span className={styles.parts}>
      {parts.map(({ kind, text }) => (
        <span
          key={`${kind} ${text}`}
          className={styles.part}
          data-kind={kind}
          title={words.sentence.kinds[kind]}
        >
          {text}
        </span>
      ))}
    </span>
  );
}
