import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "@mantine/core";
import { type ReactNode } from "react";
import { type SearchHit } from "../api/contract.ts";
import { searchMessages } from "../api/conversations.ts";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { shortTime } from "../language/time.ts";
import { usePageWords, useSpoken, useWords } from "../language/use-words.tsx";
import { routeAddress } from "../route.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import styles from "./conversation-list.module.css";
import { keptWords } from "./kept-words.ts";

/** Messages that have the words, the newest first; a click goes to the message. */
export default function SearchResults({
  words,
  onChosen,
}: {
  words: string;
  onChosen: () => void;
}) {
  const common = useWords();
  const own = usePageWords(keptWords);
  const found = useInfiniteQuery({
    queryKey: ["search", words],
    queryFn: ({ pageParam, signal }) => searchMessages(words, { before: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: words !== "",
    placeholderData: (before) => before,
  });
  if (found.isError)
    return <Failure message={explain(found.error, common)} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Loading label={own.searching} />;
  const hits = found.data.pages.flatMap((page) => page.hits);
  return (
    <section aria-label={own.found}>
      <p role="status" className={styles.empty}>
        {hits.length === 0 ? own.nothing(words) : ""}
      </p>
      <ul className={styles.items}>
        {hits.map((hit) => (
          <li key={hit.event_id}>
            <Hit hit={hit} onChosen={onChosen} />
          </li>
        ))}
      </ul>
      {found.hasNextPage ? (
        <div className={styles.older}>
          <Button
            variant="subtle"
            size="compact-sm"
            loading={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {own.more}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Hit({ hit, onChosen }: { hit: SearchHit; onChosen: () => void }) {
  const { language, words } = useSpoken();
  const { default_timezone: timeZone } = useSignedIn().session.account;
  return (
    <a
      className={styles.item}
      href={routeAddress(
        hit.story_id === null
          ? { page: "talk", conversation: hit.conversation_id, at: hit.event_id }
          : { page: "stage", part: hit.story_id },
      )}
      onClick={onChosen}
    >
      <span className={styles.line}>
        <span className={styles.itemTitle}>{hit.title ?? words.conversations.untitled}</span>
        <time className={styles.time} dateTime={hit.created_at}>
          {shortTime(hit.created_at, Date.now(), { language, timeZone })}
        </time>
      </span>
      <span className={styles.excerpt} dir="auto">
        {markWords(hit)}
      </span>
    </a>
  );
}

function markWords({ excerpt, marks }: SearchHit): ReactNode[] {
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const [start, end] of marks) {
    pieces.push(excerpt.slice(at, start), <mark key={start}>{excerpt.slice(start, end)}</mark>);
    at = end;
  }
  return [...pieces, excerpt.slice(at)];
}
