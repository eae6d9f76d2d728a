import { Alert, Button, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { call } from "../api/call.ts";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { type Hours, type QuietHours as Answer } from "./contract.ts";
import styles from "./settings-page.module.css";
import { words as settingsWords } from "./words.ts";

const key = ["settings", "quiet-hours"] as const;
/** What most people would set. */
const usual: Hours = { starts: "22:00", ends: "08:00" };

/** When friends do not disturb you, in your local time. */
export function QuietHours() {
  const words = usePageWords(settingsWords);
  const common = useWords();
  const hours = useQuery({ queryKey: key, queryFn: () => call("GET /api/friends/quiet-hours") });
  return (
    <section className={styles.field} aria-labelledby="settings-quiet">
      <span id="settings-quiet">{words.quiet}</span>
      <span className={styles.hint}>{words.quietHint}</span>
      {hours.isPending ? <Loading label={common.loading} /> : null}
      {hours.isError ? (
        <Failure
          message={`${words.failed} ${explain(hours.error, common)}`}
          onRetry={() => void hours.refetch()}
        />
      ) : null}
      {hours.data === undefined ? null : (
        <HoursForm
          key={`${hours.data.quiet_hours?.starts}-${hours.data.quiet_hours?.ends}`}
          set={hours.data.quiet_hours}
        />
      )}
    </section>
  );
}

function HoursForm({ set }: { set: Hours | null }) {
  const words = usePageWords(settingsWords);
  const common = useWords();
  const client = useQueryClient();
  const [{ starts, ends }, setHours] = useState(set ?? usual);
  const change = useMutation({
    mutationFn: (wanted: Hours | null) =>
      call("POST /api/friends/quiet-hours", { body: { quiet_hours: wanted } }),
    onSuccess: (answer) => client.setQueryData<Answer>(key, answer),
  });
  const isSame = starts === ends;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isSame) change.mutate({ starts, ends });
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      <span role="status">{set === null ? words.none : words.now(set.starts, set.ends)}</span>
      {change.isError ? (
        <Alert color="red" role="alert">
          {explain(change.error, common)}
        </Alert>
      ) : null}
      <div className={styles.row}>
        <TextInput
          type="time"
          required
          withAsterisk={false}
          label={words.from}
          value={starts}
          onChange={(event) => setHours({ starts: event.currentTarget.value, ends })}
        />
        <TextInput
          type="time"
          required
          withAsterisk={false}
          label={words.to}
          value={ends}
          error={isSame ? words.same : null}
          onChange={(event) => setHours({ starts, ends: event.currentTarget.value })}
        />
      </div>
      <div className={styles.row}>
        <Button type="submit" variant="default" loading={change.isPending} disabled={isSame}>
          {words.set}
        </Button>
        {set === null ? null : (
          <Button variant="subtle" disabled={change.isPending} onClick={() => change.mutate(null)}>
            {words.off}
          </Button>
        )}
      </div>
    </form>
  );
}
