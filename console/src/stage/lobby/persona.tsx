import { Alert, Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { lobbyKey, setYou } from "../api.ts";
import { Dialog } from "../confirm-dialog.tsx";
import { Avatar } from "../avatar.tsx";
import { type Lobby, type Persona, you } from "../contract.ts";
import dialogStyles from "../dialogs.module.css";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import styles from "./lobby.module.css";

/** The person's usual persona in their stories, and the way to the others. */
export function OwnPersonas({ self }: { self: Lobby["you"] }) {
  const words = usePageWords(pageWords);
  const [edits, setEdits] = useState(false);
  return (
    <div className={styles.self}>
      <Avatar id={you} size="sm" />
      <span>{words.self.as(self?.name ?? words.you)}</span>
      <Button size="compact-sm" variant="subtle" onClick={() => setEdits(true)}>
        {words.self.change}
      </Button>
      {edits ? <PersonasDialog self={self} onClose={() => setEdits(false)} /> : null}
    </div>
  );
}

const nobody: Persona = { name: "", pronouns: "", persona: "" };

const pick = ({ name, pronouns, persona }: Persona): Persona => ({ name, pronouns, persona });

function PersonasDialog({ self, onClose }: { self: Lobby["you"]; onClose: () => void }) {
  const words = usePageWords(pageWords);
  // The first is the usual one.
  const kept = [pick(self ?? nobody), ...(self?.others ?? []).map(pick)];
  const [at, setAt] = useState(0);
  return (
    <Dialog title={words.self.title} onClose={onClose}>
      {self === null ? null : (
        <NativeSelect
          label={words.self.list}
          description={words.self.storyHint}
          value={String(at)}
          data={[
            ...kept.map(({ name }, index) => ({
              value: String(index),
              label: index === 0 ? words.self.usual(name) : name,
            })),
            { value: String(kept.length), label: words.self.add },
          ]}
          onChange={(event) => setAt(Number(event.currentTarget.value))}
        />
      )}
      <PersonaForm key={at} kept={kept} at={at} onClose={onClose} />
    </Dialog>
  );
}

function PersonaForm({
  kept,
  at,
  onClose,
}: {
  readonly kept: readonly Persona[];
  readonly at: number;
  readonly onClose: () => void;
}) {
  const explain = useExplain();
  const words = usePageWords(pageWords);
  const client = useQueryClient();
  const [edited, setEdited] = useState(kept[at] ?? nobody);
  const save = useMutation({
    mutationFn: ([usual = nobody, ...others]: readonly Persona[]) => setYou({ ...usual, others }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: lobbyKey });
      onClose();
    },
  });
  const set = (fields: Partial<Persona>): void => setEdited({ ...edited, ...fields });
  const trimmed = {
    name: edited.name.trim(),
    pronouns: edited.pronouns.trim(),
    persona: edited.persona.trim(),
  };
  const others = kept.filter((_one, index) => index !== at);
  const isOther = at > 0 && at < kept.length;
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate([...kept.slice(0, at), trimmed, ...kept.slice(at + 1)]);
  };
  return (
    <form className={dialogStyles.form} onSubmit={handleSubmit}>
      <TextInput
        label={words.self.name}
        value={edited.name}
        maxLength={80}
        onChange={(event) => set({ name: event.currentTarget.value })}
        data-autofocus
      />
      <TextInput
        label={words.self.pronouns}
        value={edited.pronouns}
        maxLength={80}
        onChange={(event) => set({ pronouns: event.currentTarget.value })}
      />
      <Textarea
        label={words.self.persona}
        description={words.self.hint}
        autosize
        minRows={3}
        maxRows={10}
        value={edited.persona}
        onChange={(event) => set({ persona: event.currentTarget.value })}
      />
      {save.isError ? (
        <Alert color="red" role="alert">
          {explain(save.error)}
        </Alert>
      ) : null}
      <div className={dialogStyles.buttons}>
        {isOther ? (
          <>
            <Button variant="subtle" color="red" onClick={() => save.mutate(others)}>
              {words.self.remove}
            </Button>
            <Button
              variant="subtle"
              disabled={trimmed.name === ""}
              onClick={() => save.mutate([trimmed, ...others])}
            >
              {words.self.makeUsual}
            </Button>
          </>
        ) : null}
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={save.isPending} disabled={trimmed.name === ""}>
          {words.self.save}
        </Button>
      </div>
    </form>
  );
}
