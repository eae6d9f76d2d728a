import { UnstyledButton } from "@mantine/core";
import { Avatar } from "./avatar.tsx";
import { useCast } from "./cast-context.tsx";
import dialogStyles from "./dialogs.module.css";
import styles from "./character-picker.module.css";

interface CharacterPickerProps {
  readonly label: string;
  readonly ids: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Selects characters by toggle buttons. */
export function CharacterPicker({ label, ids, chosen, onChange }: CharacterPickerProps) {
  return (
    <fieldset className={dialogStyles.choices}>
      <legend>{label}</legend>
      <CharacterChips ids={ids} chosen={chosen} onChange={onChange} />
    </fieldset>
  );
}

export function CharacterChips({ ids, chosen, onChange }: Omit<CharacterPickerProps, "label">) {
  const { nameOf } = useCast();
  const toggle = (id: string): void =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return ids.map((id) => (
    <UnstyledButton
      key={id}
      className={styles.chip ?? ""}
      aria-pressed={chosen.includes(id)}
      onClick={() => toggle(id)}
    >
      <Avatar id={id} size="sm" />
      <span dir="auto">{nameOf(id)}</span>
    </UnstyledButton>
  ));
}
