import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { usePageWords, useSpoken, useWords } from "../../language/use-words.tsx";
import { chatKey, fetchBeat } from "../api.ts";
import { type BeatAt, type Stage } from "../contract.ts";
import { parseOffset, formatStoryTime } from "../story-clock.ts";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import { BranchDialog, QuotedLine, RewindDialog } from "./cut-dialogs.tsx";
import styles from "./panels.module.css";

/** Debounces requests while the slider moves. */
const debounceMs = 120;

/** All beats of the story, to rewind to or branch from. */
export function Timeline({ stage, busy }: { stage: Stage; busy: boolean }) {
  const common = useWords();
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const { id, branch_id } = stage.chat;
  const [chosen, setChosen] = useState<number>();
  const newest = useQuery({
    queryKey: [...chatKey(id), "beat"],
    queryFn: () => fetchBeat(id, undefined),
  });
  const all = newest.data?.beats ?? 0;
  // When the story changes, the slider returns to its end.
  const now = `${branch_id}:${all}`;
  const [seen, setSeen] = useState(now);
  if (seen !== now) {
    setSeen(now);
    setChosen(undefined);
  }
  const place = Math.min(chosen ?? all, all);
  const [asked] = useDebouncedValue(place, debounceMs);
  const there = useQuery({
    queryKey: [...chatKey(id), "beat", asked],
    queryFn: () => fetchBeat(id, asked),
    enabled: asked > 0 && asked < all,
    placeholderData: keepPreviousData,
  });
  if (newest.isPending) return <Loading label={common.loading} />;
  if (newest.data === undefined)
    return <Failure message={explain(newest.error)} onRetry={() => void newest.refetch()} />;
  if (all === 0) return <p className={styles.hint}>{words.time.empty}</p>;
  const beat = place === all ? newest.data : there.data?.at === place ? there.data : undefined;
  return (
    <section>
      <h3>{words.time.title}</h3>
      <Slider stage={stage} place={place} all={all} beat={beat} onChange={setChosen} />
      {there.isError && place < all ? (
        <Failure message={explain(there.error)} onRetry={() => void there.refetch()} />
      ) : (
        <Place stage={stage} place={place} all={all} beat={beat} busy={busy} />
      )}
    </section>
  );
}

interface PlaceProps {
  readonly stage: Stage;
  readonly place: number;
  readonly all: number;
  /** The beat at the slider's position, once it is loaded. */
  readonly beat: BeatAt | undefined;
}

function useWhen(stage: Stage, beat: BeatAt | undefined): string {
  const { language } = useSpoken();
  return formatStoryTime(beat?.line?.story_time ?? "", {
    language,
    offset: parseOffset(stage.chat.initial_time),
  });
}

function Slider({
  stage,
  place,
  all,
  beat,
  onChange,
}: PlaceProps & { readonly onChange: (place: number) => void }) {
  const words = usePageWords(pageWords);
  const when = useWhen(stage, beat);
  return (
    <input
      className={styles.slider}
      type="range"
      min={1}
      max={all}
      step={1}
      value={place}
      aria-label={words.time.slider}
      aria-valuetext={words.time.at(place, all, when)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}

function Place({ stage, place, all, beat, busy }: PlaceProps & { readonly busy: boolean }) {
  const words = usePageWords(pageWords);
  const when = useWhen(stage, beat);
  const [dialog, setDialog] = useState<"rewind" | "branch">();
  const [line, isLast] = [beat?.line ?? undefined, place === all];
  const isReady = line !== undefined && !busy;
  const cut = beat === undefined || beat.until === null ? {} : { event_id: beat.until };
  const close = (): void => setDialog(undefined);
  return (
    <div className={styles.preview}>
      <p className={styles.hint}>{words.time.at(place, all, when)}</p>
      <p className={styles.clamp} dir="auto">
        {line === undefined ? "…" : <QuotedLine stage={stage} turn={line} />}
      </p>
      <p className={styles.hint}>
        {isLast ? words.time.now : beat === undefined ? "…" : words.time.after(beat.lines_after)}
      </p>
      <div className={styles.row}>
        <Button
          size="xs"
          variant="default"
          disabled={isLast || !isReady}
          onClick={() => setDialog("rewind")}
        >
          {words.time.rewind}
        </Button>
        <Button size="xs" variant="default" disabled={!isReady} onClick={() => setDialog("branch")}>
          {words.time.branch}
        </Button>
      </div>
      {dialog === "rewind" && line !== undefined ? (
        <RewindDialog stage={stage} turn={line} cut={cut} onClose={close} />
      ) : null}
      {dialog === "branch" && line !== undefined ? (
        <BranchDialog stage={stage} turn={line} cut={cut} onClose={close} />
      ) : null}
    </div>
  );
}
