/** One event of a stream, as the server sent it. */
export interface StreamEvent {
  readonly type: string;
  readonly data: unknown;
  /** Its place in the log, where it has one. */
  readonly id: number | undefined;
}

/** Reads server-sent events to the end of the body. Comments and retry hints are ignored. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  let rest = "";
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = eventIn(block);
      if (event !== undefined) yield event;
    }
  }
}

function eventIn(block: string): StreamEvent | undefined {
  const fields = new Map(
    block.split("\n").flatMap((line) => {
      const found = /^(\w+): ?(.*)$/.exec(line);
      return found === null ? [] : [[found[1], found[2] ?? ""] as const];
    }),
  );
  const data = fields.get("data");
  if (data === undefined) return undefined;
  const id = fields.get("id");
  return {
    type: fields.get("event") ?? "message",
    data: JSON.parse(data),
    id: id === undefined ? undefined : Number(id),
  };
}
