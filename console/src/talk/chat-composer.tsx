import { CloseButton } from "@mantine/core";
import { useImperativeHandle, useState, type Ref } from "react";
import { type Message } from "../api/contract.ts";
import { usePageWords } from "../language/use-words.tsx";
import styles from "./talk-composer.module.css";
import { useDraft } from "./draft.ts";
import { type PickedFile } from "./files.ts";
import { type Pending } from "./outbox.ts";
import { TalkComposer } from "./talk-composer.tsx";
import { words as all } from "./words.ts";

export interface Written {
  readonly text: string;
  readonly files?: readonly PickedFile[];
  readonly quote?: Pending["quote"];
  readonly again?: Pending["again"];
}

/** A message of one's own, to be changed and sent. */
export interface Edited {
  readonly text: string;
  /** The answer to it, where both make room for the new ones. */
  readonly again: string | undefined;
}

/** What messages do with the field below them. */
export interface ComposerHandle {
  readonly edit: (message: Edited) => void;
  readonly quote: (message: Message) => void;
}

interface ChatComposerProps {
  readonly ref: Ref<ComposerHandle>;
  readonly conversation: string;
  readonly onSend: (message: Written) => void;
  readonly onStop: (() => void) | undefined;
  readonly stopping: boolean;
}

const focusField = (): void => document.getElementById("message")?.focus();

/** The field of a conversation. What is typed is its own state, so that typing draws nothing else. */
export function ChatComposer({ ref, conversation, onSend, ...stop }: ChatComposerProps) {
  const words = usePageWords(all);
  const draft = useDraft(conversation);
  const [quote, setQuote] = useState<Pending["quote"]>();
  const [edited, setEdited] = useState<Edited & { readonly before: string }>();
  useImperativeHandle(ref, () => ({
    edit: (message) => {
      // What stood in the field is there again afterwards.
      setEdited({ ...message, before: edited?.before ?? draft.text });
      draft.set(message.text);
      focusField();
    },
    quote: ({ id, text }) => {
      setQuote({ id, text });
      focusField();
    },
  }));
  const leaveEdit = (): void => {
    draft.set(edited?.before ?? "");
    setEdited(undefined);
  };
  const send = (files: readonly PickedFile[]): void => {
    const again = edited?.again;
    onSend({
      text: draft.text,
      files,
      ...(quote === undefined ? {} : { quote }),
      ...(again === undefined ? {} : { again }),
    });
    setQuote(undefined);
    leaveEdit();
  };
  return (
    <>
      {edited === undefined ? null : (
        <div className={styles.quote} role="group" aria-label={words.edit}>
          <span className={styles.quoted}>
            {edited.again === undefined ? words.editingCopy : words.editing}
          </span>
          <CloseButton
            aria-label={words.noEdit}
            onClick={() => {
              leaveEdit();
              focusField();
            }}
          />
        </div>
      )}
      {quote === undefined ? null : (
        <div className={styles.quote} role="group" aria-label={words.quoted}>
          <span className={styles.quoted} dir="auto">
            {quote.text}
          </span>
          <CloseButton aria-label={words.noQuote} onClick={() => setQuote(undefined)} />
        </div>
      )}
      <TalkComposer draft={draft} onSend={send} {...stop} />
    </>
  );
}
