import { Button, NativeSelect, Tabs, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { Failure, Loading } from "../../frame/states.tsx";
import { plainText } from "../../language/plain-text.ts";
import { usePageWords, useSpoken } from "../../language/use-words.tsx";
import { chatKey } from "../api.ts";
import { fetchWhy } from "../api-known.ts";
import { Dialog } from "../confirm-dialog.tsx";
import { Avatar } from "../avatar.tsx";
import { useCast } from "../cast-context.tsx";
import { type Stage, you } from "../contract.ts";
import { type Origin } from "../contract-past.ts";
import dialogStyles from "../dialogs.module.css";
import { readLineText } from "../line-parts.ts";
import { listPlayers } from "../players.ts";
import { parseOffset, formatStoryTime } from "../story-clock.ts";
import { useExplain } from "../use-explain.ts";
import { useWatched } from "../watching.tsx";
import { words as pageWords } from "../words.ts";
import { GossipView } from "./gossip-view.tsx";
import type { LineDialogProps } from "./cut-dialogs.tsx";

/**
 * Explains how a character knows a fact and who else does: from the fact to the lines behind it, or
 * that it is unknown.
 */
export function WhyDialog({ stage, turn, onClose }: LineDialogProps) {
  const own = usePageWords(pageWords);
  const { nameOf } = useCast();
  const people = listPlayers(stage);
  const [looks, setLooks] = useState<string | null>("origin");
  const [viewer, setViewer] = useState(
    turn.speaker_id === you ? (people[0] ?? "") : turn.speaker_id,
  );
  const [fact, setFact] = useState(readLineText(turn).replaceAll("*", ""));
  const [asked, setAsked] = useState(fact);
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setAsked(fact);
  };
  return (
    <Dialog
      title={looks === "round" ? own.gossip.title : own.why.title(nameOf(viewer))}
      onClose={onClose}
      size="42rem"
    >
      <form className={dialogStyles.form} onSubmit={handleSubmit}>
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
      <Tabs value={looks} onChange={setLooks} keepMounted={false} mt="md">
        <Tabs.List mb="sm">
          <Tabs.Tab value="origin">{own.gossip.origin}</Tabs.Tab>
          <Tabs.Tab value="round">{own.gossip.round}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="origin">
          <NativeSelect
            label={own.why.who}
            value={viewer}
            data={people.map((id) => ({ value: id, label: nameOf(id) }))}
            onChange={(event) => setViewer(event.currentTarget.value)}
          />
          <div
            className={dialogStyles.answer}
            role="region"
            aria-label={own.why.answer}
            aria-live="polite"
          >
            <Known stage={stage} viewer={viewer} fact={asked} />
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="round">
          <GossipView stage={stage} fact={asked} />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  );
}

function Known({ stage: { chat }, viewer, fact }: { stage: Stage; viewer: string; fact: string }) {
  const explain = useExplain();
  const { words } = useSpoken();
  const own = usePageWords(pageWords);
  const { nameOf } = useCast();
  const watched = useWatched();
  const why = useQuery({
    queryKey: [...chatKey(chat.id), "why", viewer, fact, watched],
    queryFn: () => fetchWhy(chat.id, { fact, viewer, watched }),
    enabled: fact.trim() !== "",
  });
  if (why.isPending) return <Loading label={words.loading} />;
  if (why.data === undefined)
    return <Failure message={explain(why.error)} onRetry={() => void why.refetch()} />;
  const { origins, unseen } = why.data;
  return (
    <>
      {origins.length === 0 && unseen === 0 ? <p>{own.why.unknown(nameOf(viewer))}</p> : null}
      {unseen === 0 ? null : <p className={dialogStyles.hint}>{own.known.sealedSteps(unseen)}</p>}
      <Chain origins={origins} offset={parseOffset(chat.initial_time)} />
    </>
  );
}

function Chain({ origins, offset }: { origins: readonly Origin[]; offset: number }) {
  const { language } = useSpoken();
  const words = usePageWords(pageWords);
  const { nameOf, findTitle } = useCast();
  if (origins.length === 0) return null;
  const describeStory = (chatId: string): string => {
    const title = findTitle(chatId);
    return title === undefined ? words.memories.fromGone : words.memories.from(title);
  };
  return (
    <ul className={dialogStyles.chain}>
      {origins.map((origin) => (
        <li key={`${origin.kind}-${origin.event_id}-${origin.of}`}>
          <div className={dialogStyles.step}>
            <div className={dialogStyles.stepHead}>
              <Avatar id={origin.of} size="sm" />
              <span>{words.why.kinds[origin.kind](nameOf(origin.of))}</span>
              {origin.story_time === undefined ? null : (
                <span>{formatStoryTime(origin.story_time, { language, offset })}</span>
              )}
              {origin.brought_from === undefined ? null : (
                <span dir="auto">{describeStory(origin.brought_from)}</span>
              )}
              {origin.hearsay === true ? <strong>{words.why.hearsay}</strong> : null}
              <span>#{origin.event_id}</span>
            </div>
            <p className={dialogStyles.stepText} dir="auto">
              {plainText(origin.text)}
            </p>
            {origin.witnesses === undefined ? null : (
              <p className={dialogStyles.hint}>{words.why.heardBy(origin.witnesses.map(nameOf))}</p>
            )}
          </div>
          <Chain origins={origin.from} offset={offset} />
        </li>
      ))}
    </ul>
  );
}
