import { Button, Modal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { moveOne, moveSeries, moveSingle } from "./acts.ts";
import { placeWords } from "./date-words.ts";
import { actOnShared, refresh } from "./calls.ts";
import { type Done, useCalendar } from "./calendar-context.tsx";
import styles from "./calendar-page.module.css";
import { type TimedEntry } from "./contract.ts";
import { type Sharing } from "./friends/share-dialog.tsx";
import { type Wall } from "./days.ts";

/** An entry that was dropped at another time. */
export interface Drop {
  readonly entry: TimedEntry;
  readonly to: Wall;
}

interface Places {
  readonly onAsk: (drop: Drop | undefined) => void;
  /** Where it is shown until the server has answered. */
  readonly onLanding: (drop: Drop | undefined) => void;
}

/** A single entry moves at once; for a series or a shared one the person is asked first. */
export function useDrop({ onAsk, onLanding }: Places): (entry: TimedEntry, to: Wall) => void {
  const calendar = useCalendar();
  return (entry, to) => {
    if (to <= calendar.readClock())
      return calendar.tell({ text: calendar.words.did.past, isBad: true });
    if (entry.is_recurring || entry.shared_reminder_id !== null) return onAsk({ entry, to });
    onLanding({ entry, to });
    return void calendar
      .perform(() => moveSingle(entry, to, calendar))
      .then(() => onLanding(undefined));
  };
}

interface MoveDialogProps extends Places {
  readonly drop: Drop | undefined;
  readonly onBlocked: (sharing: Sharing) => void;
}

export function MoveDialog({ drop, onAsk, onLanding, onBlocked }: MoveDialogProps) {
  const calendar = useCalendar();
  const { words } = calendar;
  const close = (): void => onAsk(undefined);
  const isShared = drop?.entry.shared_reminder_id !== null;
  return (
    <Modal
      opened={drop !== undefined}
      onClose={close}
      title={isShared ? words.move.sharedTitle : words.move.title}
      closeButtonProps={{ "aria-label": words.move.leave }}
      lockScroll={false}
      centered
    >
      {drop === undefined ? null : isShared ? (
        <SharedMove drop={drop} close={close} onBlocked={onBlocked} />
      ) : (
        <SeriesMove drop={drop} close={close} onLanding={onLanding} />
      )}
    </Modal>
  );
}

interface SeriesMoveProps {
  readonly drop: Drop;
  readonly close: () => void;
  readonly onLanding: Places["onLanding"];
}

function SeriesMove({ drop, close, onLanding }: SeriesMoveProps) {
  const calendar = useCalendar();
  const { words, perform } = calendar;
  const { entry, to } = drop;
  const choose = (job: () => Promise<Done>): void => {
    onLanding(drop);
    close();
    void perform(job).then(() => onLanding(undefined));
  };
  return (
    <div className={styles.form}>
      <p className={styles.hint}>
        {words.move.which(entry.content, placeWords({ wall: to, allDay: entry.all_day }, calendar))}
      </p>
      <div className={styles.buttons}>
        <Button data-autofocus onClick={() => choose(() => moveOne(entry, to, calendar))}>
          {words.move.one}
        </Button>
        <Button variant="default" onClick={() => choose(() => moveSeries(entry, to, calendar))}>
          {words.move.series}
        </Button>
        <Button variant="subtle" onClick={close}>
          {words.move.leave}
        </Button>
      </div>
    </div>
  );
}

interface SharedMoveProps {
  readonly drop: Drop;
  readonly close: () => void;
  readonly onBlocked: (sharing: Sharing) => void;
}

function SharedMove({ drop: { entry, to }, close, onBlocked }: SharedMoveProps) {
  const calendar = useCalendar();
  const client = useQueryClient();
  const { words, perform, zone } = calendar;
  const id = entry.shared_reminder_id ?? "";
  const move = (): void => {
    close();
    void perform(async () => {
      const result = await actOnShared(id, "reschedule", {
        local_trigger_at: to,
        captured_timezone: zone,
      });
      await refresh(client);
      if (result.status === "blocked") {
        onBlocked({
          friends: [],
          title: entry.content,
          start: to,
          minutes: entry.duration_minutes,
          result,
          moves: id,
        });
        return { text: words.did.nothingMoved };
      }
      const back = { local_trigger_at: entry.display_start, captured_timezone: zone };
      return {
        text: words.share.moved(entry.content),
        undo: () => actOnShared(id, "reschedule", back),
      };
    });
  };
  return (
    <div className={styles.form}>
      <p className={styles.hint}>
        {words.move.sharedWhich(
          entry.content,
          placeWords({ wall: to, allDay: entry.all_day }, calendar),
        )}
      </p>
      <div className={styles.buttons}>
        <Button data-autofocus onClick={move}>
          {words.move.sharedYes}
        </Button>
        <Button variant="subtle" onClick={close}>
          {words.move.leave}
        </Button>
      </div>
    </div>
  );
}
