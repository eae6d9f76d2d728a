import { Button } from "@mantine/core";
import { usePageWords } from "../../language/use-words.tsx";
import { bringBack, hush, rewind } from "../api.ts";
import { type Stage } from "../contract.ts";
import { words as pageWords } from "../words.ts";
import styles from "./stage-footer.module.css";
import { type Act } from "./use-stage.ts";

/** What was done last, and the way back: as long as nothing else has happened. */
export function UndoBar({ stage, act }: { stage: Stage; act: Act }) {
  const words = usePageWords(pageWords).cut;
  const { undoable, chat, plans } = stage;
  // A scene that is being summed up is waited for.
  if (undoable === null || stage.playing !== null) return null;
  const isRewound = undoable.what === "rewind";
  const undo = async (): Promise<void> => {
    if (undoable.what === "rewind") return void (await bringBack(chat.id));
    await rewind(chat.id, { event_id: undoable.before_event_id });
    // It is directed from now on: no beat of it waits to come by itself.
    for (const plan of plans.filter(
      ({ scene_id, ended_by }) => scene_id === undoable.scene_id && ended_by === "closed",
    ))
      await hush(chat.id, plan.id);
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
