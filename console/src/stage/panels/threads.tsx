import { Button, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { addThread, changeThread } from "../api.ts";
import type { Stage } from "../contract.ts";
import { shortenLine } from "../line-parts.ts";
import type { Act } from "../play/use-stage.ts";
import { words as pageWords } from "../words.ts";
import styles from "./panels.module.css";

type Thread = Stage["threads"][number];

/** The threads of the plot: found at the end of scenes, or noted by the person, who settles them. */
export function Threads({ stage, act }: { stage: Stage; act: Act }) {
  const words = usePageWords(pageWords).threads;
  const [title, setTitle] = useState("");
  const add = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    act.run(
      () => addThread(stage.chat.id, title.trim()),
      () => setTitle(""),
    );
  };
  return (
    <section>
      <h3>{words.title}</h3>
      <ul className={styles.list}>
        {stage.threads.map((thread) => (
          <OneThread key={thread.id} chatId={stage.chat.id} thread={thread} act={act} />
        ))}
      </ul>
      <form className={styles.row} onSubmit={add}>
        <TextInput
          className={styles.grow ?? ""}
          size="sm"
          aria-label={words.new}
          placeholder={words.new}
          value={title}
          maxLength={400}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          size="sm"
          disabled={title.trim() === "" || act.busy}
        >
          {words.add}
        </Button>
      </form>
    </section>
  );
}

function OneThread({ chatId, thread, act }: { chatId: string; thread: Thread; act: Act }) {
  const words = usePageWords(pageWords).threads;
  const [isEdited, setEdited] = useState(false);
  const { id, title, summary, status } = thread;
  const isSettled = status === "resolved";
  return (
    <li className={styles.item}>
      <span className={styles.itemText} dir="auto">
        {shortenLine(title)}
        <small>
          {[isSettled ? words.settled : "", shortenLine(summary)].filter(Boolean).join(" · ")}
        </small>
      </span>
      <Button
        size="xs"
        variant="subtle"
        aria-label={words.editOf(title)}
        aria-expanded={isEdited}
        onClick={() => setEdited(!isEdited)}
      >
        {words.edit}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        disabled={act.busy}
        aria-label={isSettled ? words.reopenOf(title) : words.settleOf(title)}
        onClick={() =>
          act.run(() => changeThread(chatId, id, { status: isSettled ? "open" : "resolved" }))
        }
      >
        {isSettled ? words.reopen : words.settle}
      </Button>
      {isEdited ? (
        <ThreadForm chatId={chatId} thread={thread} act={act} onDone={() => setEdited(false)} />
      ) : null}
    </li>
  );
}

interface FormProps {
  readonly chatId: string;
  readonly thread: Thread;
  readonly act: Act;
  readonly onDone: () => void;
}

function ThreadForm({ chatId, thread, act, onDone }: FormProps) {
  const words = usePageWords(pageWords).threads;
  const [title, setTitle] = useState(thread.title);
  const [summary, setSummary] = useState(thread.summary);
  const save = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    act.run(() => changeThread(chatId, thread.id, { title: title.trim(), summary }), onDone);
  };
  return (
    <form className={styles.row} onSubmit={save}>
      <TextInput
        className={styles.grow ?? ""}
        size="xs"
        label={words.name}
        value={title}
        maxLength={400}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <TextInput
        className={styles.grow ?? ""}
        size="xs"
        label={words.summary}
        value={summary}
        maxLength={4000}
        onChange={(event) => setSummary(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" loading={act.busy} disabled={title.trim() === ""}>
        {words.save}
      </Button>
    </form>
  );
}
