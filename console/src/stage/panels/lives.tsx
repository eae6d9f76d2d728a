import { Button, NativeSelect, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { usePageWords, useSpoken } from "../../language/use-words.tsx";
import { changeLives, chatKey, fetchLives, startMeanwhile } from "../api.ts";
import { useCast } from "../cast-context.tsx";
import type { Lives, Stage } from "../contract.ts";
import { type Act } from "../play/use-stage.ts";
import { formatStoryTime, parseOffset } from "../story-clock.ts";
import { words as pageWords } from "../words.ts";
import { Needs } from "./needs.tsx";
import styles from "./panels.module.css";
import { changeRoutine, findPlaceName, RoutineItem, useWhoAndWhere } from "./routine-parts.tsx";

interface LivesProps {
  readonly stage: Stage;
  readonly act: Act;
}

/** What characters do between scenes: their routines, where these brought them, whom they met. */
export function LivesSection({ stage, act }: LivesProps) {
  const words = usePageWords(pageWords).lives;
  const query = useQuery({
    queryKey: [...chatKey(stage.chat.id), "lives"],
    queryFn: () => fetchLives(stage.chat.id),
  });
  if (query.data === undefined) return null;
  const { lives } = query.data;
  const change = (next: Lives): void => act.run(() => changeLives(stage.chat.id, next));
  return (
    <section>
      <h3>{words.title}</h3>
      <Switch
        label={words.on}
        checked={lives.is_on}
        disabled={act.busy}
        onChange={(event) => change({ ...lives, is_on: event.currentTarget.checked })}
      />
      <p className={styles.hint}>{words.hint}</p>
      {lives.is_on ? <Routines stage={stage} lives={lives} act={act} onChange={change} /> : null}
      <Meetings stage={stage} act={act} meetings={query.data.meetings} />
    </section>
  );
}

interface RoutinesProps extends LivesProps {
  readonly lives: Lives;
  readonly onChange: (next: Lives) => void;
}

function Routines({ stage, lives, act, onChange }: RoutinesProps) {
  const words = usePageWords(pageWords).lives;
  const { nameOf } = useCast();
  return (
    <>
      <ul className={styles.list}>
        {lives.routines.flatMap(({ entity_id, slots }) =>
          slots.map((slot, nth) => (
            <RoutineItem
              key={`${entity_id}-${nth}`}
              isBusy={act.busy}
              remove={{ text: words.remove, label: words.removeOf(nameOf(entity_id)) }}
              onRemove={() =>
                onChange(
                  changeRoutine(lives, entity_id, (known) => ({
                    ...known,
                    slots: known.slots.filter((each) => each !== slot),
                  })),
                )
              }
            >
              {words.slot(nameOf(entity_id), findPlaceName(stage, slot.container_id))}
              <small dir="auto">
                {words.when(slot.days, slot.from, slot.to)}
                {slot.doing === "" ? "" : ` · ${slot.doing}`}
              </small>
            </RoutineItem>
          )),
        )}
      </ul>
      <SlotForm stage={stage} lives={lives} act={act} onChange={onChange} />
      <Needs stage={stage} lives={lives} isBusy={act.busy} onChange={onChange} />
    </>
  );
}

const workdays = [1, 2, 3, 4, 5];
const allDays = [0, 1, 2, 3, 4, 5, 6];

function SlotForm({ stage, lives, act, onChange }: RoutinesProps) {
  const words = usePageWords(pageWords).lives;
  const { who, placeId, isComplete, renderWho, renderPlace } = useWhoAndWhere(stage);
  const [days, setDays] = useState("workdays");
  const [from, setFrom] = useState("09:00");
  const [to, setTo] = useState("17:00");
  const [doing, setDoing] = useState("");
  const chosen = days === "workdays" ? workdays : days === "daily" ? allDays : [Number(days)];
  const add = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const slot = { days: chosen, from, to, container_id: placeId, doing: doing.trim() };
    onChange(changeRoutine(lives, who, (known) => ({ ...known, slots: [...known.slots, slot] })));
    setDoing("");
  };
  return (
    <form className={styles.row} onSubmit={add}>
      {renderWho(words.who)}
      <NativeSelect
        size="xs"
        label={words.days}
        value={days}
        data={[
          { value: "workdays", label: words.workdays },
          { value: "daily", label: words.daily },
          ...allDays.map((day) => ({ value: String(day), label: words.weekdays[day] ?? "" })),
        ]}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        type="time"
        required
        label={words.from}
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        type="time"
        required
        label={words.to}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      {renderPlace(words.place)}
      <TextInput
        size="xs"
        className={styles.grow ?? ""}
        label={words.doing}
        maxLength={400}
        value={doing}
        onChange={(event) => setDoing(event.currentTarget.value)}
      />
      <Button size="xs" type="submit" disabled={act.busy || !isComplete}>
        {words.add}
      </Button>
    </form>
  );
}

interface MeetingsProps extends LivesProps {
  readonly meetings: Awaited<ReturnType<typeof fetchLives>>["meetings"];
}

/** A meeting is played only when the person wants to see it. */
function Meetings({ stage, act, meetings }: MeetingsProps) {
  const words = usePageWords(pageWords).lives;
  const { language } = useSpoken();
  const { nameOf } = useCast();
  if (meetings.length === 0) return null;
  const offset = parseOffset(stage.chat.initial_time);
  return (
    <>
      <h3>{words.meetings}</h3>
      <ul className={styles.list}>
        {meetings.slice(0, 5).map(({ id, participants, container_id, at }) => (
          <li key={id} className={styles.item}>
            <span className={styles.itemText}>
              {words.met(participants.map(nameOf))}
              <small>
                {[
                  stage.containers.find((place) => place.id === container_id)?.name ?? "",
                  formatStoryTime(at, { language, offset }),
                ].join(" · ")}
              </small>
            </span>
            <Button
              size="xs"
              variant="default"
              disabled={act.busy}
              onClick={() =>
                act.run(() =>
                  startMeanwhile(stage.chat.id, {
                    participants: [...participants],
                    container_id,
                    unattended: { beats: 4, budget_tokens: 6_000 },
                  }),
                )
              }
            >
              {words.play}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
