import { UnstyledButton } from "@mantine/core";
import { Avatar } from "./avatar.tsx";
import { useCast } from "./cast-book.tsx";
import dialogStyles from "./dialogs.module.css";
import styles from "./pick.module.css";

interface PickProps {
  readonly label: string;
  readonly ids: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Some of the cast, each by a press. */
export function Pick({ label, ids, chosen, onChange }: PickProps) {
  return (
    <fieldset className={dialogStyles.choices}>
      <legend>{label}</legend>
      <Chips ids={ids} chosen={chosen} onChange={onChange} />
    </fieldset>
  );
}

export function Chips({ ids, chosen, onChange }: Omit<PickProps, "label">) {
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
