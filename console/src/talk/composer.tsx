import { ActionIcon, Textarea, VisuallyHidden } from "@mantine/core";
import { useEffect, useRef, type KeyboardEvent } from "react";
import frame from "../frame/composer.module.css";
import { ClipIcon, SendIcon, StopIcon } from "../frame/icons.tsx";
import { usePageWords, useWords } from "../language/use-words.tsx";
import styles from "./composer.module.css";
import { type Draft } from "./draft.ts";
import { type PickedFile } from "./files.ts";
import { PickedFiles } from "./picked-files.tsx";
import { usePickedFiles } from "./use-picked-files.ts";
import { words as all } from "./words.ts";

interface ComposerProps {
  readonly draft: Draft;
  readonly sending?: boolean;
  readonly onSend: (files: readonly PickedFile[]) => void;
  /** Present while an answer is being written. */
  readonly onStop?: (() => void) | undefined;
  readonly stopping?: boolean;
}

export function Composer({ draft, sending = false, onSend, onStop, stopping = false }: ComposerProps) {
  const words = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const own = usePageWords(all);
  const chooser = useRef<HTMLInputElement>(null);
  const picked = usePickedFiles();
  const canSend = (draft.text.trim() !== "" || picked.files.length > 0) && !sending;

  // With a mouse the next thing is to write. On a touch screen this would raise the keyboard over the messages.
  useEffect(() => {
    if (matchMedia("(hover: hover) and (pointer: fine)").matches) field.current?.focus();
  }, []);

  const send = (): void => {
    if (canSend) {
      onSend(picked.files);
      picked.clear();
    }
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
    <div {...picked.target}>
      <PickedFiles picked={picked} />
      <div className={frame.composer} data-dropping={picked.isOver || undefined}>
        <input
          ref={chooser}
          className={styles.chooser}
          type="file"
          multiple
          tabIndex={-1}
          aria-label={own.attached}
          onChange={(event) => {
            picked.add(event.currentTarget.files);
            event.currentTarget.value = "";
          }}
        />
        <ActionIcon
          size={40}
          radius="xl"
          variant="subtle"
          color="gray"
          aria-label={own.attach}
          title={own.attach}
          onClick={() => chooser.current?.click()}
        >
          <ClipIcon />
        </ActionIcon>
        <Textarea
          ref={field}
          id="message"
          className={frame.field ?? ""}
          classNames={{ input: frame.input ?? "" }}
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
    </div>
  );
}
