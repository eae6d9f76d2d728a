import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { type ReactNode } from "react";
import { useCalendar } from "./calendar-context.tsx";
import styles from "./calendar-page.module.css";
import { dayWords, monthWords, rangeWords } from "./date-words.ts";
import {
  GearIcon,
  LeftIcon,
  LinkIcon,
  PeopleIcon,
  PlusIcon,
  RightIcon,
  SearchIcon,
} from "./icons.tsx";
import { type Place, listDays, turn, views } from "./view-part.ts";

interface ToolbarProps {
  readonly place: Place;
  readonly onPlace: (place: Place) => void;
  readonly onConnect: () => void;
  readonly onSearch: () => void;
  readonly onNew: () => void;
  readonly onPreferences: () => void;
  /** On screens that have no room beside the days. */
  readonly onSide: (() => void) | undefined;
}

/** The shown period, and navigation to others. */
export function Toolbar({ place, onPlace, onSide, ...on }: ToolbarProps) {
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
        <Tool label={words.newEntry} onClick={on.onNew} icon={<PlusIcon />} />
        <Tool label={words.find.open} onClick={on.onSearch} icon={<SearchIcon />} />
        {onSide === undefined ? null : (
          <Tool label={words.side} onClick={onSide} icon={<PeopleIcon />} />
        )}
        <Tool label={words.preferences.open} onClick={on.onPreferences} icon={<GearIcon />} />
        <Tool label={words.connect} onClick={on.onConnect} icon={<LinkIcon />} />
      </div>
    </header>
  );
}

function Tool({
  label,
  onClick,
  icon,
}: {
  readonly label: string;
  readonly onClick: () => void;
  readonly icon: ReactNode;
}) {
  return (
    <ActionIcon variant="default" size="lg" aria-label={label} title={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
}

function PlaceTitle({ place }: { place: Place }) {
  const { language, today, weekStart } = useCalendar();
  const days = listDays(place, weekStart);
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
