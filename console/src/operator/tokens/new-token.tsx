import { Alert, Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { useSignedIn } from "../../session/signed-in.tsx";
import { useAccountNames, useMakeToken } from "../calls.ts";
import { type KnownAccount, type NewToken as Wanted, type Role } from "../contract.ts";
import styles from "../operator-page.module.css";
import { CopyLine, Dialog, explainHere, shortId, Shown } from "../pieces.tsx";
import { words } from "../words.ts";

/** Once it is closed, the secret is nowhere on this page. */
export function NewToken({ onClose }: { onClose: () => void }) {
  const all = usePageWords(words);
  const say = all.tokens;
  const names = useAccountNames();
  const make = useMakeToken();
  return (
    <Dialog onClose={onClose} title={make.isSuccess ? say.made : say.new} closeOnClickOutside={!make.isSuccess}>
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

const scopes = ["*", "chat:read", "chat:write", "account:write"] as const;
const lives = [30, 90, 365, 0];

interface FormProps {
  readonly accounts: readonly KnownAccount[];
  readonly make: ReturnType<typeof useMakeToken>;
  readonly onClose: () => void;
}

function TokenForm({ accounts, make, onClose }: FormProps) {
  const common = useWords();
  const all = usePageWords(words);
  const say = all.tokens;
  const active = accounts.filter(({ lifecycle }) => lifecycle === "active");
  const [account, setAccount] = useState(useSignedIn().session.account.id);
  const [role, setRole] = useState<Role>("account");
  const [label, setLabel] = useState("");
  const [granted, setGranted] = useState<readonly string[]>(["*"]);
  const [days, setDays] = useState(90);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    make.mutate(wish({ account, role, label: label.trim(), granted, days }));
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      {make.isError ? (
        <Alert color="red" role="alert">
          {explainHere(make.error, common)}
        </Alert>
      ) : null}
      <NativeSelect
        label={say.account}
        value={account}
        data={active.map(({ id, display_name: name, is_operator: own }) => ({
          value: id,
          label: own ? `${name ?? all.accounts.unnamed} (${all.accounts.operator})` : (name ?? all.idOf(shortId(id))),
        }))}
        onChange={(event) => setAccount(event.currentTarget.value)}
      />
      <TextInput
        label={say.label}
        description={say.labelHint}
        value={label}
        maxLength={100}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <NativeSelect
        label={say.role}
        value={role}
        data={(["account", "auditor", "operator"] as const).map((value) => ({ value, label: say.roles[value] }))}
        onChange={(event) => setRole(event.currentTarget.value as Role)}
      />
      <Scopes granted={granted} onChange={setGranted} />
      <NativeSelect
        label={say.expires}
        value={String(days)}
        data={lives.map((life) => ({ value: String(life), label: life === 0 ? say.forEver : say.days(life) }))}
        onChange={(event) => setDays(Number(event.currentTarget.value))}
      />
      <div className={styles.buttons}>
        <Button type="submit" loading={make.isPending} disabled={granted.length === 0}>
          {say.make}
        </Button>
        <Button variant="default" onClick={onClose}>
          {all.cancel}
        </Button>
      </div>
    </form>
  );
}

/** All, or some: whoever may do everything needs no list. */
function Scopes({ granted, onChange }: { granted: readonly string[]; onChange: (granted: readonly string[]) => void }) {
  const say = usePageWords(words).tokens;
  const isAll = granted.includes("*");
  const toggle = (scope: string, isOn: boolean): void => {
    if (scope === "*") onChange(isOn ? ["*"] : []);
    else onChange(isOn ? [...granted.filter((each) => each !== "*"), scope] : granted.filter((each) => each !== scope));
  };
  return (
    <Checkbox.Group label={say.scopes} value={[...granted]}>
      <div className={styles.form}>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={say.scopeNames[scope] ?? scope}
            disabled={isAll && scope !== "*"}
            onChange={(event) => toggle(scope, event.currentTarget.checked)}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

interface Form {
  readonly account: string;
  readonly role: Role;
  readonly label: string;
  readonly granted: readonly string[];
  readonly days: number;
}

const wish = ({ account, role, label, granted, days }: Form): Wanted => ({
  account_id: account,
  role,
  scopes: granted,
  ...(label === "" ? {} : { label }),
  ...(days === 0 ? {} : { expires_in_days: days }),
});
