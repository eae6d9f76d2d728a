import { ActionIcon, Textarea, VisuallyHidden } from "@mantine/core";
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import styles from "./composer.module.css";
import { SendIcon, StopIcon } from "./icons.tsx";

interface ComposerProps {
  readonly words: {
    readonly label: string;
    readonly placeholder: string;
    /** Which keys do what, for screen readers. */
    readonly hint: string;
    readonly send: string;
    readonly stop: string;
    readonly stopping?: string;
  };
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly canSend: boolean;
  readonly onSend: () => void;
  /** Present while an answer is being written. */
  readonly onStop?: (() => void) | undefined;
  readonly isStopping?: boolean;
  /** Esc stops the answer. */
  readonly stopsOnEscape?: boolean;
  /** With a mouse the field takes the focus when it appears. */
  readonly takesFocus?: boolean;
  readonly isDropTarget?: boolean;
  /** In front of the field. */
  readonly before?: ReactNode;
  /** In place of the round send button. */
  readonly sendButton?: ReactNode;
}

/** Where a message is written and sent, in Talk and on the Stage. */
export function Composer(props: ComposerProps) {
  const {
    words,
    text,
    canSend,
    onSend,
    onStop,
    isStopping = false,
    stopsOnEscape = false,
    takesFocus = false,
  } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const hint = useId();

  // On a touch screen this would raise the keyboard over the messages.
  useEffect(() => {
    if (takesFocus && matchMedia("(hover: hover) and (pointer: fine)").matches)
      field.current?.focus();
  }, [takesFocus]);

  const send = (): void => {
    if (canSend) onSend();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // While Chinese is being composed, Enter and Esc belong to the input method. Safari ends the
    // composition first and reports it by the key code only.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    }
    if (event.key === "Escape" && stopsOnEscape) onStop?.();
  };
  return (
    <div className={styles.composer} data-dropping={props.isDropTarget || undefined}>
      {props.before}
      <Textarea
        ref={field}
        id="message"
        className={styles.field ?? ""}
        classNames={{ input: styles.input ?? "" }}
        aria-label={words.label}
        aria-describedby={hint}
        placeholder={words.placeholder}
        autosize
        minRows={1}
        maxRows={8}
        variant="unstyled"
        enterKeyHint="send"
        dir="auto"
        value={text}
        onChange={(event) => props.onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <VisuallyHidden id={hint}>{words.hint}</VisuallyHidden>
      {onStop === undefined ? null : (
        <ActionIcon
          size={40}
          radius="xl"
          variant="default"
          aria-label={isStopping ? (words.stopping ?? words.stop) : words.stop}
          title={words.stop}
          loading={isStopping}
          onClick={onStop}
        >
          <StopIcon />
        </ActionIcon>
      )}
      {props.sendButton ?? (
        <ActionIcon
          size={40}
          radius="xl"
          variant="filled"
          aria-label={words.send}
          title={words.send}
          disabled={!canSend}
          onClick={send}
        >
          <SendIcon />
        </ActionIcon>
      )}
    </div>
  );
}
