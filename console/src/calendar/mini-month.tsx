import { ActionIcon } from "@mantine/core";
import { useRef, useState } from "react";
import { useCalendar } from "./calendar-context.tsx";
import styles from "./mini-month.module.css";
import { fullDayWords, monthWords, weekdayWord } from "./date-words.ts";
import { addMonths, type Day, monthWeeks } from "./days.ts";
import { useGridKeys } from "./grid/use-grid-keys.ts";
import { LeftIcon, RightIcon } from "./icons.tsx";

interface MiniMonthProps {
  /** The day that is shown beside it. */
  readonly day: Day;
  readonly onDay: (day: Day) => void;
}

/** A small month to jump to a day. */
export function MiniMonth({ day, onDay }: MiniMonthProps) {
  const { words, language, today, weekStart } = useCalendar();
  const room = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState({ of: day, day });
  // Another day beside it shows its month here.
  const current = at.of === day ? at.day : day;
  const look = (next: Day): void => setAt({ of: day, day: next });
  const pressed = useGridKeys({ room, day: current, upDown: "weeks", onDay: look, onEnter: onDay });
  const weeks = monthWeeks(current, weekStart);
  return (
    <section className={styles.month} aria-label={words.month.title} ref={room}>
      <div className={styles.head}>
        <ActionIcon
          variant="subtle"
          aria-label={words.month.earlier}
          onClick={() => look(addMonths(current, -1))}
        >
          <LeftIcon />
        </ActionIcon>
        <strong aria-live="polite">{monthWords(current, language)}</strong>
        <ActionIcon
          variant="subtle"
          aria-label={words.month.later}
          onClick={() => look(addMonths(current, 1))}
        >
          <RightIcon />
        </ActionIcon>
      </div>
      <div role="grid" aria-label={monthWords(current, language)} onKeyDown={pressed}>
        <div role="row" className={styles.week}>
          {(weeks[0] ?? []).map((each) => (
            <span key={each} role="columnheader" className={styles.weekday}>
              {weekdayWord(each, language).slice(0, language === "zh" ? 2 : 1)}
            </span>
          ))}
        </div>
        {weeks.map((week) => (
          <div key={week[0]} role="row" className={styles.week}>
            {week.map((each) => (
              <div
                key={each}
                role="gridcell"
                data-day={each}
                className={styles.day}
                aria-label={fullDayWords(each, language)}
                aria-selected={each === day}
                aria-current={each === today ? "date" : undefined}
                data-other={each.slice(0, 7) === current.slice(0, 7) ? undefined : ""}
                tabIndex={each === current ? 0 : -1}
                onClick={() => onDay(each)}
              >
                {Number(each.slice(8))}
              </div>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}
