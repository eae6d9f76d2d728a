import { createContext, use } from "react";
import { plainText } from "../language/plain-text.ts";
import { shortTime } from "../language/time.ts";
import { useSpoken, usePageWords } from "../language/use-words.tsx";
import { useChannelName } from "../channels/catalog.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import { type InboxRow } from "./contract.ts";
import styles from "./deliveries-page.module.css";
import { words as all } from "./words.ts";

export function When({ at }: { at: string }) {
  const { language } = useSpoken();
  const { session } = useSignedIn();
  return (
    <time dateTime={at}>
      {shortTime(at, Date.now(), { language, timeZone: session.account.default_timezone })}
    </time>
  );
}

export function MessageText({ text }: { text: string | null }) {
  const words = usePageWords(all);
  return text === null || text === "" ? (
    <span className={styles.quiet}>{text === null ? words.hidden : words.noWords}</span>
  ) : (
    <span className={styles.said}>{plainText(text)}</span>
  );
}

/** By which app; and whose it is, where it is not one's own. */
export function Where({
  row: { channel, account_id: account },
}: {
  row: Pick<InboxRow, "channel" | "account_id">;
}) {
  const name = use(Names)?.get(account);
  const app = useChannelName()(channel);
  return name === undefined ? (
    <>{app}</>
  ) : (
    <>
      <bdi>{name}</bdi> · {app}
    </>
  );
}

/** What accounts are called, for operators who see all accounts. */
export const Names = createContext<ReadonlyMap<string, string> | undefined>(undefined);

export function StateMark({ state, label }: { state: string; label: string }) {
  return (
    <span className={styles.state} data-state={state}>
      {label}
    </span>
  );
}
