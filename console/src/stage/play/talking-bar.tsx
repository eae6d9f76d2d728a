import { Button } from "@mantine/core";
import { usePageWords } from "../../language/use-words.tsx";
import { closeScene, stopUnattended, stopBeat } from "../api.ts";
import { useCast } from "../cast-context.tsx";
import { type Scene, type Stage, you } from "../contract.ts";
import { findRunningPlan } from "../timeline.ts";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import styles from "./stage-footer.module.css";
import { useAct } from "./use-stage.ts";

interface TalkingBarProps {
  readonly stage: Stage;
  readonly scene: Scene;
  readonly isWatched: boolean;
  readonly watch: (on: boolean) => void;
}

/** The progress of an unattended scene, with buttons to watch and to end it. */
export function TalkingBar({ stage, scene, isWatched, watch }: TalkingBarProps) {
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const { nameOf } = useCast();
  const act = useAct(stage.chat.id);
  const plan = findRunningPlan(stage, scene.id);
  if (plan === undefined) return null;
  const names = scene.present.filter((id) => id !== you).map(nameOf);
  // Stops the current beat first, then the plan.
  const stop = async (): Promise<void> => {
    if (stage.playing?.scene_id === scene.id) await stopBeat(stage.chat.id);
    await stopUnattended(stage.chat.id, plan.id);
  };
  return (
    <section className={styles.talking} aria-label={words.talk.label}>
      <span className={styles.talkingText}>
        {words.talk.progress(names, plan.beats_done, plan.details.beats)}
        <progress max={plan.details.beats} value={plan.beats_done} aria-label={words.talk.beats} />
      </span>
      <Button
        size="xs"
        variant="default"
        aria-pressed={isWatched}
        onClick={() => watch(!isWatched)}
      >
        {isWatched ? words.talk.lookAway : words.talk.watch}
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={act.busy}
        onClick={() => act.run(stop, () => watch(true))}
      >
        {words.talk.stop}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={act.busy}
        onClick={() => act.run(() => closeScene(stage.chat.id, scene.id))}
      >
        {words.composer.close}
      </Button>
      {act.error === null || act.error === undefined ? null : (
        <span className={styles.error} role="alert">
          {explain(act.error)}
        </span>
      )}
    </section>
  );
}
