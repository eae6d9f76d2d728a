import { Button, NativeSelect } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useCast } from "../cast-context.tsx";
import { type Lives, type Routine, type Stage, you } from "../contract.ts";
import styles from "./panels.module.css";

/** Lives with one routine changed, or begun. */
export function changeRoutine(
  lives: Lives,
  who: string,
  change: (known: Routine) => Routine,
): Lives {
  const isTheirs = ({ entity_id }: Routine): boolean => entity_id === who;
  const routines = lives.routines.some(isTheirs)
    ? lives.routines.map((one) => (isTheirs(one) ? change(one) : one))
    : [...lives.routines, change({ entity_id: who, slots: [], needs: [] })];
  return { ...lives, routines };
}

export const findPlaceName = (stage: Stage, id: number): string =>
  stage.containers.find((place) => place.id === id)?.name ?? String(id);

interface RoutineItemProps {
  readonly children: ReactNode;
  readonly isBusy: boolean;
  readonly remove: { readonly text: string; readonly label: string };
  readonly onRemove: () => void;
}

/** One thing of a routine, which can be taken out. */
export function RoutineItem({ children, isBusy, remove, onRemove }: RoutineItemProps) {
  return (
    <li className={styles.item}>
      <span className={styles.itemText}>{children}</span>
      <Button
        size="xs"
        variant="subtle"
        disabled={isBusy}
        aria-label={remove.label}
        onClick={onRemove}
      >
        {remove.text}
      </Button>
    </li>
  );
}

/** Whose routine is changed, and where: the fields that every form of it has. */
export function useWhoAndWhere(stage: Stage) {
  const { nameOf } = useCast();
  const bots = [...new Set(stage.scenes.flatMap(({ participants }) => participants))].filter(
    (id) => id !== you,
  );
  const [who, setWho] = useState(bots[0] ?? "");
  const [place, setPlace] = useState(String(stage.containers[0]?.id ?? ""));
  return {
    who,
    placeId: Number(place),
    isComplete: who !== "" && place !== "",
    renderWho: (label: string) => (
      <NativeSelect
        size="xs"
        label={label}
        value={who}
        data={bots.map((id) => ({ value: id, label: nameOf(id) }))}
        onChange={(event) => setWho(event.currentTarget.value)}
      />
    ),
    renderPlace: (label: string) => (
      <NativeSelect
        size="xs"
        label={label}
        value={place}
        data={stage.containers.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(event) => setPlace(event.currentTarget.value)}
      />
    ),
  };
}
