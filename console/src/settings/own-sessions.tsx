import { Alert, Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type OpenSession } from "../api/contract.ts";
import { call } from "../api/call.ts";
import { explain } from "../language/explain.ts";
import { shortTime } from "../language/time.ts";
import { usePageWords, useSpoken } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import { words as pageWords } from "./session-words.ts";
import styles from "./settings-page.module.css";

const key = ["own-sessions"];

/** Where the person is signed in, and the way out of each. */
export function OwnSessions() {
  const say = usePageWords(pageWords);
  const { words: common } = useSpoken();
  const client = useQueryClient();
  const asked = useQuery({
    queryKey: key,
    queryFn: () => call("GET /api/account/sessions"),
  });
  const end = useMutation({
    mutationFn: (id: string | null): Promise<unknown> =>
      id === null
        ? call("POST /api/account/sessions/end-others", { body: {} })
        : call("DELETE /api/account/sessions/{id}", { params: { id } }),
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
  });
  const sessions = asked.data?.sessions ?? [];
  const failure = asked.error ?? end.error;
  return (
    <section className={styles.field} aria-labelledby="settings-sessions">
      <span id="settings-sessions">{say.title}</span>
      <span className={styles.hint}>{say.hint}</span>
      {failure === null ? null : (
        <Alert color="red" role="alert">
          {explain(failure, common)}
        </Alert>
      )}
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            isBusy={end.isPending}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
      {sessions.some(({ is_this: isThis }) => !isThis) ? (
        <Button
          variant="default"
          size="sm"
          disabled={end.isPending}
          onClick={() => end.mutate(null)}
        >
          {say.endOthers}
        </Button>
      ) : null}
      <span role="status" className={styles.hint}>
        {end.isSuccess ? say.ended : null}
      </span>
    </section>
  );
}

function SessionLine({
  session,
  isBusy,
  onEnd,
}: {
  session: OpenSession;
  isBusy: boolean;
  onEnd: () => void;
}) {
  const say = usePageWords(pageWords);
  const { language } = useSpoken();
  const { default_timezone: timeZone } = useSignedIn().session.account;
  const when = (at: string): string => shortTime(at, Date.now(), { language, timeZone });
  const by =
    session.opened_with === "account" && session.token_label !== null
      ? say.byLabel(session.token_label)
      : say.by[session.opened_with];
  return (
    <li className={styles.session}>
      <span>
        {by}
        {session.is_this ? ` · ${say.this}` : ""}
        <small className={styles.hint}>
          {say.since(when(session.created_at))}
          {session.is_this || session.last_used_at === null
            ? ""
            : ` · ${say.used(when(session.last_used_at))}`}
        </small>
      </span>
      {session.is_this ? null : (
        <Button
          variant="default"
          size="xs"
          disabled={isBusy}
          onClick={onEnd}
          aria-label={say.endOf(by, when(session.created_at))}
        >
          {say.end}
        </Button>
      )}
    </li>
  );
}
