import { Button, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { setActivity } from "../api.ts";
import { Avatar } from "../avatar.tsx";
import { useCast } from "../cast-context.tsx";
import { type Scene, type Stage } from "../contract.ts";
import { type Act } from "../play/use-stage.ts";
import { words as pageWords } from "../words.ts";
import styles from "./panels.module.css";

interface ActivitiesProps {
  readonly stage: Stage;
  readonly scene: Scene | undefined;
  readonly act: Act;
}

/** The visible activities of everyone present. */
export function Activities({ stage, scene, act }: ActivitiesProps) {
  const words = usePageWords(pageWords);
  const [edited, setEdited] = useState<string>();
  const { nameOf } = useCast();
  if (scene === undefined) return <p className={styles.hint}>{words.panels.noScene}</p>;
  return (
    <section>
      <h3>{words.panels.activities}</h3>
      <ul className={styles.list}>
        {scene.present.map((id) => {
          const activity = stage.activities.find(({ entity_id }) => entity_id === id);
          const holding =
            (activity?.holding.length ?? 0) > 0 ? words.panels.holds(activity?.holding ?? []) : "";
          const doing = [activity?.posture, activity?.action.verb, holding]
            .filter((part) => part !== undefined && part !== "")
            .join(", ");
          return (
            <li key={id} className={styles.item}>
              <Avatar id={id} size="sm" />
              <span className={styles.itemText}>
                {nameOf(id)}
                <small dir="auto">{doing === "" ? words.panels.nothing : doing}</small>
              </span>
              <Button
                size="xs"
                variant="subtle"
                aria-label={words.panels.changeOf(nameOf(id))}
                onClick={() => setEdited(edited === id ? undefined : id)}
                aria-expanded={edited === id}
              >
                {words.panels.change}
              </Button>
              {edited === id ? (
                <ActivityForm stage={stage} id={id} act={act} onDone={() => setEdited(undefined)} />
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function ActivityForm({
  stage,
  id,
  act,
  onDone,
}: {
  stage: Stage;
  id: string;
  act: Act;
  onDone: () => void;
}) {
  const words = usePageWords(pageWords);
  const activity = stage.activities.find(({ entity_id }) => entity_id === id);
  const [posture, setPosture] = useState(activity?.posture ?? "");
  const [verb, setVerb] = useState(activity?.action.verb ?? "");
  const [holding, setHolding] = useState((activity?.holding ?? []).join(", "));
  const save = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const held = holding.split(/[,，、]/).map((thing) => thing.trim());
    const now = {
      entity_id: id,
      posture,
      action: { verb },
      holding: held.filter((thing) => thing !== ""),
    };
    act.run(() => setActivity(stage.chat.id, now), onDone);
  };
  const renderField = (label: string, value: string, set: (value: string) => void) => (
    <TextInput
      className={styles.grow ?? ""}
      size="xs"
      label={label}
      value={value}
      maxLength={200}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
  return (
    <form className={styles.row} onSubmit={save}>
      {renderField(words.panels.posture, posture, setPosture)}
      {renderField(words.panels.verb, verb, setVerb)}
      {renderField(words.panels.holding, holding, setHolding)}
      <Button type="submit" size="xs" loading={act.busy}>
        {words.panels.save}
      </Button>
    </form>
  );
}
