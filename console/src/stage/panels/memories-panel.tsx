import { Button, NativeSelect } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { chatKey } from "../api.ts";
import { fetchMemories, pinMemory } from "../api-known.ts";
import { useCast } from "../cast-context.tsx";
import { type Stage } from "../contract.ts";
import { type Memories, type Memory } from "../contract-known.ts";
import { useAct } from "../play/use-stage.ts";
import { listPlayers } from "../players.ts";
import { useExplain } from "../use-explain.ts";
import { useWatched } from "../watching.tsx";
import { words as pageWords } from "../words.ts";
import { BringDialog, RewordDialog } from "./memory-dialogs.tsx";
import { MemoryItem, pinButtonId } from "./memory-item.tsx";
import styles from "./panels.module.css";

const pageLength = 30;

/** A character's memories: read, pin, reword, and bring from another story. */
export function MemoriesPanel({ stage }: { stage: Stage }) {
  const words = usePageWords(pageWords);
  const common = useWords();
  const explain = useExplain();
  const { nameOf } = useCast();
  const people = listPlayers(stage);
  const [chosen, setOwner] = useState("");
  const [limit, setLimit] = useState(pageLength);
  const [brings, setBrings] = useState(false);
  const owner = people.includes(chosen) ? chosen : (people[0] ?? "");
  const watched = useWatched();
  const { id } = stage.chat;
  const query = useQuery({
    queryKey: [...chatKey(id), "memories", owner, limit, watched],
    queryFn: () => fetchMemories(id, { owner, limit, watched }),
    placeholderData: (before, of) =>
      of?.queryKey.includes(owner) === true ? keepPreviousData(before) : undefined,
  });
  return (
    <div className={styles.panel}>
      <p className={styles.hint}>{words.memories.about}</p>
      <NativeSelect
        label={words.memories.whose}
        value={owner}
        data={people.map((who) => ({ value: who, label: nameOf(who) }))}
        onChange={(event) => {
          setOwner(event.currentTarget.value);
          setLimit(pageLength);
        }}
      />
      {query.isPending ? <Loading label={common.loading} /> : null}
      {query.isError ? (
        <Failure message={explain(query.error)} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data === undefined ? null : <Remembered stage={stage} owner={owner} of={query.data} />}
      {query.data?.has_earlier === true ? (
        <Button
          variant="default"
          size="xs"
          loading={query.isPlaceholderData}
          onClick={() => setLimit(limit + pageLength)}
        >
          {words.memories.earlier}
        </Button>
      ) : null}
      <Button variant="default" size="xs" onClick={() => setBrings(true)}>
        {words.memories.bring}
      </Button>
      {brings ? <BringDialog stage={stage} owner={owner} onClose={() => setBrings(false)} /> : null}
    </div>
  );
}

function Remembered({ stage, owner, of }: { stage: Stage; owner: string; of: Memories }) {
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const { nameOf } = useCast();
  const act = useAct(stage.chat.id);
  const [rewords, setRewords] = useState<Memory>();
  const [pressed, setPressed] = useState<{ readonly id: string }>();
  // A pinned memory moves up; the focus follows its button.
  useEffect(() => {
    if (pressed !== undefined) document.getElementById(pinButtonId(pressed.id))?.focus();
  }, [pressed]);
  const pin = (memory: Memory): void =>
    act.run(
      () => pinMemory(stage.chat.id, memory.id, !memory.pinned),
      () => setPressed({ id: memory.id }),
    );
  const all = [...of.pinned, ...of.memories];
  return (
    <>
      {all.length === 0 && of.unseen === 0 ? (
        <p className={styles.hint}>{words.memories.empty(nameOf(owner))}</p>
      ) : null}
      {all.length === 0 ? null : (
        <ul className={styles.list} aria-label={words.memories.list(nameOf(owner))}>
          {all.map((memory) => (
            <MemoryItem
              key={memory.id}
              memory={memory}
              initialTime={stage.chat.initial_time}
              onPin={() => pin(memory)}
              onReword={() => setRewords(memory)}
            />
          ))}
        </ul>
      )}
      {of.unseen === 0 ? null : (
        <p className={styles.hint}>{words.known.sealedMemories(of.unseen)}</p>
      )}
      <div role="status">
        {act.error === null ? null : <p className={styles.error}>{explain(act.error)}</p>}
      </div>
      {rewords === undefined ? null : (
        <RewordDialog stage={stage} memory={rewords} onClose={() => setRewords(undefined)} />
      )}
    </>
  );
}
