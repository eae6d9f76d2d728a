import { Alert, Button, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { explain } from "../../language/explain.ts";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import styles from "../settings-page.module.css";
import { useAddress, useAddressChange } from "./calls.ts";
import type { AddressState } from "./contract.ts";
import { words } from "./words.ts";

/** Where an operator says under which address people and vendors reach the server. */
export function ServerAddress() {
  const say = usePageWords(words);
  const common = useWords();
  const state = useAddress();
  return (
    <section className={styles.field} aria-labelledby="settings-address">
      <span id="settings-address">{say.title}</span>
      <span className={styles.hint}>{say.hint}</span>
      {state.isPending ? <Loading label={common.loading} /> : null}
      {state.isError ? (
        <Failure
          message={`${say.failed} ${explain(state.error, common)}`}
          onRetry={() => void state.refetch()}
        />
      ) : null}
      {state.data === undefined ? null : (
        <>
          <span>{say.inUse(state.data.address)}</span>
          <Warnings state={state.data} />
          <AddressForm state={state.data} />
        </>
      )}
    </section>
  );
}

function Warnings({ state }: { state: AddressState }) {
  const say = usePageWords(words);
  const found = [
    say.reaches[state.reach],
    ...(state.lacks_proxy ? [say.lacksProxy] : []),
    ...(state.reach === "internet" && state.address.startsWith("http:") ? [say.plainHttp] : []),
  ].filter((text) => text !== "");
  return found.length === 0 ? null : (
    <Alert color="yellow" role="note">
      {found.join(" ")}
    </Alert>
  );
}

/** What this browser reaches the server by is a good guess, unless it is on the same machine. */
const guess = (state: AddressState): string =>
  state.saved ?? (state.in_use === "none" && state.reach !== "machine" ? state.address : "");

function AddressForm({ state }: { state: AddressState }) {
  const say = usePageWords(words);
  const common = useWords();
  const change = useAddressChange();
  const [address, setAddress] = useState(() => guess(state));
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    change.mutate({ address: address.trim() });
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      {state.configured === null ? null : (
        <span className={styles.hint}>{say.configured(state.configured)}</span>
      )}
      <TextInput
        type="url"
        label={say.address}
        description={say.addressHint}
        value={address}
        required
        withAsterisk={false}
        maxLength={300}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <div className={styles.row}>
        <Button type="submit" loading={change.isPending}>
          {say.save}
        </Button>
        {state.saved === null ? null : (
          <Button
            variant="subtle"
            color="red"
            disabled={change.isPending}
            onClick={() => change.mutate(null, { onSuccess: () => setAddress("") })}
          >
            {say.remove}
          </Button>
        )}
      </div>
      <div role="status">
        {change.isSuccess ? (change.variables === null ? say.removed : say.saved) : null}
      </div>
      {change.isError ? (
        <Alert color="red" role="alert">
          {explain(change.error, common)}
        </Alert>
      ) : null}
    </form>
  );
}
