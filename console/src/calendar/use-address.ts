import { useEffect, useState } from "react";
import { useCalendar } from "./calendar-context.tsx";
import { useReminder } from "./calls.ts";
import type { Entry } from "./contract.ts";
import { type Day, dayOf } from "./days.ts";
import { toDoOf, whenOf } from "./found-reminder.ts";

interface AddressActs {
  readonly part: string | undefined;
  readonly entries: readonly Entry[] | undefined;
  readonly onNew: () => void;
  readonly onFriends: () => void;
  readonly onOpen: (entry: Entry) => void;
  /** Puts the address of a day in the place of the one that was opened. */
  readonly onDay: (day: Day) => void;
}

const reminderPart = "reminder/";

/** `new`, `friends` and `reminder/<id>` behind the page's address each open something. */
export function useAddress(acts: AddressActs): void {
  const { today } = useCalendar();
  const { part, onNew, onFriends, onDay } = acts;
  useEffect(() => {
    if (part !== "new" && part !== "friends") return;
    onDay(today);
    if (part === "new") onNew();
    else onFriends();
  }, [part]);
  useWantedReminder(acts);
}

/** Goes to the day of a reminder and opens it there; a to-do is opened where the person is. */
function useWantedReminder({ part, entries, onOpen, onDay }: AddressActs): void {
  const { words, zone, today, tell } = useCalendar();
  const id = part?.startsWith(reminderPart) === true ? part.slice(reminderPart.length) : undefined;
  const asked = useReminder(id);
  const [wanted, setWanted] = useState<{ readonly id: string; readonly day: Day }>();
  useEffect(() => {
    if (id === undefined || asked.isPending) return;
    const at = asked.isError ? undefined : whenOf(asked.data, zone);
    onDay(at === undefined ? today : dayOf(at));
    if (asked.isError) tell({ text: words.find.gone, isBad: true });
    else if (at === undefined) onOpen(toDoOf(asked.data));
    else setWanted({ id, day: dayOf(at) });
  }, [id, asked.status]);
  const entry = entries?.find(
    ({ reminder_id: reminder, display_start: start }) =>
      reminder === wanted?.id && start !== null && dayOf(start) === wanted.day,
  );
  useEffect(() => {
    if (entry === undefined) return;
    setWanted(undefined);
    onOpen(entry);
  }, [entry]);
}
