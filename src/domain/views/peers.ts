import type { Peer, PeerAnswer, PeerMessage } from "../ports/peers.ts";

/** What the route for other installations needs. */
export interface PeerDesk {
  readonly host: string;
  readonly known: readonly Peer[];
  sign(body: string): string;
  /** False for a message that was taken before. */
  takeOnce(message: { readonly host: string; readonly id: string }): Promise<boolean>;
  receive(host: string, message: PeerMessage): Promise<PeerAnswer>;
}
