import { Alert, Button, PasswordInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import type { SignInWays } from "../api/contract.ts";
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
  const [token, setToken] = useState("");
  const [missing, setMissing] = useState(false);

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setMissing(token.trim() === "");
    if (token.trim() !== "") signIn.mutate({ token: token.trim() });
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
        <OtherWays ways={ways} onCode={(code) => signIn.mutate({ code })} />
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
            variant={hasOthers(ways) ? "default" : "filled"}
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

const hasPasskey = (ways: SignInWays | undefined): boolean =>
  ways?.passkeys === true && "PublicKeyCredential" in globalThis;

const hasOthers = (ways: SignInWays | undefined): boolean =>
  hasPasskey(ways) || (ways?.single_sign_on ?? ways?.proxy ?? null) !== null;

/** What comes before a token, where there is any of it. */
function OtherWays({
  ways,
  onCode,
}: {
  ways: SignInWays | undefined;
  onCode: (code: string) => void;
}) {
  const { words } = useSpoken();
  const named = ways?.proxy ?? undefined;
  const elsewhere = ways?.single_sign_on ?? undefined;
  return (
    <>
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
      {hasPasskey(ways) ? <PasskeyButton onCode={onCode} /> : null}
    </>
  );
}

/** The device asks for the person's finger, face or PIN. */
function PasskeyButton({ onCode }: { onCode: (code: string) => void }) {
  const { words } = useSpoken();
  const passkey = useMutation({
    // It is not needed by those who come with a session.
    mutationFn: async () => (await import("./passkey.ts")).showPasskey(),
    onSuccess: onCode,
  });
  const { error } = passkey;
  return (
    <>
      <Button size="md" fullWidth loading={passkey.isPending} onClick={() => passkey.mutate()}>
        {words.signIn.passkey}
      </Button>
      <p role="status" className={styles.intro}>
        {error === null
          ? null
          : error instanceof DOMException
            ? words.signIn.noPasskey
            : explain(error, words)}
      </p>
    </>
  );
}
