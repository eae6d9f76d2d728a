import { type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http";

export interface ServerEvent {
  readonly id: number | undefined;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A client of one stream that the test reads at its own pace. */
export interface EventStream {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  /** All events so far. */
  readonly events: ServerEvent[];
  readonly comments: string[];
  readonly retries: number[];
  /** Resolves when the condition holds for what has come so far, and fails if the stream ends before. */
  until(condition: (events: readonly ServerEvent[]) => boolean): Promise<readonly ServerEvent[]>;
  readonly ended: Promise<void>;
  /** Takes nothing from the network until `resume`. */
  pause(): void;
  resume(): void;
  close(): void;
}

export interface StreamOptions {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly paused?: boolean;
}

export function openStream(options: StreamOptions): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      host: "127.0.0.1",
      port: options.port,
      path: options.path,
      headers: options.headers,
      agent: false,
    });
    request.on("error", reject);
    request.on("response", (response) =>
      resolve(follow(request, response, options.paused === true)),
    );
    request.end();
  });
}

function follow(request: ClientRequest, response: IncomingMessage, paused: boolean): EventStream {
  const events: ServerEvent[] = [];
  const comments: string[] = [];
  const retries: number[] = [];
  let rest = "";
  let over = false;
  const watchers = new Set<() => void>();
  const look = (): void => watchers.forEach((watcher) => watcher());
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      over = true;
      look();
      resolve();
    };
    response.on("close", end);
    response.on("error", end);
  });
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => {
    const blocks = (rest + chunk).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) take(block, { events, comments, retries });
    look();
  });
  if (paused) response.pause();
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    comments,
    retries,
    ended,
    until: (condition) =>
      new Promise((resolve, reject) => {
        const watch = (): void => {
          if (condition(events)) resolve(events);
          else if (over)
            reject(new Error(`the stream ended after ${JSON.stringify(events.slice(-5))}`));
          else return;
          watchers.delete(watch);
        };
        watchers.add(watch);
        watch();
      }),
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => void request.destroy(),
  };
}

function take(
  block: string,
  into: { events: ServerEvent[]; comments: string[]; retries: number[] },
): void {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const [name = "", value = ""] = line.split(/: ?(.*)/s);
    if (name === "") into.comments.push(value);
    else if (name === "retry") into.retries.push(Number(value));
    else fields.set(name, value);
  }
  const type = fields.get("event");
  if (type === undefined) return;
  const id = fields.get("id");
  into.events.push({
    id: id === undefined ? undefined : Number(id),
    type,
    data: JSON.parse(fields.get("data") ?? "null") as ServerEvent["data"],
  });
}
