import { Alert, Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { go } from "../../route.ts";
import { Dialog } from "../confirm-dialog.tsx";
import dialogStyles from "../dialogs.module.css";
import { useExplain } from "../use-explain.ts";
import { joinShared, previewCode, sharedKey } from "./calls.ts";
import { words as pageWords } from "./words.ts";

/** Who invites to which story, and as whom the person wants to join. */
export function JoinStory({ code, onClose }: { code: string; onClose: () => void }) {
  const words = usePageWords(pageWords);
  const explain = useExplain();
  const client = useQueryClient();
  const invitation = useQuery({ queryKey: ["story-code", code], queryFn: () => previewCode(code) });
  const [name, setName] = useState("");
  const [character, setCharacter] = useState("");
  const join = useMutation({
    mutationFn: () =>
      joinShared({ code, ...(character === "" ? { name } : { character_id: character }) }),
    onSuccess: async ({ id }) => {
      onClose();
      await client.invalidateQueries({ queryKey: sharedKey });
      go({ page: "stage", part: `shared/${id}` });
    },
  });
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    join.mutate();
  };
  const { title, host_name, free = [] } = invitation.data ?? {};
  const error = invitation.error ?? join.error;
  return (
    <Dialog
      title={words.invited(title ?? words.untitled, host_name ?? words.somebody)}
      onClose={onClose}
    >
      <form className={dialogStyles.form} onSubmit={handleSubmit}>
        <NativeSelect
          label={words.playAs}
          value={character}
          data={[
            { value: "", label: words.ownPersona },
            ...free.map((one) => ({ value: one.id, label: one.name })),
          ]}
          onChange={(event) => setCharacter(event.currentTarget.value)}
        />
        {character === "" ? (
          <TextInput
            label={words.myName}
            value={name}
            maxLength={80}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
        ) : null}
        {error === null ? null : (
          <Alert color="red" role="alert">
            {explain(error)}
          </Alert>
        )}
        <div className={dialogStyles.buttons}>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            type="submit"
            loading={join.isPending}
            disabled={invitation.data === undefined || (character === "" && name.trim() === "")}
          >
            {words.join}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
