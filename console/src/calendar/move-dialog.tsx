import { Button, Modal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { momentWords, moveOne, moveSeries, moveSingle, overlapping } from "./acts.ts";
import { actOnShared, refresh } from "./calls.ts";
import { type Calendar, type Done, useCalendar } from "./calendar-context.tsx";
import styles from "./calendar-page.module.css";
import { type Entry, type TimedEntry } from "./contract.ts";
import { type Sharing } from "./friends/share-dialog.tsx";
import { type Wall } from "./days.ts";

/** Something that was dropped elsewhere. */
export interface Drop {
  readonly entry: TimedEntry;
  readonly to: Wall;
}

interface Places {
  readonly entries: readonly Entry[];
  readonly onAsk: (drop: Drop | undefined) => void;
}

/** What comes once moves at once; what repeats or is shared is asked about first. */
export function useDrop({ entries, onAsk }: Places): (entry: TimedEntry, to: Wall) => void {
  const calendar = useCalendar();
  return (entry, to) => {
    if (to <= calendar.now) calendar.tell({ text: calendar.words.did.past, isBad: true });
    else if (entry.is_recurring || entry.shared_reminder_id !== null) onAsk({ entry, to });
    else void calendar.perform(async () => withOverlap(await moveSingle(entry, to, calendar), overlapping(entry, to, entries), calendar));
  };
}

/** What it falls on now is told with it. */
function withOverlap(done: Done, other: Entry | undefined, { words }: Pick<Calendar, "words">): Done {
  return other === undefined ? done : { ...done, text: `${done.text} ${words.sentence.overlap(other.content)}` };
}

interface MoveDialogProps extends Places {
  readonly drop: Drop | undefined;
  readonly onBlocked: (sharing: Sharing) => void;
}

export function MoveDialog({ drop, entries, onAsk, onBlocked }: MoveDialogProps) {
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
        <SeriesMove drop={drop} close={close} entries={entries} />
      )}
    </Modal>
  );
}

function SeriesMove({ drop, close, entries }: { drop: Drop; close: () => void; entries: readonly Entry[] }) {
  const calendar = useCalendar();
  const { words, perform } = calendar;
  const { entry, to } = drop;
  const one = async (): Promise<Done> => withOverlap(await moveOne(entry, to, calendar), overlapping(entry, to, entries), calendar);
  const choose = (job: () => Promise<Done>): void => {
    close();
    void perform(job);
  };
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{words.move.which(entry.content, momentWords(to, calendar))}</p>
      <div className={styles.buttons}>
        <Button data-autofocus onClick={() => choose(one)}>
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
      const result = await actOnShared(id, "reschedule", { local_trigger_at: to, captured_timezone: zone });
      await refresh(client);
      if (result.status === "blocked") {
        onBlocked({ friends: [], title: entry.content, start: to, minutes: entry.duration_minutes, result, moves: id });
        return { text: words.did.nothingMoved };
      }
      const back = { local_trigger_at: entry.display_start, captured_timezone: zone };
      return { text: words.share.moved(entry.content), undo: () => actOnShared(id, "reschedule", back) };
    });
  };
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{words.move.sharedWhich(entry.content, momentWords(to, calendar))}</p>
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
