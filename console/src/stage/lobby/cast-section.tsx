import { Button, VisuallyHidden } from "@mantine/core";
import { useRef, useState, type DragEvent } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { type Bot } from "../contract.ts";
import { words as pageWords } from "../words.ts";
import { BotDetails } from "./bot-details.tsx";
import { CastCard } from "./cast-card.tsx";
import { ImportNews } from "./import-news.tsx";
import styles from "./lobby.module.css";
import { useImport } from "./use-import.ts";

interface CastSectionProps {
  readonly bots: readonly Bot[];
  readonly isNew: boolean;
  readonly onBegin: (host: string) => void;
}

/** The characters. Files can be dropped anywhere on this section. */
export function CastSection({ bots, isNew, onBegin }: CastSectionProps) {
  const words = usePageWords(pageWords);
  const { news, take } = useImport();
  const [over, setOver] = useState(false);
  const [shown, setShown] = useState<Bot>();
  const field = useRef<HTMLInputElement>(null);
  const handleDrag = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  const handleDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  return (
    <section
      aria-labelledby="stage-cast"
      className={styles.cast}
      data-over={over || undefined}
      onDragEnter={handleDrag}
      onDragOver={handleDrag}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={handleDrop}
    >
      <div className={styles.castHead}>
        <h2 id="stage-cast">{words.cast.title}</h2>
        <Button variant="default" size="sm" onClick={() => field.current?.click()}>
          {words.cast.import}
        </Button>
        <VisuallyHidden>
          <input
            ref={field}
            type="file"
            multiple
            tabIndex={-1}
            accept=".png,.apng,.json,.charx,.jsonl,image/png,application/json"
            aria-label={words.cast.file}
            onChange={(event) => {
              take([...(event.currentTarget.files ?? [])]);
              event.currentTarget.value = "";
            }}
          />
        </VisuallyHidden>
      </div>
      <p className={styles.hint}>{words.cast.drop}</p>
      <ImportNews news={news} />
      {bots.length === 0 && !isNew ? <p className={styles.empty}>{words.cast.empty}</p> : null}
      <ul className={styles.cards}>
        {bots.map((bot) => (
          <li key={bot.id}>
            <CastCard bot={bot} onShow={() => setShown(bot)} onBegin={() => onBegin(bot.id)} />
          </li>
        ))}
      </ul>
      {shown === undefined ? null : <BotDetails bot={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}
