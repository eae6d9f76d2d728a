/** The part of Chat SDK's `Adapter` that this bridge uses. */
export interface HostedAdapter {
  readonly name: string;
  initialize(chat: object): Promise<void>;
  handleWebhook(request: Request, options?: WebhookOptions): Promise<Response>;
  postMessage(threadId: string, message: object): Promise<{ readonly id: string }>;
  startTyping(threadId: string): Promise<void>;
  isDM?(threadId: string): boolean;
  openDM?(userId: string): Promise<string>;
  disconnect?(): Promise<void>;
}

export interface WebhookOptions {
  waitUntil?(task: Promise<unknown>): void;
}

export interface HostedMessage {
  readonly id: string;
  readonly text: string;
  readonly author: HostedAuthor;
  readonly isMention?: boolean;
  readonly attachments?: readonly HostedFile[];
}

export interface HostedAuthor {
  readonly userId: string;
  readonly userName?: string;
  readonly fullName?: string;
  readonly isBot?: boolean | "unknown";
  readonly isMe?: boolean;
}

export interface HostedFile {
  readonly type?: string;
  readonly name?: string;
  readonly mimeType?: string;
  readonly data?: Uint8Array | Blob;
  fetchData?(): Promise<Uint8Array>;
}

/** A button of ours that someone pressed. */
export interface HostedAction {
  readonly actionId: string;
  readonly value?: string;
  readonly messageId: string;
  readonly threadId: string;
  readonly user: HostedAuthor;
}
