import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { useCast } from "../cast-context.tsx";
import { type Lives, type Routine, type Stage, you } from "../contract.ts";
import { words as pageWords } from "../words.ts";
import styles from "./panels.module.css";

interface NeedsProps {
  readonly stage: Stage;
  readonly lives: Lives;
  readonly isBusy: boolean;
  readonly onChange: (next: Lives) => void;
}

type Need = Routine["needs"][number];

/** What characters go somewhere for, every so many hours. */
export function Needs({ stage, lives, isBusy, onChange }: NeedsProps) {
  const words = usePageWords(pageWords).lives;
  const { nameOf } = useCast();
  const placeOf = (id: number): string =>
    stage.containers.find((place) => place.id === id)?.name ?? String(id);
  const remove = (routine: Routine, need: Need): void =>
    onChange({
      ...lives,
      routines: lives.routines.map((one) =>
        one === routine ? { ...one, needs: one.needs.filter((each) => each !== need) } : one,
      ),
    });
  return (
    <>
      <ul className={styles.list}>
        {lives.routines.flatMap((routine) =>
          routine.needs.map((need) => (
            <li key={`${routine.entity_id}-${need.name}`} className={styles.item}>
              <span className={styles.itemText}>
                {words.need(nameOf(routine.entity_id), need.name, placeOf(need.container_id))}
                <small>{words.every(need.every_hours, need.minutes)}</small>
              </span>
              <Button
                size="xs"
                variant="subtle"
                disabled={isBusy}
                aria-label={words.removeNeed(nameOf(routine.entity_id), need.name)}
                onClick={() => remove(routine, need)}
              >
                {words.remove}
              </Button>
            </li>
          )),
        )}
      </ul>
      <NeedForm stage={stage} lives={lives} isBusy={isBusy} onChange={onChange} />
    </>
  );
}

function NeedForm({ stage, lives, isBusy, onChange }: NeedsProps) {
  const words = usePageWords(pageWords).lives;
  const { nameOf } = useCast();
  const bots = [...new Set(stage.scenes.flatMap(({ participants }) => participants))].filter(
    (id) => id !== you,
  );
  const [who, setWho] = useState(bots[0] ?? "");
  const [place, setPlace] = useState(String(stage.containers[0]?.id ?? ""));
  const [name, setName] = useState("");
  const [hours, setHours] = useState("8");
  const [minutes, setMinutes] = useState("30");
  const add = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const need = {
      name: name.trim(),
      container_id: Number(place),
      every_hours: Number(hours),
      minutes: Number(minutes),
    };
    const known = lives.routines.find(({ entity_id }) => entity_id === who);
    const others = (known?.needs ?? []).filter((each) => each.name !== need.name);
    const routine = { entity_id: who, slots: known?.slots ?? [], needs: [...others, need] };
    onChange({ ...lives, routines: [...lives.routines.filter((one) => one !== known), routine] });
    setName("");
  };
  return (
    <form className={styles.row} onSubmit={add}>
      <NativeSelect
        size="xs"
        label={words.whoNeeds}
        value={who}
        data={bots.map((id) => ({ value: id, label: nameOf(id) }))}
        onChange={(event) => setWho(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        required
        className={styles.grow ?? ""}
        label={words.needs}
        maxLength={400}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        label={words.findsAt}
        value={place}
        data={stage.containers.map(({ id, name: label }) => ({ value: String(id), label }))}
        onChange={(event) => setPlace(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        type="number"
        required
        min={1}
        max={168}
        label={words.everyHours}
        value={hours}
        onChange={(event) => setHours(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        type="number"
        required
        min={15}
        max={480}
        label={words.forMinutes}
        value={minutes}
        onChange={(event) => setMinutes(event.currentTarget.value)}
      />
      <Button
        size="xs"
        type="submit"
        disabled={isBusy || who === "" || place === "" || name.trim() === ""}
      >
        {words.addNeed}
      </Button>
    </form>
  );
}
