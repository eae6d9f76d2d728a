import { Drawer } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useWords } from "../language/use-words.tsx";
import { useCalendar } from "./calendar-context.tsx";
import styles from "./calendar-page.module.css";
import type { Entry } from "./contract.ts";
import type { Day } from "./days.ts";
import { FriendsPanel } from "./friends/friends-panel.tsx";
import { keepOfferedCode, useOfferedCode } from "./friends/offered-code.ts";
import type { Sharing } from "./friends/share-dialog.tsx";
import { MissedReminders } from "./missed.tsx";
import type { CalendarDialogs } from "./use-calendar-dialogs.tsx";
import { MiniMonth } from "./mini-month.tsx";
import { ToDos } from "./todos.tsx";

interface SideProps {
  readonly isWide: boolean;
  readonly day: Day;
  readonly onDay: (day: Day) => void;
  /** None as long as they are not known. */
  readonly toDos: readonly Entry[] | undefined;
  readonly seen: string | undefined;
  readonly onSee: (friend: string | undefined) => void;
  readonly dialogs: CalendarDialogs;
}

/** To-dos and friends: beside the days, or behind a button where there is no room. */
export function useSide({ isWide, day, onDay, toDos, seen, onSee, dialogs }: SideProps): {
  readonly side: ReactNode;
  readonly open: () => void;
  /** Shows how to add a friend. */
  readonly invite: () => void;
} {
  const [isOpen, setOpen] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const offered = useOfferedCode();
  const plan = (sharing: Sharing): void => {
    setOpen(false);
    dialogs.plan(sharing);
  };
  const close = (): void => {
    setOpen(false);
    keepOfferedCode(undefined);
  };
  const content = (
    <>
      <MiniMonth
        day={day}
        onDay={(next) => {
          setOpen(false);
          onDay(next);
        }}
      />
      <MissedReminders />
      {toDos === undefined ? null : <ToDos entries={toDos} onOpen={dialogs.open} />}
      <FriendsPanel
        day={day}
        seen={seen}
        onSee={onSee}
        onShare={plan}
        offered={offered}
        onOfferDone={() => keepOfferedCode(undefined)}
        isAdding={isAdding}
        onAdding={setAdding}
      />
    </>
  );
  const side = isWide ? (
    <aside className={styles.side}>{content}</aside>
  ) : (
    <SideDrawer isOpen={isOpen || offered !== undefined} onClose={close} content={content} />
  );
  const open = (): void => setOpen(true);
  const invite = (): void => {
    open();
    setAdding(true);
  };
  return { side, open, invite };
}

function SideDrawer({
  isOpen,
  onClose,
  content,
}: {
  isOpen: boolean;
  onClose: () => void;
  content: ReactNode;
}) {
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
