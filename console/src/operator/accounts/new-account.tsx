import { Alert, Button, Modal, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { useMakeAccount } from "../calls.ts";
import styles from "../operator-page.module.css";
import { explainHere } from "../pieces.tsx";
import { words } from "../words.ts";

export function NewAccount({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const common = useWords();
  const all = usePageWords(words);
  const say = all.accounts;
  const [name, setName] = useState("");
  const make = useMakeAccount();
  const close = (): void => {
    setName("");
    make.reset();
    onClose();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (name.trim() !== "") make.mutate(name.trim(), { onSuccess: close });
  };
  return (
    <Modal opened={isOpen} onClose={close} title={say.new} lockScroll={false} closeButtonProps={{ "aria-label": all.close }}>
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
          <Button variant="default" onClick={close}>
            {all.cancel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
