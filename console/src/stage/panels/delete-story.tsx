import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { go } from "../../route.ts";
import { chatKey, deleteChat, lobbyKey } from "../api.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { useCast } from "../cast-context.tsx";
import { type Stage } from "../contract.ts";
import { useDeletedStory } from "../deleted-story.ts";
import { words as pageWords } from "../words.ts";

/** Deletes the story with everything its characters remember of it. */
export function DeleteStory({ stage }: { stage: Stage }) {
  const words = usePageWords(pageWords);
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const { id, title, host_bot_id } = stage.chat;
  const { nameOf } = useCast();
  const { note } = useDeletedStory();
  const end = useMutation({
    mutationFn: () => deleteChat(id),
    onSuccess: async () => {
      note({ id, title: title ?? nameOf(host_bot_id) });
      go({ page: "stage", part: undefined });
      client.removeQueries({ queryKey: chatKey(id) });
      await client.invalidateQueries({ queryKey: lobbyKey });
    },
  });
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsks(true)}>
        {words.panels.delete}
      </Button>
      {asks ? (
        <ConfirmDialog
          title={words.panels.delete}
          yes={words.panels.deleteYes}
          danger
          busy={end.isPending}
          error={end.error}
          onClose={() => setAsks(false)}
          onYes={() => end.mutate()}
        >
          <p>{words.panels.deleteAsk}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
