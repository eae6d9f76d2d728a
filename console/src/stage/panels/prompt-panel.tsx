import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { chatKey } from "../api.ts";
import { fetchPrompt } from "../api-known.ts";
import { useCast } from "../cast-context.tsx";
import { type Scene, type Stage, you } from "../contract.ts";
import { type Prompt } from "../contract-past.ts";
import { useExplain } from "../use-explain.ts";
import { useWatched } from "../watching.tsx";
import { words as pageWords } from "../words.ts";
import styles from "./panels.module.css";

/** The prompt a character would get now, by section, with the source events of each. */
export function PromptPanel({ stage, scene }: { stage: Stage; scene: Scene | undefined }) {
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const common = useWords();
  const { nameOf } = useCast();
  const there = (scene?.present ?? []).filter((id) => id !== you);
  const [chosen, setViewer] = useState("");
  const viewer = there.includes(chosen) ? chosen : (there[0] ?? "");
  const watched = useWatched();
  const prompt = useQuery({
    queryKey: [...chatKey(stage.chat.id), "prompt", viewer, watched],
    queryFn: () => fetchPrompt(stage.chat.id, { viewer, watched }),
    enabled: viewer !== "",
  });
  if (viewer === "") return <p className={styles.hint}>{words.prompt.nobody}</p>;
  return (
    <div className={styles.panel}>
      <p className={styles.hint}>{words.prompt.about}</p>
      <NativeSelect
        label={words.prompt.viewer}
        value={viewer}
        data={there.map((id) => ({ value: id, label: nameOf(id) }))}
        onChange={(event) => setViewer(event.currentTarget.value)}
      />
      {prompt.isPending ? <Loading label={common.loading} /> : null}
      {prompt.isError ? (
        <Failure message={explain(prompt.error)} onRetry={() => void prompt.refetch()} />
      ) : null}
      {prompt.data === undefined ? null : <Sections prompt={prompt.data} />}
    </div>
  );
}

function Sections({ prompt }: { prompt: Prompt }) {
  const words = usePageWords(pageWords);
  return (
    <div className={styles.list}>
      {prompt.sections.map((section, index) => (
        <details key={`${section.name}-${index}`} className={styles.section} open={index === 0}>
          <summary>
            <span>{words.prompt.sections[section.name] ?? section.name}</span>
            <small>
              {words.prompt.count(section.lines.length, section.source_event_ids.length)}
            </small>
          </summary>
          <pre dir="auto">{section.lines.join("\n")}</pre>
          {section.unseen === undefined ? null : (
            <p className={styles.sources}>{words.known.sealedParts(section.unseen)}</p>
          )}
          <p className={styles.sources}>
            {section.source_event_ids.length > 0
              ? words.prompt.from(section.source_event_ids)
              : null}
            {section.source_event_ids.length === 0 && section.unseen === undefined
              ? words.prompt.noSource
              : null}
          </p>
        </details>
      ))}
      <details className={styles.section}>
        <summary>{words.prompt.whole}</summary>
        {prompt.messages.map(({ role, content }, index) => (
          <pre key={index} dir="auto">
            [{role}] {content}
          </pre>
        ))}
      </details>
    </div>
  );
}
