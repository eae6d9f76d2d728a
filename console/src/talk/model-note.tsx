import { useWords } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import styles from "./model-note.module.css";

const example = `MEANWHILE_MODEL_BASE_URL=https://…/v1
MEANWHILE_MODEL_API_KEY=…
MEANWHILE_MODEL=…`;

/** Says plainly that rules are answering, and how to change that. */
export function ModelNote() {
  const words = useWords();
  const { session } = useSignedIn();
  if (session.model.kind !== "offline") return null;
  return (
    <section className={styles.note} aria-label={words.model.title}>
      <p>
        <strong>{words.model.title}</strong> {words.model.offline}
      </p>
      {session.role === "operator" ? (
        <details>
          <summary>{words.model.how}</summary>
          <p>{words.model.steps}</p>
          <pre>{example}</pre>
        </details>
      ) : (
        <p>{words.model.askOperator}</p>
      )}
    </section>
  );
}
