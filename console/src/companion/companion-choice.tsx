import { Alert, NativeSelect } from "@mantine/core";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import styles from "../settings/settings-page.module.css";
import { useChooseCompanion, useCompanion } from "./use-companion.ts";
import { words as pageWords } from "./words.ts";

const plain = "";

/** Which character talks with the person. The plain assistant until they choose one. */
export function CompanionChoice() {
  const words = usePageWords(pageWords);
  const common = useWords();
  const companion = useCompanion();
  const choose = useChooseCompanion();
  const chosen = choose.isPending ? choose.variables : (companion.data?.companion?.id ?? null);
  return (
    <section className={styles.field} aria-labelledby="settings-companion">
      <span id="settings-companion">{words.title}</span>
      <span className={styles.hint}>{words.hint}</span>
      {companion.isPending ? <Loading label={common.loading} /> : null}
      {companion.isError ? (
        <Failure
          message={`${words.failed} ${explain(companion.error, common)}`}
          onRetry={() => void companion.refetch()}
        />
      ) : null}
      {choose.isError ? (
        <Alert color="red" role="alert">
          {explain(choose.error, common)}
        </Alert>
      ) : null}
      {companion.data === undefined ? null : companion.data.characters.length === 0 ? (
        <span>{words.none}</span>
      ) : (
        <NativeSelect
          aria-label={words.who}
          value={chosen ?? plain}
          disabled={choose.isPending}
          data={[
            { value: plain, label: words.plain },
            ...companion.data.characters.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => choose.mutate(value === plain ? null : value)}
        />
      )}
    </section>
  );
}
