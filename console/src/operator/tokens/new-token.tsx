import { Alert, Button, NativeSelect, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { useSignedIn } from "../../session/signed-in.tsx";
import { useAccountNames, useMakeToken } from "../calls.ts";
import {
  type KnownAccount,
  type NewToken as Wanted,
  type Role,
  type TokenScope,
} from "../contract.ts";
import styles from "../operator-page.module.css";
import { CopyLine, Dialog, explainHere, shortId, Shown } from "../pieces.tsx";
import { words } from "../words.ts";
import { ActsFor, Scopes } from "./token-reach.tsx";

/** Once it is closed, the secret is nowhere on this page. */
export function NewToken({ onClose }: { onClose: () => void }) {
  const all = usePageWords(words);
  const say = all.tokens;
  const names = useAccountNames();
  const make = useMakeToken();
  return (
    <Dialog
      onClose={onClose}
      title={make.isSuccess ? say.made : say.new}
      closeOnClickOutside={!make.isSuccess}
    >
      {make.data === undefined ? (
        <Shown asked={names} loading={all.accounts.loading} failed={all.accounts.failed}>
          {(accounts) => <TokenForm accounts={accounts} make={make} onClose={onClose} />}
        </Shown>
      ) : (
        <div className={styles.form}>
          <p className={styles.note} role="alert">
            {say.once}
          </p>
          <CopyLine label={say.secret} text={make.data.token} />
          <div className={styles.buttons}>
            <Button onClick={onClose}>{say.done}</Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

const lives = [30, 90, 365, 0];
const kinds = ["account", "service", "auditor", "operator"] as const;

interface FormProps {
  readonly accounts: readonly KnownAccount[];
  readonly make: ReturnType<typeof useMakeToken>;
  readonly onClose: () => void;
}

interface Form {
  readonly kind: Role | "service";
  readonly account: string;
  /** For a service. */
  readonly people: readonly string[];
  readonly label: string;
  readonly granted: readonly TokenScope[];
  readonly days: number;
}

function TokenForm({ accounts, make, onClose }: FormProps) {
  const common = useWords();
  const all = usePageWords(words);
  const own = useSignedIn().session.account.id;
  const [form, setForm] = useState<Form>({
    kind: "account",
    account: own,
    people: [],
    label: "",
    granted: ["*"],
    days: 365,
  });
  const change = (next: Partial<Form>): void => setForm({ ...form, ...next });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    make.mutate(wish(form));
  };
  const isWhole = form.granted.length > 0 && (form.kind !== "service" || form.people.length > 0);
  return (
    <form onSubmit={submit} className={styles.form}>
      {make.isError ? (
        <Alert color="red" role="alert">
          {explainHere(make.error, common)}
        </Alert>
      ) : null}
      <Fields form={form} accounts={accounts} change={change} />
      <div className={styles.buttons}>
        <Button type="submit" loading={make.isPending} disabled={!isWhole}>
          {all.tokens.make}
        </Button>
        <Button variant="default" onClick={onClose}>
          {all.cancel}
        </Button>
      </div>
    </form>
  );
}

interface FieldsProps {
  readonly form: Form;
  readonly accounts: readonly KnownAccount[];
  readonly change: (next: Partial<Form>) => void;
}

function Fields({ form, accounts, change }: FieldsProps) {
  const all = usePageWords(words);
  const say = all.tokens;
  const people = accounts
    .filter(({ lifecycle }) => lifecycle === "active")
    .map(({ id, display_name: name, is_operator: isOwn }) => ({
      value: id,
      label: isOwn
        ? `${name ?? all.accounts.unnamed} (${all.accounts.operator})`
        : (name ?? all.idOf(shortId(id))),
    }));
  return (
    <>
      <TextInput
        label={say.label}
        description={say.labelHint}
        value={form.label}
        maxLength={100}
        data-autofocus
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      <NativeSelect
        label={say.role}
        value={form.kind}
        data={kinds.map((value) => ({ value, label: say.roles[value] }))}
        onChange={(event) => change({ kind: event.currentTarget.value as Form["kind"] })}
      />
      {form.kind === "service" ? (
        <ActsFor
          people={people}
          chosen={form.people}
          onChange={(chosen) => change({ people: chosen })}
        />
      ) : (
        <NativeSelect
          label={say.account}
          value={form.account}
          data={people}
          onChange={(event) => change({ account: event.currentTarget.value })}
        />
      )}
      <Scopes granted={form.granted} onChange={(granted) => change({ granted })} />
      <NativeSelect
        label={say.expires}
        value={String(form.days)}
        data={lives.map((life) => ({
          value: String(life),
          label: life === 0 ? say.forEver : say.days(life),
        }))}
        onChange={(event) => change({ days: Number(event.currentTarget.value) })}
      />
    </>
  );
}

const wish = ({ kind, account, people, label, granted, days }: Form): Wanted => ({
  ...(kind === "service"
    ? { accounts: [...people], role: "account" }
    : { account_id: account, role: kind }),
  scopes: [...granted],
  ...(label.trim() === "" ? {} : { label: label.trim() }),
  expires_in_days: days === 0 ? "never" : days,
});
