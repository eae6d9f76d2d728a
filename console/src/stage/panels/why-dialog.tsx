import { Button, NativeSelect, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { plainText } from "../../language/plain-text.ts";
import { usePageWords, useSpoken } from "../../language/use-words.tsx";
import { chatKey, fetchWhy } from "../api.ts";
import { Dialog } from "../ask-first.tsx";
import { Avatar } from "../avatar.tsx";
import { useCast } from "../cast-book.tsx";
import { you } from "../contract.ts";
import { type Origin } from "../contract-past.ts";
import dialogStyles from "../dialogs.module.css";
import { wordsOf } from "../line-parts.ts";
import { offsetOf, storyTime } from "../story-clock.ts";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import { type LineDialogProps } from "./line-dialogs.tsx";

/** How does she know that? From the fact to the words behind it; or the proof that she does not. */
export function WhyDialog({ stage, turn, onClose }: LineDialogProps) {
  const explain = useExplain();
  const { words } = useSpoken();
  const own = usePageWords(pageWords);
  const { nameOf } = useCast();
  const { chat, scenes } = stage;
  const people = [...new Set([chat.host_bot_id, ...scenes.flatMap(({ participants }) => participants)])].filter((id) => id !== you);
  const [viewer, setViewer] = useState(turn.speaker_id === you ? (people[0] ?? "") : turn.speaker_id);
  const [fact, setFact] = useState(wordsOf(turn).replaceAll("*", ""));
  const [asked, setAsked] = useState(fact);
  const why = useQuery({
    queryKey: [...chatKey(chat.id), "why", viewer, asked],
    queryFn: () => fetchWhy(chat.id, { fact: asked, viewer }),
    enabled: asked.trim() !== "",
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setAsked(fact);
  };
  return (
    <Dialog title={own.why.title(nameOf(viewer))} onClose={onClose} size="42rem">
      <form className={dialogStyles.form} onSubmit={submit}>
        <NativeSelect
          label={own.why.who}
          value={viewer}
          data={people.map((id) => ({ value: id, label: nameOf(id) }))}
          onChange={(event) => setViewer(event.currentTarget.value)}
        />
        <div className={dialogStyles.row}>
          <Textarea
            className={dialogStyles.grow ?? ""}
            label={own.why.fact}
            description={own.why.factHint}
            autosize
            minRows={1}
            maxRows={4}
            dir="auto"
            value={fact}
            onChange={(event) => setFact(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={fact.trim() === ""}>
            {own.why.ask}
          </Button>
        </div>
      </form>
      <div className={dialogStyles.answer} role="region" aria-label={own.why.answer} aria-live="polite">
        {why.isPending ? <Loading label={words.loading} /> : null}
        {why.isError ? <Failure message={explain(why.error)} onRetry={() => void why.refetch()} /> : null}
        {why.data?.length === 0 ? <p>{own.why.unknown(nameOf(viewer))}</p> : null}
        {why.data === undefined ? null : <Chain origins={why.data} offset={offsetOf(chat.initial_time)} />}
      </div>
    </Dialog>
  );
}

function Chain({ origins, offset }: { origins: readonly Origin[]; offset: number }) {
  const { language } = useSpoken();
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  if (origins.length === 0) return null;
  return (
    <ul className={dialogStyles.chain}>
      {origins.map((origin) => (
        <li key={`${origin.kind}-${origin.event_id}-${origin.of}`}>
          <div className={dialogStyles.step}>
            <div className={dialogStyles.stepHead}>
              <Avatar id={origin.of} size="sm" />
              <span>{words.why.kinds[origin.kind](nameOf(origin.of))}</span>
              {origin.story_time === undefined ? null : <span>{storyTime(origin.story_time, { language, offset })}</span>}
              {origin.hearsay === true ? <strong>{words.why.hearsay}</strong> : null}
              <span>#{origin.event_id}</span>
            </div>
            <p className={dialogStyles.stepText} dir="auto">
              {plainText(origin.text)}
            </p>
            {origin.witnesses === undefined ? null : <p className={dialogStyles.hint}>{words.why.heardBy(origin.witnesses.map(nameOf))}</p>}
          </div>
          <Chain origins={origin.from} offset={offset} />
        </li>
      ))}
    </ul>
  );
}
