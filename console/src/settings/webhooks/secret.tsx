import { usePageWords } from "../../language/use-words.tsx";
import { CopyLine } from "../copy-line.tsx";
import styles from "../settings-page.module.css";
import { words } from "./words.ts";

/** Shown once: the server does not show it again. */
export function Secret({ secret }: { secret: string }) {
  const say = usePageWords(words);
  return (
    <>
      <strong>{say.made}</strong>
      <CopyLine label={say.made} text={secret} />
      <span className={styles.hint}>{say.madeHint}</span>
    </>
  );
}
