import { CloseButton } from "@mantine/core";
import { useEffect } from "react";
import { type Conversation } from "../api/contract.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import styles from "./conversation-list.module.css";
import { keptWords } from "./kept-words.ts";
import { type KeptAct } from "./use-kept.ts";

export interface Undoable {
  readonly conversation: Conversation;
  readonly act: KeptAct;
}

const shownForMs = 12_000;

/** Says what was done with a conversation, and takes it back. */
export function UndoNotice({
  of,
  onUndo,
  onClose,
}: {
  of: Undoable;
  onUndo: () => void;
  onClose: () => void;
}) {
  const common = useWords();
  const words = usePageWords(keptWords);
  useEffect(() => {
    const timer = setTimeout(onClose, shownForMs);
    return () => clearTimeout(timer);
    // Once for each act.
  }, [of]);
  return (
    <div className={styles.undo} role="status">
      <span>{of.act.kind === "delete" ? words.done.deleted : words.done.archived}</span>
      <button type="button" className={styles.footLink} onClick={onUndo}>
        {words.undo}
      </button>
      <CloseButton aria-label={common.close} onClick={onClose} />
    </div>
  );
}
