import { Button, Modal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { moveOne, moveSeries, moveSingle, resize } from "./acts.ts";
import { placeWords } from "./date-words.ts";
import { actOnShared, refresh } from "./calls.ts";
import { type Calendar, type Done, useCalendar } from "./calendar-context.tsx";
import styles from "./calendar-page.module.css";
import { type Sharing } from "./friends/share-dialog.tsx";
import { type Moving } from "./grid/move-keys.ts";

/** An entry that was dropped at another time, or with another length. */
export type Drop = Moving;

interface Places {
  readonly onAsk: (drop: Drop | undefined) => void;
  /** Where it is shown until the server has answered. */
  readonly onLanding: (drop: Drop | undefined) => void;
}

/** A single entry moves at once; for a series or a shared one the person is asked first. */
export function useDrop({ onAsk, onLanding }: Places): (drop: Drop) => void {
  const calendar = useCalendar();
  return (drop) => {
    const { entry, to } = drop;
    if (to !== entry.display_start && to <= calendar.readClock())
      return calendar.tell({ text: calendar.words.did.past, isBad: true });
    if (entry.is_recurring || entry.shared_reminder_id !== null) return onAsk(drop);
    onLanding(drop);
    return void calendar.perform(() => dropSingle(drop, calendar)).then(() => onLanding(undefined));
  };
}

const around = (calendar: Calendar, isOne: boolean) => ({ isOne, around: calendar });

/** Moved, stretched, or both: the length first, which leaves the time alone. */
async function dropSingle({ entry, to, minutes }: Drop, calendar: Calendar): Promise<Done> {
  const sized =
    minutes === undefined ? undefined : await resize(entry, minutes, around(calendar, false));
  if (to === entry.display_start && sized !== undefined) return sized;
  const moved = await moveSingle(entry, to, calendar);
  const { undo } = moved;
  return sized === undefined || undo === undefined
    ? moved
    : { ...moved, undo: () => undo().then(() => sized.undo?.()) };
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
  const { entry, to, minutes } = drop;
  const isResized = minutes !== undefined && to === entry.display_start;
  const choose = (job: () => Promise<Done>): void => {
    onLanding(drop);
    close();
    void perform(job).then(() => onLanding(undefined));
  };
  return (
    <div className={styles.form}>
      <p className={styles.hint}>
        {isResized
          ? words.move.whichLength(entry.content, words.sentence.minutes(minutes))
          : words.move.which(
              entry.content,
              placeWords({ wall: to, allDay: entry.all_day }, calendar),
            )}
      </p>
      <div className={styles.buttons}>
        <Button
          data-autofocus
          onClick={() =>
            choose(() =>
              isResized
                ? resize(entry, minutes, around(calendar, true))
                : moveOne(entry, to, calendar),
            )
          }
        >
          {words.move.one}
        </Button>
        <Button
          variant="default"
          onClick={() =>
            choose(() =>
              isResized
                ? resize(entry, minutes, around(calendar, false))
                : moveSeries(entry, to, calendar),
            )
          }
        >
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

function SharedMove({ drop: { entry, to, minutes }, close, onBlocked }: SharedMoveProps) {
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
        ...(minutes === undefined ? {} : { duration_minutes: minutes }),
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
      const back = {
        local_trigger_at: entry.display_start,
        captured_timezone: zone,
        ...(minutes === undefined ? {} : { duration_minutes: entry.duration_minutes }),
      };
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
