import { Button } from "@mantine/core";
import { usePageWords } from "../../language/use-words.tsx";
import { restorePath, stopUnattended, rewind } from "../api.ts";
import { type Stage } from "../contract.ts";
import { words as pageWords } from "../words.ts";
import styles from "./stage-footer.module.css";
import { type Act } from "./use-stage.ts";

/** Offers to undo the last rewind or the end of a scene, until something else happens. */
export function UndoBar({ stage, act }: { stage: Stage; act: Act }) {
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
