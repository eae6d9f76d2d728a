import { Alert, Button, NativeSelect, UnstyledButton } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { askAgainMs, useChanges } from "../../api/changes.ts";
import { Composer } from "../../frame/composer.tsx";
import { Failure, Loading } from "../../frame/states.tsx";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { routeAddress } from "../../route.ts";
import type { StreamStatus } from "../../talk/live-stream.ts";
import { useExplain } from "../use-explain.ts";
import { actOn, fetchView, moveIn, rewindTo, sayIn, sharedKey, storyKey } from "./calls.ts";
import type { Line, View } from "./contract.ts";
import { Members } from "./shared-members.tsx";
import styles from "./shared.module.css";
import { words as pageWords } from "./words.ts";

/** A story of several people, as this person witnessed it. */
export function SharedPlay({ id }: { id: string }) {
  const common = useWords();
  const explain = useExplain();
  const [stream, setStream] = useState<StreamStatus>("connecting");
  const view = useQuery({
    queryKey: storyKey(id),
    queryFn: () => fetchView(id),
    refetchInterval: askAgainMs(stream),
  });
  useChanges({
    shows: { calendar: sharedKey },
    isReady: view.data !== undefined,
    onStatus: setStream,
  });
  if (view.isPending) return <Loading label={common.loading} />;
  if (view.data === undefined)
    return <Failure message={explain(view.error)} onRetry={() => void view.refetch()} />;
  return <Room view={view.data} />;
}

const nameIn = ({ story }: View, id: string): string =>
  story.members.find((member) => member.id === id)?.name ??
  story.cast.find((character) => character.id === id)?.name ??
  "…";

function Room({ view }: { view: View }) {
  const words = usePageWords(pageWords);
  const { story, scene } = view;
  const names = (ids: readonly string[]): string => ids.map((id) => nameIn(view, id)).join(", ");
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <a href={routeAddress({ page: "stage", part: undefined })}>{words.back}</a>
        <h1 dir="auto">{story.title ?? story.cast.map(({ name }) => name).join(" · ")}</h1>
        <p>{scene === null ? words.alone : [scene.place, names(scene.present)].join(" · ")}</p>
      </header>
      <div className={styles.columns}>
        <div className={styles.talk}>
          <Lines view={view} />
          {story.is_in ? <Foot view={view} /> : <p className={styles.note}>{words.left}</p>}
        </div>
        <Members view={view} />
      </div>
    </main>
  );
}

function Lines({ view }: { view: View }) {
  const end = useRef<HTMLDivElement>(null);
  const last = view.lines.at(-1)?.id;
  useEffect(() => {
    end.current?.scrollIntoView({ block: "end" });
  }, [last]);
  return (
    <div className={styles.lines} role="log" aria-live="polite">
      {view.lines.map((line) => (
        <OneLine key={line.id} view={view} line={line} />
      ))}
      <Missed view={view} />
      <div ref={end} />
    </div>
  );
}

/** What could be noticed after being out. Nothing that was said is in it. */
function Missed({ view }: { view: View }) {
  const words = usePageWords(pageWords);
  const { missed } = view;
  if (missed === null) return null;
  const names = (ids: readonly string[]): string => ids.map((id) => nameIn(view, id)).join(", ");
  return (
    <p className={styles.note}>
      {words.missed(missed.minutes, names(missed.came), names(missed.went))}
    </p>
  );
}

function OneLine({ view, line }: { view: View; line: Line }) {
  const words = usePageWords(pageWords);
  const { story } = view;
  const client = useQueryClient();
  const rewind = useMutation({
    mutationFn: () => rewindTo(story.id, line.id),
    onSettled: () => client.invalidateQueries({ queryKey: sharedKey }),
  });
  const quiet = [...new Set(line.segments.flatMap(({ to = [] }) => to))].filter(
    (id) => id !== line.speaker_id,
  );
  const isThought = line.segments.some(({ kind }) => kind === "thought");
  const name = nameIn(view, line.speaker_id);
  return (
    <article className={styles.line} data-own={line.speaker_id === story.my_id || undefined}>
      <strong dir="auto">
        {name}
        {line.speaker_id === story.my_id ? ` (${words.you})` : ""}
      </strong>
      {quiet.length === 0 ? null : (
        <em>{words.whispered(quiet.map((id) => nameIn(view, id)).join(", "))}</em>
      )}
      {isThought ? <em>{words.thought}</em> : null}
      <p dir="auto">{line.text}</p>
      {story.is_host && story.is_in ? (
        <UnstyledButton className={styles.small ?? ""} onClick={() => rewind.mutate()}>
          {words.rewind}
        </UnstyledButton>
      ) : null}
    </article>
  );
}

function Foot({ view }: { view: View }) {
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const client = useQueryClient();
  const { story, scene, turn_of: turnOf } = view;
  const [text, setText] = useState("");
  const [whisper, setWhisper] = useState("");
  const others = (scene?.present ?? []).filter((id) => id !== story.my_id);
  // The server refuses a whisper to a person who has gone; it is never said aloud.
  const say = useMutation({
    mutationFn: (prose: string) =>
      sayIn(story.id, { prose, ...(whisper === "" ? {} : { whisper_to: [whisper] }) }),
    onSuccess: () => setText(""),
    onSettled: () => client.invalidateQueries({ queryKey: sharedKey }),
  });
  const act = useMutation({
    mutationFn: (what: "next" | "regenerate" | "enter" | "leave") =>
      what === "next" || what === "regenerate"
        ? actOn(story.id, what)
        : moveIn(story.id, { entity_id: story.my_id, change: what }),
    onSettled: () => client.invalidateQueries({ queryKey: sharedKey }),
  });
  const error = say.error ?? act.error;
  const isMine = turnOf === null || turnOf.includes(story.my_id);
  return (
    <footer className={styles.foot}>
      {story.paused ? <p className={styles.note}>{words.paused}</p> : null}
      {turnOf === null ? null : (
        <p className={styles.note} role="status">
          {isMine ? words.yourTurn : words.turnOf(turnOf.map((id) => nameIn(view, id)).join(", "))}
        </p>
      )}
      {error === null ? null : (
        <Alert color="red" role="alert">
          {explain(error)}
        </Alert>
      )}
      <div className={styles.buttons}>
        <NativeSelect
          aria-label={words.whisperTo}
          value={whisper}
          data={[
            { value: "", label: `${words.whisperTo}…` },
            ...[...new Set([...others, ...(whisper === "" ? [] : [whisper])])].map((id) => ({
              value: id,
              label: nameIn(view, id),
            })),
          ]}
          onChange={(event) => setWhisper(event.currentTarget.value)}
        />
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => act.mutate(scene === null ? "enter" : "leave")}
        >
          {scene === null ? words.comeIn : words.goOut}
        </Button>
        {story.is_host ? (
          <>
            <Button
              variant="default"
              size="compact-sm"
              loading={act.isPending}
              onClick={() => act.mutate("next")}
            >
              {words.next}
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              loading={act.isPending}
              onClick={() => act.mutate("regenerate")}
            >
              {words.again}
            </Button>
          </>
        ) : null}
      </div>
      <Composer
        words={words.composer}
        text={text}
        onText={setText}
        canSend={text.trim() !== "" && scene !== null && isMine && !say.isPending}
        onSend={() => say.mutate(text.trim())}
        takesFocus
      />
    </footer>
  );
}
