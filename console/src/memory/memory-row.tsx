import { Button, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { shortTime } from "../language/time.ts";
import { usePageWords, useSpoken } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import { type useChangeMemory } from "./calls.ts";
import { type Memory } from "./contract.ts";
import styles from "./memory-page.module.css";
import { words as all } from "./words.ts";

interface MemoryRowProps {
  readonly memory: Memory;
  readonly change: ReturnType<typeof useChangeMemory>;
  readonly now: number;
}

type Open = "source" | "edit" | "forget" | undefined;

/** One memory, where it comes from, and what the person may do with it. */
export function MemoryRow({ memory, change, now }: MemoryRowProps) {
  const words = usePageWords(all);
  const [open, setOpen] = useState<Open>();
  const toggle = (what: Open) => () => setOpen(open === what ? undefined : what);
  const isOver = memory.superseded_by !== null;
  return (
    <li className={isOver ? `${styles.memory} ${styles.replaced}` : styles.memory}>
      <p className={styles.words}>{memory.words}</p>
      <MemoryFacts memory={memory} now={now} />
      <div className={styles.acts}>
        <Act
          label={words.source}
          of={words.sourceOf(memory.words)}
          onClick={toggle("source")}
          isOpen={open === "source"}
        />
        {isOver ? null : (
          <>
            <Act
              label={words.edit}
              of={words.editOf(memory.words)}
              onClick={toggle("edit")}
              isOpen={open === "edit"}
            />
            <Act
              label={memory.pinned ? words.unpin : words.pin}
              of={memory.pinned ? words.unpinOf(memory.words) : words.pinOf(memory.words)}
              onClick={() => change.mutate({ id: memory.id, act: "pin", pinned: !memory.pinned })}
            />
          </>
        )}
        <Act
          label={words.forget}
          of={words.forgetOf(memory.words)}
          onClick={toggle("forget")}
          isOpen={open === "forget"}
        />
      </div>
      {open === "source" ? <Sources memory={memory} now={now} /> : null}
      {open === "edit" ? (
        <EditForm memory={memory} change={change} onDone={() => setOpen(undefined)} />
      ) : null}
      {open === "forget" ? (
        <div className={styles.acts} role="alert">
          <span>{words.sure}</span>
          <Button
            size="compact-sm"
            color="red"
            loading={change.isPending}
            onClick={() => change.mutate({ id: memory.id, act: "forget" })}
          >
            {words.forgetNow}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setOpen(undefined)}>
            {words.cancel}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

interface ActProps {
  readonly label: string;
  /** The whole act, for a screen reader. */
  readonly of: string;
  readonly isOpen?: boolean;
  onClick(): void;
}

const Act = ({ label, of, isOpen, onClick }: ActProps) => (
  <Button
    size="compact-sm"
    variant="subtle"
    aria-label={of}
    aria-expanded={isOpen}
    onClick={onClick}
  >
    {label}
  </Button>
);

function MemoryFacts({ memory, now }: Pick<MemoryRowProps, "memory" | "now">) {
  const words = usePageWords(all);
  const { language } = useSpoken();
  const { default_timezone: timeZone } = useSignedIn().session.account;
  const { date_said: said, date_meant: meant } = memory;
  const facts = [
    words.said(shortTime(memory.said_at, now, { language, timeZone })),
    words.origins[memory.origin],
    ...(said === null || meant === null ? [] : [words.meant(said, meant)]),
    ...(memory.is_shared ? [words.shared] : []),
    ...(memory.pinned ? [words.pinned] : []),
    ...(memory.superseded_by === null ? [] : [words.replaced]),
  ];
  return <p className={styles.hint}>{facts.join(" · ")}</p>;
}

function Sources({ memory, now }: Pick<MemoryRowProps, "memory" | "now">) {
  const words = usePageWords(all);
  const { language } = useSpoken();
  const { default_timezone: timeZone } = useSignedIn().session.account;
  if (memory.sources.length === 0) return <p className={styles.hint}>{words.gone}</p>;
  return memory.sources.map(({ event_id: id, text, said_at: at }) => (
    <blockquote key={id} className={styles.source}>
      {text} <span className={styles.hint}>{shortTime(at, now, { language, timeZone })}</span>
    </blockquote>
  ));
}

interface EditFormProps extends Pick<MemoryRowProps, "memory" | "change"> {
  onDone(): void;
}

function EditForm({ memory, change, onDone }: EditFormProps) {
  const words = usePageWords(all);
  const [text, setText] = useState(memory.words);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (text.trim() === "" || text === memory.words) return;
    change.mutate({ id: memory.id, act: "edit", words: text.trim() }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} className={styles.acts}>
      <TextInput
        className={styles.search}
        label={words.newWords}
        value={text}
        maxLength={500}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button size="compact-sm" type="submit" loading={change.isPending}>
        {words.save}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onDone}>
        {words.cancel}
      </Button>
    </form>
  );
}
