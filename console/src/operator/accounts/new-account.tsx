import { Alert, Button, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { useMakeAccount } from "../calls.ts";
import styles from "../operator-page.module.css";
import { Dialog, explainHere } from "../pieces.tsx";
import { words } from "../words.ts";

export function NewAccount({ onClose }: { onClose: () => void }) {
  const common = useWords();
  const all = usePageWords(words);
  const say = all.accounts;
  const [name, setName] = useState("");
  const make = useMakeAccount();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (name.trim() !== "") make.mutate(name.trim(), { onSuccess: onClose });
  };
  return (
    <Dialog onClose={onClose} title={say.new}>
      <form onSubmit={submit} className={styles.form}>
        {make.isError ? (
          <Alert color="red" role="alert">
            {explainHere(make.error, common)}
          </Alert>
        ) : null}
        <TextInput
          label={say.name}
          description={say.nameHint}
          required
          maxLength={80}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className={styles.buttons}>
          <Button type="submit" loading={make.isPending}>
            {say.make}
          </Button>
          <Button variant="default" onClick={onClose}>
            {all.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
