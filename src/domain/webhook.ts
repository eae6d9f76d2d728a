/**
 * A vendor's callback, answered by its channel. The body is passed as raw bytes, because a
 * signature is checked on them before anything is parsed.
 */
export interface ChannelWebhook {
  readonly method: "get" | "post";
  readonly path: string;
  readonly maxBytes?: number | undefined;
  /** The channel is not set up; the caller gets an answer that says so. */
  readonly isOff?: boolean | undefined;
  /** The address to enter at the vendor, where a part of it is known only once the channel is set up. */
  readonly shownAs?: string | undefined;
  /** Throws a `Refusal` for an unauthorised or malformed request. */
  handle(request: ChannelWebhookRequest): Promise<ChannelWebhookAnswer>;
}

/** Where vendors call, and who answers there at the moment. */
export interface ChannelWebhooks {
  /** Bots with addresses of their own have them directly below these. */
  readonly addresses: readonly {
    readonly path: string;
    readonly methods: readonly ChannelWebhook["method"][];
  }[];
  list(): readonly ChannelWebhook[];
}

export interface ChannelWebhookRequest {
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly query: URLSearchParams;
  readonly ip: string;
  /**
   * The request comes from a program on this machine, and no proxy says that it forwards another
   * client's.
   */
  readonly isLocal: boolean;
}

export interface ChannelWebhookAnswer {
  readonly status: number;
  readonly body: string | Uint8Array;
  readonly contentType: string;
}
