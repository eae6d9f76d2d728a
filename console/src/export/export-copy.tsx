import { Alert, Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ExportLink } from "../api/contract.ts";
import { explain } from "../language/explain.ts";
import { shortTime } from "../language/time.ts";
import { usePageWords, useSpoken } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import styles from "./export-copy.module.css";
import { words } from "./words.ts";

/**
 * A copy of an account. The person shows first who they are: a browser that was left open is not
 * the person.
 */
export function ExportCopy({ make, hint }: { make: () => Promise<ExportLink>; hint: string }) {
  const say = usePageWords(words);
  const { language, words: common } = useSpoken();
  const { default_timezone: timeZone } = useSignedIn().session.account;
  const ask = useMutation({ mutationFn: make });
  return (
    <div className={styles.form}>
      <span className={styles.hint}>{hint}</span>
      {ask.isError ? (
        <Alert color="red" role="alert">
          {explain(ask.error, common)}
        </Alert>
      ) : null}
      <div role="status" className={styles.given}>
        {ask.data === undefined ? null : (
          <>
            {/* It works once: with the click it is gone from here, too. */}
            <Button
              component="a"
              href={ask.data.url}
              download
              size="sm"
              onClick={() => setTimeout(() => ask.reset())}
            >
              {say.download}
            </Button>
            <span className={styles.hint}>
              {say.until(shortTime(ask.data.expires_at, Date.now(), { language, timeZone }))}
            </span>
          </>
        )}
      </div>
      <Button variant="default" size="sm" loading={ask.isPending} onClick={() => ask.mutate()}>
        {say.make}
      </Button>
    </div>
  );
}
