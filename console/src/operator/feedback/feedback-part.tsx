import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { useChannelName } from "../../channels/catalog.ts";
import { usePageWords } from "../../language/use-words.tsx";
import { useFeedback } from "../calls.ts";
import { type Feedback } from "../contract.ts";
import styles from "../operator-page.module.css";
import { Empty, Pill, Shown, useWhen } from "../pieces.tsx";
import { words } from "./words.ts";

const tones = { good: "good", bad: "bad", taken_back: "note" } as const;

/** What people thought of answers, newest first. */
export function FeedbackPart() {
  const say = usePageWords(words);
  const [onlyBad, setOnlyBad] = useState(false);
  const asked = useFeedback();
  return (
    <>
      <p className={styles.intro}>{say.intro}</p>
      <Shown asked={asked} loading={say.loading} failed={say.failed}>
        {(all) => {
          if (all.length === 0) return <Empty>{say.none}</Empty>;
          const bad = all.filter(({ rating }) => rating === "bad");
          const good = all.filter(({ rating }) => rating === "good");
          const shown = onlyBad ? bad : all;
          return (
            <>
              <div className={styles.status} role="status">
                <span className={styles.grow}>{say.sum(good.length, bad.length)}</span>
                <Checkbox
                  label={say.onlyBad}
                  checked={onlyBad}
                  onChange={(event) => setOnlyBad(event.currentTarget.checked)}
                />
              </div>
              {shown.length === 0 ? (
                <Empty>{say.noneBad}</Empty>
              ) : (
                <ul className={styles.list}>
                  {shown.map((each, nth) => (
                    <Rating key={`${each.created_at} ${each.subject} ${nth}`} rating={each} />
                  ))}
                </ul>
              )}
            </>
          );
        }}
      </Shown>
    </>
  );
}

function Rating({ rating: { rating, subject, reasons, words: why, ...at } }: { rating: Feedback }) {
  const say = usePageWords(words);
  const nameOf = useChannelName();
  const when = useWhen();
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span className={styles.name}>
          <bdi>{subject}</bdi>
          <Pill tone={tones[rating]}>{say.ratings[rating]}</Pill>
        </span>
        <p className={styles.meta}>
          <span>{when(at.created_at)}</span>
          <span>{nameOf(at.channel)}</span>
          <span>{say.bot(at.channel_account)}</span>
          {reasons.map((reason) => (
            <span key={reason}>{say.reasons[reason] ?? reason}</span>
          ))}
        </p>
        {why === "" ? null : <bdi>{why}</bdi>}
      </div>
    </li>
  );
}
