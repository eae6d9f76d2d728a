import "../../mantine-extra.ts";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { useEffect, useState, type SubmitEvent } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { explain } from "../../language/explain.ts";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import styles from "../settings-page.module.css";
import { keepToolSignIn, useToolSignIn } from "./brought-back.ts";
import { useIsOperator, useSave, useSignInEnd, useToolServers } from "./calls.ts";
import { ServerCard } from "./server-card.tsx";
import { Trouble } from "./trouble.tsx";
import { words } from "./words.ts";

/** Where an operator adds servers whose tools the model may use, and others where they are allowed to. */
export function ToolServers() {
  const say = usePageWords(words);
  const common = useWords();
  const isOperator = useIsOperator();
  const asked = useToolServers();
  const mayAdd = asked.data?.may_add === true;
  // Nothing to see, and nothing to do.
  if (!isOperator && !mayAdd && (asked.data?.servers ?? []).length === 0) return null;
  return (
    <section className={styles.field} aria-labelledby="settings-tools">
      <span id="settings-tools">{say.title}</span>
      <span className={styles.hint}>{say.hint}</span>
      <SignInEnd />
      {asked.isPending ? <Loading label={common.loading} /> : null}
      {asked.isError ? (
        <Failure
          message={`${say.failed} ${explain(asked.error, common)}`}
          onRetry={() => void asked.refetch()}
        />
      ) : null}
      {(asked.data?.servers ?? []).map((server) => (
        <ServerCard
          key={`${server.name} ${server.found_hash} ${server.state} ${server.sign_in}`}
          server={server}
        />
      ))}
      {mayAdd ? <AddForm isOperator={isOperator} /> : null}
    </section>
  );
}

/** Hands in what the browser brought back from a sign-in. */
function SignInEnd() {
  const say = usePageWords(words);
  const answer = useToolSignIn();
  const { mutate, ...end } = useSignInEnd();
  useEffect(() => {
    if (answer === undefined) return;
    keepToolSignIn(undefined);
    mutate(answer);
  }, [answer, mutate]);
  return (
    <>
      {end.isPending ? <Loading label={say.signIn.ending} /> : null}
      <Trouble error={end.error} found={end.data} />
    </>
  );
}

const nothing = { name: "", url: "", token: "", everyone: false };

function AddForm({ isOperator }: { isOperator: boolean }) {
  const say = usePageWords(words);
  const [filled, setFilled] = useState(nothing);
  const save = useSave();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const token = filled.token.trim();
    save.mutate(
      {
        name: filled.name.trim(),
        url: filled.url.trim(),
        everyone: filled.everyone,
        ...(token === "" ? {} : { headers: { Authorization: `Bearer ${token}` } }),
      },
      { onSuccess: ({ server }) => (server === null ? undefined : setFilled(nothing)) },
    );
  };
  return (
    <form onSubmit={submit} className={styles.form} autoComplete="off">
      <TextInput
        label={say.name}
        description={say.nameHint}
        value={filled.name}
        required
        withAsterisk={false}
        pattern="[a-z][a-z0-9\-]{0,19}"
        maxLength={20}
        onChange={(event) => setFilled({ ...filled, name: event.currentTarget.value })}
      />
      <TextInput
        label={say.address}
        value={filled.url}
        type="url"
        required
        withAsterisk={false}
        maxLength={500}
        onChange={(event) => setFilled({ ...filled, url: event.currentTarget.value })}
      />
      <TextInput
        type="password"
        label={say.key}
        description={say.keyHint}
        value={filled.token}
        autoComplete="new-password"
        maxLength={2000}
        onChange={(event) => setFilled({ ...filled, token: event.currentTarget.value })}
      />
      {isOperator ? (
        <Checkbox
          label={say.everyone}
          checked={filled.everyone}
          onChange={(event) => setFilled({ ...filled, everyone: event.currentTarget.checked })}
        />
      ) : null}
      <Button type="submit" className={styles.save ?? ""} loading={save.isPending}>
        {say.add}
      </Button>
      <Trouble error={save.error} found={save.data} />
    </form>
  );
}
