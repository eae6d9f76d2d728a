import { Alert, Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { useRevoke, useTokens } from "../calls.ts";
import { type Token } from "../contract.ts";
import styles from "../operator-page.module.css";
import {
  AskFirst,
  Empty,
  explainHere,
  Pill,
  Shown,
  useMayChange,
  useNameOf,
  useWhen,
} from "../pieces.tsx";
import { words } from "../words.ts";
import { NewToken } from "./new-token.tsx";
import { Sessions } from "./sessions.tsx";

const isOver = ({ revoked_at: revoked, expires_at: expires }: Token): boolean =>
  revoked !== null || (expires !== null && Date.parse(expires) <= Date.now());

export function TokensPart() {
  const say = usePageWords(words).tokens;
  const asked = useTokens();
  const [isMaking, setMaking] = useState(false);
  const [withEnded, setWithEnded] = useState(false);
  const mayChange = useMayChange();
  return (
    <>
      <p className={styles.intro}>{say.intro}</p>
      <div className={styles.bar}>
        <Checkbox
          className={styles.grow ?? ""}
          label={say.showEnded}
          checked={withEnded}
          onChange={(event) => setWithEnded(event.currentTarget.checked)}
        />
        {mayChange ? <Button onClick={() => setMaking(true)}>{say.new}</Button> : null}
      </div>
      <Shown asked={asked} loading={say.loading} failed={say.failed}>
        {(tokens) => {
          const shown = tokens.filter((token) => withEnded || !isOver(token));
          if (shown.length === 0)
            return <Empty>{tokens.length === 0 ? say.none : say.noneLive}</Empty>;
          return (
            <ul className={styles.list}>
              {shown.map((token) => (
                <TokenRow key={token.id} token={token} mayChange={mayChange} />
              ))}
            </ul>
          );
        }}
      </Shown>
      <Sessions />
      {isMaking ? <NewToken onClose={() => setMaking(false)} /> : null}
    </>
  );
}

function TokenRow({ token, mayChange }: { token: Token; mayChange: boolean }) {
  const common = useWords();
  const say = usePageWords(words).tokens;
  const revoke = useRevoke();
  const name = token.label ?? say.unlabelled;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span className={styles.name}>
          <bdi>{name}</bdi>
          <Pill {...(token.role === "account" ? {} : { tone: "note" as const })}>
            {token.kind === "service" ? say.service : say.roleNames[token.role]}
          </Pill>
          {token.revoked_at !== null ? (
            <Pill tone="bad">{say.revoked}</Pill>
          ) : isOver(token) ? (
            <Pill tone="bad">{say.expired}</Pill>
          ) : null}
        </span>
        <TokenMeta token={token} />
        {revoke.isError ? (
          <Alert color="red" role="alert">
            {explainHere(revoke.error, common)}
          </Alert>
        ) : null}
      </div>
      {!mayChange || isOver(token) ? null : (
        <AskFirst
          label={say.revoke}
          name={say.revokeOf(name)}
          question={say.revokeAsk(name)}
          yes={say.revokeYes}
          busy={revoke.isPending}
          onYes={() => revoke.mutate(token.id)}
        />
      )}
    </li>
  );
}

function TokenMeta({ token }: { token: Token }) {
  const say = usePageWords(words).tokens;
  const nameOf = useNameOf();
  const when = useWhen();
  const [people, scopes] = [true, false].map((isFor) =>
    token.scopes.filter((scope) => scope.startsWith("for:") === isFor),
  ) as [string[], string[]];
  const whose =
    token.kind === "service"
      ? say.acting(people.map((each) => nameOf(each.slice("for:".length))).join(", "))
      : (token.account_name ?? nameOf(token.account_id));
  return (
    <p className={styles.meta}>
      <bdi>{whose}</bdi>
      <span>{scopes.map((scope) => say.scopeNames[scope] ?? scope).join(" · ")}</span>
      <span>{say.created(when(token.created_at))}</span>
      {token.expires_at === null ? null : <span>{say.until(when(token.expires_at))}</span>}
      <span>{token.last_used_at === null ? say.unused : say.used(when(token.last_used_at))}</span>
    </p>
  );
}
