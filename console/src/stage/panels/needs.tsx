import { Button, TextInput } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { useCast } from "../cast-context.tsx";
import type { Lives, Stage } from "../contract.ts";
import { words as pageWords } from "../words.ts";
import styles from "./panels.module.css";
import { changeRoutine, findPlaceName, RoutineItem, useWhoAndWhere } from "./routine-parts.tsx";

interface NeedsProps {
  readonly stage: Stage;
  readonly lives: Lives;
  readonly isBusy: boolean;
  readonly onChange: (next: Lives) => void;
}

/** What characters go somewhere for, every so many hours. */
export function Needs({ stage, lives, isBusy, onChange }: NeedsProps) {
  const words = usePageWords(pageWords).lives;
  const { nameOf } = useCast();
  return (
    <>
      <ul className={styles.list}>
        {lives.routines.flatMap(({ entity_id, needs }) =>
          needs.map((need) => (
            <RoutineItem
              key={`${entity_id}-${need.name}`}
              isBusy={isBusy}
              remove={{ text: words.remove, label: words.removeNeed(nameOf(entity_id), need.name) }}
              onRemove={() =>
                onChange(
                  changeRoutine(lives, entity_id, (known) => ({
                    ...known,
                    needs: known.needs.filter((each) => each !== need),
                  })),
                )
              }
            >
              {words.need(nameOf(entity_id), need.name, findPlaceName(stage, need.container_id))}
              <small>{words.every(need.every_hours, need.minutes)}</small>
            </RoutineItem>
          )),
        )}
      </ul>
      <NeedForm stage={stage} lives={lives} isBusy={isBusy} onChange={onChange} />
    </>
  );
}

function NeedForm({ stage, lives, isBusy, onChange }: NeedsProps) {
  const words = usePageWords(pageWords).lives;
  const { who, placeId, isComplete, renderWho, renderPlace } = useWhoAndWhere(stage);
  const [name, setName] = useState("");
  const [hours, setHours] = useState("8");
  const [minutes, setMinutes] = useState("30");
  const add = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const need = {
      name: name.trim(),
      container_id: placeId,
      every_hours: Number(hours),
      minutes: Number(minutes),
    };
    onChange(
      changeRoutine(lives, who, (known) => ({
        ...known,
        needs: [...known.needs.filter((each) => each.name !== need.name), need],
      })),
    );
    setName("");
  };
  return (
    <form className={styles.row} onSubmit={add}>
      {renderWho(words.whoNeeds)}
      <TextInput
        size="xs"
        required
        className={styles.grow ?? ""}
        label={words.needs}
        maxLength={400}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {renderPlace(words.findsAt)}
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
      <Button size="xs" type="submit" disabled={isBusy || !isComplete || name.trim() === ""}>
        {words.addNeed}
      </Button>
    </form>
  );
}
