import { Checkbox } from "@mantine/core";
import { usePageWords } from "../../language/use-words.tsx";
import { type TokenScope } from "../contract.ts";
import styles from "../operator-page.module.css";
import { words } from "../words.ts";

interface ActsForProps {
  readonly people: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

/** The accounts that a service acts for. */
export function ActsFor({ people, chosen, onChange }: ActsForProps) {
  const say = usePageWords(words).tokens;
  return (
    <Checkbox.Group
      label={say.actsFor}
      description={say.actsForHint}
      value={[...chosen]}
      onChange={onChange}
    >
      <div className={styles.choices}>
        {people.map(({ value, label }) => (
          <Checkbox key={value} value={value} label={<bdi>{label}</bdi>} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

/** All, or some: a token with all rights needs no list. */
export function Scopes({
  granted,
  onChange,
}: {
  granted: readonly TokenScope[];
  onChange: (granted: readonly TokenScope[]) => void;
}) {
  const say = usePageWords(words).tokens;
  const isAll = granted.includes("*");
  const toggle = (scope: TokenScope, isOn: boolean): void => {
    if (scope === "*") onChange(isOn ? ["*"] : []);
    else
      onChange(
        isOn
          ? [...granted.filter((each) => each !== "*"), scope]
          : granted.filter((each) => each !== scope),
      );
  };
  return (
    <Checkbox.Group label={say.scopes} value={[...granted]}>
      <div className={styles.choices}>
        {(isAll ? (["*"] as const) : (Object.keys(say.scopeNames) as TokenScope[])).map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={say.scopeNames[scope] ?? scope}
            onChange={(event) => toggle(scope, event.currentTarget.checked)}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
