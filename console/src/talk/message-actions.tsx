import { UnstyledButton } from "@mantine/core";
import { type Message } from "../api/contract.ts";
import { CopyButton } from "../frame/copy.tsx";
import { usePageWords, useWords } from "../language/use-words.tsx";
import styles from "./message-rows.module.css";
import { words as all } from "./words.ts";

/** What can be done with messages in a conversation that one can write in. */
export interface MessageActs {
  readonly sendAgain: (text: string) => void;
  /** Puts the text into the field, to be changed and sent. */
  readonly edit: (text: string) => void;
  readonly quote: (message: Message) => void;
}

/** Copy for every message; the rest where one can write. */
export function MessageActions({
  message,
  actions,
}: {
  message: Message;
  actions: MessageActs | undefined;
}) {
  const common = useWords();
  const words = usePageWords(all);
  const isOwn = message.direction === "inbound";
  const act = (label: string, run: () => void) => (
    <UnstyledButton className={styles.quiet ?? ""} onClick={run}>
      {label}
    </UnstyledButton>
  );
  return (
    <>
      {actions !== undefined && isUnanswered(message) ? (
        <UnstyledButton
          className={styles.action ?? ""}
          onClick={() => actions.sendAgain(message.text)}
        >
          {message.end === "stopped" ? common.retry : common.chat.sendAgain}
        </UnstyledButton>
      ) : null}
      {message.text === "" ? null : (
        <CopyButton className={styles.quiet} text={message.text} label={words.copy} />
      )}
      {actions === undefined ? null : act(words.quote, () => actions.quote(message))}
      {actions !== undefined && isOwn ? act(words.edit, () => actions.edit(message.text)) : null}
    </>
  );
}

const isUnanswered = ({ end }: Message): boolean =>
  end === "rejected" || end === "dead_lettered" || end === "stopped";
