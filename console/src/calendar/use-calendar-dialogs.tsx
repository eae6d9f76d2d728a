import { useState, type ReactNode } from "react";
import { type Entry } from "./contract.ts";
import { type Slot } from "./entry/entry-draft.ts";
import { NewEntryDialog } from "./entry/new-entry.tsx";
import { EntryDialog } from "./entry/entry-dialog.tsx";
import { ShareDialog, type Sharing } from "./friends/share-dialog.tsx";
import { type Drop, MoveDialog, useDrop } from "./move-dialog.tsx";

/**
 * Opens the dialogs of the calendar: an entry, a move that needs a decision, a plan with friends.
 */
export interface CalendarDialogs {
  readonly open: (entry: Entry) => void;
  readonly drop: (drop: Drop) => void;
  /** Begins a new entry. */
  readonly begin: (slot: Slot) => void;
  readonly plan: (sharing: Sharing) => void;
  readonly landing: Drop | undefined;
  readonly elements: ReactNode;
}

export function useCalendarDialogs(): CalendarDialogs {
  const [opened, setOpened] = useState<Entry>();
  const [asked, setAsked] = useState<Drop>();
  const [landing, setLanding] = useState<Drop>();
  const [sharing, setSharing] = useState<Sharing>();
  const [slot, setSlot] = useState<Slot>();
  const drop = useDrop({ onAsk: setAsked, onLanding: setLanding });
  return {
    open: setOpened,
    drop,
    begin: setSlot,
    plan: setSharing,
    landing: asked ?? landing,
    elements: (
      <>
        <EntryDialog
          entry={opened}
          onClose={() => setOpened(undefined)}
          onMove={(entry, to) => drop({ entry, to })}
        />
        <MoveDialog drop={asked} onAsk={setAsked} onLanding={setLanding} onBlocked={setSharing} />
        <NewEntryDialog slot={slot} onClose={() => setSlot(undefined)} />
        <ShareDialog sharing={sharing} onClose={() => setSharing(undefined)} />
      </>
    ),
  };
}
