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
import { type Wall } from "./days.ts";
import { LinkDialog } from "./link/link-dialog.tsx";
import { MissedStrip } from "./missed.tsx";
import { NoteBar } from "./note-bar.tsx";
import { SentenceBox, type SentenceHandle } from "./sentence/sentence-box.tsx";
import { useSide } from "./side.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useCalendarDialogs } from "./use-calendar-dialogs.tsx";
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
  const { words, zone, language, today } = useCalendar();
  const common = useWords();
  const isPhone = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const isWide = useMediaQuery("(min-width: 75em)", undefined, { getInitialValueInEffect: false });
  const place = placeOf(part, { view: isPhone ? "agenda" : "week", day: today });
  const days = useMemo(() => listDays(place), [place.view, place.day]);
  const { entries: shown, stream } = useEntries({
    first: days[0] ?? place.day,
    last: days.at(-1) ?? place.day,
    zone,
  });
  const dialogs = useCalendarDialogs();
  const [seen, setSeen] = useState<string>();
  const [isConnecting, setConnecting] = useState(false);
  const { side, open } = useSide({
    isWide,
    day: place.day,
    entries: shown.data,
    seen,
    onSee: setSeen,
    dialogs,
  });
  const sentence = useRef<SentenceHandle>(null);
  const slot = (at: Wall): void =>
    seen === undefined
      ? sentence.current?.begin(describeMoment(at, language))
      : dialogs.plan({ friends: [seen], title: "", start: at, minutes: 60 });
  return (
    <div className={styles.page} data-wide={isWide ? "" : undefined}>
      <main className={styles.main}>
        <Toolbar
          place={place}
          onPlace={turn}
          onConnect={() => setConnecting(true)}
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
        <NoteBar />
      </main>
      {side}
      {dialogs.elements}
      <LinkDialog isOpen={isConnecting} onClose={() => setConnecting(false)} />
      <span id="calendar-keys" hidden>
        {words.keys}
      </span>
    </div>
  );
}
