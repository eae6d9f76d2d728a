import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import styles from "../settings-page.module.css";
import { useSignIn, useSignOut } from "./calls.ts";
import type { ToolServer } from "./contract.ts";
import own from "./server-card.module.css";
import { Trouble } from "./trouble.tsx";
import { words } from "./words.ts";

/** For a server that people sign in to: where that is done, and how it is ended. */
export function SignIn({ server }: { server: ToolServer }) {
  if (server.sign_in === "none") return null;
  return server.sign_in === "done" ? (
    <SignedIn name={server.name} />
  ) : (
    <Needed name={server.name} />
  );
}

function SignedIn({ name }: { name: string }) {
  const say = usePageWords(words).signIn;
  const end = useSignOut(name);
  return (
    <div className={own.tool}>
      <span>{say.done}</span>
      <Button
        variant="default"
        className={styles.save ?? ""}
        loading={end.isPending}
        onClick={() => end.mutate(undefined)}
      >
        {say.end}
      </Button>
      <Trouble error={end.error} found={undefined} />
    </div>
  );
}

/** The page's address is shown before it is opened: the server chose it. */
function Needed({ name }: { name: string }) {
  const say = usePageWords(words).signIn;
  const [client, setClient] = useState({ id: "", secret: "" });
  const begin = useSignIn(name);
  const start = (): void => {
    const [id, secret] = [client.id.trim(), client.secret.trim()];
    const given = id === "" ? {} : { client_id: id };
    begin.mutate(secret === "" || id === "" ? given : { ...given, client_secret: secret });
  };
  const url = begin.data?.url ?? null;
  return (
    <div className={own.tool}>
      <span>{say.needed}</span>
      <details open={begin.data?.problem === "client_needed"}>
        <summary>{say.client}</summary>
        <span className={styles.hint}>{say.clientHint}</span>
        <TextInput
          label={say.clientId}
          value={client.id}
          maxLength={500}
          onChange={(event) => setClient({ ...client, id: event.currentTarget.value })}
        />
        <TextInput
          type="password"
          label={say.clientSecret}
          value={client.secret}
          autoComplete="new-password"
          maxLength={2000}
          onChange={(event) => setClient({ ...client, secret: event.currentTarget.value })}
        />
      </details>
      {url === null ? (
        <Button className={styles.save ?? ""} loading={begin.isPending} onClick={start}>
          {say.begin}
        </Button>
      ) : (
        <Button component="a" href={url} className={styles.save ?? ""}>
          {say.go(new URL(url).host)}
        </Button>
      )}
      <Trouble error={begin.error} found={begin.data} />
    </div>
  );
}
