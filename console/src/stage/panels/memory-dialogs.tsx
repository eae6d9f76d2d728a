import { Alert, Button, NativeSelect, Textarea } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { chatKey } from "../api.ts";
import { bringMemories, fetchMemories, rewordMemory } from "../api-known.ts";
import { ConfirmDialog, Dialog } from "../confirm-dialog.tsx";
import { useCast } from "../cast-context.tsx";
import { type Stage } from "../contract.ts";
import { type OtherStory, type Memory } from "../contract-known.ts";
import dialogStyles from "../dialogs.module.css";
import { useAct, useRefresh } from "../play/use-stage.ts";
import { listPlayers } from "../players.ts";
import { useExplain } from "../use-explain.ts";
import { useWatched } from "../watching.tsx";
import { words as pageWords } from "../words.ts";

/** Rewords a memory. */
export function RewordDialog({
  stage,
  memory,
  onClose,
}: {
  stage: Stage;
  memory: Memory;
  onClose: () => void;
}) {
  const words = usePageWords(pageWords);
  const act = useAct(stage.chat.id);
  const [text, setText] = useState(memory.text);
  return (
    <ConfirmDialog
      title={words.memories.rewordTitle}
      yes={words.memories.save}
      busy={act.busy}
      disabled={text.trim() === "" || text === memory.text}
      error={act.error}
      onClose={onClose}
      onYes={() => act.run(() => rewordMemory(stage.chat.id, memory.id, text), onClose)}
    >
      <Textarea
        label={words.memories.words}
        description={words.memories.rewordHint}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={10_000}
        dir="auto"
        value={text}
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

/** Brings a character's memories from another story. */
export function BringDialog({
  stage,
  owner,
  onClose,
}: {
  stage: Stage;
  owner: string;
  onClose: () => void;
}) {
  const words = usePageWords(pageWords);
  const common = useWords();
  const explain = useExplain();
  const { nameOf } = useCast();
  const { id } = stage.chat;
  const [who, setWho] = useState(owner);
  const watched = useWatched();
  const query = useQuery({
    queryKey: [...chatKey(id), "memories", who, 1, watched],
    queryFn: () => fetchMemories(id, { owner: who, limit: 1, watched }),
  });
  return (
    <Dialog title={words.memories.bringTitle} onClose={onClose}>
      <div className={dialogStyles.form}>
        <p className={dialogStyles.hint}>{words.memories.bringAbout}</p>
        <NativeSelect
          label={words.memories.bringWho}
          value={who}
          data={listPlayers(stage).map((each) => ({ value: each, label: nameOf(each) }))}
          onChange={(event) => setWho(event.currentTarget.value)}
        />
        {query.isPending ? <Loading label={common.loading} /> : null}
        {query.isError ? (
          <Failure message={explain(query.error)} onRetry={() => void query.refetch()} />
        ) : null}
        {query.data?.elsewhere.length === 0 ? (
          <p className={dialogStyles.hint}>{words.memories.nowhere(nameOf(who))}</p>
        ) : null}
        {query.data === undefined || query.data.elsewhere.length === 0 ? null : (
          <BringForm key={who} stage={stage} who={who} from={query.data.elsewhere} />
        )}
      </div>
    </Dialog>
  );
}

function BringForm({
  stage,
  who,
  from,
}: {
  stage: Stage;
  who: string;
  from: readonly OtherStory[];
}) {
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const { nameOf } = useCast();
  const refresh = useRefresh(stage.chat.id);
  const [chosen, setChosen] = useState("");
  const story = from.some(({ chat_id }) => chat_id === chosen) ? chosen : (from[0]?.chat_id ?? "");
  const bring = useMutation({
    mutationFn: () => bringMemories(stage.chat.id, { owner: who, from: story }),
    onSuccess: refresh,
  });
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    bring.mutate();
  };
  return (
    <form className={dialogStyles.form} onSubmit={handleSubmit}>
      <NativeSelect
        label={words.memories.bringFrom}
        value={story}
        data={from.map((each) => ({
          value: each.chat_id,
          label: words.memories.story(each.title ?? nameOf(each.host_bot_id), each.memories),
        }))}
        onChange={(event) => {
          setChosen(event.currentTarget.value);
          bring.reset();
        }}
      />
      <div role="status">
        {bring.data === undefined ? null : (
          <p className={dialogStyles.hint}>
            {words.memories.brought(nameOf(who), bring.data.brought)}
          </p>
        )}
      </div>
      {bring.isError ? (
        <Alert color="red" role="alert">
          {explain(bring.error)}
        </Alert>
      ) : null}
      <div className={dialogStyles.buttons}>
        <Button type="submit" loading={bring.isPending}>
          {words.memories.bringYes}
        </Button>
      </div>
    </form>
  );
}
