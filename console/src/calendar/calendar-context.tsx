import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from "react";
import { useChannelNames } from "../channels/catalog.ts";
import { type Language } from "../language/choose.ts";
import { explain } from "../language/explain.ts";
import { usePageWords, useSpoken } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import { refresh } from "./calls.ts";
import { type Day, dayOf, type Wall } from "./days.ts";
import { type Preferences, usePreferences } from "./preferences.ts";
import { type CalendarWords } from "./words-en.ts";
import { words } from "./words.ts";
import { wallAtInstant } from "./zone-time.ts";

/** The last action as a sentence, and its undo. */
export interface Done {
  readonly text: string;
  readonly undo?: (() => Promise<unknown>) | undefined;
  /** Where its outcome is, for a look at it. */
  readonly day?: Day | undefined;
  /** Nothing was done. */
  readonly isBad?: boolean;
}

export type Note = Done;

/**
 * Values that stay the same until midnight: components that read them do not render again with the
 * clock or a note.
 */
export interface Calendar extends Preferences {
  readonly setPreferences: (next: Preferences) => void;
  readonly words: CalendarWords;
  readonly language: Language;
  readonly zone: string;
  readonly today: Day;
  /** Names of chat apps. */
  readonly channelNames: Readonly<Record<string, string>>;
  /** The current time in the account's zone, for actions. */
  readonly readClock: () => Wall;
  readonly tell: (note: Note | undefined) => void;
  /** Runs an action, refreshes the calendar and shows the result. */
  readonly perform: (job: () => Promise<Done>) => Promise<boolean>;
}

const CalendarContext = createContext<Calendar | null>(null);
const NowContext = createContext<Wall | null>(null);
const NoteContext = createContext<Note | undefined>(undefined);

function inside<T>(value: T | null): T {
  if (value === null) throw new Error("used outside of the calendar");
  return value;
}

export const useCalendar = (): Calendar => inside(use(CalendarContext));
/** The same time for display; renders again every half minute. */
export const useNow = (): Wall => inside(use(NowContext));
export const useNote = (): Note | undefined => use(NoteContext);

const halfMinute = 30_000;

function useWallClock(zone: string): Wall {
  const [instant, setInstant] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setInstant(Date.now()), halfMinute);
    return () => clearInterval(timer);
  }, []);
  return wallAtInstant(instant, zone);
}

/** A zone that this browser does not know would fail every date on the page. */
function toKnownZone(zone: string | null): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone === null) return own;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone === ""
      ? own
      : zone;
  } catch (error) {
    if (error instanceof RangeError) return own;
    throw error;
  }
}

export function CalendarProvider({ children }: { children: ReactNode }) {
  const { language, words: common } = useSpoken();
  const said = usePageWords(words);
  const zone = toKnownZone(useSignedIn().session.account.default_timezone);
  const now = useWallClock(zone);
  const channelNames = useChannelNames();
  const client = useQueryClient();
  const [note, tell] = useState<Note>();
  const perform = useCallback(
    async (job: () => Promise<Done>) => {
      try {
        const done = await job();
        tell(done.text === "" ? undefined : done);
        return done.isBad !== true;
      } catch (error) {
        tell({ text: explain(error, common), isBad: true });
        return false;
      } finally {
        await refresh(client);
      }
    },
    [client, common],
  );
  const today = dayOf(now);
  const [preferences, setPreferences] = usePreferences();
  const calendar = useMemo(
    () => ({
      ...preferences,
      setPreferences,
      words: said,
      language,
      zone,
      today,
      channelNames,
      readClock: () => wallAtInstant(Date.now(), zone),
      tell,
      perform,
    }),
    [preferences, setPreferences, said, language, zone, today, channelNames, perform],
  );
  return (
    <CalendarContext value={calendar}>
      <NowContext value={now}>
        <NoteContext value={note}>{children}</NoteContext>
      </NowContext>
    </CalendarContext>
  );
}
