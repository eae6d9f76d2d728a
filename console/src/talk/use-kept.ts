import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Conversation } from "../api/contract.ts";
import {
  changeConversation,
  type ConversationChange,
  deleteConversation,
  eraseConversation,
  refreshConversations,
  restoreConversation,
} from "../api/conversations.ts";
import { conversationKey } from "./use-conversation.ts";

export type KeptAct =
  | ({ readonly kind: "change" } & ConversationChange)
  | { readonly kind: "delete" | "restore" | "erase" };

interface Done {
  readonly conversation: Conversation;
  readonly act: KeptAct;
}

const run = ({ conversation: { id }, act }: Done): Promise<unknown> => {
  switch (act.kind) {
    case "change": {
      const { kind: _kind, ...change } = act;
      return changeConversation(id, change);
    }
    case "delete":
      return deleteConversation(id);
    case "restore":
      return restoreConversation(id);
    case "erase":
      return eraseConversation(id);
    default:
      return act satisfies never;
  }
};

/** What a person does with a conversation in the list. */
export function useKept(onDone?: (done: Done) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (_answer, done) => {
      // What it shows has changed as a whole.
      if (done.act.kind !== "change")
        client.removeQueries({ queryKey: conversationKey(done.conversation.id) });
      onDone?.(done);
    },
    onSettled: () => refreshConversations(client),
  });
}

/** The act that takes this one back, where there is one. */
export function undoOf(act: KeptAct): KeptAct | undefined {
  if (act.kind === "delete") return { kind: "restore" };
  return act.kind === "change" && act.archived === true
    ? { kind: "change", archived: false }
    : undefined;
}
