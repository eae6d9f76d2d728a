import { useMemo } from "react";
import { explain } from "../language/explain.ts";
import { useWords } from "../language/use-words.tsx";
import { Failure, Loading } from "../frame/states.tsx";
import { useCalendar } from "./calendar-context.tsx";
import styles from "./calendar-page.module.css";
import { type useEntries, useFreeTime } from "./calls.ts";
import { type TimedEntry } from "./contract.ts";
import { type Day, type Wall } from "./days.ts";
import { busyByDay } from "./friends/free-windows.ts";
import { Agenda } from "./grid/agenda.tsx";
import { type GridProps } from "./grid/grid-props.ts";
import { MonthGrid } from "./grid/month-grid.tsx";
import { TimeGrid } from "./grid/time-grid.tsx";
import { type CalendarDialogs } from "./use-calendar-dialogs.tsx";
import { type Place } from "./view-part.ts";

interface DaysViewProps {
  readonly place: Place;
  readonly days: readonly Day[];
  readonly shown: ReturnType<typeof useEntries>["entries"];
  /** The friend whose busy times are shown over the days. */
  readonly seen: string | undefined;
  readonly dialogs: CalendarDialogs;
  readonly onTurn: (place: Place, how?: "push" | "replace") => void;
  readonly onSlot: (at: Wall) => void;
}

/** The days in the chosen view, or why there are none. */
export function DaysView({ place, days, shown, seen, dialogs, onTurn, onSlot }: DaysViewProps) {
  const { words, zone } = useCalendar();
  const common = useWords();
  const busy = useBusy(seen, days, zone);
  if (shown.isPending) return <Loading label={words.loading} />;
  if (shown.data === undefined)
    return (
      <Failure
        message={`${words.failed} ${explain(shown.error, common)}`}
        onRetry={() => void shown.refetch()}
      />
    );
  const grid: GridProps = {
    days,
    day: place.day,
    entries: shown.data.filter((entry): entry is TimedEntry => entry.display_start !== null),
    busy,
    landing: dialogs.landing,
    // Keyboard steps do not become history entries.
    onDay: (day) => onTurn({ ...place, day }, "replace"),
    onOpenDay: (day) => onTurn({ view: "day", day }),
    onOpen: dialogs.open,
    onDrop: dialogs.drop,
    onSlot,
    onSpan: dialogs.begin,
  };
  return (
    <div className={`${styles.stage} ${shown.isPlaceholderData ? styles.waiting : ""}`}>
      <View view={place.view} grid={grid} />
      {shown.isError ? (
        <Stale onRetry={() => void shown.refetch()} />
      ) : (
        <div className={styles.foot}>{words.zone(zone)}</div>
      )}
    </div>
  );
}

function View({ view, grid }: { view: Place["view"]; grid: GridProps }) {
  if (view === "agenda") return <Agenda {...grid} />;
  return view === "month" ? <MonthGrid {...grid} /> : <TimeGrid key={view} {...grid} />;
}

function Stale({ onRetry }: { onRetry: () => void }) {
  const { words } = useCalendar();
  const common = useWords();
  return (
    <div className={styles.stale} role="status">
      <span>{words.stale}</span>
      <button type="button" onClick={onRetry}>
        {common.retry}
      </button>
    </div>
  );
}

function useBusy(
  friend: string | undefined,
  days: readonly Day[],
  zone: string,
): GridProps["busy"] {
  const [first = "", last = first] = [days[0], days.at(-1)];
  // The server's limit per answer.
  const isShort = days.length <= 7;
  const free = useFreeTime({
    friends: friend === undefined || !isShort ? [] : [friend],
    first,
    last,
    zone,
  });
  return useMemo(
    () =>
      friend === undefined || free.data === undefined ? new Map() : busyByDay(free.data, zone),
    [friend, free.data, zone],
  );
}
