import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, type CSSProperties } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { plainText } from "../../language/plain-text.ts";
import { usePageWords, useSpoken } from "../../language/use-words.tsx";
import { chatKey } from "../api.ts";
import { fetchGossip } from "../api-known.ts";
import { Avatar } from "../avatar.tsx";
import { useCast } from "../cast-context.tsx";
import { type Stage } from "../contract.ts";
import { type Gossip, type Knower, type Retelling } from "../contract-known.ts";
import dialogStyles from "../dialogs.module.css";
import { splitNews } from "../gossip.ts";
import { listPlayers } from "../players.ts";
import { parseOffset, formatStoryTime } from "../story-clock.ts";
import { useExplain } from "../use-explain.ts";
import { useWatched } from "../watching.tsx";
import { words as pageWords } from "../words.ts";
import styles from "./gossip.module.css";

// The graph library is large, so it is loaded on demand.
const GossipGraph = lazy(() => import("./gossip-graph.tsx"));

/**
 * How a fact spread: a graph, who knows it after how many hops, how many on each day, and every
 * retelling.
 */
export function GossipView({ stage, fact }: { stage: Stage; fact: string }) {
  const { words: common } = useSpoken();
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const watched = useWatched();
  const { id } = stage.chat;
  const gossip = useQuery({
    queryKey: [...chatKey(id), "gossip", fact, watched],
    queryFn: () => fetchGossip(id, { fact, watched }),
    enabled: fact.trim() !== "",
  });
  if (gossip.isPending) return <Loading label={common.loading} />;
  if (gossip.data === undefined)
    return <Failure message={explain(gossip.error)} onRetry={() => void gossip.refetch()} />;
  const { knows, unseen } = gossip.data;
  return (
    <div className={styles.view}>
      {knows.length === 0 && unseen === 0 ? <p>{words.gossip.nobody}</p> : null}
      {unseen === 0 ? null : (
        <p className={dialogStyles.hint}>{words.known.sealedTellings(unseen)}</p>
      )}
      {knows.length === 0 ? null : <Round stage={stage} gossip={gossip.data} />}
    </div>
  );
}

function Round({ stage, gossip }: { stage: Stage; gossip: Gossip }) {
  const { words: common } = useSpoken();
  const words = usePageWords(pageWords);
  const offset = parseOffset(stage.chat.initial_time);
  // The person is counted too.
  const all = Math.max(gossip.knows.length, listPlayers(stage).length + 1);
  return (
    <>
      {gossip.knows.length < 2 ? null : (
        <Suspense fallback={<Loading label={common.loading} />}>
          <GossipGraph gossip={gossip} />
        </Suspense>
      )}
      <section>
        <h3>{words.gossip.knows(gossip.knows.length, all)}</h3>
        <ul className={styles.people}>
          {gossip.knows.map((one) => (
            <Knows key={one.entity_id} one={one} tellings={gossip.tellings} offset={offset} />
          ))}
        </ul>
      </section>
      <Days gossip={gossip} all={all} />
      <Tellings tellings={gossip.tellings} offset={offset} />
    </>
  );
}

function Knows({
  one,
  tellings,
  offset,
}: {
  one: Knower;
  tellings: readonly Retelling[];
  offset: number;
}) {
  const { language } = useSpoken();
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const isOwn =
    one.from === null &&
    tellings.find(({ event_id }) => event_id === one.event_id)?.from === one.entity_id;
  const how =
    one.from === null
      ? isOwn
        ? words.gossip.first
        : words.gossip.outside
      : words.gossip.heardFrom(nameOf(one.from));
  const parts = [
    how,
    ...(one.hops === 0 ? [] : [words.gossip.mouths(one.hops)]),
    formatStoryTime(one.since, { language, offset }),
  ];
  return (
    <li>
      <Avatar id={one.entity_id} size="sm" />
      <span className={styles.who}>
        <strong dir="auto">{nameOf(one.entity_id)}</strong>
        <small>{parts.join(" · ")}</small>
      </span>
    </li>
  );
}

/** Days without new knowledge are omitted. */
function Days({ gossip, all }: { gossip: Gossip; all: number }) {
  const words = usePageWords(pageWords);
  return (
    <section>
      <h3>{words.gossip.perDay}</h3>
      <ul className={styles.days}>
        {gossip.days
          .filter(({ learnt }) => learnt > 0)
          .map(({ day, knew, learnt }) => (
            <li key={day}>
              <span>{words.gossip.day(day)}</span>
              <span
                className={styles.bar}
                role="img"
                aria-label={words.gossip.dayKnew(knew, learnt)}
              >
                <span style={{ "--share": knew / all } as CSSProperties} />
              </span>
              <span aria-hidden="true">{knew}</span>
            </li>
          ))}
      </ul>
    </section>
  );
}

function Tellings({ tellings, offset }: { tellings: readonly Retelling[]; offset: number }) {
  const words = usePageWords(pageWords);
  const { news, again } = splitNews(tellings);
  return (
    <section>
      <h3>{words.gossip.tellings}</h3>
      <TellingList tellings={news} offset={offset} />
      {again.length === 0 ? null : (
        <details className={styles.again}>
          <summary>{words.gossip.again(again.length)}</summary>
          <TellingList tellings={again} offset={offset} />
        </details>
      )}
    </section>
  );
}

function TellingList({ tellings, offset }: { tellings: readonly Retelling[]; offset: number }) {
  const { language } = useSpoken();
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  return (
    <ol className={dialogStyles.chain}>
      {tellings.map(({ event_id, from, to, news_to, story_time, text }) => {
        const who = from === null ? words.gossip.direction : nameOf(from);
        return (
          <li key={event_id} className={dialogStyles.step}>
            <div className={dialogStyles.stepHead}>
              {from === null ? null : <Avatar id={from} size="sm" />}
              <span>
                {to.length === 0
                  ? words.gossip.toNobody(who)
                  : words.gossip.telling(who, to.map(nameOf))}
              </span>
              <span>{formatStoryTime(story_time, { language, offset })}</span>
              <span>#{event_id}</span>
            </div>
            <p className={dialogStyles.stepText} dir="auto">
              {plainText(text)}
            </p>
            {news_to.length === 0 ? null : (
              <p className={dialogStyles.hint}>{words.gossip.newsTo(news_to.map(nameOf))}</p>
            )}
          </li>
        );
      })}
    </ol>
  );
}
