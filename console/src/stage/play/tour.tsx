import { Button } from "@mantine/core";
import { useState } from "react";
import { readLocal, writeLocal } from "../../browser-storage.ts";
import { usePageWords } from "../../language/use-words.tsx";
import { words as pageWords } from "../words.ts";
import styles from "./tour.module.css";

const stored = "stage-tour";

/** The sample's story has a tour until it was seen. */
export const beginTour = (chatId: string): void => writeLocal(stored, chatId);

/** A few sentences beside the story, one after the other. */
export function Tour({ chatId }: { readonly chatId: string }) {
  const words = usePageWords(pageWords).tour;
  const [at, setAt] = useState(() => (readLocal(stored) === chatId ? 0 : undefined));
  if (at === undefined) return null;
  const end = (): void => {
    writeLocal(stored, undefined);
    setAt(undefined);
  };
  const isLast = at === words.steps.length - 1;
  return (
    <section className={styles.tour} aria-label={words.label} data-folds="">
      <p aria-live="polite">{words.steps[at]}</p>
      <div className={styles.buttons}>
        <span className={styles.step}>{words.step(at + 1, words.steps.length)}</span>
        <Button size="xs" variant="subtle" onClick={end}>
          {words.end}
        </Button>
        {isLast ? null : (
          <Button size="xs" onClick={() => setAt(at + 1)}>
            {words.next}
          </Button>
        )}
      </div>
    </section>
  );
}
