import "../../mantine-extra.ts";
import { Alert, Button, Checkbox, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { explain } from "../../language/explain.ts";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import styles from "../settings-page.module.css";
import { useAddition, useWebhooks } from "./calls.ts";
import type { WebhookType } from "./contract.ts";
import { Secret } from "./secret.tsx";
import { WebhookCard } from "./webhook-card.tsx";
import own from "./webhooks.module.css";
import { words } from "./words.ts";

/** Addresses of other programs that hear of the person's reminders and stories. */
export function Webhooks() {
  const say = usePageWords(words);
  const common = useWords();
  const asked = useWebhooks();
  const { webhooks = [], may_add: mayAdd = false } = asked.data ?? {};
  return (
    <section className={styles.field} aria-labelledby="settings-webhooks">
      <span id="settings-webhooks">{say.title}</span>
      <span className={styles.hint}>
        {say.hint} <a href="/docs#webhooks">{say.guide}</a>
      </span>
      {asked.isPending ? <Loading label={common.loading} /> : null}
      {asked.isError ? (
        <Failure
          message={`${say.failedToLoad} ${explain(asked.error, common)}`}
          onRetry={() => void asked.refetch()}
        />
      ) : null}
      {webhooks.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} />
      ))}
      {asked.data !== undefined && webhooks.length === 0 && mayAdd ? <span>{say.none}</span> : null}
      {asked.data !== undefined && !mayAdd ? <span>{say.closed}</span> : null}
      {mayAdd ? <AddForm /> : null}
    </section>
  );
}

const usual: readonly WebhookType[] = ["reminder.fired", "reminder.done"];

function AddForm() {
  const say = usePageWords(words);
  const common = useWords();
  const [url, setUrl] = useState("");
  const [types, setTypes] = useState<readonly WebhookType[]>(usual);
  const add = useAddition();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    add.mutate({ url: url.trim(), types: [...types] }, { onSuccess: () => setUrl("") });
  };
  const choose = (type: WebhookType, isChosen: boolean): void =>
    setTypes(isChosen ? [...types, type] : types.filter((each) => each !== type));
  return (
    <form onSubmit={submit} className={styles.form} autoComplete="off">
      <TextInput
        label={say.address}
        placeholder="https://"
        value={url}
        type="url"
        required
        withAsterisk={false}
        maxLength={1000}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <fieldset className={own.choices}>
        <legend>{say.types}</legend>
        {(Object.keys(say.type) as WebhookType[]).map((type) => (
          <Checkbox
            key={type}
            label={say.type[type]}
            checked={types.includes(type)}
            onChange={(event) => choose(type, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      <Button
        type="submit"
        className={styles.save ?? ""}
        loading={add.isPending}
        disabled={types.length === 0}
      >
        {say.add}
      </Button>
      {add.isError ? (
        <Alert color="red" role="alert">
          {explain(add.error, common)}
        </Alert>
      ) : null}
      <div role="status">{add.data === undefined ? null : <Secret secret={add.data.secret} />}</div>
    </form>
  );
}
