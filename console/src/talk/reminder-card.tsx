import { Button } from "@mantine/core";
import { useState } from "react";
import { explain } from "../language/explain.ts";
import { dayAndTime } from "../language/time.ts";
import { usePageWords, useSpoken, useWords } from "../language/use-words.tsx";
import { routeAddress } from "../route.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import { useCardAct, useCardMove, type Card } from "./cards.ts";
import { MoveReminder } from "./move-reminder.tsx";
import styles from "./reminder-card.module.css";
import { words as all } from "./words.ts";

interface ReminderCardProps {
  readonly card: Card;
  readonly conversation: string;
  /** Says the word that takes the last work back. Present only where that is this card's. */
  readonly onUndo: (() => void) | undefined;
}

/** The reminder as it is now, with what one mostly wants to do next. */
export function ReminderCard({ card, conversation, onUndo }: ReminderCardProps) {
  const words = usePageWords(all).card;
  const said = useWords();
  const act = useCardAct(conversation);
  const { moves, isMoving, moveButton, undoMove, form } = useMoving(card, conversation);
  const { isOver, isFire, isDeleted } = stateOf(card);
  const undo = undoMove ?? onUndo;
  const acts = (what: "complete" | "snooze" | "delete" | "restore", minutes?: number) => () =>
    act.mutate({ id: card.reminder_id, act: what, ...(minutes === undefined ? {} : { minutes }) });
  const button = (label: string, onClick: () => void) => (
    <Button
      size="compact-sm"
      variant="default"
      disabled={act.isPending || isMoving}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  const error = act.error ?? moves.error;
  return (
    <section
      className={styles.card}
      aria-label={words.label(card.content)}
      data-over={isOver || isDeleted || undefined}
    >
      <strong className={styles.title}>{card.content}</strong>
      <span className={styles.when}>
        <Moment card={card} />
      </span>
      <div className={styles.acts}>
        {undo === undefined ? null : button(words.undo, undo)}
        {isDeleted ? button(words.restore, acts("restore")) : null}
        {moveButton}
        {isFire ? (
          <>
            {button(words.snooze(10), acts("snooze", 10))}
            {button(words.hour, acts("snooze", 60))}
          </>
        ) : null}
        {!isDeleted && !isOver ? button(words.markDone, acts("complete")) : null}
        {card.lifecycle === "active" && !isFire && onUndo === undefined
          ? button(words.cancel, acts("delete"))
          : null}
      </div>
      {form}
      {error !== null ? (
        <span role="alert" className={styles.problem}>
          {explain(error, said)}
        </span>
      ) : null}
    </section>
  );
}

const stateOf = (card: Card) => ({
  isDeleted: card.lifecycle === "deleted",
  isOver: card.lifecycle === "completed" && card.completion !== "fired",
  /** It has gone off. */
  isFire: card.message_id !== null || card.completion === "fired",
});

/** What comes once is moved here; a series, and what is shared, where all of it is seen. */
function useMoving(card: Card, conversation: string) {
  const words = usePageWords(all).card;
  const moves = useCardMove(conversation);
  const [isOpen, setOpen] = useState(false);
  const [before, setBefore] = useState<string>();
  const { local_start: at, reminder_id: id } = card;
  const isMoving = moves.isPending;
  if (at === null || card.lifecycle !== "active")
    return { moves, isMoving, moveButton: null, undoMove: undefined, form: null };
  const look = { size: "compact-sm", variant: "default" } as const;
  const isPlain = !card.is_recurring && card.shared_reminder_id === null;
  const back = (): void =>
    moves.mutate({ id, to: before ?? at }, { onSuccess: () => setBefore(undefined) });
  const move = (to: string): void =>
    moves.mutate(
      { id, to },
      {
        onSuccess: () => {
          setBefore(at);
          setOpen(false);
        },
      },
    );
  return {
    moves,
    isMoving,
    undoMove: before === undefined ? undefined : back,
    moveButton: isPlain ? (
      <Button {...look} aria-expanded={isOpen} disabled={isMoving} onClick={() => setOpen(!isOpen)}>
        {words.move}
      </Button>
    ) : (
      <Button
        {...look}
        component="a"
        href={routeAddress({ page: "calendar", part: `day/${at.slice(0, 10)}` })}
      >
        {words.move}
      </Button>
    ),
    form:
      isOpen && isPlain ? (
        <MoveReminder at={at} isBusy={isMoving} onMove={move} onClose={() => setOpen(false)} />
      ) : null,
  };
}

function Moment({ card }: { card: Card }) {
  const words = usePageWords(all).card;
  const { language } = useSpoken();
  const { session } = useSignedIn();
  const zone = { language, timeZone: session.account.default_timezone };
  const when = card.next_fire_at === null ? null : dayAndTime(card.next_fire_at, Date.now(), zone);
  const parts = [
    ...(when === null ? [] : [when]),
    ...(card.local_start === null ? [words.noTime] : []),
    ...(card.is_recurring ? [words.repeats] : []),
    ...(card.shared_reminder_id === null ? [] : [words.shared]),
    ...(card.lifecycle === "deleted" ? [words.cancelled] : []),
    ...(card.lifecycle === "completed"
      ? [card.completion === "fired" ? words.wentOff : words.done]
      : []),
  ];
  return <>{parts.join(" · ")}</>;
}
