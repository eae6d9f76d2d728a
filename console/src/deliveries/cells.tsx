import { plainText } from "../language/plain-text.ts";
import { shortTime } from "../language/time.ts";
import { useSpoken, usePageWords, useWords } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import styles from "./deliveries-page.module.css";
import { words as all } from "./words.ts";

export function When({ at }: { at: string }) {
  const { language } = useSpoken();
  const { session } = useSignedIn();
  return <time dateTime={at}>{shortTime(at, Date.now(), { language, timeZone: session.account.default_timezone })}</time>;
}

export function Said({ text }: { text: string | null }) {
  const words = usePageWords(all);
  return text === null ? <span className={styles.quiet}>{words.hidden}</span> : <span className={styles.said}>{plainText(text)}</span>;
}

export function Where({ channel }: { channel: string }) {
  const words = useWords();
  return <>{words.conversations.channels[channel] ?? channel}</>;
}

export function StateMark({ state, label }: { state: string; label: string }) {
  return (
    <span className={styles.state} data-state={state}>
      {label}
    </span>
  );
}
