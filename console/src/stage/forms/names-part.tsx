import { Alert, Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { chatKey, lobbyKey } from "../api.ts";
import { renamePlace, renameStory } from "../api-known.ts";
import { type Place } from "../contract.ts";
import dialogStyles from "../dialogs.module.css";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";

interface NamesPartProps {
  readonly chatId: string;
  readonly title: string;
  readonly places: readonly Place[];
}

/** The names of a story and its places. What was said stays as it was said. */
export function NamesPart({ chatId, title, places }: NamesPartProps) {
  const words = usePageWords(pageWords).names;
  const explain = useExplain();
  const client = useQueryClient();
  const [name, setName] = useState(title);
  const [placeNames, setPlaceNames] = useState(() =>
    Object.fromEntries(places.map((place) => [place.id, place.name])),
  );
  const save = useMutation({
    mutationFn: async () => {
      if (name.trim() !== "" && name.trim() !== title) await renameStory(chatId, name.trim());
      for (const place of places) {
        const next = (placeNames[place.id] ?? "").trim();
        if (next !== "" && next !== place.name) await renamePlace(chatId, place.id, next);
      }
      await Promise.all([
        client.invalidateQueries({ queryKey: chatKey(chatId) }),
        client.invalidateQueries({ queryKey: lobbyKey }),
      ]);
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className={dialogStyles.form} onSubmit={submit}>
      <TextInput
        label={words.title}
        value={name}
        maxLength={400}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {places.map((place, nth) => (
        <TextInput
          key={place.id}
          label={words.place(nth + 1)}
          value={placeNames[place.id] ?? ""}
          maxLength={400}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setPlaceNames((all) => ({ ...all, [place.id]: text }));
          }}
        />
      ))}
      {save.isError ? (
        <Alert color="red" role="alert">
          {explain(save.error)}
        </Alert>
      ) : null}
      <div>
        <Button size="xs" variant="default" type="submit" loading={save.isPending}>
          {save.isSuccess ? words.renamed : words.rename}
        </Button>
      </div>
    </form>
  );
}
