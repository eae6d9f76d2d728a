/** A vendor's callback as a channel answers it. The bytes arrive as they came: a signature is checked on them before anything is read. */
export interface ChannelWebhook {
  readonly method: "get" | "post";
  readonly path: string;
  readonly maxBytes?: number | undefined;
  /** The channel is not set up: whoever calls is told so. */
  readonly isOff?: boolean | undefined;
  /** Throws a `Refusal` for whoever may not call or says nothing sensible. */
  handle(request: ChannelWebhookRequest): Promise<ChannelWebhookAnswer>;
}

export interface ChannelWebhookRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly query: URLSearchParams;
  readonly ip: string;
  /** It comes from a program on this machine, and no proxy says that it speaks for somebody else. */
  readonly isLocal: boolean;
}

export interface ChannelWebhookAnswer {
  readonly status: number;
  readonly body: string | Uint8Array;
  readonly contentType: string;
}
