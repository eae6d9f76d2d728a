import { Alert, Button, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { lobbyKey, setYou } from "../api.ts";
import { Dialog } from "../confirm-dialog.tsx";
import { Avatar } from "../avatar.tsx";
import { type Lobby, you } from "../contract.ts";
import dialogStyles from "../dialogs.module.css";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import styles from "./lobby.module.css";

/** The person's persona in their stories. */
export function Persona({ self }: { self: Lobby["you"] }) {
  const words = usePageWords(pageWords);
  const [edits, setEdits] = useState(false);
  return (
    <div className={styles.self}>
      <Avatar id={you} size="sm" />
      <span>{words.self.as(self?.name ?? words.you)}</span>
      <Button size="compact-sm" variant="subtle" onClick={() => setEdits(true)}>
        {words.self.change}
      </Button>
      {edits ? <PersonaForm self={self} onClose={() => setEdits(false)} /> : null}
    </div>
  );
}

function PersonaForm({ self, onClose }: { self: Lobby["you"]; onClose: () => void }) {
  const explain = useExplain();
  const words = usePageWords(pageWords);
  const client = useQueryClient();
  const [name, setName] = useState(self?.name ?? "");
  const [pronouns, setPronouns] = useState(self?.pronouns ?? "");
  const [persona, setPersona] = useState(self?.persona ?? "");
  const save = useMutation({
    mutationFn: () =>
      setYou({ name: name.trim(), pronouns: pronouns.trim(), persona: persona.trim() }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: lobbyKey });
      onClose();
    },
  });
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog title={words.self.title} onClose={onClose}>
      <form className={dialogStyles.form} onSubmit={handleSubmit}>
        <TextInput
          label={words.self.name}
          value={name}
          maxLength={80}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label={words.self.pronouns}
          value={pronouns}
          maxLength={80}
          onChange={(event) => setPronouns(event.currentTarget.value)}
        />
        <Textarea
          label={words.self.persona}
          description={words.self.hint}
          autosize
          minRows={3}
          maxRows={10}
          value={persona}
          onChange={(event) => setPersona(event.currentTarget.value)}
        />
        {save.isError ? (
          <Alert color="red" role="alert">
            {explain(save.error)}
          </Alert>
        ) : null}
        <div className={dialogStyles.buttons}>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ""}>
            {words.self.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
