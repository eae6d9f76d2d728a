/** A person links their own account in a chat app by scanning a code. */
export interface ChannelLogin {
  /** Refuses with `unavailable` when the vendor gives no code. */
  start(accountId: string): Promise<ChannelLoginView>;
  /**
   * One short question to the vendor, then where the login stands. Undefined: this account has no
   * such login.
   */
  status(of: ChannelLoginQuestion): Promise<ChannelLoginView | undefined>;
}

export interface ChannelLoginQuestion {
  readonly session: string;
  readonly accountId: string;
  /** The number that the phone shows, if the vendor asks for one. */
  readonly verifyCode?: string | undefined;
}

export interface ChannelLoginView {
  readonly session: string;
  readonly state: "waiting" | "scanned" | "need_verify_code" | "connected" | "failed";
  readonly reason: string | null;
  /** The code to scan. It changes when a code runs out. */
  readonly qr: { readonly url: string; readonly svg: string } | null;
  readonly expiresAt: string;
  readonly channelAccount: string | null;
}
