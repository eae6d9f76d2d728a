import { betweenSentences } from "../language/spaced.ts";
import { useSpoken } from "../language/use-words.tsx";
import { routeAddress } from "../route.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import styles from "./model-note.module.css";

/** Says plainly that rules are answering, and how to change that. */
export function ModelNote({ isAtForm = false }: { readonly isAtForm?: boolean }) {
  const { words, language } = useSpoken();
  const { session } = useSignedIn();
  if (session.model.kind !== "offline") return null;
  return (
    <section className={styles.note} aria-label={words.model.title}>
      <p>
        <strong>{words.model.title}</strong>
        {betweenSentences(language)}
        {words.model.offline}
      </p>
      {isAtForm ? null : (
        <p>
          {session.role === "operator" ? (
            <a href={routeAddress({ page: "settings", part: "model" })}>{words.model.how}</a>
          ) : (
            words.model.askOperator
          )}
        </p>
      )}
    </section>
  );
}
