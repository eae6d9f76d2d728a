import { Alert, Button, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import type { Passkey } from "../api/contract.ts";
import { call } from "../api/call.ts";
import { signInWaysKey } from "../api/session.ts";
import { explain } from "../language/explain.ts";
import { shortTime } from "../language/time.ts";
import { usePageWords, useSpoken } from "../language/use-words.tsx";
import { addPasskey, hasPasskeys, isCalledOff, isKnownDevice } from "../session/passkey.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import { words as pageWords } from "./passkey-words.ts";
import styles from "./settings-page.module.css";

const key = ["own-passkeys"];

/** Passkeys of the person's devices: added, named, removed. */
export function Passkeys() {
  const say = usePageWords(pageWords);
  const { words: common } = useSpoken();
  const client = useQueryClient();
  const refresh = (): void => {
    void client.invalidateQueries({ queryKey: key });
    void client.invalidateQueries({ queryKey: signInWaysKey });
  };
  const asked = useQuery({
    queryKey: key,
    queryFn: () => call("GET /api/account/passkeys"),
  });
  const remove = useMutation({
    mutationFn: (id: string) => call("DELETE /api/account/passkeys/{id}", { params: { id } }),
    onSettled: refresh,
  });
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call("PATCH /api/account/passkeys/{id}", { params: { id }, body: { name } }),
    onSettled: refresh,
  });
  const failure = asked.error ?? remove.error ?? rename.error;
  return (
    <section className={styles.field} aria-labelledby="settings-passkeys">
      <span id="settings-passkeys">{say.title}</span>
      <span className={styles.hint}>{say.hint}</span>
      {failure === null ? null : (
        <Alert color="red" role="alert">
          {explain(failure, common)}
        </Alert>
      )}
      <ul className={styles.sessions}>
        {(asked.data?.passkeys ?? []).map((passkey) => (
          <PasskeyLine
            key={passkey.id}
            passkey={passkey}
            isBusy={remove.isPending || rename.isPending}
            onName={(name) => rename.mutate({ id: passkey.id, name })}
            onRemove={() => remove.mutate(passkey.id)}
          />
        ))}
      </ul>
      {hasPasskeys() ? <NewPasskey onAdded={refresh} /> : <span>{say.needsName}</span>}
      <span role="status" className={styles.hint}>
        {remove.isSuccess ? say.removed : rename.isSuccess ? say.renamed : null}
      </span>
    </section>
  );
}

function PasskeyLine({
  passkey,
  isBusy,
  onName,
  onRemove,
}: {
  passkey: Passkey;
  isBusy: boolean;
  onName: (name: string) => void;
  onRemove: () => void;
}) {
  const say = usePageWords(pageWords);
  const { language } = useSpoken();
  const { default_timezone: timeZone } = useSignedIn().session.account;
  const when = (moment: string): string => shortTime(moment, Date.now(), { language, timeZone });
  const [name, setName] = useState<string>();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (name !== undefined && name.trim() !== "") onName(name.trim());
    setName(undefined);
  };
  if (name !== undefined)
    return (
      <li className={styles.session}>
        <form onSubmit={submit} className={styles.row}>
          <TextInput
            aria-label={say.name}
            value={name}
            maxLength={80}
            autoFocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" size="xs">
            {say.save}
          </Button>
        </form>
      </li>
    );
  return (
    <li className={styles.session}>
      <span>
        <bdi>{passkey.name}</bdi>
        <small className={styles.hint}>
          {passkey.host} · {say.since(when(passkey.created_at))} ·{" "}
          {passkey.last_used_at === null ? say.unused : say.used(when(passkey.last_used_at))}
        </small>
      </span>
      <span className={styles.row}>
        <Button
          variant="default"
          size="xs"
          disabled={isBusy}
          onClick={() => setName(passkey.name)}
          aria-label={say.renameOf(passkey.name)}
        >
          {say.rename}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={isBusy}
          onClick={onRemove}
          aria-label={say.removeOf(passkey.name)}
        >
          {say.remove}
        </Button>
      </span>
    </li>
  );
}

function NewPasskey({ onAdded }: { onAdded: () => void }) {
  const say = usePageWords(pageWords);
  const { words: common } = useSpoken();
  const [name, setName] = useState("");
  const add = useMutation({
    mutationFn: (wanted: string) => addPasskey(wanted),
    onSuccess: () => {
      setName("");
      onAdded();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    add.mutate(name.trim() === "" ? say.usualName : name.trim());
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      {add.isError && !isCalledOff(add.error) ? (
        <Alert color="red" role="alert">
          {isKnownDevice(add.error) ? say.known : explain(add.error, common)}
        </Alert>
      ) : null}
      <TextInput
        label={say.name}
        placeholder={say.usualName}
        value={name}
        maxLength={80}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={add.isPending} className={styles.save ?? ""}>
        {say.add}
      </Button>
      <span role="status" className={styles.hint}>
        {add.isSuccess ? say.added : add.isError && isCalledOff(add.error) ? say.notAdded : null}
      </span>
    </form>
  );
}
