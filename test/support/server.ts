import { startPageServer } from "./page-server.ts";

/** A running product for the browser: the page, and the API behind it. */
export interface TestServer {
  readonly url: string;
  /** Signs in once, as the link that the product prints at its start. */
  readonly operatorLink: string;
  /** Lets replies to messages that begin with `hold` go on. Any other message is answered at once with `You said: …`. */
  readonly release: () => void;
  readonly close: () => Promise<void>;
}

export interface TestServerOptions {
  readonly model?: "offline" | "scripted";
}

export const startServer = (options: TestServerOptions = {}): Promise<TestServer> => startPageServer(options);
