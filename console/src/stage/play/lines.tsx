import { VisuallyHidden } from "@mantine/core";
import { useMemo, type ReactNode } from "react";
import { MessageLog } from "../../frame/message-log.tsx";
import { usePageWords } from "../../language/use-words.tsx";
import { groupBeats } from "../beats.ts";
import { useCast } from "../cast-context.tsx";
import { type Plan, type Scene, type Stage, you } from "../contract.ts";
import { CurtainIcon } from "../icons.tsx";
import { type LineDialog } from "../panels/line-dialogs.tsx";
import { type Entry, isHidden, buildTimeline, type Watching } from "../timeline.ts";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import { DigestCard } from "./digest-card.tsx";
import { Line, PendingLine, SpokenLine } from "./line.tsx";
import styles from "./lines.module.css";
import { type EarlierLines, type Live } from "./use-stage.ts";
import { type Say } from "./use-say.ts";

interface LinesProps {
  readonly stage: Stage;
  readonly live: Live;
  readonly say: Say;
  readonly earlier: EarlierLines;
  readonly watching: Watching;
  readonly onDialog: (dialog: LineDialog) => void;
  readonly onAgain: (turnId: string) => void;
  readonly before: ReactNode;
}

/** The play: lines under their scenes, the line being streamed, and digests. */
export function Lines({
  stage,
  live,
  say,
  earlier,
  watching,
  onDialog,
  onAgain,
  before,
}: LinesProps) {
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const entries = useMemo(() => buildTimeline(stage, watching), [stage, watching]);
  const beats = useMemo(() => groupBeats(stage.turns), [stage.turns]);
  const last = beats.at(-1);
  const show = (entry: Entry): ReactNode => {
    switch (entry.kind) {
      case "scene":
        return <SceneHead stage={stage} scene={entry.scene} />;
      case "digest":
        return <DigestCard stage={stage} digest={entry.digest} />;
      case "hidden":
        return <Curtain scene={entry.scene} lines={entry.lines} plan={entry.plan} />;
      case "line":
      default:
        return (
          <Line
            stage={stage}
            turn={entry.turn}
            isLast={last?.lines.some(({ id }) => id === entry.turn.id) ?? false}
            onDialog={onDialog}
            onAgain={say.busy || entry.turn.kind !== "assistant" ? undefined : onAgain}
          />
        );
    }
  };
  return (
    <>
      <MessageLog
        words={{ label: words.play.lines, earlier: words.play.earlier, latest: words.play.latest }}
        firstId={stage.turns[0]?.id}
        earlier={
          stage.has_earlier
            ? {
                isLoading: earlier.isLoading,
                problem: earlier.error === null ? undefined : explain(earlier.error),
                load: earlier.load,
              }
            : undefined
        }
        beginning={<div className={styles.before}>{before}</div>}
        empty={
          stage.turns.length === 0 && !say.busy ? (
            <p className={styles.empty}>{words.play.empty}</p>
          ) : null
        }
      >
        {entries.map((entry) => (
          <li key={entry.key}>{show(entry)}</li>
        ))}
        {say.pending === undefined ? null : (
          <li>
            <PendingLine said={say.pending} />
          </li>
        )}
        <Speaking stage={stage} live={live} watching={watching} />
      </MessageLog>
      <LastSaid stage={stage} watching={watching} />
    </>
  );
}

/** The line being streamed, until the recorded one replaces it. */
function Speaking({ stage, live, watching }: Pick<LinesProps, "stage" | "live" | "watching">) {
  const { running } = live;
  if (
    running === null ||
    running.replied === true ||
    stage.turns.some(({ turn_id }) => turn_id === running.turn_id)
  )
    return null;
  const playing = stage.playing?.turn_id === running.turn_id ? stage.playing : null;
  const scene = stage.scenes.find(({ id }) => id === playing?.scene_id);
  if (scene !== undefined && isHidden(stage, scene, watching)) return null;
  // Nothing is shown until the speaker and scene are known, because the person may not be allowed
  // to see the line.
  if (playing?.speaker_id === undefined || playing.speaker_id === null) return null;
  return (
    <li>
      <SpokenLine speaker={playing.speaker_id} text={running.text} />
    </li>
  );
}

function SceneHead({ stage, scene }: { stage: Stage; scene: Scene }) {
  const words = usePageWords(pageWords);
  const place = stage.containers.find(({ id }) => id === scene.container_id)?.name;
  const title = scene.kind === "meanwhile" ? words.play.meanwhile : words.play.scene(scene.id);
  return (
    <h2 className={styles.scene} data-kind={scene.kind}>
      <span>{[title, place].filter((part) => part !== undefined).join(" · ")}</span>
    </h2>
  );
}

function Curtain({ scene, lines, plan }: { scene: Scene; lines: number; plan: Plan | undefined }) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const who = scene.participants.filter((id) => id !== you).map(nameOf);
  return (
    <div className={styles.curtain} data-open={scene.closed_at === null || undefined}>
      <CurtainIcon />
      <span>
        {scene.closed_at === null
          ? words.play.behind(who, plan?.beats_done ?? 0, plan?.details.beats ?? 0)
          : words.play.sealed(who, lines)}
      </span>
    </div>
  );
}

/** Announces each new visible line once to screen readers. */
function LastSaid({ stage, watching }: { stage: Stage; watching: Watching }) {
  const { nameOf } = useCast();
  const last = stage.turns.findLast(({ scene_id }) => {
    const scene = stage.scenes.find(({ id }) => id === scene_id);
    return scene === undefined || !isHidden(stage, scene, watching);
  });
  return (
    <VisuallyHidden role="status">
      {last === undefined ? "" : `${nameOf(last.speaker_id)}: ${last.text.replaceAll("*", "")}`}
    </VisuallyHidden>
  );
}
