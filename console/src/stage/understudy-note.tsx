import { betweenSentences } from "../language/spaced.ts";
import { usePageWords, useSpoken } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import styles from "./understudy-note.module.css";
import { words as pageWords } from "./words.ts";

/** Tells the person that characters speak without a language model. */
export function UnderstudyNote() {
  const words = usePageWords(pageWords);
  const { language } = useSpoken();
  const { session } = useSignedIn();
  if (session.model.kind !== "offline") return null;
  return (
    <p className={styles.note} role="note">
      <strong>{words.understudy.title}</strong>
      {betweenSentences(language)}
      {words.understudy.text}
    </p>
  );
}
