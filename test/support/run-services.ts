import { connect, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { inject } from "vitest";

type Answer = { readonly given: unknown } | { readonly failure: string };

/** A socket in the main process of a run: a process that names a thing gets its address, or why there is none. */
export async function openRunServices(
  path: string,
  things: Readonly<Record<string, () => Promise<unknown>>>,
) {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => socket.destroy());
    const answer = async (): Promise<Answer> => {
      const name = await text(socket);
      const give = things[name];
      return give === undefined ? { failure: `nobody makes ${name}` } : { given: await give() };
    };
    void answer()
      .catch((error: unknown): Answer => ({ failure: String(error) }))
      .then((said) => socket.end(JSON.stringify(said)));
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return { path, close: () => void server.close() };
}

export async function askRunService<T>(thing: string): Promise<T> {
  const socket = connect({ path: inject("runServices"), allowHalfOpen: true });
  socket.end(thing);
  const answer = JSON.parse(await text(socket)) as Answer;
  if ("failure" in answer) throw new Error(answer.failure);
  return answer.given as T;
}
