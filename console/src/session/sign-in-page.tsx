import { Alert, Button, PasswordInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { type ApiFailure } from "../api/request.ts";
import { useSignIn, useSignInWays } from "../api/session.ts";
import { LanguageSwitch } from "../frame/choices.tsx";
import { Brand } from "../frame/icons.tsx";
import { explain } from "../language/explain.ts";
import { useSpoken } from "../language/use-words.tsx";
import styles from "./sign-in-page.module.css";

/** For those without a working link: paste a token. `refused` tells why the link did not work. */
export default function SignInPage({ refused }: { refused: ApiFailure | undefined }) {
  const { language, words, setLanguage } = useSpoken();
  const signIn = useSignIn();
  const ways = useSignInWays().data;
  const elsewhere = ways?.single_sign_on ?? undefined;
  const named = ways?.proxy ?? undefined;
  const [token, setToken] = useState("");
  const [missing, setMissing] = useState(false);

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setMissing(token.trim() === "");
    if (token.trim() !== "") signIn.mutate(token.trim());
  };
  const failure = signIn.error ?? (signIn.isIdle ? refused : undefined);

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <header className={styles.brand}>
          <Brand />
          <span>{words.appName}</span>
        </header>
        <p className={styles.tagline}>{words.tagline}</p>
        <h1 className={styles.title}>{words.signIn.title}</h1>
        <p className={styles.intro}>{words.signIn.intro}</p>
        {failure ? (
          <Alert color="red" role="alert" mb="md">
            {explain(failure, words)}
          </Alert>
        ) : null}
        {named === undefined ? null : (
          <Button component="a" href="/api/session/proxy" size="md" fullWidth mb="md">
            {words.signIn.asNamed(named.name)}
          </Button>
        )}
        {elsewhere === undefined ? null : (
          <Button component="a" href="/api/session/single-sign-on" size="md" fullWidth mb="md">
            {words.signIn.elsewhere(elsewhere.name)}
          </Button>
        )}
        <form onSubmit={submit} className={styles.form}>
          <PasswordInput
            label={words.signIn.token}
            description={words.signIn.tokenHint}
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
            error={missing ? words.signIn.tokenMissing : undefined}
            autoComplete="current-password"
            spellCheck={false}
            name="token"
            size="md"
          />
          <Button
            type="submit"
            size="md"
            fullWidth
            variant={elsewhere === undefined && named === undefined ? "filled" : "default"}
            loading={signIn.isPending}
          >
            {words.signIn.submit}
          </Button>
        </form>
        <footer className={styles.foot}>
          <LanguageSwitch value={language} onChange={setLanguage} />
        </footer>
      </div>
    </main>
  );
}
