import { Alert, Button, Modal } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { useSignedIn } from "../session/signed-in.tsx";
import { useDecision, type Whose } from "./calls.ts";
import styles from "./deliveries-page.module.css";
import { words as all } from "./words.ts";

/** A person decides about parts that are not retried automatically, and about parked ones. */
const undecided: readonly string[] = ["unknown", "failed", "expired", "waiting_for_user"];

interface Decisions {
  /** The result of the last one, and the question before something is discarded. */
  readonly elements: ReactNode;
  readonly acts: (part: {
    readonly id: string;
    readonly state: string;
    readonly isParked?: boolean;
  }) => ReactNode;
}

/** Send again, or discard: for parts that did not arrive. */
export function useDecisions(whose: Whose): Decisions {
  const words = usePageWords(all);
  const said = useWords();
  const { role } = useSignedIn().session;
  const decide = useDecision(whose);
  const [doubtful, setDoubtful] = useState<string>();
  const giveUp = (): void => {
    if (doubtful !== undefined) decide.mutate({ id: doubtful, what: "discard" });
    setDoubtful(undefined);
  };
  const done = decide.variables?.what === "resend" ? words.resent : words.discarded;
  const elements = (
    <>
      <div role="status" className={styles.done}>
        {decide.isSuccess ? done : null}
      </div>
      {decide.isError ? (
        <Alert color="red" role="alert">
          {explain(decide.error, said)}
        </Alert>
      ) : null}
      <Modal
        opened={doubtful !== undefined}
        onClose={() => setDoubtful(undefined)}
        title={words.sure.title}
        lockScroll={false}
        centered
      >
        <p>{words.sure.text}</p>
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => setDoubtful(undefined)}>
            {words.sure.no}
          </Button>
          <Button color="red" onClick={giveUp}>
            {words.sure.yes}
          </Button>
        </div>
      </Modal>
    </>
  );
  const acts: Decisions["acts"] = ({ id, state, isParked = false }) =>
    (undecided.includes(state) || isParked) && role !== "auditor" ? (
      <div className={styles.acts}>
        <Button
          size="xs"
          variant="default"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ id, what: "resend" })}
        >
          {words.resend}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          disabled={decide.isPending}
          onClick={() => setDoubtful(id)}
        >
          {words.discard}
        </Button>
      </div>
    ) : null;
  return { elements, acts };
}
