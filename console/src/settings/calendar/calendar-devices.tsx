import { Alert, Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { call } from "../../api/call.ts";
import { useAccountChange } from "../../api/session.ts";
import { Loading } from "../../frame/states.tsx";
import { explain } from "../../language/explain.ts";
import { shortTime } from "../../language/time.ts";
import { usePageWords, useSpoken } from "../../language/use-words.tsx";
import { useSignedIn } from "../../session/signed-in.tsx";
import type { AppPassword } from "../../../../client/operations.ts";
import { CopyLine } from "../copy-line.tsx";
import styles from "../settings-page.module.css";
import { OutsideCalendars } from "./outside-calendars.tsx";
import { words as pageWords } from "./words.ts";

const key = ["settings", "calendar-passwords"] as const;

/** The person's calendar for phones and computers: address, passwords, and who reminds. */
export function CalendarDevices() {
  const say = usePageWords(pageWords);
  const { words: common } = useSpoken();
  const client = useQueryClient();
  const asked = useQuery({ queryKey: key, queryFn: () => call("GET /api/calendar/passwords") });
  const revoke = useMutation({
    mutationFn: (id: string) => call("DELETE /api/calendar/passwords/{id}", { params: { id } }),
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
  });
  const failure = asked.error ?? revoke.error;
  const passwords = asked.data?.passwords ?? [];
  return (
    <section className={styles.field} aria-labelledby="settings-calendar">
      <span id="settings-calendar">{say.title}</span>
      <span className={styles.hint}>{say.hint}</span>
      {asked.isPending ? <Loading label={common.loading} /> : null}
      {failure === null ? null : (
        <Alert color="red" role="alert">
          {explain(failure, common)}
        </Alert>
      )}
      {asked.data === undefined ? null : <CopyLine label={say.server} text={asked.data.url} />}
      <ul className={styles.sessions}>
        {passwords.map((one) => (
          <PasswordLine
            key={one.id}
            one={one}
            isBusy={revoke.isPending}
            onRevoke={() => revoke.mutate(one.id)}
          />
        ))}
      </ul>
      {asked.data !== undefined && passwords.length === 0 ? <span>{say.none}</span> : null}
      <NewPassword />
      <RemindedBy />
      <OutsideCalendars />
    </section>
  );
}

function PasswordLine({
  one,
  isBusy,
  onRevoke,
}: {
  one: AppPassword;
  isBusy: boolean;
  onRevoke: () => void;
}) {
  const say = usePageWords(pageWords);
  const { language } = useSpoken();
  const { default_timezone: timeZone } = useSignedIn().session.account;
  const used =
    one.last_used_at === null
      ? say.unused
      : say.used(shortTime(one.last_used_at, Date.now(), { language, timeZone }));
  return (
    <li className={styles.session}>
      <span>
        {one.label}
        <small className={styles.hint}>{one.may_write ? used : `${say.reads} · ${used}`}</small>
      </span>
      <Button
        variant="default"
        size="xs"
        disabled={isBusy}
        onClick={onRevoke}
        aria-label={say.revokeOf(one.label ?? "")}
      >
        {say.revoke}
      </Button>
    </li>
  );
}

function NewPassword() {
  const say = usePageWords(pageWords);
  const { words: common } = useSpoken();
  const client = useQueryClient();
  const [label, setLabel] = useState("");
  const [isReader, setReader] = useState(false);
  const make = useMutation({
    mutationFn: () =>
      call("POST /api/calendar/passwords", {
        body: { label: label.trim(), may_write: !isReader },
      }),
    onSuccess: () => {
      setLabel("");
      void client.invalidateQueries({ queryKey: key });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (label.trim() !== "") make.mutate();
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      {make.isError ? (
        <Alert color="red" role="alert">
          {explain(make.error, common)}
        </Alert>
      ) : null}
      <div className={styles.row}>
        <TextInput
          label={say.device}
          placeholder={say.devicePlaceholder}
          value={label}
          maxLength={100}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={make.isPending}
          disabled={label.trim() === ""}
        >
          {say.make}
        </Button>
      </div>
      <Checkbox
        label={say.readOnly}
        checked={isReader}
        onChange={(event) => setReader(event.currentTarget.checked)}
      />
      <div role="status">
        {make.data === undefined ? null : (
          <>
            <strong>{say.made}</strong>
            <CopyLine label={say.made} text={make.data.password} />
            <span className={styles.hint}>{say.madeHint}</span>
          </>
        )}
      </div>
    </form>
  );
}

const ways = ["both", "chat", "devices"] as const;

function RemindedBy() {
  const say = usePageWords(pageWords);
  const { account } = useSignedIn().session;
  const change = useAccountChange();
  return (
    <NativeSelect
      label={say.remindedBy}
      description={say.remindedHint}
      value={account.reminded_by}
      data={ways.map((value) => ({ value, label: say.ways[value] }))}
      disabled={change.isPending}
      onChange={(event) => {
        const wanted = ways.find((way) => way === event.currentTarget.value);
        if (wanted !== undefined) change.mutate({ reminded_by: wanted });
      }}
    />
  );
}
