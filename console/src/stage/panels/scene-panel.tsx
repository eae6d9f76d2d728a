import { Button, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { usePageWords, useSpoken } from "../../language/use-words.tsx";
import { FileLink } from "../../api/files.tsx";
import {
  addPlace,
  advanceClock,
  chatFileAddress,
  closeScene,
  openScene,
  storyFileAddress,
} from "../api.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { type Place, type Scene, type Stage, you } from "../contract.ts";
import { type Act, useAct } from "../play/use-stage.ts";
import { addMinutes, parseOffset, formatStoryTime } from "../story-clock.ts";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import { Activities } from "./activities.tsx";
import { DeleteStory } from "./delete-story.tsx";
import { LivesSection } from "./lives.tsx";
import styles from "./panels.module.css";
import { Threads } from "./threads.tsx";

/** The place, time and activities of the scene. */
export function ScenePanel({ stage, scene }: { stage: Stage; scene: Scene | undefined }) {
  const explain = useExplain();
  const words = usePageWords(pageWords);
  const act = useAct(stage.chat.id);
  return (
    <div className={styles.panel}>
      {act.error === null || act.error === undefined ? null : (
        <p className={styles.error} role="alert">
          {explain(act.error)}
        </p>
      )}
      <Places stage={stage} scene={scene} act={act} />
      <Clock stage={stage} act={act} />
      <Activities stage={stage} scene={scene} act={act} />
      <LivesSection stage={stage} act={act} />
      <Threads stage={stage} act={act} />
      <p className={styles.hint}>
        <FileLink path={storyFileAddress(stage.chat.id)} name={`${stage.chat.id}.story.jsonl`}>
          {words.panels.exportStory}
        </FileLink>
      </p>
      <p className={styles.hint}>
        <FileLink path={chatFileAddress(stage.chat.id)} name={`${stage.chat.id}.jsonl`}>
          {words.panels.export}
        </FileLink>
      </p>
      <div>
        <DeleteStory stage={stage} />
      </div>
    </div>
  );
}

interface PartProps {
  readonly stage: Stage;
  readonly scene: Scene | undefined;
  readonly act: Act;
}

function Places({ stage, scene, act }: PartProps) {
  const words = usePageWords(pageWords);
  const { chat, containers } = stage;
  const [name, setName] = useState("");
  const [to, setTo] = useState<Place>();
  const add = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    act.run(
      () => addPlace(chat.id, { name: name.trim(), type: "" }),
      () => setName(""),
    );
  };
  // A scene has one place: moving elsewhere closes it and opens the next one with those present.
  const leaveFor = async (place: Place): Promise<void> => {
    if (scene !== undefined) await closeScene(chat.id, scene.id);
    const participants = scene?.present ?? [you, chat.host_bot_id];
    await openScene(chat.id, { container_id: place.id, participants });
  };
  return (
    <section>
      <h3>{words.panels.places}</h3>
      <ul className={styles.list}>
        {containers.map((place) => (
          <li
            key={place.id}
            className={styles.item}
            data-current={place.id === scene?.container_id || undefined}
          >
            <span className={styles.itemText} dir="auto">
              {place.name}
              {place.type === "" ? null : <small>{place.type}</small>}
            </span>
            {place.id === scene?.container_id ? (
              <small>{words.panels.here}</small>
            ) : scene?.kind === "meanwhile" ? null : (
              <Button
                size="xs"
                variant="default"
                aria-label={words.panels.goTo(place.name)}
                onClick={() => setTo(place)}
              >
                {words.panels.go}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <form className={styles.row} onSubmit={add}>
        <TextInput
          className={styles.grow ?? ""}
          mt="xs"
          size="sm"
          aria-label={words.panels.newPlace}
          placeholder={words.panels.newPlace}
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" size="sm" disabled={name.trim() === "" || act.busy}>
          {words.panels.add}
        </Button>
      </form>
      {to === undefined ? null : (
        <ConfirmDialog
          title={words.panels.goTo(to.name)}
          yes={words.panels.go}
          busy={act.busy}
          error={act.error}
          onClose={() => setTo(undefined)}
          onYes={() =>
            act.run(
              () => leaveFor(to),
              () => setTo(undefined),
            )
          }
        >
          <p>{words.panels.goAsk}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

const steps = [10, 60, 480] as const;

function Clock({ stage: { chat }, act }: Omit<PartProps, "scene">) {
  const { language } = useSpoken();
  const words = usePageWords(pageWords);
  const pass = (minutes: number): void => {
    const to = addMinutes(chat.clock, minutes);
    if (to !== undefined) act.run(() => advanceClock(chat.id, to));
  };
  return (
    <section>
      <h3>{words.panels.clock}</h3>
      <p className={styles.hint}>
        {formatStoryTime(chat.clock, { language, offset: parseOffset(chat.initial_time) })}
      </p>
      <div className={styles.row}>
        {steps.map((minutes) => (
          <Button
            key={minutes}
            size="xs"
            variant="default"
            disabled={act.busy}
            onClick={() => pass(minutes)}
          >
            {words.panels.later(minutes)}
          </Button>
        ))}
      </div>
    </section>
  );
}
