import { Alert, Button, PasswordInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { ApiFailure, request } from "../api/request.ts";
import { explain } from "../language/explain.ts";
import { shortTime } from "../language/time.ts";
import { usePageWords, useSpoken } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import styles from "./export-copy.module.css";
import { words } from "./words.ts";

interface ExportLink {
  readonly url: string;
  readonly expires_at: string;
}

/** A copy of an account for whoever shows again who they are: a browser that was left open is not the person. */
export function ExportCopy({ path, hint }: { path: string; hint: string }) {
  const say = usePageWords(words);
  const { language, words: common } = useSpoken();
  const { default_timezone: timeZone } = useSignedIn().session.account;
  const [proof, setProof] = useState("");
  const ask = useMutation({ mutationFn: (shown: string) => request<ExportLink>(path, { method: "POST", body: { proof: shown } }) });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const shown = codeIn(proof);
    // Nothing of it stays on the page.
    setProof("");
    if (shown !== "") ask.mutate(shown);
  };
  const isWrong = ask.error instanceof ApiFailure && ask.error.code === "code_not_valid";
  return (
    <form onSubmit={submit} className={styles.form}>
      <span className={styles.hint}>{hint}</span>
      {ask.isError ? (
        <Alert color="red" role="alert">
          {isWrong ? say.wrong : explain(ask.error, common)}
        </Alert>
      ) : null}
      <PasswordInput
        className={styles.proof ?? ""}
        label={say.proof}
        description={say.proofHint}
        value={proof}
        autoComplete="current-password"
        spellCheck={false}
        onChange={(event) => setProof(event.currentTarget.value)}
      />
      <span className={styles.hint}>{say.noProof}</span>
      <div role="status" className={styles.given}>
        {ask.data === undefined ? null : (
          <>
            {/* It works once: with the click it is gone from here, too. */}
            <Button component="a" href={ask.data.url} download size="sm" onClick={() => setTimeout(() => ask.reset())}>
              {say.download}
            </Button>
            <span className={styles.hint}>{say.until(shortTime(ask.data.expires_at, Date.now(), { language, timeZone }))}</span>
          </>
        )}
      </div>
      <Button type="submit" variant="default" size="sm" disabled={proof.trim() === ""} loading={ask.isPending}>
        {say.make}
      </Button>
    </form>
  );
}

/** Somebody may paste a whole sign-in link. */
const codeIn = (text: string): string => /#code=(\S+)$/.exec(text.trim())?.[1] ?? text.trim();
