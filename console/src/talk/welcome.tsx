import { useWords } from "../language/use-words.tsx";
import styles from "./chat.module.css";

export function Welcome() {
  const words = useWords();
  return (
    <div className={styles.welcome}>
      <p className={styles.welcomeTitle}>{words.chat.welcome}</p>
      <p className={styles.welcomeHint}>{words.chat.welcomeHint}</p>
    </div>
  );
}
