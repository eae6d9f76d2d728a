import { Alert, Button, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { useAccountChange } from "../api/session.ts";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import styles from "./settings-page.module.css";
import { words as settingsWords } from "./words.ts";

/** Sites that replies in chat apps may link to. */
export function AllowedLinks() {
  const words = usePageWords(settingsWords);
  const common = useWords();
  const hosts = useSignedIn().session.account.link_hosts ?? [];
  const [site, setSite] = useState("");
  const change = useAccountChange();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const wanted = hostIn(site);
    if (wanted === "" || hosts.includes(wanted)) return;
    change.mutate({ link_hosts: [...hosts, wanted] }, { onSuccess: () => setSite("") });
  };
  return (
    <section className={styles.field} aria-labelledby="settings-links">
      <span id="settings-links">{words.links}</span>
      <span className={styles.hint}>{words.linksHint}</span>
      {change.isError ? (
        <Alert color="red" role="alert">
          {explain(change.error, common)}
        </Alert>
      ) : null}
      {hosts.length === 0 ? <span>{words.noLinks}</span> : null}
      {hosts.map((host) => (
        <div key={host} className={styles.row}>
          <span>{host}</span>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={change.isPending}
            onClick={() => change.mutate({ link_hosts: hosts.filter((one) => one !== host) })}
          >
            {words.revoke(host)}
          </Button>
        </div>
      ))}
      <form onSubmit={submit} className={styles.row}>
        <TextInput
          aria-label={words.site}
          placeholder="example.org"
          value={site}
          maxLength={253}
          onChange={(event) => setSite(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={change.isPending}
          disabled={hostIn(site) === ""}
        >
          {words.allow}
        </Button>
      </form>
    </section>
  );
}

/** The host of an address, as the browser reads it. */
function hostIn(typed: string): string {
  const address = /^[a-z]+:\/\//i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`;
  return typed.includes(".") && URL.canParse(address) ? new URL(address).hostname : "";
}
