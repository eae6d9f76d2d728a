import { useCalendar } from "../calendar-context.tsx";
import type { Reading, ReadItem } from "../contract.ts";
import { clockWords, dayWords, placeWords } from "../date-words.ts";
import { addDays, type Day, dayOf } from "../days.ts";
import { isToDo } from "./open-questions.ts";
import styles from "./sentence.module.css";

interface NoAnswerProps {
  readonly asked: string;
  readonly draft: string;
  readonly keep: Record<"keepAsked" | "keepDraft", () => Promise<unknown>>;
}

/** The question stays open, and neither of the two sentences is lost. */
export function NoAnswer({ asked, draft, keep }: NoAnswerProps) {
  const { words } = useCalendar();
  return (
    <div className={styles.read}>
      <span className={styles.hint}>{words.sentence.noAnswer}</span>
      <button type="button" className={styles.quiet} onClick={() => void keep.keepDraft()}>
        {words.sentence.keepAsToDo(draft)}
      </button>
      <button type="button" className={styles.quiet} onClick={() => void keep.keepAsked()}>
        {words.sentence.keepWithoutTime(asked)}
      </button>
    </div>
  );
}

interface BelowProps {
  readonly reading: Reading;
  readonly withFriends: boolean | undefined;
  readonly setWithFriends: (chosen: boolean) => void;
  readonly keepUntimed: () => Promise<unknown>;
}

/** What it would create, what is missing, or why it creates nothing. */
export function Below({ reading, withFriends, setWithFriends, keepUntimed }: BelowProps) {
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
    {
      kind: "date",
      text: item.all_day
        ? placeWords({ wall: item.start, allDay: true, end: endOfDays(item) }, calendar)
        : dayWords(dayOf(item.start), language, today),
    },
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

const dayMinutes = 1_440;

/** The day after the last one. */
const endOfDays = ({ start, duration_minutes: minutes }: ReadItem): Day =>
  addDays(dayOf(start), Math.max(1, Math.round((minutes ?? 0) / dayMinutes)));
