import { useQueryClient } from "@tanstack/react-query";
import { createContext, use, useMemo, useState, type ReactNode } from "react";
import { type Control, type Session } from "../api/contract.ts";
import { postMessage, refreshConversations } from "../api/conversations.ts";
import { readTab, writeTab } from "../browser-storage.ts";
import { conversationKey } from "../talk/use-conversation.ts";
import { createOutbox, type Outbox, type Pending } from "../talk/outbox.ts";

/**
 * A name for one message, made before it is sent. `crypto.randomUUID` would be missing on a plain
 * http address in a home network.
 */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The result of a control word, shown in its conversation. */
export interface ControlNotice {
  readonly conversationId: string;
  readonly control: Control;
}

interface SignedInContext {
  readonly session: Session;
  readonly outbox: Outbox;
  readonly notice: ControlNotice | null;
  readonly tell: (notice: ControlNotice | null) => void;
}

const Context = createContext<SignedInContext | null>(null);

export function SignedIn({ session, children }: { session: Session; children: ReactNode }) {
  const client = useQueryClient();
  const [notice, tell] = useState<ControlNotice | null>(null);
  const accountId = session.account.id;
  const outbox = useMemo(() => {
    const name = `outbox.${accountId}`;
    return createOutbox({
      post: async (conversationId, message) => {
        const receipt = await postMessage(conversationId, message);
        void refreshConversations(client);
        return receipt;
      },
      newId: newClientId,
      load: () => readTab<readonly Pending[]>(name, []),
      save: (items) => writeTab(name, items),
      onControl: (conversationId, control) => {
        tell({ conversationId, control });
        void client.invalidateQueries({ queryKey: conversationKey(conversationId) });
      },
    });
  }, [accountId, client]);
  const value = useMemo(() => ({ session, outbox, notice, tell }), [session, outbox, notice]);
  return <Context value={value}>{children}</Context>;
}

export function useSignedIn(): SignedInContext {
  const value = use(Context);
  if (value === null) throw new Error("used outside of SignedIn");
  return value;
}
