import "../mantine-extra.ts";
import { Alert, Checkbox, NativeSelect } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { Failure, Loading } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { type Initiative as Answer } from "./contract.ts";
import styles from "./settings-page.module.css";
import { words as settingsWords } from "./words.ts";

const key = ["settings", "initiative"] as const;

/** Usual ones, and the one that was set in a chat. */
const listSilences = (set: number | null): readonly (number | null)[] => [
  null,
  ...[...new Set([1, 3, 7, 14, 30, ...(set === null ? [] : [set])])].toSorted((a, b) => a - b),
];

/** Whether the companion may write first. Off until switched on. */
export function Initiative() {
  const words = usePageWords(settingsWords);
  const common = useWords();
  const client = useQueryClient();
  const setting = useQuery({ queryKey: key, queryFn: () => call("GET /api/initiative") });
  const change = useMutation({
    mutationFn: (wanted: Partial<Answer>) => call("POST /api/initiative", { body: wanted }),
    onSuccess: (answer) => client.setQueryData<Answer>(key, answer),
  });
  // A click shows at once; the answer follows.
  const shown =
    setting.data === undefined
      ? undefined
      : { ...setting.data, ...(change.isPending ? change.variables : {}) };
  return (
    <section className={styles.field} aria-labelledby="settings-initiative">
      <span id="settings-initiative">{words.initiative}</span>
      <span className={styles.hint}>{words.initiativeHint}</span>
      {setting.isPending ? <Loading label={common.loading} /> : null}
      {setting.isError ? (
        <Failure
          message={`${words.initiativeFailed} ${explain(setting.error, common)}`}
          onRetry={() => void setting.refetch()}
        />
      ) : null}
      {change.isError ? (
        <Alert color="red" role="alert">
          {explain(change.error, common)}
        </Alert>
      ) : null}
      {shown === undefined ? null : (
        <>
          <Checkbox
            label={words.brief}
            checked={shown.brief}
            disabled={change.isPending}
            onChange={(event) => change.mutate({ brief: event.currentTarget.checked })}
          />
          <Checkbox
            label={words.followUps}
            checked={shown.follow_ups}
            disabled={change.isPending}
            onChange={(event) => change.mutate({ follow_ups: event.currentTarget.checked })}
          />
          <NativeSelect
            label={words.silence}
            value={shown.silence_days ?? ""}
            disabled={change.isPending}
            data={listSilences(shown.silence_days).map((days) => ({
              value: String(days ?? ""),
              label: words.silenceAfter(days),
            }))}
            onChange={({ currentTarget: { value } }) =>
              change.mutate({ silence_days: value === "" ? null : Number(value) })
            }
          />
        </>
      )}
    </section>
  );
}
