import { memo, useMemo, useState, type ReactNode } from "react";
import { type Message } from "../api/contract.ts";
import { MessageLog } from "../frame/message-log.tsx";
import { explain } from "../language/explain.ts";
import { useWords } from "../language/use-words.tsx";
import { type ConversationState, type TurnNote } from "./conversation-state.ts";
import { type MessageActs } from "./message-actions.tsx";
import { MessageRow, NoteRow, PendingRow, RunningRow } from "./message-rows.tsx";
import { ModelNote } from "./model-note.tsx";
import { type Pending } from "./outbox.ts";
import { arrange } from "./versions.ts";
import { Welcome } from "./welcome.tsx";

interface MessageListProps {
  readonly state: ConversationState;
  readonly pending: readonly Pending[];
  readonly loadEarlier: () => Promise<void>;
  /** What can be done with messages where one can write. */
  readonly actions: MessageActs | undefined;
  /** The version of the last answer that is looked at. */
  readonly chosen?: string | undefined;
  /** The message that is looked for. */
  readonly target?: string | undefined;
  /** Below the last row. */
  readonly after?: ReactNode;
}

// While a person types, nothing of it changes.
export const MessageList = memo(function MessageList({
  state,
  pending,
  loadEarlier,
  actions,
  chosen,
  target,
  after,
}: MessageListProps) {
  const words = useWords();
  const earlier = useEarlier(loadEarlier);
  const isEmpty =
    state.messages.length === 0 &&
    pending.length === 0 &&
    state.running === null &&
    state.notes.length === 0;
  const { hidden, versions } = useMemo(
    () => arrange(state.messages, chosen),
    [state.messages, chosen],
  );
  const shown = timeline(state).filter((entry) => "kind" in entry || !hidden.has(entry.id));
  const { lastAnswer, lastTurn } = findLast(shown, state);
  const answered = lastAnswer === undefined ? undefined : findAnswered(shown);
  const notedTurns = new Set(state.notes.map((note) => note.turnId));

  return (
    <MessageLog
      words={{ label: words.chat.messages, earlier: words.chat.earlier, latest: words.chat.latest }}
      firstId={state.messages[0]?.id}
      targetId={target === undefined ? undefined : rowId(target)}
      earlier={
        state.hasEarlier
          ? {
              isLoading: earlier.isLoading,
              problem: earlier.error === undefined ? undefined : explain(earlier.error, words),
              load: earlier.start,
            }
          : undefined
      }
      beginning={<ModelNote />}
      empty={isEmpty ? <Welcome /> : null}
      after={after}
    >
      {shown.map((entry) =>
        "kind" in entry ? (
          <NoteRow
            key={`note-${entry.turnId}`}
            note={entry}
            actions={entry.turnId === lastTurn ? actions : undefined}
          />
        ) : (
          <MessageRow
            key={entry.id}
            id={entry.id === target ? rowId(entry.id) : undefined}
            message={entry}
            noted={entry.turn_id !== null && notedTurns.has(entry.turn_id)}
            actions={actions}
            isLast={entry.id === lastAnswer && answered?.attachments.length === 0}
            answer={entry.id === answered?.id ? lastAnswer : undefined}
            versions={entry.id === lastAnswer ? versions : undefined}
          />
        ),
      )}
      {pending.map((item) => (
        <PendingRow key={item.clientId} item={item} onSendAgain={actions?.sendAgain} />
      ))}
      {state.running === null ? null : <RunningRow running={state.running} />}
    </MessageLog>
  );
});

/** Where a person may ask once more: at the last answer, or at a turn that was stopped, while nothing runs. */
function findLast(
  shown: readonly (Message | TurnNote)[],
  { running }: ConversationState,
): { readonly lastAnswer?: string; readonly lastTurn?: string } {
  const last = shown.at(-1);
  if (running !== null || last === undefined) return {};
  if ("kind" in last) return { lastTurn: last.turnId };
  return last.direction === "outbound" && last.turn_id !== null ? { lastAnswer: last.id } : {};
}

/** The last message of the person's own. */
const findAnswered = (shown: readonly (Message | TurnNote)[]): Message | undefined =>
  shown
    .filter((entry): entry is Message => !("kind" in entry))
    .findLast(({ direction }) => direction === "inbound");

const rowId = (messageId: string): string => `message-${messageId}`;

/** One page more at a time. */
function useEarlier(load: () => Promise<void>): {
  readonly isLoading: boolean;
  readonly error?: unknown;
  readonly start: () => void;
} {
  const [state, setState] = useState<{ isLoading: boolean; error?: unknown }>({ isLoading: false });
  const start = (): void => {
    setState({ isLoading: true });
    load().then(
      () => setState({ isLoading: false }),
      (error: unknown) => setState({ isLoading: false, error }),
    );
  };
  return { ...state, start };
}

/** Messages and notes by their place in the log. */
function timeline(state: ConversationState): readonly (Message | TurnNote)[] {
  const place = (entry: Message | TurnNote): number =>
    "kind" in entry ? entry.eventId : entry.event_id;
  return [...state.messages, ...state.notes].sort((a, b) => place(a) - place(b));
}
