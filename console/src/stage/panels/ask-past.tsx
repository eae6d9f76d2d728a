import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { askPast } from "../api-known.ts";
import { useCast } from "../cast-context.tsx";
import { type Stage } from "../contract.ts";
import { useExplain } from "../use-explain.ts";
import { useWatched } from "../watching.tsx";
import { words as pageWords } from "../words.ts";
import styles from "./panels.module.css";

/** A free-text question about the past. */
export function AskPast({ stage }: { stage: Stage }) {
  const explain = useExplain();
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const [question, setQuestion] = useState("");
  const watched = useWatched();
  const ask = useMutation({ mutationFn: () => askPast(stage.chat.id, { question, watched }) });
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    ask.mutate();
  };
  return (
    <section>
      <h3>{words.ask.title}</h3>
      <form className={styles.row} onSubmit={handleSubmit}>
        <TextInput
          className={styles.grow ?? ""}
          size="sm"
          aria-label={words.ask.title}
          placeholder={words.ask.hint(nameOf(stage.chat.host_bot_id))}
          value={question}
          maxLength={500}
          onChange={(event) => setQuestion(event.currentTarget.value)}
        />
        <Button
          type="submit"
          size="sm"
          variant="default"
          loading={ask.isPending}
          disabled={question.trim() === ""}
        >
          {words.ask.ask}
        </Button>
      </form>
      <div role="status">
        {ask.isError ? <p className={styles.error}>{explain(ask.error)}</p> : null}
        {ask.data === undefined ? null : (
          <p className={styles.answer} dir="auto">
            {ask.data.understood ? ask.data.answer : words.ask.notUnderstood}
          </p>
        )}
      </div>
    </section>
  );
}
