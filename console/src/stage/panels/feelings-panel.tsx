import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { usePageWords, useSpoken } from "../../language/use-words.tsx";
import { chatKey, fetchFeelings } from "../api.ts";
import { useCast } from "../cast-context.tsx";
import { type Stage, you } from "../contract.ts";
import { type Feeling } from "../contract-past.ts";
import {
  groupCurves,
  findFeelingsAt,
  listMoments,
  pairKey,
  listPeople,
  findRange,
} from "../feelings.ts";
import { parseOffset, formatStoryTime } from "../story-clock.ts";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import styles from "./feelings.module.css";
import { FeelingsGraph } from "./feelings-graph.tsx";
import panelStyles from "./panels.module.css";
import { Plot } from "./plot.tsx";

/** The feelings between characters and how they developed. */
export default function FeelingsPanel({ stage }: { stage: Stage }) {
  const explain = useExplain();
  const { words: common } = useSpoken();
  const words = usePageWords(pageWords);
  const { id } = stage.chat;
  const feelings = useQuery({
    queryKey: [...chatKey(id), "feelings"],
    queryFn: () => fetchFeelings(id),
  });
  if (feelings.isPending) return <Loading label={common.loading} />;
  if (feelings.data === undefined)
    return <Failure message={explain(feelings.error)} onRetry={() => void feelings.refetch()} />;
  if (feelings.data.length === 0) return <p className={panelStyles.hint}>{words.feelings.empty}</p>;
  return <OverTime stage={stage} feelings={feelings.data} />;
}

function OverTime({ stage, feelings }: { stage: Stage; feelings: readonly Feeling[] }) {
  const { language } = useSpoken();
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const moments = useMemo(() => listMoments(feelings), [feelings]);
  const [place, setPlace] = useState<number>();
  const [chosen, setChosen] = useState<string>();
  const last = moments.length - 1;
  const at = Math.min(place ?? last, last);
  const moment = moments[at] ?? { eventId: 0, storyTime: "" };
  const now = useMemo(() => findFeelingsAt(feelings, moment.eventId), [feelings, moment.eventId]);
  const { chat } = stage;
  const people = listPeople(now, [
    you,
    chat.host_bot_id,
    ...(chat.guest_bot_id === null ? [] : [chat.guest_bot_id]),
  ]);
  const when = formatStoryTime(moment.storyTime, {
    language,
    offset: parseOffset(chat.initial_time),
  });
  const range = useMemo(() => findRange(feelings), [feelings]);
  const curves = groupCurves(feelings).filter(
    (curve) => chosen === undefined || pairKey(curve) === chosen,
  );
  return (
    <div className={panelStyles.panel}>
      <FeelingsGraph
        people={people}
        feelings={now}
        chosen={chosen}
        onChoose={(key) => setChosen(key === chosen ? undefined : key)}
      />
      <label className={styles.when}>
        <span>
          {words.feelings.when}: <strong>{when}</strong>
        </span>
        <input
          className={panelStyles.slider}
          type="range"
          min={0}
          max={last}
          value={at}
          aria-valuetext={when}
          onChange={(event) => setPlace(Number(event.currentTarget.value))}
        />
      </label>
      <p className={styles.legend}>
        <span data-what="affinity">{words.feelings.affinity}</span>
        <span data-what="trust">{words.feelings.trust}</span>
      </p>
      <ul className={styles.plots}>
        {curves.map((curve) => {
          const edge = stage.edges.find((one) => pairKey(one) === pairKey(curve));
          const value = now.find((one) => pairKey(one) === pairKey(curve));
          const label = words.feelings.about(nameOf(curve.source_id), nameOf(curve.target_id));
          return (
            <li key={pairKey(curve)}>
              <span className={styles.pair}>
                <strong>{label}</strong>
                <span>
                  {value === undefined
                    ? "–"
                    : `${Math.round(value.affinity)} / ${Math.round(value.trust)}`}
                </span>
              </span>
              <Plot
                curve={curve}
                moments={moments.map(({ eventId }) => eventId)}
                at={at}
                label={label}
                range={range}
              />
              {edge === undefined || edge.relationship_summary === "" ? null : (
                <p className={panelStyles.hint}>{edge.relationship_summary}</p>
              )}
              {edge === undefined || edge.facts.length === 0 ? null : (
                <details className={styles.facts}>
                  <summary>{words.feelings.knows(edge.facts.length)}</summary>
                  <ul>
                    {edge.facts.map(({ fact }) => (
                      <li key={fact} dir="auto">
                        {fact}
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
