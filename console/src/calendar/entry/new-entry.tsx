import { Button, Modal } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { useWords } from "../../language/use-words.tsx";
import { create } from "../acts.ts";
import { useCalendar } from "../calendar-context.tsx";
import styles from "../calendar-page.module.css";
import { newDraft, type Slot } from "./entry-draft.ts";
import { EntryFields } from "./entry-fields.tsx";

/** A form for a new entry, at the place that was chosen. */
export function NewEntryDialog({
  slot,
  onClose,
}: {
  readonly slot: Slot | undefined;
  readonly onClose: () => void;
}) {
  const { words } = useCalendar();
  const common = useWords();
  return (
    <Modal
      opened={slot !== undefined}
      onClose={onClose}
      title={words.entry.newTitle}
      closeButtonProps={{ "aria-label": common.close }}
      lockScroll={false}
      size="lg"
    >
      {slot === undefined ? null : <NewEntryForm slot={slot} onClose={onClose} />}
    </Modal>
  );
}

function NewEntryForm({ slot, onClose }: { readonly slot: Slot; readonly onClose: () => void }) {
  const calendar = useCalendar();
  const [draft, setDraft] = useState(() => newDraft(slot));
  const [isBusy, setBusy] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setBusy(true);
    void (async () => {
      // What was filled in stays until it is saved.
      if (await calendar.perform(() => create(draft, calendar))) onClose();
      else setBusy(false);
    })();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <EntryFields draft={draft} onChange={setDraft} />
      <div className={`${styles.buttons} ${styles.saveBar}`}>
        <Button type="submit" loading={isBusy} disabled={draft.content.trim() === ""}>
          {calendar.words.sentence.add}
        </Button>
      </div>
    </form>
  );
}
