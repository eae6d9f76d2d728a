import { Alert, Button, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import type { OutsideCalendar } from "../../../../client/operations.ts";
import { call } from "../../api/call.ts";
import { explain } from "../../language/explain.ts";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import styles from "../settings-page.module.css";
import { words } from "./outside-words.ts";

const key = ["settings", "outside-calendars"] as const;

function useChange<Asked, Answer>(change: (asked: Asked) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** Calendars elsewhere, whose times are busy here. */
export function OutsideCalendars() {
  const say = usePageWords(words);
  const common = useWords();
  const asked = useQuery({ queryKey: key, queryFn: () => call("GET /api/calendars") });
  return (
    <>
      <strong>{say.title}</strong>
      <span className={styles.hint}>{say.hint}</span>
      {asked.isError ? (
        <Alert color="red" role="alert">
          {explain(asked.error, common)}
        </Alert>
      ) : null}
      <ul className={styles.sessions}>
        {(asked.data?.calendars ?? []).map((calendar) => (
          <CalendarLine key={calendar.id} calendar={calendar} />
        ))}
      </ul>
      <FollowForm />
    </>
  );
}

function CalendarLine({ calendar }: { calendar: OutsideCalendar }) {
  const say = usePageWords(words);
  const { id, name, host, problem, entries, skipped } = calendar;
  const look = useChange(() => call("POST /api/calendars/{id}/look", { params: { id }, body: {} }));
  const leave = useChange(() => call("DELETE /api/calendars/{id}", { params: { id } }));
  const isBusy = look.isPending || leave.isPending;
  const facts = [host, say.found(entries), ...(skipped === 0 ? [] : [say.skipped(skipped)])];
  return (
    <li className={styles.session}>
      <span>
        {name}
        <small className={styles.hint}>
          {problem === null ? facts.join(" · ") : say.problems[problem]}
        </small>
      </span>
      <span className={styles.buttons}>
        <Button
          variant="default"
          size="xs"
          disabled={isBusy}
          onClick={() => look.mutate(undefined)}
          aria-label={say.lookOf(name)}
        >
          {say.look}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={isBusy}
          onClick={() => leave.mutate(undefined)}
          aria-label={say.leaveOf(name)}
        >
          {say.leave}
        </Button>
      </span>
    </li>
  );
}

const nothing = { name: "", url: "", user: "", password: "" };

function FollowForm() {
  const say = usePageWords(words);
  const common = useWords();
  const [filled, setFilled] = useState(nothing);
  const follow = useChange((of: typeof nothing) =>
    call("POST /api/calendars", {
      body: {
        name: of.name.trim(),
        url: of.url.trim(),
        ...(of.user === "" ? {} : { user: of.user, password: of.password }),
      },
    }),
  );
  const problem = follow.data?.problem ?? null;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    follow.mutate(filled, {
      onSuccess: (answer) => (answer.problem === null ? setFilled(nothing) : undefined),
    });
  };
  const field = (name: keyof typeof nothing, more: object) => (
    <TextInput
      value={filled[name]}
      withAsterisk={false}
      onChange={(event) => setFilled({ ...filled, [name]: event.currentTarget.value })}
      {...more}
    />
  );
  return (
    <form onSubmit={submit} className={styles.form} autoComplete="off">
      {field("name", { label: say.name, required: true, maxLength: 80 })}
      {field("url", {
        label: say.address,
        description: say.addressHint,
        required: true,
        maxLength: 2000,
      })}
      {field("user", { label: say.user, maxLength: 200, autoComplete: "off" })}
      {field("password", {
        label: say.password,
        description: say.passwordHint,
        type: "password",
        maxLength: 500,
        autoComplete: "new-password",
        required: filled.user !== "",
      })}
      <Button type="submit" className={styles.save ?? ""} loading={follow.isPending}>
        {say.follow}
      </Button>
      {follow.isError || problem !== null ? (
        <Alert color="red" role="alert">
          {problem === null ? explain(follow.error, common) : say.problems[problem]}
        </Alert>
      ) : null}
    </form>
  );
}
