import { ActionIcon, Textarea, VisuallyHidden } from "@mantine/core";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { SendIcon, StopIcon } from "../frame/icons.tsx";
import { useWords } from "../language/use-words.tsx";
import styles from "./composer.module.css";
import { type Draft } from "./draft.ts";

interface ComposerProps {
  readonly draft: Draft;
  readonly sending?: boolean;
  readonly onSend: () => void;
  /** Present while an answer is being written. */
  readonly onStop?: (() => void) | undefined;
  readonly stopping?: boolean;
}

export function Composer({ draft, sending = false, onSend, onStop, stopping = false }: ComposerProps) {
  const words = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const canSend = draft.text.trim() !== "" && !sending;

  // With a mouse the next thing is to write. On a touch screen this would raise the keyboard over the messages.
  useEffect(() => {
    if (matchMedia("(hover: hover) and (pointer: fine)").matches) field.current?.focus();
  }, []);

  const send = (): void => {
    if (canSend) onSend();
    field.current?.focus();
  };
  const pressed = (event: KeyboardEvent): void => {
    // While Chinese is being composed, Enter and Esc belong to the input method. Safari ends the composition first and
    // only tells by the key code.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    }
    if (event.key === "Escape") onStop?.();
  };

  return (
    <div className={styles.composer}>
      <Textarea
        ref={field}
        id="message"
        className={styles.field ?? ""}
        classNames={{ input: styles.input ?? "" }}
        aria-label={words.composer.label}
        aria-describedby="message-hint"
        placeholder={words.composer.placeholder}
        autosize
        minRows={1}
        maxRows={8}
        variant="unstyled"
        enterKeyHint="send"
        dir="auto"
        value={draft.text}
        onChange={(event) => draft.set(event.currentTarget.value)}
        onKeyDown={pressed}
      />
      <VisuallyHidden id="message-hint">{words.composer.hint}</VisuallyHidden>
      {onStop === undefined ? null : (
        <ActionIcon
          size={40}
          radius="xl"
          variant="default"
          aria-label={stopping ? words.composer.stopping : words.composer.stop}
          title={words.composer.stop}
          loading={stopping}
          onClick={onStop}
        >
          <StopIcon />
        </ActionIcon>
      )}
      <ActionIcon
        size={40}
        radius="xl"
        variant="filled"
        aria-label={words.composer.send}
        title={words.composer.send}
        disabled={!canSend}
        onClick={send}
      >
        <SendIcon />
      </ActionIcon>
    </div>
  );
}
