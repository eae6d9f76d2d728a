import { Button } from "@mantine/core";
import { usePageWords } from "../../language/use-words.tsx";
import { useCast } from "../cast-book.tsx";
import { words as pageWords } from "../words.ts";
import styles from "./stage-footer.module.css";

interface AskWhisperProps {
  readonly question: string;
  /** Those to whom it can be whispered. */
  readonly bots: readonly string[];
  readonly busy: boolean;
  readonly onWhisper: (id: string) => void;
  readonly onAloud: () => void;
}

/** Who shall hear it is for the person to say: until then the words stay where they were written. */
export function AskWhisper({ question, bots, busy, onWhisper, onAloud }: AskWhisperProps) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const button = (label: string, key: string, run: () => void) => (
    <Button key={key} size="compact-sm" variant="default" disabled={busy} onClick={run}>
      {label}
    </Button>
  );
  return (
    <div className={styles.undo} role="alertdialog" aria-label={question}>
      <span>{question}</span>
      {bots.map((id) => button(words.composer.whisperTo(nameOf(id)), id, () => onWhisper(id)))}
      {button(words.composer.sayAloud, "aloud", onAloud)}
    </div>
  );
}
