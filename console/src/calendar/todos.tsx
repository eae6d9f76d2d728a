import { useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { joinSentences } from "../language/spaced.ts";
import { complete } from "./acts.ts";
import { useCalendar } from "./calendar-context.tsx";
import styles from "./calendar-page.module.css";
import todoStyles from "./todos.module.css";
import { changeAll } from "./calls.ts";
import type { Entry } from "./contract.ts";
import { clockWords, dayWords, nearDay } from "./date-words.ts";
import { dayOf } from "./days.ts";
import { CheckIcon, GripIcon } from "./icons.tsx";
import { moveTo, ordersAfter } from "./todo-order.ts";

interface ToDosProps {
  readonly entries: readonly Entry[];
  readonly onOpen: (entry: Entry) => void;
}

/** What is to be done, with or without a date, in the order that the person gives it. */
export function ToDos({ entries, onOpen }: ToDosProps) {
  const { words, language } = useCalendar();
  const sorted = [...entries].sort((a, b) => a.order - b.order);
  const order = useOrder(sorted);
  return (
    <section className={styles.panel} aria-label={words.todos.title}>
      <h2>{words.todos.title}</h2>
      {entries.length === 0 ? (
        <p className={styles.hint}>
          {joinSentences([words.todos.none, words.todos.hint], language)}
        </p>
      ) : (
        <ul className={styles.todos} ref={order.list}>
          {order.shown.map((entry, index) => (
            <ToDo
              key={entry.reminder_id}
              entry={entry}
              index={index}
              order={order}
              onOpen={onOpen}
            />
          ))}
        </ul>
      )}
      <div role="status" className={styles.hint}>
        {order.news}
      </div>
    </section>
  );
}

function ToDo({
  entry,
  index,
  order,
  onOpen,
}: {
  readonly entry: Entry;
  readonly index: number;
  readonly order: ReturnType<typeof useOrder>;
  readonly onOpen: ToDosProps["onOpen"];
}) {
  const calendar = useCalendar();
  const { words, perform } = calendar;
  return (
    <li className={todoStyles.todo} data-moving={order.isMoving(entry) ? "" : undefined}>
      <button
        type="button"
        className={todoStyles.tick}
        aria-label={words.todos.done(entry.content)}
        onClick={() => void perform(() => complete(entry, calendar))}
      >
        <CheckIcon />
      </button>
      <button type="button" className={todoStyles.todoText} onClick={() => onOpen(entry)}>
        {entry.content}
        <Due entry={entry} />
      </button>
      <button
        type="button"
        className={todoStyles.grip}
        aria-label={words.todos.move(entry.content)}
        {...order.handlers(index)}
      >
        <GripIcon />
      </button>
    </li>
  );
}

/** By when; one whose date is over is still to be done. */
function Due({ entry: { display_start: start, all_day: allDay } }: { readonly entry: Entry }) {
  const calendar = useCalendar();
  const { words, language, today, readClock } = calendar;
  if (start === null) return null;
  const day = dayOf(start);
  const isOver = allDay ? day < today : start < readClock();
  const near = nearDay(day, today);
  const date = near === undefined ? dayWords(day, language, today) : words[near];
  const due = allDay ? date : `${date} ${clockWords(start, calendar)}`;
  return (
    <span className={todoStyles.due} data-over={isOver || undefined}>
      {isOver ? words.todos.overdue(due) : due}
    </span>
  );
}

/** Order by dragging the handle, or by its arrow keys. */
function useOrder(sorted: readonly Entry[]) {
  const { words, perform } = useCalendar();
  const list = useRef<HTMLUListElement>(null);
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number }>();
  const [news, setNews] = useState("");
  const save = (from: number, to: number): void => {
    const moved = sorted[from];
    if (moved === undefined || from === to || to < 0 || to >= sorted.length) return;
    const changes = ordersAfter(sorted, from, to).map(({ reminder_id, order }) => ({
      operation: "update" as const,
      reminder_id,
      order,
    }));
    void perform(async () => {
      await changeAll(changes);
      setNews(words.todos.movedTo(moved.content, to + 1));
      return { text: "" };
    });
  };
  const placeAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const under = rows.findIndex(({ bottom }) => y < bottom);
    return under === -1 ? rows.length - 1 : under;
  };
  const handlers = (index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: index, to: index });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (drag !== undefined) setDrag({ ...drag, to: placeAt(event.clientY) });
    },
    onPointerUp: () => {
      if (drag !== undefined) save(drag.from, drag.to);
      setDrag(undefined);
    },
    onPointerCancel: () => setDrag(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      save(index, index + by);
    },
  });
  return {
    list,
    news,
    shown: drag === undefined ? sorted : moveTo(sorted, drag.from, drag.to),
    isMoving: (entry: Entry) => drag !== undefined && sorted[drag.from] === entry,
    handlers,
  };
}
