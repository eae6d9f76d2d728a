import "../mantine-extra.ts";
import { Alert, Button, Modal, PasswordInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { call } from "../api/call.ts";
import { ApiFailure } from "../api/request.ts";
import { useSignInWays } from "../api/session.ts";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { hasPasskeys, isCalledOff, showPasskey } from "./passkey.ts";
import { words } from "./proof-words.ts";
import styles from "./proof-dialog.module.css";

/** Asks who is there, over whatever is open, before an act that a browser left open must not do. */
export default function ProofDialog({ onDone }: { onDone: (isProven: boolean) => void }) {
  const say = usePageWords(words);
  const common = useWords();
  const [proof, setProof] = useState("");
  const show = useMutation({
    mutationFn: (shown: string) => call("POST /api/session/proof", { body: { proof: shown } }),
    onSuccess: () => onDone(true),
  });
  const offersPasskey = useSignInWays().data?.passkeys === true && hasPasskeys();
  const byPasskey = useMutation({
    mutationFn: showPasskey,
    onSuccess: (code) => show.mutate(code),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // It may lie inside another form's tree.
    event.stopPropagation();
    const shown = codeIn(proof);
    // Nothing of it stays on the page.
    setProof("");
    if (shown !== "") show.mutate(shown);
  };
  const isWrong = show.error instanceof ApiFailure && show.error.code === "code_not_valid";
  return (
    <Modal
      opened
      onClose={() => onDone(false)}
      title={say.title}
      zIndex={400}
      lockScroll={false}
      closeButtonProps={{ "aria-label": say.close }}
    >
      <form onSubmit={submit} className={styles.form}>
        <p className={styles.text}>{say.why}</p>
        {show.isError ? (
          <Alert color="red" role="alert">
            {isWrong ? say.wrong : explain(show.error, common)}
          </Alert>
        ) : null}
        <PasswordInput
          label={say.proof}
          description={say.proofHint}
          value={proof}
          autoComplete="current-password"
          spellCheck={false}
          data-autofocus
          onChange={(event) => setProof(event.currentTarget.value)}
        />
        <p className={styles.hint}>
          {say.noProof} {say.lasts}
        </p>
        <div role="status">
          {byPasskey.isError
            ? isCalledOff(byPasskey.error)
              ? say.noPasskey
              : explain(byPasskey.error, common)
            : null}
        </div>
        <div className={styles.buttons}>
          {offersPasskey ? (
            <Button
              loading={byPasskey.isPending}
              disabled={show.isPending}
              onClick={() => byPasskey.mutate()}
            >
              {say.passkey}
            </Button>
          ) : null}
          <Button
            type="submit"
            variant={offersPasskey ? "default" : "filled"}
            disabled={proof.trim() === ""}
            loading={show.isPending}
          >
            {say.go}
          </Button>
          <Button variant="default" onClick={() => onDone(false)}>
            {say.cancel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** People may paste a whole sign-in link. */
const codeIn = (text: string): string => /#code=(\S+)$/.exec(text.trim())?.[1] ?? text.trim();
