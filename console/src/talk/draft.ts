import { useState } from "react";
import { readTab, writeTab } from "../browser-storage.ts";
import { useSignedIn } from "../session/signed-in.tsx";

export interface Draft {
  readonly text: string;
  readonly set: (text: string) => void;
  readonly moveTo: (conversation: string) => void;
}

/** The draft, stored for this tab, so that a reload or a lost session does not lose it. */
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
