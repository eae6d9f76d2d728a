import { UnstyledButton } from "@mantine/core";
import { type Message } from "../api/contract.ts";
import { CopyButton } from "../frame/copy.tsx";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import { useHasCards } from "./message-cards.tsx";
import { type Edited } from "./chat-composer.tsx";
import styles from "./message-rows.module.css";
import { type Versions } from "./versions.ts";
import { words as all } from "./words.ts";

/** What can be done with messages in a conversation that one can write in. */
export interface MessageActs {
  readonly sendAgain: (text: string) => void;
  /** Puts the text into the field, to be changed and sent. */
  readonly edit: (message: Edited) => void;
  readonly quote: (message: Message) => void;
  /** Asks for the last answer once more. */
  readonly again: (message: Message) => void;
  /** Goes on with a turn that was stopped. */
  readonly continueTurn: (turnId: string) => void;
  /** Shows another version of the last answer. */
  readonly choose: (said: string) => void;
}

/** Copy for every message; the rest where one can write. */
export function MessageActions({
  message,
  actions,
  isLast,
  answer,
  versions,
}: {
  message: Message;
  actions: MessageActs | undefined;
  /** The last answer: it can be given once more. */
  isLast: boolean;
  /** The last answer, beside the message that it was given to. */
  answer: string | undefined;
  versions: Versions | undefined;
}) {
  const common = useWords();
  const words = usePageWords(all);
  const isOwn = message.direction === "inbound";
  const isAct = useHasCards(answer);
  // What wrote something, or is about a file, stays as it is.
  const again = isAct || message.attachments.length > 0 ? undefined : answer;
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
      {actions !== undefined && isLast ? <Again message={message} ask={actions.again} /> : null}
      {actions === undefined ? null : act(words.quote, () => actions.quote(message))}
      {actions !== undefined && isOwn
        ? act(words.edit, () => actions.edit({ text: message.text, again }))
        : null}
      {actions === undefined || versions === undefined ? null : (
        <VersionSwitch versions={versions} choose={actions.choose} />
      )}
    </>
  );
}

/** Only where another answer may come: from a model, and without doing a thing twice. */
function Again({ message, ask }: { message: Message; ask: MessageActs["again"] }) {
  const words = usePageWords(all);
  const { session } = useSignedIn();
  const isAct = useHasCards(message.id);
  return isAct || session.model.kind === "offline" ? null : (
    <UnstyledButton className={styles.quiet ?? ""} onClick={() => ask(message)}>
      {words.again}
    </UnstyledButton>
  );
}

/** Back and forth between the versions of an answer. */
function VersionSwitch({
  versions: { each, shown },
  choose,
}: {
  versions: Versions;
  choose: (said: string) => void;
}) {
  const words = usePageWords(all);
  const step = (label: string, sign: string, to: number) => (
    <UnstyledButton
      className={styles.action ?? ""}
      aria-label={label}
      disabled={each[to] === undefined}
      onClick={() => choose(each[to]?.said ?? "")}
    >
      {sign}
    </UnstyledButton>
  );
  return (
    <span role="group" aria-label={words.versions} className={styles.versions}>
      {step(words.earlierVersion, "‹", shown - 1)}
      <span>{words.versionOf(shown + 1, each.length)}</span>
      {step(words.laterVersion, "›", shown + 1)}
    </span>
  );
}

const isUnanswered = ({ end }: Message): boolean =>
  end === "rejected" || end === "dead_lettered" || end === "stopped";
