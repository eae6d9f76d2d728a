import { useWords } from "../language/use-words.tsx";
import styles from "./chat.module.css";

/** An example goes into the field, to be changed or sent. */
export function Welcome({ onExample }: { onExample?: (text: string) => void }) {
  const words = useWords();
  return (
    <div className={styles.welcome}>
      <p className={styles.welcomeTitle}>{words.chat.welcome}</p>
      <p className={styles.welcomeHint}>{words.chat.welcomeHint}</p>
      {onExample === undefined ? null : (
        <div role="group" aria-label={words.chat.examples} className={styles.examples}>
          {words.chat.example.map((text) => (
            <button key={text} type="button" onClick={() => onExample(text)}>
              {text}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
