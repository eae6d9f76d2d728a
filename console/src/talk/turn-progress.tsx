import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "../api/call.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import styles from "./message-rows.module.css";
import { words as all } from "./words.ts";

/** An answer that comes at once needs no explanation. */
const patienceMs = 1_500;

/**
 * What is being done while nothing is to be read yet: which model is asked, for how long, and the
 * how manieth time.
 */
export function TurnProgress({ turnId }: { turnId: string }) {
  const words = usePageWords(all).doing;
  const said = useWords();
  const seconds = useSeconds(turnId);
  const isSlow = seconds * 1_000 >= patienceMs;
  const report = useQuery({
    queryKey: ["doing", turnId],
    enabled: isSlow && turnId !== "",
    refetchInterval: 2_000,
    queryFn: ({ signal }) => call("GET /api/turns/{id}", { params: { id: turnId }, signal }),
  });
  if (!isSlow) return null;
  const asked = report.data?.model_calls.findLast(({ outcome }) => outcome === null);
  const skill = report.data?.turn.skill ?? null;
  const what =
    asked !== undefined
      ? words.asking(asked.model)
      : skill === null
        ? words.reading
        : words.with(said.skills[skill] ?? skill);
  const attempt = report.data?.turn.attempt ?? 1;
  return (
    <span className={styles.doing}>
      {[
        what,
        ...(attempt > 1 ? [words.again(attempt)] : []),
        words.seconds(Math.floor(seconds)),
      ].join(" · ")}
    </span>
  );
}

function useSeconds(since: string): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const began = performance.now();
    const timer = setInterval(() => setSeconds((performance.now() - began) / 1_000), 500);
    return () => clearInterval(timer);
  }, [since]);
  return seconds;
}
