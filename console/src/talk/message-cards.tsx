import { createContext, use, useMemo, type ReactNode } from "react";
import { type Message } from "../api/contract.ts";
import { usePageWords } from "../language/use-words.tsx";
import { type Card, cardsByMessage, undoableCard, useCards } from "./cards.ts";
import { ReminderCard } from "./reminder-card.tsx";
import { words as all } from "./words.ts";

interface Cards {
  readonly conversation: string;
  readonly placed: ReadonlyMap<string, readonly Card[]>;
  readonly undoable: Card | undefined;
  readonly send: (text: string) => void;
}

const Context = createContext<Cards | null>(null);

interface CardsProviderProps {
  readonly id: string;
  readonly messages: readonly Message[];
  /** Whether messages can be sent here. */
  readonly isHere: boolean;
  readonly send: (text: string) => void;
  readonly children: ReactNode;
}

/** The reminders of a conversation, each beside its message. */
export function CardsProvider({ id, messages, isHere, send, children }: CardsProviderProps) {
  const cards = useCards(id, messages.at(-1)?.id);
  const value = useMemo(
    () => ({
      conversation: id,
      placed: cardsByMessage(messages, cards.data ?? []),
      undoable: isHere ? undoableCard(cards.data ?? []) : undefined,
      send,
    }),
    [id, messages, cards.data, isHere, send],
  );
  return <Context value={value}>{children}</Context>;
}

/** Only this is drawn again when a reminder changes, not the message. */
export function MessageCards({ messageId }: { messageId: string }) {
  const words = usePageWords(all);
  const cards = use(Context);
  return cards?.placed
    .get(messageId)
    ?.map((card) => (
      <ReminderCard
        key={card.reminder_id}
        card={card}
        conversation={cards.conversation}
        onUndo={card === cards.undoable ? () => cards.send(words.card.undoWord) : undefined}
      />
    ));
}

/** Whether a message stands beside a reminder: what it did is not done again. */
export const useHasCards = (messageId: string | undefined): boolean =>
  messageId !== undefined && (use(Context)?.placed.get(messageId) ?? []).length > 0;
