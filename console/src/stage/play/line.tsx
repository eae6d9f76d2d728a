import { ActionIcon, UnstyledButton } from "@mantine/core";
import { useId, useState, type ReactNode } from "react";
import { WritingDots } from "../../frame/writing-dots.tsx";
import { usePageWords, useSpoken } from "../../language/use-words.tsx";
import { type NewLine, type Stage, type Turn, you } from "../contract.ts";
import { Avatar } from "../avatar.tsx";
import { useCast } from "../cast-context.tsx";
import { DotsIcon } from "../icons.tsx";
import { splitLine, readLineText } from "../line-parts.ts";
import { type LineDialog } from "../panels/line-dialogs.tsx";
import { parseOffset, formatStoryTime } from "../story-clock.ts";
import { words as pageWords } from "../words.ts";
import styles from "./lines.module.css";
import { Versions } from "./versions.tsx";

/** Speech and actions as plain text, never as markup. */
export function LineText({ text }: { text: string }) {
  return splitLine(text).map((part, index) =>
    part.kind === "done" ? <em key={index}>{part.text}</em> : <span key={index}>{part.text}</span>,
  );
}

interface LineProps {
  readonly stage: Stage;
  readonly turn: Turn;
  readonly isLast: boolean;
  readonly onDialog: (dialog: LineDialog) => void;
  /** Requests another version; undefined when that is impossible. */
  readonly onAgain: ((turnId: string) => void) | undefined;
}

export function Line({ stage, turn, isLast, onDialog, onAgain }: LineProps) {
  const { language } = useSpoken();
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const whisper = listWhisperTargets(turn);
  const isThought = turn.segments.some(({ kind }) => kind === "thought");
  const isDirection = turn.kind === "user" && turn.meanwhile_scene_id !== null;
  const notes = [
    formatStoryTime(
      turn.story_time,
      { language, offset: parseOffset(stage.chat.initial_time) },
      "hour",
    ),
    ...(whisper.length === 0 ? [] : [words.line.whisper(whisper.map(nameOf))]),
    ...(isThought ? [words.line.thought] : []),
    ...(turn.status === "cancelled" ? [words.line.stopped] : []),
  ];
  if (isDirection && turn.text.trim() === words.composer.goOn)
    return <div className={styles.goOn} role="separator" aria-label={words.composer.next} />;
  return (
    <article
      className={styles.line}
      aria-label={isDirection ? words.line.direction : nameOf(turn.speaker_id)}
      data-from={readOrigin(turn)}
      data-muted={turn.status === "cancelled" || undefined}
    >
      {isDirection ? null : <Avatar id={turn.speaker_id} />}
      <div className={styles.body}>
        {isDirection ? null : <span className={styles.name}>{nameOf(turn.speaker_id)}</span>}
        <div className={styles.text} dir="auto" data-whisper={whisper.length > 0 || undefined}>
          <LineText text={readLineText(turn)} />
        </div>
        <Caption
          notes={notes}
          name={nameOf(turn.speaker_id)}
          versions={<Versions chatId={stage.chat.id} turn={turn} isLast={isLast} />}
        >
          <Actions turn={turn} isLast={isLast} onDialog={onDialog} onAgain={onAgain} />
        </Caption>
      </div>
    </article>
  );
}

const readOrigin = (turn: Turn): string =>
  turn.kind === "assistant" ? "bot" : turn.meanwhile_scene_id === null ? "you" : "director";

const listWhisperTargets = ({ segments }: Turn): string[] =>
  [...new Set(segments.flatMap(({ to = [] }) => to))].filter((id) => id !== you);

interface CaptionProps {
  readonly notes: readonly string[];
  readonly name: string;
  readonly versions: ReactNode;
  readonly children: ReactNode;
}

function Caption({ notes, name, versions, children }: CaptionProps) {
  const words = usePageWords(pageWords);
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={styles.caption}>
      {notes.map((note) => (
        <span key={note}>{note}</span>
      ))}
      {versions}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        className={styles.more ?? ""}
        aria-label={words.line.more(name)}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <DotsIcon />
      </ActionIcon>
      <div id={id} className={styles.actions} hidden={!open}>
        {open ? children : null}
      </div>
    </div>
  );
}

function Actions({ turn, isLast, onDialog, onAgain }: Omit<LineProps, "stage">) {
  const words = usePageWords(pageWords);
  const renderAction = (label: string, run: () => void) => (
    <UnstyledButton className={styles.action ?? ""} onClick={run}>
      {label}
    </UnstyledButton>
  );
  return (
    <>
      {renderAction(words.line.why, () => onDialog({ kind: "why", turn }))}
      {turn.status === "completed"
        ? renderAction(words.line.edit, () => onDialog({ kind: "edit", turn }))
        : null}
      {turn.status === "completed"
        ? renderAction(words.line.heard, () => onDialog({ kind: "presence", turn }))
        : null}
      {isLast && onAgain !== undefined
        ? renderAction(words.line.again, () => onAgain(turn.id))
        : null}
      {isLast ? null : renderAction(words.line.rewind, () => onDialog({ kind: "rewind", turn }))}
      {renderAction(words.line.branch, () => onDialog({ kind: "branch", turn }))}
    </>
  );
}

/** A line that was sent and is not in the story yet. */
export function PendingLine({ said }: { said: NewLine }) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  return (
    <article className={styles.line} aria-label={nameOf(you)} data-from="you" data-pending>
      <Avatar id={you} />
      <div className={styles.body}>
        <span className={styles.name}>{nameOf(you)}</span>
        <div
          className={styles.text}
          dir="auto"
          data-whisper={(said.whisper_to?.length ?? 0) > 0 || undefined}
        >
          <LineText text={said.prose} />
        </div>
        <div className={styles.caption}>{words.line.sending}</div>
      </div>
    </article>
  );
}

/** A line that is being streamed. */
export function SpokenLine({ speaker, text }: { speaker: string; text: string }) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const name = nameOf(speaker);
  return (
    <article className={styles.line} aria-label={name} aria-busy="true" data-from="bot">
      <Avatar id={speaker} />
      <div className={styles.body}>
        <span className={styles.name}>{name}</span>
        <div className={styles.text} dir="auto" data-streaming>
          {text === "" ? (
            <span role="img" aria-label={words.line.thinking}>
              <WritingDots />
            </span>
          ) : (
            <LineText text={text} />
          )}
        </div>
      </div>
    </article>
  );
}
