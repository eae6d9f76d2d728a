import { Alert, Button } from "@mantine/core";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import styles from "./companion.module.css";
import { useChooseCompanion, useCompanion } from "./use-companion.ts";
import { words as pageWords } from "./words.ts";

/** On a character's card: lets it talk with the person, or ends that. */
export function TalkAs({ id, name }: { id: string; name: string }) {
  const words = usePageWords(pageWords);
  const common = useWords();
  const { data } = useCompanion();
  const choose = useChooseCompanion();
  if (data === undefined) return null;
  const isChosen = data.companion?.id === id;
  return (
    <div className={styles.talk}>
      {isChosen ? <span role="status">{words.talks(name)}</span> : null}
      <Button
        size="xs"
        variant={isChosen ? "default" : "light"}
        loading={choose.isPending}
        onClick={() => choose.mutate(isChosen ? null : id)}
      >
        {isChosen ? words.end : words.talkAs(name)}
      </Button>
      {choose.isError ? (
        <Alert color="red" role="alert">
          {explain(choose.error, common)}
        </Alert>
      ) : null}
    </div>
  );
}
