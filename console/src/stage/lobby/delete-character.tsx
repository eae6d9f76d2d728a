import { useMutation, useQueryClient } from "@tanstack/react-query";
import { usePageWords } from "../../language/use-words.tsx";
import { deleteBot, lobbyKey } from "../api.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { type Bot } from "../contract.ts";
import { words as pageWords } from "../words.ts";

/** Asks before a character is deleted; one that is in a story stays, and the server says why. */
export function DeleteCharacter({
  bot,
  onClose,
  onDeleted,
}: {
  readonly bot: Bot;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}) {
  const words = usePageWords(pageWords).character;
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteBot(bot.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: lobbyKey });
      onDeleted();
    },
  });
  return (
    <ConfirmDialog
      title={words.delete}
      yes={words.delete}
      danger
      busy={remove.isPending}
      error={remove.error}
      onYes={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{words.deleteAsk(bot.name)}</p>
    </ConfirmDialog>
  );
}
