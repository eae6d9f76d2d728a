import { Button, CloseButton } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { go } from "../../route.ts";
import { restorePath, lobbyKey } from "../api.ts";
import { type DeletedStory, useDeletedStory } from "../deleted-story.ts";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import styles from "./lobby.module.css";

/**
 * Offers to undo the deletion of a story. The empty status region stays, so that screen readers
 * announce changes in it.
 */
export function DeletedNote() {
  const { deleted } = useDeletedStory();
  return <div role="status">{deleted === undefined ? null : <Undo story={deleted} />}</div>;
}

function Undo({ story }: { story: DeletedStory }) {
  const common = useWords();
  const words = usePageWords(pageWords).story;
  const explain = useExplain();
  const client = useQueryClient();
  const { note } = useDeletedStory();
  const undo = useMutation({
    mutationFn: () => restorePath(story.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: lobbyKey });
      note(null);
      go({ page: "stage", part: story.id });
    },
  });
  return (
    <div className={styles.deleted}>
      <span>{undo.isError ? explain(undo.error) : words.deleted(story.title)}</span>
      <Button
        size="compact-sm"
        variant="default"
        loading={undo.isPending}
        onClick={() => undo.mutate()}
      >
        {words.undo}
      </Button>
      <CloseButton aria-label={common.close} onClick={() => note(null)} />
    </div>
  );
}
