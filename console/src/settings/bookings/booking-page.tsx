import { Alert, Anchor, Button, Checkbox, NumberInput, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import type { BookingPage as Page } from "../../../../client/operations.ts";
import { call } from "../../api/call.ts";
import { Failure, Loading } from "../../frame/states.tsx";
import { explain } from "../../language/explain.ts";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { CopyLine } from "../copy-line.tsx";
import styles from "../settings-page.module.css";
import { BookingRequests } from "./booking-requests.tsx";
import { words } from "./words.ts";

const key = ["settings", "booking-page"] as const;

/** When others may ask for a time, and the address where they do. */
export function BookingPage() {
  const say = usePageWords(words);
  const common = useWords();
  const page = useQuery({ queryKey: key, queryFn: () => call("GET /api/booking-page") });
  return (
    <section className={styles.field} aria-labelledby="settings-bookings">
      <span id="settings-bookings">{say.title}</span>
      <span className={styles.hint}>{say.hint}</span>
      {page.isPending ? <Loading label={common.loading} /> : null}
      {page.isError ? (
        <Failure message={explain(page.error, common)} onRetry={() => void page.refetch()} />
      ) : null}
      {page.data === undefined ? null : <PageSwitch page={page.data} />}
      {page.data === undefined ? null : <BookingRequests />}
    </section>
  );
}

function useChange<Asked>(change: (asked: Asked) => Promise<Page>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => client.setQueryData<Page>(key, answer),
  });
}

function PageSwitch({ page }: { page: Page }) {
  const say = usePageWords(words);
  const common = useWords();
  const turn = useChange((isOn: boolean) =>
    call("POST /api/booking-page", { body: { is_on: isOn } }),
  );
  const renew = useChange(() => call("POST /api/booking-page/renew", { body: {} }));
  const isBusy = turn.isPending || renew.isPending;
  const failure = turn.error ?? renew.error;
  return (
    <>
      {failure === null ? null : (
        <Alert color="red" role="alert">
          {explain(failure, common)}
        </Alert>
      )}
      {page.url === null ? (
        <>
          <span role="status">{say.off}</span>
          <Button variant="default" loading={isBusy} onClick={() => turn.mutate(true)}>
            {say.turnOn}
          </Button>
        </>
      ) : (
        <>
          <CopyLine label={say.address} text={page.url} />
          <span className={styles.buttons}>
            <Anchor href={page.url} target="_blank" rel="noreferrer">
              {say.open}
            </Anchor>
            <Button
              variant="default"
              size="xs"
              disabled={isBusy}
              onClick={() => renew.mutate(undefined)}
            >
              {say.renew}
            </Button>
            <Button
              variant="default"
              size="xs"
              disabled={isBusy}
              onClick={() => turn.mutate(false)}
            >
              {say.turnOff}
            </Button>
          </span>
          <span className={styles.hint}>{say.renewHint}</span>
          <HoursForm page={page} />
        </>
      )}
    </>
  );
}

const everyDay = [1, 2, 3, 4, 5, 6, 7];

function HoursForm({ page }: { page: Page }) {
  const say = usePageWords(words);
  const common = useWords();
  const [filled, setFilled] = useState({
    starts: page.starts,
    ends: page.ends,
    weekdays: page.weekdays,
    minutes: page.minutes,
    days_ahead: page.days_ahead,
  });
  const save = useChange((wanted: typeof filled) =>
    call("POST /api/booking-page", { body: wanted }),
  );
  const problem =
    filled.ends <= filled.starts
      ? say.wrongHours
      : filled.weekdays.length === 0
        ? say.noDay
        : undefined;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (problem === undefined) save.mutate(filled);
  };
  const clock = (name: "starts" | "ends", label: string) => (
    <TextInput
      type="time"
      required
      withAsterisk={false}
      label={label}
      value={filled[name]}
      onChange={(event) => setFilled({ ...filled, [name]: event.currentTarget.value })}
    />
  );
  const count = (name: "minutes" | "days_ahead", label: string, [min, max]: [number, number]) => (
    <NumberInput
      label={label}
      min={min}
      max={max}
      allowDecimal={false}
      clampBehavior="strict"
      value={filled[name]}
      onChange={(value) => setFilled({ ...filled, [name]: Number(value) || min })}
    />
  );
  return (
    <form onSubmit={submit} className={styles.form}>
      <div className={styles.row}>
        {clock("starts", say.from)}
        {clock("ends", say.to)}
      </div>
      <Checkbox.Group
        label={say.days}
        value={filled.weekdays.map(String)}
        onChange={(chosen) =>
          setFilled({ ...filled, weekdays: everyDay.filter((day) => chosen.includes(String(day))) })
        }
      >
        <div className={styles.row}>
          {everyDay.map((day) => (
            <Checkbox key={day} value={String(day)} label={say.weekdays[day - 1]} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={styles.row}>
        {count("minutes", say.minutes, [10, 240])}
        {count("days_ahead", say.ahead, [1, 60])}
      </div>
      {problem === undefined ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {save.isError ? (
        <Alert color="red" role="alert">
          {explain(save.error, common)}
        </Alert>
      ) : null}
      <Button type="submit" className={styles.save ?? ""} loading={save.isPending}>
        {say.save}
      </Button>
      <span role="status">{save.isSuccess ? say.saved : null}</span>
    </form>
  );
}
