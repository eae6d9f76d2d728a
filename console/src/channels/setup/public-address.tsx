import { CopyButton } from "../../frame/copy.tsx";
import { usePageWords } from "../../language/use-words.tsx";
import type { Setup } from "../contract.ts";
import page from "../channels-page.module.css";
import styles from "./setup.module.css";
import { words as all } from "../words.ts";
import { words as setupWords } from "./words.ts";

/** The addresses to enter at the vendor, and how to get one that the vendor can reach. */
export function Addresses({ setup, paths }: { setup: Setup; paths: readonly string[] }) {
  const say = usePageWords(all);
  const isOwn = ({ path }: { path: string }): boolean =>
    paths.some((one) => path === one || path.startsWith(`${one}/`));
  const own = [...setup.webhooks, ...setup.switched_off].filter(isOwn);
  if (own.length === 0) return null;
  return (
    <div>
      <h3>{say.address}</h3>
      {own.map(({ url }) => (
        <div key={url} className={page.line}>
          <code className={page.address} translate="no">
            {url}
          </code>
          <CopyButton text={url} label={say.copy} className={page.copy} />
        </div>
      ))}
      {setup.is_public ? null : <PublicAddress address={setup.public_url} />}
    </div>
  );
}

function PublicAddress({ address }: { address: string }) {
  const say = usePageWords(setupWords);
  const { host } = new URL(address);
  return (
    <details className={page.warning}>
      <summary>{say.publicTitle}</summary>
      <p>{say.publicNeeded(address)}</p>
      <p>{say.publicWays.domain}</p>
      <pre className={styles.code} translate="no" tabIndex={0}>
        {`chat.example.org {\n  reverse_proxy ${host}\n}`}
      </pre>
      <p>{say.publicWays.tunnel}</p>
      <pre className={styles.code} translate="no" tabIndex={0}>
        {`cloudflared tunnel --url ${address}`}
      </pre>
      <p>{say.publicWays.after}</p>
    </details>
  );
}
