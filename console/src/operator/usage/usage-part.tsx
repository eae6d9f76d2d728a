import { usePageWords } from "../../language/use-words.tsx";
import { shareOf } from "../../usage/contract.ts";
import { UsageBars } from "../../usage/usage-bars.tsx";
import { words } from "../../usage/words.ts";
import { useUsage } from "../calls.ts";
import { type AccountUsage } from "../contract.ts";
import page from "../operator-page.module.css";
import { shortId, Shown } from "../pieces.tsx";
import styles from "./usage-part.module.css";

/** Who uses how much of what may be used. */
export function UsagePart() {
  const say = usePageWords(words);
  const asked = useUsage();
  return (
    <Shown asked={asked} loading={say.loading} failed={say.failed}>
      {({ server, accounts }) => (
        <>
          <p className={page.intro}>{say.intro}</p>
          <h2 className={page.second}>{say.server}</h2>
          <UsageBars figures={server} of="server" />
          <h2 className={page.second}>{say.accounts}</h2>
          <ul className={page.list}>
            {accounts.map((account) => (
              <li key={account.account_id} className={styles.account}>
                <AccountFigures account={account} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Shown>
  );
}

function AccountFigures({ account }: { account: AccountUsage }) {
  const say = usePageWords(words);
  const fullest = account.usage.toSorted((a, b) => shareOf(b) - shareOf(a))[0];
  const percent = fullest === undefined ? 0 : Math.round(shareOf(fullest) * 100);
  return (
    <details>
      <summary className={styles.summary}>
        <span className={page.name}>
          {account.display_name ?? `${say.unnamed} ${shortId(account.account_id)}`}
        </span>{" "}
        <span className={page.meta}>
          {fullest === undefined
            ? null
            : say.fullest(say.names[fullest.what] ?? fullest.what, percent)}
        </span>
      </summary>
      <UsageBars figures={account.usage} of="account" />
    </details>
  );
}
