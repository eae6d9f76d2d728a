import "../mantine-extra.ts";
import { useMediaQuery } from "@mantine/hooks";
import { useMemo, useRef, useState } from "react";
import { useWords } from "../language/use-words.tsx";
import { go } from "../route.ts";
import { ConnectionBanner } from "../talk/connection-banner.tsx";
import { CalendarProvider, useCalendar } from "./calendar-context.tsx";
import styles from "./calendar-page.module.css";
import { useEntries } from "./calls.ts";
import { describeMoment } from "./date-words.ts";
import { DaysView } from "./days-view.tsx";
import { type Day, dayOf, minutesOf, type Wall, wallAt } from "./days.ts";
import { type Slot } from "./entry/entry-draft.ts";
import { LinkDialog } from "./link/link-dialog.tsx";
import { MissedStrip } from "./missed.tsx";
import { NoteBar } from "./note-bar.tsx";
import { PreferencesDialog } from "./preferences-dialog.tsx";
import { Search } from "./search.tsx";
import { SentenceBox, type SentenceHandle } from "./sentence/sentence-box.tsx";
import { useSide } from "./side.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useCalendarDialogs } from "./use-calendar-dialogs.tsx";
import { useAddress } from "./use-address.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { partOf, type Place, placeOf, listDays } from "./view-part.ts";

/** Reminders and what is shared with friends, by day, week, month and as a list. */
export default function CalendarPage({ part }: { part: string | undefined }) {
  return (
    <CalendarProvider>
      <CalendarBody part={part} />
    </CalendarProvider>
  );
}

const turn = (next: Place, how?: "push" | "replace"): void =>
  go({ page: "calendar", part: partOf(next) }, how);

function CalendarBody({ part }: { part: string | undefined }) {
  const { words, zone, language, today, weekStart, readClock } = useCalendar();
  const common = useWords();
  const isPhone = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const isWide = useMediaQuery("(min-width: 75em)", undefined, { getInitialValueInEffect: false });
  const place = placeOf(part, { view: isPhone ? "agenda" : "week", day: today });
  const days = useMemo(() => listDays(place, weekStart), [place.view, place.day, weekStart]);
  const {
    entries: shown,
    toDos,
    stream,
  } = useEntries({
    first: days[0] ?? place.day,
    last: days.at(-1) ?? place.day,
    zone,
  });
  const dialogs = useCalendarDialogs();
  const [seen, setSeen] = useState<string>();
  const [opened, setOpened] = useState<"link" | "search" | "preferences">();
  const close = (): void => setOpened(undefined);
  const showDay = (day: Day): void => turn({ ...place, day });
  const { side, open, invite } = useSide({
    isWide,
    day: place.day,
    onDay: showDay,
    toDos,
    seen,
    onSee: setSeen,
    dialogs,
  });
  const sentence = useRef<SentenceHandle>(null);
  const slot = (at: Wall): void =>
    seen === undefined
      ? sentence.current?.begin(describeMoment(at, language))
      : dialogs.plan({ friends: [seen], title: "", start: at, minutes: 60 });
  useShortcuts({
    place,
    today,
    onPlace: turn,
    onNew: () => sentence.current?.focus(),
    onSearch: () => setOpened("search"),
  });
  const begin = (): void => dialogs.begin(nextSlot(place.day, readClock()));
  useAddress({
    part,
    entries: shown.data,
    onNew: begin,
    onFriends: invite,
    onOpen: dialogs.open,
    onDay: (day) => turn({ ...place, day }, "replace"),
  });
  return (
    <div className={styles.page} data-wide={isWide ? "" : undefined}>
      <main className={styles.main}>
        <Toolbar
          place={place}
          onPlace={turn}
          onConnect={() => setOpened("link")}
          onSearch={() => setOpened("search")}
          onPreferences={() => setOpened("preferences")}
          onNew={begin}
          onSide={isWide ? undefined : open}
        />
        <ConnectionBanner status={stream} offline={common.connection.stale} />
        {isWide ? null : <MissedStrip onOpen={open} />}
        <SentenceBox ref={sentence} onShare={dialogs.plan} />
        <DaysView
          place={place}
          days={days}
          shown={shown}
          seen={seen}
          dialogs={dialogs}
          onTurn={turn}
          onSlot={slot}
        />
        <NoteBar days={days} onDay={showDay} />
      </main>
      {side}
      {dialogs.elements}
      <LinkDialog isOpen={opened === "link"} onClose={close} />
      <Search isOpen={opened === "search"} onClose={close} onDay={showDay} onOpen={dialogs.open} />
      <PreferencesDialog isOpen={opened === "preferences"} onClose={close} />
      <span id="calendar-keys" hidden>
        {words.keys}
      </span>
    </div>
  );
}

/** The next full hour of today, or the morning of another day. */
function nextSlot(day: Day, now: Wall): Slot {
  const hour = day === dayOf(now) ? Math.min(Math.floor(minutesOf(now) / 60) + 1, 23) : 9;
  return { start: wallAt(day, hour * 60), minutes: 60, allDay: false };
}
