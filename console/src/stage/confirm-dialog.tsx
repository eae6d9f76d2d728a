import { Alert, Button, Modal } from "@mantine/core";
import { type ReactNode } from "react";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { useOverlay } from "./overlay-stack.ts";
import styles from "./dialogs.module.css";
import { useExplain } from "./use-explain.ts";
import { words as pageWords } from "./words.ts";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly size?: string;
}

/**
 * The page itself never scrolls, so no scroll lock is needed, which would insert a style element.
 */
export function Dialog({ title, onClose, children, size = "34rem" }: DialogProps) {
  const words = useWords();
  useOverlay();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      lockScroll={false}
      closeButtonProps={{ "aria-label": words.close }}
      classNames={{ title: styles.title ?? "" }}
    >
      {children}
    </Modal>
  );
}

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly yes: string;
  readonly onYes: () => void;
  readonly onClose: () => void;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly error?: unknown;
  readonly danger?: boolean;
}

/**
 * A confirmation. For destructive actions the focus is on Cancel, so that a quick Enter changes
 * nothing.
 */
export function ConfirmDialog({
  title,
  children,
  yes,
  onYes,
  onClose,
  busy = false,
  disabled = false,
  error,
  danger = false,
}: ConfirmDialogProps) {
  const explain = useExplain();
  const own = usePageWords(pageWords);
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.body}>{children}</div>
      {error === undefined || error === null ? null : (
        <Alert color="red" role="alert" mt="sm">
          {explain(error)}
        </Alert>
      )}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus={danger || undefined}>
          {own.cancel}
        </Button>
        <Button
          {...(danger ? { className: styles.danger ?? "" } : {})}
          loading={busy}
          disabled={disabled}
          onClick={onYes}
          data-autofocus={!danger || undefined}
        >
          {yes}
        </Button>
      </div>
    </Dialog>
  );
}
