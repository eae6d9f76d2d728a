import { Alert, Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState, type SubmitEvent } from "react";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { useAccounts, useMakeAccount } from "../calls.ts";
import type { KnownAccount } from "../contract.ts";
import styles from "../operator-page.module.css";
import {
  Empty,
  Pill,
  shortId,
  Shown,
  useMayChange,
  useWhen,
  Dialog,
  explainHere,
} from "../pieces.tsx";
import { words } from "../words.ts";
import { InviteLink } from "./invite-link.tsx";
import { ManageAccount } from "./manage-account.tsx";

export function AccountsPart() {
  const say = usePageWords(words).accounts;
  const more = usePageWords(words).more;
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), 250);
  const asked = useAccounts(search);
  const [isMaking, setMaking] = useState(false);
  const [managed, setManaged] = useState<string>();
  const [done, setDone] = useState<string>();
  const mayChange = useMayChange();
  return (
    <>
      <p className={styles.intro}>{say.intro}</p>
      <div className={styles.bar}>
        <TextInput
          className={styles.grow ?? ""}
          type="search"
          label={say.search}
          value={typed}
          maxLength={100}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {mayChange ? <Button onClick={() => setMaking(true)}>{say.new}</Button> : null}
      </div>
      <div role="status">{done === undefined ? null : <Alert color="cyan">{done}</Alert>}</div>
      <Shown asked={asked} loading={say.loading} failed={say.failed}>
        {({ pages }) => {
          const accounts = pages.flatMap((page) => page.accounts);
          const one = accounts.find(({ id }) => id === managed);
          return (
            <>
              {accounts.length === 0 ? (
                <Empty>{search === "" ? say.none : say.noneFound(search)}</Empty>
              ) : (
                <ul className={styles.list}>
                  {accounts.map((account) => (
                    <AccountRow
                      key={account.id}
                      account={account}
                      onManage={mayChange ? () => setManaged(account.id) : undefined}
                    />
                  ))}
                </ul>
              )}
              {asked.hasNextPage ? (
                <Button
                  className={styles.more ?? ""}
                  variant="default"
                  loading={asked.isFetchingNextPage}
                  onClick={() => void asked.fetchNextPage()}
                >
                  {more}
                </Button>
              ) : null}
              {one === undefined ? null : (
                <ManageAccount
                  account={one}
                  onClose={() => setManaged(undefined)}
                  onErased={setDone}
                />
              )}
            </>
          );
        }}
      </Shown>
      {isMaking ? <NewAccount onClose={() => setMaking(false)} /> : null}
    </>
  );
}

function AccountRow({
  account,
  onManage,
}: {
  account: KnownAccount;
  onManage: (() => void) | undefined;
}) {
  const all = usePageWords(words);
  const say = all.accounts;
  const when = useWhen();
  // A person without a name is shown by the id that their chat app gives them.
  const name = account.display_name ?? account.identities[0]?.subject ?? say.unnamed;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span className={styles.name}>
          <bdi>{name}</bdi>
          {account.is_operator ? <Pill>{say.operator}</Pill> : null}
          {account.lifecycle === "disabled" ? <Pill tone="bad">{say.disabled}</Pill> : null}
          {account.channels.map((channel) => (
            <Pill key={channel}>{channel}</Pill>
          ))}
        </span>
        <p className={styles.meta}>
          <span>{say.created(when(account.created_at))}</span>
          <span>
            {account.last_seen_at === null
              ? say.neverSeen
              : say.lastSeen(when(account.last_seen_at))}
          </span>
          <span translate="no">{all.idOf(shortId(account.id))}</span>
          {account.identities.map(({ channel, channel_account: at, subject }) => (
            <span translate="no" key={`${channel} ${at} ${subject}`}>
              {channel}: <bdi>{subject}</bdi>
            </span>
          ))}
        </p>
      </div>
      {onManage === undefined ? null : (
        <Button variant="default" size="sm" onClick={onManage} aria-label={say.manageOf(name)}>
          {say.manage}
        </Button>
      )}
    </li>
  );
}

function NewAccount({ onClose }: { onClose: () => void }) {
  const common = useWords();
  const all = usePageWords(words);
  const say = all.accounts;
  const [name, setName] = useState("");
  const make = useMakeAccount();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (name.trim() !== "") make.mutate(name.trim());
  };
  if (make.data !== undefined)
    return (
      <Dialog onClose={onClose} title={say.made(name.trim())} closeOnClickOutside={false}>
        <div className={styles.form}>
          <InviteLink invitation={make.data} />
          <div className={styles.buttons}>
            <Button onClick={onClose}>{all.close}</Button>
          </div>
        </div>
      </Dialog>
    );
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
