import { Alert } from "@mantine/core";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { useRevoke, useSessions } from "../calls.ts";
import { type OpenSession } from "../contract.ts";
import styles from "../operator-page.module.css";
import {
  AskFirst,
  Empty,
  explainHere,
  Pill,
  Shown,
  useMayChange,
  useNameOf,
  useWhen,
} from "../pieces.tsx";
import { words } from "../words.ts";

/** Who is signed in on the page now. */
export function Sessions() {
  const say = usePageWords(words).sessions;
  const asked = useSessions();
  const mayChange = useMayChange();
  return (
    <section aria-label={say.title} className={styles.part}>
      <h2 className={styles.second}>{say.title}</h2>
      <p className={styles.intro}>{say.intro}</p>
      <Shown asked={asked} loading={say.loading} failed={say.failed}>
        {(sessions) =>
          sessions.length === 0 ? (
            <Empty>{say.none}</Empty>
          ) : (
            <ul className={styles.list}>
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} mayChange={mayChange} />
              ))}
            </ul>
          )
        }
      </Shown>
    </section>
  );
}

function SessionRow({ session, mayChange }: { session: OpenSession; mayChange: boolean }) {
  const common = useWords();
  const all = usePageWords(words);
  const say = all.sessions;
  const nameOf = useNameOf();
  const when = useWhen();
  const end = useRevoke();
  const name = session.account_name ?? nameOf(session.account_id);
  const by =
    session.opened_with === "account"
      ? say.byToken(session.token_label ?? all.tokens.unlabelled)
      : say.by[session.opened_with];
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span className={styles.name}>
          <bdi>{name}</bdi>
          {session.role === "account" ? null : (
            <Pill tone="note">{all.tokens.roleNames[session.role]}</Pill>
          )}
          {session.is_this ? <Pill tone="good">{say.this}</Pill> : null}
        </span>
        <p className={styles.meta}>
          <span>{by}</span>
          <span>{say.since(when(session.created_at))}</span>
          {session.last_used_at === null ? null : (
            <span>{all.tokens.used(when(session.last_used_at))}</span>
          )}
          <span>{all.tokens.until(when(session.expires_at))}</span>
        </p>
        {end.isError ? (
          <Alert color="red" role="alert">
            {explainHere(end.error, common)}
          </Alert>
        ) : null}
      </div>
      {mayChange && !session.is_this ? (
        <AskFirst
          label={say.end}
          name={say.endOf(name)}
          question={say.endAsk(name)}
          yes={say.endYes}
          busy={end.isPending}
          onYes={() => end.mutate(session.id)}
        />
      ) : null}
    </li>
  );
}
