import { Alert, Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Booking } from "../../../../client/operations.ts";
import { call } from "../../api/call.ts";
import { readPages } from "../../api/read-pages.ts";
import { explain } from "../../language/explain.ts";
import { shortTime } from "../../language/time.ts";
import { usePageWords, useSpoken } from "../../language/use-words.tsx";
import { useSignedIn } from "../../session/signed-in.tsx";
import styles from "../settings-page.module.css";
import { words } from "./words.ts";

const key = ["settings", "bookings"] as const;
type Answer = "confirm" | "decline" | "other_time";

const readBookings = (): Promise<Booking[]> =>
  readPages(async (page) => {
    const { bookings: rows, next } = await call("GET /api/bookings", { query: page });
    return { rows, next };
  });

/** What visitors asked for. Names and subjects are strangers' words. */
export function BookingRequests() {
  const say = usePageWords(words);
  const { words: common } = useSpoken();
  const asked = useQuery({ queryKey: key, queryFn: readBookings });
  const bookings = asked.data ?? [];
  return (
    <>
      <strong>{say.requests}</strong>
      {asked.isError ? (
        <Alert color="red" role="alert">
          {explain(asked.error, common)}
        </Alert>
      ) : null}
      {asked.data !== undefined && bookings.length === 0 ? <span>{say.none}</span> : null}
      <ul className={styles.sessions}>
        {bookings.map((booking) => (
          <RequestLine key={booking.id} booking={booking} />
        ))}
      </ul>
    </>
  );
}

function RequestLine({ booking }: { booking: Booking }) {
  const say = usePageWords(words);
  const { language, words: common } = useSpoken();
  const client = useQueryClient();
  const { default_timezone: timeZone } = useSignedIn().session.account;
  const { id, name, subject, email, minutes, state, mail_state: mail } = booking;
  const answer = useMutation({
    mutationFn: (how: Answer) =>
      call("POST /api/bookings/{id}/answer", { params: { id }, body: { answer: how } }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  const when = `${shortTime(booking.starts_at, Date.now(), { language, timeZone })} · ${minutes} min`;
  const choices = [
    ["confirm", say.confirm, say.confirmOf(name)],
    ["decline", say.decline, say.declineOf(name)],
    ["other_time", say.other, say.otherOf(name)],
  ] as const;
  return (
    <li className={styles.session}>
      <span>
        {`${name}: ${subject}`}
        <small className={styles.hint}>
          {[
            when,
            ...(email === null ? [] : [email]),
            say.states[state],
            ...(mail === null ? [] : [say.mails[mail]]),
          ].join(" · ")}
        </small>
        {answer.isError ? (
          <Alert color="red" role="alert">
            {explain(answer.error, common)}
          </Alert>
        ) : null}
      </span>
      {state === "pending" ? (
        <span className={styles.buttons}>
          {choices.map(([how, label, full]) => (
            <Button
              key={how}
              variant="default"
              size="xs"
              disabled={answer.isPending}
              aria-label={full}
              onClick={() => answer.mutate(how)}
            >
              {label}
            </Button>
          ))}
        </span>
      ) : null}
    </li>
  );
}
