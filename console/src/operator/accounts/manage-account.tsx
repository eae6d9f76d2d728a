import { Alert, Button, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { ExportCopy } from "../../export/export-copy.tsx";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { exportAccount, useErase, useRename, useSetActive } from "../calls.ts";
import { type KnownAccount } from "../contract.ts";
import styles from "../operator-page.module.css";
import { AskFirst, CopyLine, Dialog, explainHere, useWhen } from "../pieces.tsx";
import { words } from "../words.ts";
import { NewLink } from "./invite-link.tsx";

interface ManageProps {
  readonly account: KnownAccount;
  readonly onClose: () => void;
  /** Shown in the list's place, since the account is no longer in it. */
  readonly onErased: (sentence: string) => void;
}

/** All that can be done to one account. */
export function ManageAccount({ account, onClose, onErased }: ManageProps) {
  const all = usePageWords(words);
  return (
    <Dialog
      onClose={onClose}
      title={
        <bdi>{account.display_name ?? account.identities[0]?.subject ?? all.accounts.unnamed}</bdi>
      }
      size="lg"
    >
      <div className={styles.form}>
        <NameForm account={account} />
        <CopyLine label={all.accounts.id} text={account.id} />
        {account.is_operator ? (
          <p className={styles.note}>{all.accounts.ownKept}</p>
        ) : (
          <AccessField account={account} />
        )}
        {account.is_operator || account.lifecycle !== "active" ? null : (
          <NewLink accountId={account.id} />
        )}
        <div className={styles.field}>
          <h3>{all.accounts.export}</h3>
          <ExportCopy make={() => exportAccount(account.id)} hint={all.accounts.exportHint} />
        </div>
        {account.is_operator ? null : <EraseForm account={account} onErased={onErased} />}
      </div>
    </Dialog>
  );
}

function NameForm({ account }: { account: KnownAccount }) {
  const common = useWords();
  const say = usePageWords(words).accounts;
  const [name, setName] = useState(account.display_name ?? "");
  const rename = useRename(account.id);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (name.trim() !== "") rename.mutate(name.trim());
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      {rename.isError ? (
        <Alert color="red" role="alert">
          {explainHere(rename.error, common)}
        </Alert>
      ) : null}
      <div className={styles.bar}>
        <TextInput
          className={styles.grow ?? ""}
          label={say.name}
          value={name}
          maxLength={80}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={rename.isPending}>
          {say.rename}
        </Button>
      </div>
      <span role="status">{rename.isSuccess ? say.saved : null}</span>
    </form>
  );
}

function AccessField({ account }: { account: KnownAccount }) {
  const common = useWords();
  const say = usePageWords(words).accounts;
  const setActive = useSetActive(account.id);
  const isActive = account.lifecycle === "active";
  return (
    <div className={styles.field}>
      <h3>{say.access}</h3>
      <p>{isActive ? say.accessOn : say.accessOff}</p>
      {setActive.isError ? (
        <Alert color="red" role="alert">
          {explainHere(setActive.error, common)}
        </Alert>
      ) : null}
      {isActive ? (
        <AskFirst
          label={say.disable}
          question={say.disableAsk}
          yes={say.disableYes}
          busy={setActive.isPending}
          onYes={() => setActive.mutate(false)}
        />
      ) : (
        <div className={styles.buttons}>
          <Button
            size="sm"
            variant="default"
            loading={setActive.isPending}
            onClick={() => setActive.mutate(true)}
          >
            {say.enable}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The name is typed, so that an account is not erased by accident. */
function EraseForm({ account, onErased }: Pick<ManageProps, "account" | "onErased">) {
  const common = useWords();
  const say = usePageWords(words).accounts;
  const name = account.display_name ?? account.id;
  const [typed, setTyped] = useState("");
  const erase = useErase(account.id);
  const when = useWhen();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (typed === name)
      erase.mutate(typed, {
        onSuccess: ({ events, files, backups_until: until }) =>
          onErased(
            [
              say.erased(name, events, files),
              ...(until === null ? [] : [say.inBackups(when(until))]),
            ].join(" "),
          ),
      });
  };
  return (
    <form onSubmit={submit} className={`${styles.form} ${styles.danger}`} aria-label={say.erase}>
      <div className={styles.form}>
        <strong>{say.erase}</strong>
        <span>{say.eraseHint}</span>
      </div>
      {erase.isError ? (
        <Alert color="red" role="alert">
          {explainHere(erase.error, common)}
        </Alert>
      ) : null}
      <TextInput
        label={say.eraseType(name)}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button type="submit" color="red" disabled={typed !== name} loading={erase.isPending}>
          {say.eraseYes}
        </Button>
        <span role="status">{erase.isPending ? say.erasing : null}</span>
      </div>
    </form>
  );
}
