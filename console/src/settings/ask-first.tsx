import { NativeSelect } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { Failure } from "../frame/states.tsx";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { type AskFirst as Answer } from "./contract.ts";
import styles from "./settings-page.module.css";
import { words as settingsWords } from "./words.ts";

const key = ["settings", "ask-first"] as const;

/** Whether what friends share waits for your confirmation. */
export function AskFirstSetting() {
  const words = usePageWords(settingsWords);
  const common = useWords();
  const client = useQueryClient();
  const asked = useQuery({ queryKey: key, queryFn: () => call("GET /api/friends/ask-first") });
  const change = useMutation({
    mutationFn: (isOn: boolean) =>
      call("POST /api/friends/ask-first", { body: { ask_first: isOn } }),
    onSuccess: (answer) => client.setQueryData<Answer>(key, answer),
  });
  const failure = asked.error ?? change.error;
  return (
    <section className={styles.field} aria-labelledby="settings-ask-first">
      <span id="settings-ask-first">{words.askFirst}</span>
      <span className={styles.hint}>{words.askFirstHint}</span>
      {failure === null ? null : (
        <Failure message={explain(failure, common)} onRetry={() => void asked.refetch()} />
      )}
      <NativeSelect
        aria-labelledby="settings-ask-first"
        value={asked.data?.ask_first === true ? "ask" : "take"}
        disabled={asked.data === undefined || change.isPending}
        data={[
          { value: "take", label: words.askFirstOff },
          { value: "ask", label: words.askFirstOn },
        ]}
        onChange={(event) => change.mutate(event.currentTarget.value === "ask")}
      />
    </section>
  );
}
