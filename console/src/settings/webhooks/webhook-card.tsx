import { Alert, Button, Checkbox } from "@mantine/core";
import { explain } from "../../language/explain.ts";
import { shortTime } from "../../language/time.ts";
import { usePageWords, useSpoken } from "../../language/use-words.tsx";
import { useSignedIn } from "../../session/signed-in.tsx";
import styles from "../settings-page.module.css";
import { useRemoval, useRenewal, useRetry, useSwitch, useTrial } from "./calls.ts";
import type { Webhook } from "./contract.ts";
import { Secret } from "./secret.tsx";
import own from "./webhooks.module.css";
import { words } from "./words.ts";

/** One address: what it hears of, how the last call went, and what can be done. */
export function WebhookCard({ webhook }: { webhook: Webhook }) {
  const say = usePageWords(words);
  const { words: common } = useSpoken();
  const change = useSwitch(webhook.id);
  const trial = useTrial(webhook.id);
  const retry = useRetry(webhook.id);
  const renewal = useRenewal(webhook.id);
  const removal = useRemoval(webhook.id);
  const acts = [change, trial, retry, renewal, removal];
  const isBusy = acts.some(({ isPending }) => isPending);
  const failure = acts.find(({ error }) => error !== null)?.error ?? null;
  return (
    <article className={own.card} aria-label={webhook.url}>
      <strong className={own.address}>{webhook.url}</strong>
      <span className={styles.hint}>{webhook.types.map((type) => say.type[type]).join(" · ")}</span>
      <Checkbox
        label={say.isOn}
        checked={webhook.is_on}
        disabled={isBusy}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      {webhook.off_reason === null ? null : <span>{say.off[webhook.off_reason]}</span>}
      <LastCall webhook={webhook} />
      <div className={styles.row}>
        <Button
          variant="default"
          loading={trial.isPending}
          disabled={isBusy}
          onClick={() => trial.mutate(undefined)}
        >
          {say.test}
        </Button>
        {webhook.failed === 0 ? null : (
          <Button variant="default" disabled={isBusy} onClick={() => retry.mutate(undefined)}>
            {say.retry}
          </Button>
        )}
        <Button variant="default" disabled={isBusy} onClick={() => renewal.mutate(undefined)}>
          {say.renew}
        </Button>
        <Button
          variant="subtle"
          color="red"
          disabled={isBusy}
          onClick={() => removal.mutate(undefined)}
        >
          {say.remove}
        </Button>
      </div>
      <div role="status">
        {trial.data === undefined ? null : <Trial code={trial.data.code} />}
        {renewal.data === undefined ? null : <Secret secret={renewal.data.secret} />}
      </div>
      {failure === null ? null : (
        <Alert color="red" role="alert">
          {explain(failure, common)}
        </Alert>
      )}
    </article>
  );
}

function Trial({ code }: { code: string | null }) {
  const say = usePageWords(words);
  const explainCode = useCodeWords();
  return <span>{code === null ? say.tested : say.untaken(explainCode(code))}</span>;
}

function LastCall({ webhook: { last, waiting, failed } }: { webhook: Webhook }) {
  const say = usePageWords(words);
  const explainCode = useCodeWords();
  const { language } = useSpoken();
  const { default_timezone: timeZone } = useSignedIn().session.account;
  const when = shortTime(last?.attempted_at ?? "", Date.now(), { language, timeZone });
  const lines = [
    last === null
      ? say.idle
      : last.error_code === null
        ? say.sent(say.type[last.type], when)
        : say.trouble(explainCode(last.error_code), when),
    ...(waiting === 0 ? [] : [say.waiting(waiting)]),
    ...(failed === 0 ? [] : [say.failed(failed)]),
  ];
  return <span className={styles.hint}>{lines.join(" ")}</span>;
}

/** What went wrong, in words. */
function useCodeWords(): (code: string) => string {
  const say = usePageWords(words);
  return (code) => say.codes[code] ?? say.status(code.replace(/^http_/, ""));
}
