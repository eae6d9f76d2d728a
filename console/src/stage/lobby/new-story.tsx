import { Alert, Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { go } from "../../route.ts";
import { beginStory, fetchGreetings, lobbyKey } from "../api.ts";
import { Dialog } from "../confirm-dialog.tsx";
import { useCast } from "../cast-context.tsx";
import { type Persona } from "../contract.ts";
import dialogStyles from "../dialogs.module.css";
import { shortenLine } from "../line-parts.ts";
import { CharacterPicker } from "../character-picker.tsx";
import { PersonaChoice } from "../persona-choice.tsx";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";

/** The form for a new story. Everything except the host is optional. */
export function NewStory({
  host: first,
  onClose,
}: {
  host: string | undefined;
  onClose: () => void;
}) {
  const explain = useExplain();
  const own = usePageWords(pageWords);
  const { bots, nameOf } = useCast();
  const client = useQueryClient();
  const [host, setHost] = useState(first ?? bots[0]?.id ?? "");
  const [others, setOthers] = useState<readonly string[]>([]);
  const [title, setTitle] = useState("");
  const [persona, setPersona] = useState<Persona>();
  const [place, setPlace] = useState("");
  const [weather, setWeather] = useState("");
  const greetings = useQuery({
    queryKey: ["stage-greetings", host],
    queryFn: () => fetchGreetings(host),
    enabled: host !== "",
  });
  const openings = (greetings.data ?? []).filter(({ text }) => text.trim() !== "");
  const [chosen, setOpening] = useState<string>();
  const opening =
    openings.some(({ index }) => String(index) === chosen) || chosen === ""
      ? (chosen ?? "")
      : String(openings[0]?.index ?? "");
  const company = others.filter((id) => id !== host);
  const begin = useMutation({
    mutationFn: () =>
      beginStory({
        title: title.trim() || [host, ...company].map(nameOf).join(" · "),
        host_bot_id: host,
        others: company,
        place: place.trim() || own.story.somewhere,
        weather: weather.trim(),
        initial_time: formatEvening(),
        narrative_anchor: own.story.dayOne,
        greeting: opening === "" ? undefined : Number(opening),
        persona,
      }),
    onSuccess: async (chatId) => {
      await client.invalidateQueries({ queryKey: lobbyKey });
      go({ page: "stage", part: chatId });
    },
  });
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    begin.mutate();
  };
  return (
    <Dialog title={own.story.new} onClose={onClose}>
      <form className={dialogStyles.form} onSubmit={handleSubmit}>
        <NativeSelect
          label={own.story.host}
          value={host}
          data={bots.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setHost(event.currentTarget.value)}
          data-autofocus
        />
        {bots.length < 2 ? null : (
          <CharacterPicker
            label={own.story.others}
            ids={bots.map(({ id }) => id).filter((id) => id !== host)}
            chosen={company}
            onChange={setOthers}
          />
        )}
        {openings.length === 0 ? null : (
          <NativeSelect
            label={own.story.opening}
            value={opening}
            data={[
              ...openings.map(({ index, text }) => ({
                value: String(index),
                label: shortenLine(text).slice(0, 80),
              })),
              { value: "", label: own.story.silence },
            ]}
            onChange={(event) => setOpening(event.currentTarget.value)}
          />
        )}
        <PersonaChoice value={persona} onChange={setPersona} />
        <TextInput
          label={own.story.place}
          placeholder={own.story.placeHint}
          value={place}
          maxLength={200}
          onChange={(event) => setPlace(event.currentTarget.value)}
        />
        <TextInput
          label={own.story.weather}
          placeholder={own.story.weatherHint}
          value={weather}
          maxLength={200}
          onChange={(event) => setWeather(event.currentTarget.value)}
        />
        <TextInput
          label={own.story.name}
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        {begin.isError ? (
          <Alert color="red" role="alert">
            {explain(begin.error)}
          </Alert>
        ) : null}
        <div className={dialogStyles.buttons}>
          <Button variant="default" onClick={onClose}>
            {own.cancel}
          </Button>
          <Button
            type="submit"
            loading={begin.isPending}
            disabled={host === "" || greetings.isPending}
          >
            {own.story.begin}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/**
 * Stories begin in the evening of the reader's day, with the reader's UTC offset, which the story
 * keeps.
 */
function formatEvening(): string {
  const now = new Date();
  const minutes = -now.getTimezoneOffset();
  const padTwo = (value: number): string => String(Math.floor(Math.abs(value))).padStart(2, "0");
  const date = `${now.getFullYear()}-${padTwo(now.getMonth() + 1)}-${padTwo(now.getDate())}`;
  return `${date}T20:00:00${minutes < 0 ? "-" : "+"}${padTwo(minutes / 60)}:${padTwo(minutes % 60)}`;
}
