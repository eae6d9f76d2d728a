import { Button } from "@mantine/core";
import { useState } from "react";
import { MenuButton } from "../../frame/menu-button.tsx";
import { usePageWords } from "../../language/use-words.tsx";
import { closeScene, restorePath, stopUnattended, rewind } from "../api.ts";
import { useCast } from "../cast-context.tsx";
import { type Scene, type Stage, you } from "../contract.ts";
import { CharacterChips } from "../character-picker.tsx";
import { findRunningPlan } from "../timeline.ts";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import { LetThemTalk, StartMeanwhile } from "./meanwhile-forms.tsx";
import { isUnclear, StageComposer } from "./stage-composer.tsx";
import styles from "./stage-footer.module.css";
import { TalkingBar } from "./talking-bar.tsx";
import type { Say } from "./use-say.ts";
import { type Live, useAct, type Act } from "./use-stage.ts";

interface StageFooterProps {
  readonly stage: Stage;
  readonly scene: Scene | undefined;
  readonly live: Live;
  readonly say: Say;
  readonly watched: ReadonlySet<number>;
  readonly watch: (sceneId: number, on: boolean) => void;
}

/**
 * The controls for the current scene: say a line, direct a meanwhile scene, or stop an unattended
 * one.
 */
export function StageFooter({ stage, scene, live, say, watched, watch }: StageFooterProps) {
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const act = useAct(stage.chat.id);
  const [form, setForm] = useState<"meanwhile" | "talk">();
  const talking = stage.scenes.filter(
    ({ id, closed_at }) => closed_at === null && findRunningPlan(stage, id) !== undefined,
  );
  const isMeanwhile = scene?.kind === "meanwhile";
  const [whisper, setWhisper] = useState<readonly string[]>([]);
  const bots = (scene?.present ?? []).filter((id) => id !== you);
  const error = isUnclear(say.error) ? act.error : (say.error ?? act.error);
  return (
    <div className={styles.foot}>
      {talking.map((one) => (
        <TalkingBar
          key={one.id}
          stage={stage}
          scene={one}
          isWatched={watched.has(one.id)}
          watch={(on) => watch(one.id, on)}
        />
      ))}
      {error === null || error === undefined ? null : (
        <p className={styles.error} role="alert">
          {explain(error)}
        </p>
      )}
      <UndoBar stage={stage} act={act} />
      <div className={styles.bar}>
        {isMeanwhile ? (
          <>
            <span className={styles.mode}>{words.composer.directing}</span>
            <Button size="xs" variant="default" onClick={() => setForm("talk")}>
              {words.composer.letTalk}
            </Button>
            <Button
              size="xs"
              variant="default"
              loading={act.busy}
              onClick={() => act.run(() => closeScene(stage.chat.id, scene.id))}
            >
              {words.composer.close}
            </Button>
          </>
        ) : (
          <>
            <Whisper bots={bots} to={whisper} onChange={setWhisper} />
            <GoOn scene={scene} bots={bots} say={say} />
            <Button size="xs" variant="default" onClick={() => setForm("meanwhile")}>
              {words.composer.meanwhile}
            </Button>
          </>
        )}
      </div>
      <StageComposer
        stage={stage}
        scene={scene}
        live={live}
        say={say}
        to={isMeanwhile ? [] : whisper}
        onTo={setWhisper}
      />
      {form === "meanwhile" ? (
        <StartMeanwhile stage={stage} scene={scene} onClose={() => setForm(undefined)} />
      ) : null}
      {form === "talk" && scene !== undefined ? (
        <LetThemTalk
          stage={stage}
          scene={scene}
          onClose={() => setForm(undefined)}
          onBegun={() => {
            watch(scene.id, true);
            setForm(undefined);
          }}
        />
      ) : null}
    </div>
  );
}

/** The characters speak without a line of the person: the next in turn, or one of them. */
function GoOn({
  scene,
  bots,
  say,
}: {
  scene: Scene | undefined;
  bots: readonly string[];
  say: Say;
}) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const goOn = (speaker?: string): void => {
    if (say.busy) return;
    say.reset();
    say.next({ scene: scene?.id, speaker });
  };
  if (bots.length === 0) return null;
  return (
    <div className={`${styles.end ?? ""} ${styles.goOn ?? ""}`}>
      <Button size="xs" variant="default" disabled={say.busy} onClick={() => goOn()}>
        {words.composer.continue}
      </Button>
      {bots.length < 2 ? null : (
        <MenuButton
          label={words.composer.whoGoesOn}
          items={bots.map((id) => ({
            label: words.composer.speaks(nameOf(id)),
            onClick: () => goOn(id),
          }))}
        />
      )}
    </div>
  );
}

function Whisper({
  bots,
  to,
  onChange,
}: {
  bots: readonly string[];
  to: readonly string[];
  onChange: (to: readonly string[]) => void;
}) {
  const words = usePageWords(pageWords);
  // With a single listener a whisper makes no difference.
  if (bots.length < 2 && to.length === 0) return null;
  return (
    <div className={styles.whisper} role="group" aria-label={words.composer.whisper}>
      <span>{to.length === 0 ? words.composer.aloud : words.composer.whisper}</span>
      <CharacterChips ids={bots} chosen={to} onChange={onChange} />
    </div>
  );
}

/** Offers to undo the last rewind or the end of a scene, until something else happens. */
function UndoBar({ stage, act }: { stage: Stage; act: Act }) {
  const words = usePageWords(pageWords).cut;
  const { undoable, chat, plans } = stage;
  // Waits while a closed scene is being summarised.
  if (undoable === null || stage.playing !== null) return null;
  const isRewound = undoable.what === "rewind";
  const undo = async (): Promise<void> => {
    if (undoable.what === "rewind") return void (await restorePath(chat.id));
    await rewind(chat.id, { event_id: undoable.before_event_id });
    // The reopened scene is directed, so its plans are stopped.
    for (const plan of plans.filter(
      ({ scene_id, ended_by }) => scene_id === undoable.scene_id && ended_by === "closed",
    ))
      await stopUnattended(chat.id, plan.id);
  };
  return (
    <div className={styles.undo} role="status">
      <span>{isRewound ? words.wound : words.closed}</span>
      <Button size="compact-sm" variant="default" loading={act.busy} onClick={() => act.run(undo)}>
        {isRewound ? words.bringBack : words.openAgain}
      </Button>
    </div>
  );
}
