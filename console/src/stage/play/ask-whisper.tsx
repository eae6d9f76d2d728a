import { Button } from "@mantine/core";
import { usePageWords } from "../../language/use-words.tsx";
import { useCast } from "../cast-context.tsx";
import { words as pageWords } from "../words.ts";
import styles from "./stage-footer.module.css";

interface AskWhisperProps {
  readonly question: string;
  /** Possible listeners of a whisper. */
  readonly bots: readonly string[];
  readonly busy: boolean;
  readonly onWhisper: (id: string) => void;
  readonly onAloud: () => void;
}

/** Asks who should hear the line; until then the draft is kept. */
export function AskWhisper({ question, bots, busy, onWhisper, onAloud }: AskWhisperProps) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const renderButton = (label: string, key: string, run: () => void) => (
    <Button key={key} size="compact-sm" variant="default" disabled={busy} onClick={run}>
      {label}
    </Button>
  );
  return (
    <div className={styles.undo} role="alertdialog" aria-label={question}>
      <span>{question}</span>
      {bots.map((id) =>
        renderButton(words.composer.whisperTo(nameOf(id)), id, () => onWhisper(id)),
      )}
      {renderButton(words.composer.sayAloud, "aloud", onAloud)}
    </div>
  );
}
