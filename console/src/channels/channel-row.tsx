import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { explain } from "../language/explain.ts";
import { shortTime } from "../language/time.ts";
import { usePageWords, useSpoken, useWords } from "../language/use-words.tsx";
import { routeAddress } from "../route.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import { useTrouble } from "../trouble/use-trouble.ts";
import { isUnderWay, useTestMessage, useTestOutcome, useUnlink } from "./calls.ts";
import { type OwnChannel } from "./contract.ts";
import styles from "./channels-page.module.css";
import { words as all } from "./words.ts";

/** One account at a vendor: its state, the last problem, and a test message. */
export function ChannelRow({ channel }: { channel: OwnChannel }) {
  const words = usePageWords(all);
  const said = useWords();
  const { language } = useSpoken();
  const { session } = useSignedIn();
  const trouble = useTrouble();
  const test = useTestMessage();
  const time = (at: string): string =>
    shortTime(at, Date.now(), { language, timeZone: session.account.default_timezone });
  return (
    <li className={styles.account}>
      <Condition channel={channel} time={time} />
      {channel.last_trouble === null ? null : (
        <p className={styles.hint}>
          {words.trouble}{" "}
          {trouble(channel.channel, channel.last_trouble.error_code ?? channel.last_trouble.status)}{" "}
          ({time(channel.last_trouble.at)}){" "}
          <a href={routeAddress({ page: "deliveries", part: "outbox" })}>{words.seeDeliveries}</a>
        </p>
      )}
      {channel.conversation_id === null && channel.is_paired ? (
        <p className={styles.hint}>{words.testNeedsTalk}</p>
      ) : null}
      <div className={styles.line}>
        {channel.conversation_id === null ? null : (
          <Button
            size="xs"
            variant="default"
            loading={test.isPending}
            onClick={() => test.mutate(channel)}
          >
            {words.test}
          </Button>
        )}
        {channel.is_yours ? <Unlink channel={channel} /> : null}
      </div>
      <TestResult channel={channel.channel} deliveryId={test.data?.delivery_id} />
      {test.isError ? (
        <Alert color="red" role="alert">
          {explain(test.error, said)}
        </Alert>
      ) : null}
    </li>
  );
}

interface TestResultProps {
  readonly channel: string;
  /** Undefined before there was a test. */
  readonly deliveryId: string | undefined;
}

/** What became of the test message. What went wrong is said in words. */
function TestResult({ channel, deliveryId }: TestResultProps) {
  const words = usePageWords(all);
  const trouble = useTrouble();
  const { data } = useTestOutcome(deliveryId);
  if (data !== undefined && !isUnderWay(data) && !arrived.includes(data.status))
    return (
      <Alert color="red" role="alert">
        {words.testFailed} {trouble(channel, data.error_code ?? data.status)}
      </Alert>
    );
  const isSent = data !== undefined && arrived.includes(data.status);
  const reason = data?.error_code ?? null;
  const isWaiting = deliveryId !== undefined && !isSent;
  return (
    <div role="status" className={styles.done}>
      {isSent ? words.tested : isWaiting ? words.testing : null}
      {isWaiting && reason !== null ? ` ${trouble(channel, reason)}` : null}
    </div>
  );
}

const arrived: readonly string[] = ["sent", "delivered", "read"];

interface ConditionProps {
  readonly channel: OwnChannel;
  readonly time: (at: string) => string;
}

/** Whether it works, since when, and for whom. */
function Condition({ channel, time }: ConditionProps) {
  const words = usePageWords(all);
  const trouble = useTrouble();
  const state = channel.state ?? "unknown";
  const isWorking = state === "connected" && channel.reason !== "some_logins_expired";
  return (
    <>
      <div className={styles.line}>
        <span className={styles.state} data-state={state}>
          {words.states[state]}
        </span>
        <span className={styles.name} translate="no">
          {channel.channel_account}
        </span>
        <span className={styles.hint}>
          {[
            ...(channel.is_yours ? [words.yours] : []),
            ...(channel.since === null ? [] : [words.since(time(channel.since))]),
            ...(channel.last_message_at === null
              ? []
              : [words.lastMessage(time(channel.last_message_at))]),
            ...(channel.last_reached_at === null
              ? []
              : [words.lastReached(time(channel.last_reached_at))]),
            ...(channel.waiting === 0 ? [] : [words.waiting(channel.waiting)]),
          ].join(" · ")}
        </span>
      </div>
      {channel.reason === null || isWorking ? null : (
        <p className={styles.trouble}>{trouble(channel.channel, channel.reason)}</p>
      )}
      <p className={styles.hint}>
        {channel.is_paired || channel.is_yours ? words.paired : words.notPaired}
      </p>
    </>
  );
}

/**
 * Only a person's own link can be disconnected here. It asks first, because waiting messages are
 * discarded.
 */
function Unlink({ channel }: { channel: OwnChannel }) {
  const words = usePageWords(all);
  const said = useWords();
  const unlink = useUnlink();
  const [isAsking, setAsking] = useState(false);
  const name = words.unlinkOf(channel.channel_account);
  if (!isAsking)
    return (
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={name}
        onClick={() => setAsking(true)}
      >
        {words.unlink}
      </Button>
    );
  return (
    <div className={styles.line} role="group" aria-label={name}>
      <span role="alert" className={styles.ask}>
        {unlink.isError ? explain(unlink.error, said) : words.unlinkAsk}
      </span>
      <Button
        size="xs"
        color="red"
        autoFocus
        loading={unlink.isPending}
        onClick={() => unlink.mutate(channel)}
      >
        {words.unlinkYes}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={unlink.isPending}
        onClick={() => setAsking(false)}
      >
        {words.unlinkNo}
      </Button>
    </div>
  );
}
