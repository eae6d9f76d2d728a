import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { usePageWords } from "../language/use-words.tsx";
import { fetchLobby, lobbyKey } from "./api.ts";
import type { Persona, PlaySettings } from "./contract.ts";
import { words as pageWords } from "./words.ts";

/** Whom the person plays in one story. Nothing to choose from: nothing is shown. */
export function PersonaChoice({
  value,
  onChange,
}: {
  /** Undefined: the usual one. */
  readonly value: PlaySettings["persona"];
  readonly onChange: (persona: Persona | undefined) => void;
}) {
  const words = usePageWords(pageWords);
  const { data } = useQuery({ queryKey: lobbyKey, queryFn: fetchLobby });
  const kept = data?.you?.others ?? [];
  // A story keeps the persona that was chosen for it, also one that was changed or removed since.
  const own = kept.some((one) => isSame(one, value)) || value === undefined ? [] : [value];
  const all = [...own, ...kept];
  if (all.length === 0) return null;
  return (
    <NativeSelect
      label={words.self.play}
      value={value === undefined ? "" : String(all.findIndex((one) => isSame(one, value)))}
      data={[
        { value: "", label: words.self.usual(data?.you?.name ?? words.you) },
        ...all.map(({ name }, index) => ({ value: String(index), label: name })),
      ]}
      onChange={({ currentTarget }) => {
        const chosen = currentTarget.value === "" ? undefined : all[Number(currentTarget.value)];
        onChange(chosen === undefined ? undefined : toPersona(chosen));
      }}
    />
  );
}

type Chosen = NonNullable<PlaySettings["persona"]>;

const toPersona = ({ name, pronouns = "", persona = "" }: Chosen): Persona => ({
  name,
  pronouns,
  persona,
});

const isSame = (one: Chosen, other: Chosen | undefined): boolean =>
  other !== undefined && JSON.stringify(toPersona(one)) === JSON.stringify(toPersona(other));
