import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { useCalendar } from "./calendar-context.tsx";
import styles from "./calendar-page.module.css";
import { dayWords, monthWords, rangeWords } from "./date-words.ts";
import { LeftIcon, LinkIcon, PeopleIcon, RightIcon } from "./icons.tsx";
import { type Place, listDays, turn, views } from "./view-part.ts";

interface ToolbarProps {
  readonly place: Place;
  readonly onPlace: (place: Place) => void;
  readonly onConnect: () => void;
  /** On screens that have no room beside the days. */
  readonly onSide: (() => void) | undefined;
}

/** The shown period, and navigation to others. */
export function Toolbar({ place, onPlace, onConnect, onSide }: ToolbarProps) {
  const { words, today } = useCalendar();
  return (
    <header className={styles.bar}>
      <PlaceTitle place={place} />
      <div className={styles.turn}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={words.earlier}
          onClick={() => onPlace(turn(place, -1))}
        >
          <LeftIcon />
        </ActionIcon>
        <Button variant="default" size="sm" onClick={() => onPlace({ ...place, day: today })}>
          {words.today}
        </Button>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={words.later}
          onClick={() => onPlace(turn(place, 1))}
        >
          <RightIcon />
        </ActionIcon>
      </div>
      <div className={styles.ways}>
        <SegmentedControl
          aria-label={words.view}
          value={place.view}
          onChange={(view) => onPlace({ ...place, view })}
          data={views.map((view) => ({ value: view, label: words.views[view] }))}
        />
        {onSide === undefined ? null : (
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={words.side}
            title={words.side}
            onClick={onSide}
          >
            <PeopleIcon />
          </ActionIcon>
        )}
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={words.connect}
          title={words.connect}
          onClick={onConnect}
        >
          <LinkIcon />
        </ActionIcon>
      </div>
    </header>
  );
}

function PlaceTitle({ place }: { place: Place }) {
  const { language, today } = useCalendar();
  const days = listDays(place);
  const [first = place.day] = days;
  const text =
    place.view === "day"
      ? dayWords(place.day, language, today)
      : place.view === "month"
        ? monthWords(place.day, language)
        : rangeWords({ first, last: days.at(-1) ?? first, today }, language);
  return (
    <h1 className={styles.title} aria-live="polite">
      {text}
    </h1>
  );
}
