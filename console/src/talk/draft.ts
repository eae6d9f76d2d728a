import { useState } from "react";
import { readTab, writeTab } from "../browser-storage.ts";
import { useSignedIn } from "../session/signed-in.tsx";

export interface Draft {
  readonly text: string;
  readonly set: (text: string) => void;
  readonly moveTo: (conversation: string) => void;
}

/** What is being written, kept for this tab: a reload or a lost session shall not cost it. */
export function useDraft(conversation: string): Draft {
  const { session } = useSignedIn();
  const name = (of: string): string => `draft.${session.account.id}.${of}`;
  const [text, setText] = useState(() => readTab(name(conversation), ""));
  const keep = (of: string, next: string): void =>
    writeTab(name(of), next === "" ? undefined : next);
  const set = (next: string): void => {
    setText(next);
    keep(conversation, next);
  };
  return {
    text,
    set,
    moveTo: (other) => {
      keep(other, text);
      set("");
    },
  };
}
