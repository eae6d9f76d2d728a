import { Alert, Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { go } from "../../route.ts";
import { useCast } from "../cast-context.tsx";
import { CharacterPicker } from "../character-picker.tsx";
import { Dialog } from "../confirm-dialog.tsx";
import dialogStyles from "../dialogs.module.css";
import { useExplain } from "../use-explain.ts";
import { beginShared, sharedKey } from "./calls.ts";
import { words as pageWords } from "./words.ts";

/** The form for a new story with friends. */
export function NewShared({ onClose }: { onClose: () => void }) {
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const client = useQueryClient();
  const { bots } = useCast();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [fields, setFields] = useState({ name: "", persona: "", title: "", place: "" });
  const begin = useMutation({
    mutationFn: () => {
      const given = Object.entries(fields).filter(([, value]) => value.trim() !== "");
      return beginShared({ bot_ids: chosen, name: fields.name, ...Object.fromEntries(given) });
    },
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: sharedKey });
      go({ page: "stage", part: `shared/${id}` });
    },
  });
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    begin.mutate();
  };
  const field = (name: keyof typeof fields, label: string) => (
    <TextInput
      label={label}
      value={fields[name]}
      maxLength={name === "name" ? 80 : 200}
      onChange={({ currentTarget: { value } }) => setFields((all) => ({ ...all, [name]: value }))}
    />
  );
  return (
    <Dialog title={words.new} onClose={onClose}>
      <form className={dialogStyles.form} onSubmit={handleSubmit}>
        <CharacterPicker
          label={words.characters}
          ids={bots.map(({ id }) => id)}
          chosen={chosen}
          onChange={setChosen}
        />
        {field("name", words.myName)}
        {field("persona", words.persona)}
        {field("place", words.place)}
        {field("title", words.storyName)}
        {begin.isError ? (
          <Alert color="red" role="alert">
            {explain(begin.error)}
          </Alert>
        ) : null}
        <div className={dialogStyles.buttons}>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            type="submit"
            loading={begin.isPending}
            disabled={chosen.length === 0 || fields.name.trim() === ""}
          >
            {words.begin}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
