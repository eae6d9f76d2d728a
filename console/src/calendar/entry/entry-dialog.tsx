import { Modal } from "@mantine/core";
import { useCalendar } from "../calendar-context.tsx";
import { useReminder } from "../calls.ts";
import { type Entry, type TimedEntry } from "../contract.ts";
import { type Wall } from "../days.ts";
import { explain } from "../../language/explain.ts";
import { useWords } from "../../language/use-words.tsx";
import { Failure, Loading } from "../../frame/states.tsx";
import { EntryForm } from "./entry-form.tsx";
import { OutsideEntry } from "./outside-entry.tsx";
import { SharedEntry } from "./shared-entry.tsx";

interface EntryDialogProps {
  readonly entry: Entry | undefined;
  readonly onClose: () => void;
  readonly onMove: (entry: TimedEntry, to: Wall) => void;
}

/** One entry with everything that can be done to it. */
export function EntryDialog({ entry, onClose, onMove }: EntryDialogProps) {
  const { words } = useCalendar();
  const common = useWords();
  return (
    <Modal
      opened={entry !== undefined}
      onClose={onClose}
      title={words.entry.title}
      closeButtonProps={{ "aria-label": common.close }}
      lockScroll={false}
      size="lg"
    >
      {entry === undefined ? null : entry.entry_type === "outside" ? (
        <OutsideEntry entry={entry} />
      ) : entry.shared_reminder_id === null ? (
        <OwnEntry entry={entry} onClose={onClose} onMove={onMove} />
      ) : (
        <SharedEntry
          entry={entry}
          id={entry.shared_reminder_id}
          onClose={onClose}
          onMove={onMove}
        />
      )}
    </Modal>
  );
}

function OwnEntry({
  entry,
  onClose,
  onMove,
}: {
  entry: Entry;
  onClose: () => void;
  onMove: EntryDialogProps["onMove"];
}) {
  const common = useWords();
  const reminder = useReminder(entry.reminder_id);
  if (reminder.isPending) return <Loading label={common.loading} />;
  if (reminder.isError)
    return (
      <Failure message={explain(reminder.error, common)} onRetry={() => void reminder.refetch()} />
    );
  return (
    <EntryForm
      key={entry.reminder_id}
      entry={entry}
      reminder={reminder.data}
      onClose={onClose}
      onMove={onMove}
    />
  );
}
