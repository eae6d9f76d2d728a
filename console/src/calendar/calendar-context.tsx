import { useQueryClient } from "@tanstack/react-query";
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { type Language } from "../language/choose.ts";
import { explain } from "../language/explain.ts";
import { usePageWords, useSpoken } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import { refresh } from "./calls.ts";
import { type Day, dayOf, type Wall } from "./days.ts";
import { type CalendarWords } from "./words-en.ts";
import { words } from "./words.ts";
import { wallAtInstant } from "./zone-time.ts";

/** What was done, in a sentence, and the way back. */
export interface Done {
  readonly text: string;
  readonly undo?: (() => Promise<unknown>) | undefined;
}

export interface Note extends Done {
  readonly isBad?: boolean;
}

export interface Calendar {
  readonly words: CalendarWords;
  readonly language: Language;
  readonly zone: string;
  /** What the clocks of the account's zone show. */
  readonly now: Wall;
  readonly today: Day;
  readonly note: Note | undefined;
  readonly tell: (note: Note | undefined) => void;
  /** Does something, shows the calendar anew and says what came of it. */
  readonly perform: (job: () => Promise<Done>) => Promise<boolean>;
}

const Context = createContext<Calendar | null>(null);

export function useCalendar(): Calendar {
  const value = use(Context);
  if (value === null) throw new Error("used outside of the calendar");
  return value;
}

const halfMinute = 30_000;

function useNow(zone: string): Wall {
  const [instant, setInstant] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setInstant(Date.now()), halfMinute);
    return () => clearInterval(timer);
  }, []);
  return wallAtInstant(instant, zone);
}

/** A zone that this browser does not know would fail every date on the page. */
function knownZone(zone: string | null): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone === null) return own;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone === "" ? own : zone;
  } catch (error) {
    if (error instanceof RangeError) return own;
    throw error;
  }
}

export function CalendarRoom({ children }: { children: ReactNode }) {
  const { language, words: common } = useSpoken();
  const said = usePageWords(words);
  const zone = knownZone(useSignedIn().session.account.default_timezone);
  const now = useNow(zone);
  const client = useQueryClient();
  const [note, tell] = useState<Note>();
  const perform = useCallback(
    async (job: () => Promise<Done>) => {
      try {
        const done = await job();
        tell(done.text === "" ? undefined : done);
        return true;
      } catch (error) {
        tell({ text: explain(error, common), isBad: true });
        return false;
      } finally {
        await refresh(client);
      }
    },
    [client, common],
  );
  const value = useMemo(
    () => ({ words: said, language, zone, now, today: dayOf(now), note, tell, perform }),
    [said, language, zone, now, note, perform],
  );
  return <Context value={value}>{children}</Context>;
}
