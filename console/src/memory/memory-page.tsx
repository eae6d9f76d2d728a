import { Alert, Button, TextInput } from "@mantine/core";
import { useState } from "react";
import frame from "../frame/page.module.css";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { useChangeMemory, useMemories, useRememberingTalks, useSwitchTalk } from "./calls.ts";
import { type Memory, type RememberingTalk } from "./contract.ts";
import { MemoryRow } from "./memory-row.tsx";
import styles from "./memory-page.module.css";
import { words as all } from "./words.ts";

/** What is remembered of the person: to see, search, correct, pin, forget, take along and switch off. */
export default function MemoryPage() {
  const said = useWords();
  const words = usePageWords(all);
  const [q, setQ] = useState("");
  const memories = useMemories(q.trim());
  const change = useChangeMemory();
  if (memories.isPending) return <Loading label={said.loading} />;
  if (memories.data === undefined)
    return (
      <Failure
        message={`${words.failed} ${explain(memories.error, said)}`}
        onRetry={() => void memories.refetch()}
      />
    );
  const list = memories.data;
  return (
    <main className={`${frame.page} ${styles.page}`}>
      <h1 className={frame.title}>{words.title}</h1>
      <p className={styles.hint}>{words.intro}</p>
      <div className={styles.tools}>
        <TextInput
          className={styles.search}
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
        <Button variant="default" disabled={list.length === 0} onClick={() => download(list)}>
          {words.exportAll}
        </Button>
      </div>
      {change.isError ? (
        <Alert color="red" role="alert">
          {words.changeFailed} {explain(change.error, said)}
        </Alert>
      ) : null}
      {list.length === 0 ? (
        <p role="status">{q.trim() === "" ? words.none : words.noneFound}</p>
      ) : (
        <ul className={styles.list} aria-label={words.list}>
          {list.map((memory) => (
            <MemoryRow
              key={memory.id}
              memory={memory}
              change={change}
              now={memories.dataUpdatedAt}
            />
          ))}
        </ul>
      )}
      <Talks />
    </main>
  );
}

/** As the list shows them, with their sources. */
function download(list: readonly Memory[]): void {
  const file = new Blob([JSON.stringify({ memories: list }, null, 2)], {
    type: "application/json",
  });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "memories.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

function Talks() {
  const words = usePageWords(all);
  const talks = useRememberingTalks();
  const change = useSwitchTalk();
  const rows = talks.data ?? [];
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="memory-talks">
      <h2 id="memory-talks">{words.talks}</h2>
      <p className={styles.hint}>{words.talksHint}</p>
      <ul className={styles.list}>
        {rows.map((talk) => (
          <TalkRow
            key={talk.conversation_id}
            talk={talk}
            onSwitch={(isOn) => change.mutate({ id: talk.conversation_id, isOn })}
          />
        ))}
      </ul>
    </section>
  );
}

interface TalkRowProps {
  readonly talk: RememberingTalk;
  onSwitch(isOn: boolean): void;
}

function TalkRow({ talk, onSwitch }: TalkRowProps) {
  const words = usePageWords(all);
  const name = talk.title ?? `${words.untitled} (${talk.channel})`;
  return (
    <li className={`${styles.memory} ${styles.talk}`}>
      <span>{name}</span>
      <Button
        size="compact-sm"
        variant={talk.is_on ? "light" : "default"}
        role="switch"
        aria-checked={talk.is_on}
        aria-label={words.switchOn(name)}
        onClick={() => onSwitch(!talk.is_on)}
      >
        {talk.is_on ? words.on : words.off}
      </Button>
    </li>
  );
}
