import type { PushLedger } from "../../domain/ports/channel-storage.ts";

/** An unfinished message as it is stored, with the part of the answer that took it over. */
type Kept<Message> = Message & { readonly takenBy?: string | undefined };

/** The unfinished messages of turns, for whichever process answers them. */
export interface KeptMessages<Message> {
  read(turnId: string): Promise<Kept<Message> | undefined>;
  keep(turnId: string, message: Message, takenBy?: string): Promise<void>;
  forget(turnId: string): Promise<void>;
}

export function createKeptMessages<Message extends object>(
  pushes: Pick<PushLedger, "restOf" | "keepRest">,
  channel: string,
): KeptMessages<Message> {
  const keyOf = (turnId: string): string => `live:${channel}:${turnId}`;
  return {
    async read(turnId) {
      const kept = await pushes.restOf(keyOf(turnId));
      return kept === undefined ? undefined : (JSON.parse(kept) as Kept<Message>);
    },
    keep: (turnId, message, takenBy) =>
      pushes.keepRest(keyOf(turnId), JSON.stringify({ ...message, takenBy })),
    forget: (turnId) => pushes.keepRest(keyOf(turnId), undefined),
  };
}

/** Whether no other part of the answer has made the message its own. */
export const isFreeFor = (partId: string, { takenBy }: Kept<object>): boolean =>
  takenBy === undefined || takenBy === partId;
