/** Another installation that the operator listed. */
export interface Peer {
  readonly host: string;
  /** Its origin. */
  readonly url: string;
  /** Its Ed25519 public key: 32 bytes as base64url. */
  readonly key: string;
}

/** What one installation says to another. */
export type PeerMessage =
  | { readonly kind: "hello" }
  /** By the code that a person there gave to a person here. */
  | {
      readonly kind: "link";
      readonly link: string;
      readonly code: string;
      readonly name: string;
    }
  | { readonly kind: "end"; readonly link: string }
  | { readonly kind: "busy"; readonly link: string; readonly from: string; readonly to: string }
  | {
      readonly kind: "invite";
      readonly link: string;
      readonly invitation: string;
      readonly sequence: number;
      readonly title: string;
      readonly starts_at: string;
      readonly minutes: number;
      readonly cancelled: boolean;
    }
  | {
      readonly kind: "answer";
      readonly link: string;
      readonly invitation: string;
      readonly sequence: number;
      /** The time that was answered: one for an earlier time does not count. */
      readonly starts_at: string;
      readonly accepted: boolean;
    };

export type PeerRefusal = "link_unknown" | "code_not_valid" | "too_many";

export interface PeerAnswer {
  /** Absent: it was taken. */
  readonly refused?: PeerRefusal | undefined;
  /** The other person's name, for `link`. */
  readonly name?: string | undefined;
  /** For `busy`: times that are taken, or null where the person does not show them. */
  readonly busy?: readonly (readonly [from: string, to: string])[] | null | undefined;
}

/** Why no answer came that can be used. */
export type PeerTrouble = "unreachable" | "not_trusted" | "failed";

export interface PeerCalls {
  /** This installation's own name. */
  readonly host: string;
  readonly peers: readonly Peer[];
  send(
    host: string,
    message: PeerMessage,
    signal?: AbortSignal,
  ): Promise<PeerAnswer | { readonly trouble: PeerTrouble }>;
}
