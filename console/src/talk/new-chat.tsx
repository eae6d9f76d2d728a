import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { createConversation, refreshConversations } from "../api/conversations.ts";
import { explain } from "../language/explain.ts";
import { useWords } from "../language/use-words.tsx";
import { go } from "../route.ts";
import { useSignedIn } from "../session/signed-in.tsx";
import log from "../frame/message-log.module.css";
import styles from "./chat.module.css";
import { TalkComposer } from "./talk-composer.tsx";
import { newConversation } from "./conversation-list.tsx";
import { useDraft } from "./draft.ts";
import { type PickedFile } from "./files.ts";
import { ModelNote } from "./model-note.tsx";
import { isShowingFirstSteps } from "./first-steps-shown.ts";
import { Welcome } from "./welcome.tsx";

// Only for a new person.
const FirstSteps = lazy(() => import("./first-steps.tsx"));

interface First {
  readonly text: string;
  readonly files: readonly PickedFile[];
}

/**
 * The conversation is made with its first message, so that looking around leaves no empty ones
 * behind.
 */
export function NewChat() {
  const words = useWords();
  const client = useQueryClient();
  const { outbox, session } = useSignedIn();
  const [isNew, setNew] = useState(() => isShowingFirstSteps(session.account));
  const draft = useDraft(newConversation);
  const begin = useMutation({
    mutationFn: (_first: First) => createConversation(),
    onSuccess: (conversation, { text, files }) => {
      outbox.send({
        conversationId: conversation.id,
        text,
        ...(files.length === 0 ? {} : { files }),
        afterEventId: 0,
      });
      // What was typed in between goes on in the new conversation.
      draft.moveTo(conversation.id);
      void refreshConversations(client);
      go({ page: "talk", conversation: conversation.id }, "replace");
    },
    onError: (_error, { text }) => draft.set([text, draft.text].filter(Boolean).join("\n")),
  });
  const send = (files: readonly PickedFile[]): void => {
    begin.mutate({ text: draft.text, files });
    draft.set("");
  };
  const offer = (text: string): void => {
    draft.set(text);
    document.getElementById("message")?.focus();
  };
  return (
    <>
      <div className={log.scroller}>
        <div className={log.column}>
          {isNew ? (
            <Suspense>
              <FirstSteps onExample={offer} onHide={() => setNew(false)} />
            </Suspense>
          ) : null}
          <ModelNote />
          <Welcome onExample={offer} />
        </div>
      </div>
      <div className={styles.foot}>
        {begin.isError ? (
          <p className={styles.notice} role="alert" data-tone="error">
            {words.chat.sendFailed}. {explain(begin.error, words)}
          </p>
        ) : null}
        <TalkComposer draft={draft} sending={begin.isPending} onSend={send} />
      </div>
    </>
  );
}
