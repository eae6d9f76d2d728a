import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { chatKey } from "../api.ts";
import { fetchReceipt } from "../api-known.ts";
import { useCast } from "../cast-book.tsx";
import { type Scene, type Stage, you } from "../contract.ts";
import { type Receipt } from "../contract-past.ts";
import { useExplain } from "../use-explain.ts";
import { useWatched } from "../watching.tsx";
import { words as pageWords } from "../words.ts";
import styles from "./panels.module.css";

/** The prompt that somebody would be given now, part by part, with the events that each part is made of. */
export function ReceiptPanel({ stage, scene }: { stage: Stage; scene: Scene | undefined }) {
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const common = useWords();
  const { nameOf } = useCast();
  const there = (scene?.present ?? []).filter((id) => id !== you);
  const [chosen, setViewer] = useState("");
  const viewer = there.includes(chosen) ? chosen : (there[0] ?? "");
  const watched = useWatched();
  const receipt = useQuery({
    queryKey: [...chatKey(stage.chat.id), "receipt", viewer, watched],
    queryFn: () => fetchReceipt(stage.chat.id, { viewer, watched }),
    enabled: viewer !== "",
  });
  if (viewer === "") return <p className={styles.hint}>{words.receipt.nobody}</p>;
  return (
    <div className={styles.panel}>
      <p className={styles.hint}>{words.receipt.about}</p>
      <NativeSelect
        label={words.receipt.viewer}
        value={viewer}
        data={there.map((id) => ({ value: id, label: nameOf(id) }))}
        onChange={(event) => setViewer(event.currentTarget.value)}
      />
      {receipt.isPending ? <Loading label={common.loading} /> : null}
      {receipt.isError ? (
        <Failure message={explain(receipt.error)} onRetry={() => void receipt.refetch()} />
      ) : null}
      {receipt.data === undefined ? null : <Sections receipt={receipt.data} />}
    </div>
  );
}

function Sections({ receipt }: { receipt: Receipt }) {
  const words = usePageWords(pageWords);
  return (
    <div className={styles.list}>
      {receipt.sections.map((section, index) => (
        <details key={`${section.name}-${index}`} className={styles.section} open={index === 0}>
          <summary>
            <span>{words.receipt.sections[section.name] ?? section.name}</span>
            <small>
              {words.receipt.count(section.lines.length, section.source_event_ids.length)}
            </small>
          </summary>
          <pre dir="auto">{section.lines.join("\n")}</pre>
          {section.unseen === undefined ? null : (
            <p className={styles.sources}>{words.known.sealedParts(section.unseen)}</p>
          )}
          <p className={styles.sources}>
            {section.source_event_ids.length > 0
              ? words.receipt.from(section.source_event_ids)
              : null}
            {section.source_event_ids.length === 0 && section.unseen === undefined
              ? words.receipt.noSource
              : null}
          </p>
        </details>
      ))}
      <details className={styles.section}>
        <summary>{words.receipt.whole}</summary>
        {receipt.messages.map(({ role, content }, index) => (
          <pre key={index} dir="auto">
            [{role}] {content}
          </pre>
        ))}
      </details>
    </div>
  );
}
