import "./mantine.ts";
import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { explain } from "../language/explain.ts";
import { useWords } from "../language/use-words.tsx";
import { Failure, Loading } from "../frame/states.tsx";
import { go } from "../route.ts";
import { CalendarRoom, useCalendar } from "./calendar-context.tsx";
import styles from "./calendar-page.module.css";
import { useEntries, useFreeTime } from "./calls.ts";
import { type Entry, type TimedEntry } from "./contract.ts";
import { spokenMoment } from "./date-words.ts";
import { type Day, type Wall } from "./days.ts";
import { EntryDialog } from "./entry/entry-dialog.tsx";
import { busyByDay } from "./friends/free-windows.ts";
import { FriendsPanel } from "./friends/friends-panel.tsx";
import { keepOfferedCode, useOfferedCode } from "./friends/offered-code.ts";
import { ShareDialog, type Sharing } from "./friends/share-dialog.tsx";
import { Agenda } from "./grid/agenda.tsx";
import { type GridProps } from "./grid/grid-props.ts";
import { MonthGrid } from "./grid/month-grid.tsx";
import { TimeGrid } from "./grid/time-grid.tsx";
import { LinkDialog } from "./link/link-dialog.tsx";
import { type Drop, MoveDialog, useDrop } from "./move-dialog.tsx";
import { NoteBar } from "./note-bar.tsx";
import { SentenceBox, type SentenceHandle } from "./sentence/sentence-box.tsx";
import { ToDos } from "./to-dos.tsx";
import { Toolbar } from "./toolbar.tsx";
import { partOf, type Place, placeOf, shownDays } from "./view-part.ts";

/** Reminders and what is shared with friends, by day, week, month and as a list. */
export default function CalendarPage({ part }: { part: string | undefined }) {
  return (
    <CalendarRoom>
      <CalendarBody part={part} />
    </CalendarRoom>
  );
}

function CalendarBody({ part }: { part: string | undefined }) {
  const { words, today, zone, language } = useCalendar();
  const isPhone = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const isWide = useMediaQuery("(min-width: 75em)", undefined, { getInitialValueInEffect: false });
  const place = placeOf(part, { view: isPhone ? "agenda" : "week", day: today });
  const days = useMemo(() => shownDays(place), [place.view, place.day]);
  const shown = useEntries({ first: days[0] ?? place.day, last: days.at(-1) ?? place.day, zone });
  const entries = shown.data ?? [];
  const [opened, setOpened] = useState<Entry>();
  const [drop, setDrop] = useState<Drop>();
  const [landing, setLanding] = useState<Drop>();
  const [sharing, setSharing] = useState<Sharing>();
  const [seen, setSeen] = useState<string>();
  const [isConnecting, setConnecting] = useState(false);
  const offered = useOfferedCode();
  const [isSideOpen, setSideOpen] = useState(false);
  const closeSide = (): void => {
    setSideOpen(false);
    keepOfferedCode(undefined);
  };
  const sentence = useRef<SentenceHandle>(null);
  const moved = useDrop({ onAsk: setDrop, onLanding: setLanding });
  const turn = (next: Place): void => go({ page: "calendar", part: partOf(next) });
  const slot = (at: Wall): void =>
    seen === undefined
      ? sentence.current?.begin(spokenMoment(at, language))
      : setSharing({ friends: [seen], title: "", start: at, minutes: 60 });
  const side = (
    <>
      <ToDos entries={entries.filter(({ display_start: start }) => start === null)} onOpen={setOpened} />
      <FriendsPanel
        day={place.day}
        seen={seen}
        onSee={setSeen}
        onShare={setSharing}
        offered={offered}
        onOfferDone={() => keepOfferedCode(undefined)}
      />
    </>
  );
  return (
    <div className={styles.page} data-wide={isWide ? "" : undefined}>
      <main className={styles.main}>
        <Toolbar place={place} onPlace={turn} onConnect={() => setConnecting(true)} onSide={isWide ? undefined : () => setSideOpen(true)} />
        <SentenceBox ref={sentence} onShare={setSharing} />
        <Days
          place={place}
          days={days}
          shown={shown}
          seen={seen}
          landing={drop ?? landing}
          onTurn={turn}
          onOpen={setOpened}
          onDrop={moved}
          onSlot={slot}
        />
        <NoteBar />
      </main>
      {isWide ? (
        <aside className={styles.side}>{side}</aside>
      ) : (
        <SideDrawer isOpen={isSideOpen || offered !== undefined} onClose={closeSide} content={side} />
      )}
      <EntryDialog entry={opened} onClose={() => setOpened(undefined)} onMove={moved} />
      <MoveDialog drop={drop} onAsk={setDrop} onLanding={setLanding} onBlocked={setSharing} />
      <ShareDialog sharing={sharing} onClose={() => setSharing(undefined)} />
      <LinkDialog isOpen={isConnecting} onClose={() => setConnecting(false)} />
      <span id="calendar-keys" hidden>
        {words.keys}
      </span>
    </div>
  );
}

interface DaysProps {
  readonly place: Place;
  readonly days: readonly Day[];
  readonly shown: ReturnType<typeof useEntries>;
  readonly seen: string | undefined;
  readonly landing: Drop | undefined;
  readonly onTurn: (place: Place) => void;
  readonly onOpen: (entry: Entry) => void;
  readonly onDrop: (entry: TimedEntry, to: Wall) => void;
  readonly onSlot: (at: Wall) => void;
}

/** The days in the chosen view, or why there are none. */
function Days({ place, days, shown, seen, landing, onTurn, onOpen, onDrop, onSlot }: DaysProps) {
  const { words, zone } = useCalendar();
  const common = useWords();
  const busy = useBusy(seen, days, zone);
  if (shown.isPending) return <Loading label={words.loading} />;
  if (shown.data === undefined)
    return <Failure message={`${words.failed} ${explain(shown.error, common)}`} onRetry={() => void shown.refetch()} />;
  const entries = shown.data.filter((entry): entry is TimedEntry => entry.display_start !== null);
  const grid: GridProps = {
    days,
    day: place.day,
    entries,
    busy,
    landing,
    onDay: (day) => onTurn({ ...place, day }),
    onOpenDay: (day) => onTurn({ view: "day", day }),
    onOpen,
    onDrop,
    onSlot,
  };
  return (
    <div className={`${styles.stage} ${shown.isPlaceholderData ? styles.waiting : ""}`}>
      {place.view === "agenda" ? (
        <Agenda days={days} entries={entries} onOpen={onOpen} />
      ) : place.view === "month" ? (
        <MonthGrid {...grid} />
      ) : (
        <TimeGrid key={place.view} {...grid} />
      )}
      <div className={styles.foot}>{words.zone(zone)}</div>
    </div>
  );
}

function useBusy(friend: string | undefined, days: readonly Day[], zone: string): GridProps["busy"] {
  const [first = "", last = first] = [days[0], days.at(-1)];
  // No more than the server tells at once.
  const isShort = days.length <= 7;
  const free = useFreeTime({ friends: friend === undefined || !isShort ? [] : [friend], first, last, zone });
  return useMemo(
    () => (friend === undefined || free.data === undefined ? new Map() : busyByDay(free.data, zone)),
    [friend, free.data, zone],
  );
}

function SideDrawer({ isOpen, onClose, content }: { isOpen: boolean; onClose: () => void; content: ReactNode }) {
  const { words } = useCalendar();
  const common = useWords();
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size="min(22rem, 92vw)"
      title={words.side}
      closeButtonProps={{ "aria-label": common.close }}
    >
      {content}
    </Drawer>
  );
}
