import { Button } from "@mantine/core";
import { useState } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { unseal } from "../api.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { useCast } from "../cast-context.tsx";
import { type Digest, type Stage, you } from "../contract.ts";
import { SealIcon } from "../icons.tsx";
import { words as pageWords } from "../words.ts";
import { LineText } from "./line.tsx";
import styles from "./lines.module.css";
import { useAct } from "./use-stage.ts";

/** The digest of a missed scene, with a button that unseals the rest. */
export function DigestCard({ stage, digest }: { stage: Stage; digest: Digest }) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const [asks, setAsks] = useState(false);
  const act = useAct(stage.chat.id);
  const scene = stage.scenes.find(({ id }) => id === digest.scene_id);
  const who = (scene?.participants ?? []).filter((id) => id !== you).map(nameOf);
  const plan = stage.plans.findLast(({ scene_id }) => scene_id === digest.scene_id);
  return (
    <article className={styles.digest} aria-label={words.digest.title}>
      <h3>{words.digest.title}</h3>
      {who.length === 0 ? null : <p className={styles.digestWho}>{words.digest.who(who)}</p>}
      <p className={styles.digestText} dir="auto">
        <LineText text={digest.noticed} />
      </p>
      {plan?.ended_by === undefined || plan.ended_by === null ? null : (
        <p className={styles.digestWho}>
          {plan.ended_why ?? words.talk.ended[plan.ended_by] ?? plan.ended_by}
        </p>
      )}
      {digest.directors_cut === null ? (
        <Button variant="light" size="xs" leftSection={<SealIcon />} onClick={() => setAsks(true)}>
          {words.digest.unseal}
        </Button>
      ) : (
        <div className={styles.cut}>
          <h4>{words.digest.cut}</h4>
          <p className={styles.digestText} dir="auto">
            <LineText text={digest.directors_cut} />
          </p>
        </div>
      )}
      {asks ? (
        <ConfirmDialog
          title={words.digest.unseal}
          yes={words.digest.yes}
          busy={act.busy}
          error={act.error}
          onClose={() => setAsks(false)}
          onYes={() =>
            act.run(
              () => unseal(stage.chat.id, digest.id),
              () => setAsks(false),
            )
          }
        >
          <p>{words.digest.ask}</p>
        </ConfirmDialog>
      ) : null}
    </article>
  );
}
