import { UnstyledButton } from "@mantine/core";
import { memo, type ReactNode } from "react";
import { type Message } from "../api/contract.ts";
import { WritingDots } from "../frame/writing-dots.tsx";
import { explain } from "../language/explain.ts";
import { shortTime } from "../language/time.ts";
import { usePageWords, useSpoken, useWords } from "../language/use-words.tsx";
import { Face } from "../companion/face.tsx";
import { useSpeaker } from "../companion/use-companion.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import { Attachments } from "./attachments.tsx";
import { TurnProgress } from "./turn-progress.tsx";
import { Markdown } from "./markdown.tsx";
import styles from "./message-rows.module.css";
import { type Running, type TurnNote } from "./conversation-state.ts";
import { MessageActions, type MessageActs } from "./message-actions.tsx";
import { MessageCards } from "./message-cards.tsx";
import { MessageText } from "./message-text.tsx";
import { outcomeOf } from "./outcome.ts";
import { type Pending } from "./outbox.ts";
import { type Versions } from "./versions.ts";
import { words as all } from "./words.ts";

interface RowProps {
  readonly id?: string | undefined;
  readonly from: "you" | "assistant";
  /** The character that speaks a reply. */
  readonly speaker?: string | null | undefined;
  readonly text: string;
  readonly children?: ReactNode;
  readonly muted?: boolean;
  readonly streaming?: boolean;
  /** The words that it replies to. */
  readonly quote?: string | undefined;
  /** What stands between the words and their caption: files, cards. */
  readonly beside?: ReactNode;
}

function Row(props: RowProps) {
  const { from, text, children, beside, muted = false, streaming = false } = props;
  const words = useWords();
  const speaker = useSpeaker(props.speaker ?? null);
  return (
    <li
      id={props.id}
      className={styles.row}
      data-from={from}
      data-target={props.id === undefined ? undefined : true}
    >
      <article
        className={styles.message}
        aria-label={from === "you" ? words.chat.you : (speaker?.name ?? words.chat.assistant)}
        aria-busy={streaming}
      >
        {speaker === undefined ? null : <Face character={speaker} />}
        {props.quote === undefined ? null : (
          <blockquote className={styles.quote} dir="auto">
            {props.quote}
          </blockquote>
        )}
        {text === "" ? null : (
          <div
            className={styles.bubble}
            dir="auto"
            data-muted={muted || undefined}
            data-streaming={streaming || undefined}
          >
            {from === "assistant" ? <Markdown text={text} /> : <MessageText text={text} />}
          </div>
        )}
        {beside}
        {children === undefined ? null : <div className={styles.caption}>{children}</div>}
      </article>
    </li>
  );
}

interface MessageRowProps {
  /** Of the row that is looked for. */
  readonly id: string | undefined;
  readonly message: Message;
  /** A note below already tells how the turn ended. */
  readonly noted: boolean;
  readonly actions: MessageActs | undefined;
  readonly isLast: boolean;
  /** The last answer, beside the message that it was given to. */
  readonly answer: string | undefined;
  readonly versions: Versions | undefined;
}

// Thousands of rows stay as they are while one more comes in.
export const MessageRow = memo(function MessageRow({
  id,
  message,
  noted,
  actions,
  isLast,
  answer,
  versions,
}: MessageRowProps) {
  const { language } = useSpoken();
  const { session } = useSignedIn();
  const time = shortTime(message.created_at, Date.now(), {
    language,
    timeZone: session.account.default_timezone,
  });
  const said = outcomeOf(message, noted, useWords());
  return (
    <Row
      id={id}
      from={message.direction === "inbound" ? "you" : "assistant"}
      speaker={message.spoken_as}
      text={message.text}
      quote={message.quote?.text}
      beside={
        <>
          <Attachments messageId={message.id} files={message.attachments} />
          <MessageCards messageId={message.id} />
        </>
      }
    >
      <time dateTime={message.created_at}>{time}</time>
      {said === undefined ? null : <span data-tone={said.tone}>{said.text}</span>}
      <MessageActions
        message={message}
        actions={actions}
        isLast={isLast}
        answer={answer}
        versions={versions}
      />
    </Row>
  );
});

export function NoteRow({ note, actions }: { note: TurnNote; actions: MessageActs | undefined }) {
  const words = useWords();
  const own = usePageWords(all);
  return (
    <Row from="assistant" text={note.text} muted>
      <span data-tone={note.kind === "failed" ? "error" : "plain"}>
        {note.kind === "failed" ? words.chat.turnFailed : words.chat.stopped}
      </span>
      {actions === undefined || note.kind === "failed" || note.text === "" ? null : (
        <UnstyledButton
          className={styles.action ?? ""}
          onClick={() => actions.continueTurn(note.turnId)}
        >
          {own.goOn}
        </UnstyledButton>
      )}
    </Row>
  );
}

export function PendingRow({
  item,
  onSendAgain,
}: {
  item: Pending;
  onSendAgain: ((text: string) => void) | undefined;
}) {
  const words = useWords();
  const own = usePageWords(all);
  const { outbox } = useSignedIn();
  if (item.state === "sending" || item.state === "sent")
    return (
      <Row
        from="you"
        text={item.text === "" ? (item.files ?? []).map(({ name }) => name).join(", ") : item.text}
        quote={item.quote?.text}
      >
        <span>{item.state === "sending" ? words.chat.sending : "\u00a0"}</span>
      </Row>
    );
  const sendAnew = (): void => {
    // The first copy was refused for good, so this one is another message and gets its own id.
    outbox.drop(item.clientId);
    onSendAgain?.(item.text);
  };
  return (
    <Row from="you" text={item.text} muted>
      <span data-tone="error" role="alert">
        {item.state === "busy"
          ? words.chat.busy
          : failure(
              words.chat.sendFailed,
              item.failure === undefined ? undefined : explain(item.failure, words),
            )}
        {item.filesLost === true ? ` ${own.filesLost}` : ""}
      </span>
      <UnstyledButton
        className={styles.action ?? ""}
        onClick={() => (item.state === "busy" ? sendAnew() : outbox.retry(item.clientId))}
      >
        {words.retry}
      </UnstyledButton>
      <UnstyledButton className={styles.action ?? ""} onClick={() => outbox.drop(item.clientId)}>
        {words.chat.discard}
      </UnstyledButton>
    </Row>
  );
}

const failure = (what: string, why: string | undefined): string =>
  why === undefined ? what : `${what}: ${why}`;

export function RunningRow({ running }: { running: Running }) {
  const words = useWords();
  if (running.text === "") {
    if (running.replied === true) return null;
    return (
      <li className={styles.row} data-from="assistant">
        <div
          className={styles.bubble}
          role="img"
          aria-label={`${words.chat.assistant} ${words.chat.writing}`}
        >
          <WritingDots />
        </div>
        <TurnProgress turnId={running.turn_id} />
      </li>
    );
  }
  return <Row from="assistant" text={running.text} streaming={running.replied !== true} />;
}
