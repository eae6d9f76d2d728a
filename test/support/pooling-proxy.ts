import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConnectionSettings } from "../../src/store/database/postgres-database.ts";

/** A pooler in transaction mode: every transaction of a client may run in another session. */
export interface PoolingProxy {
  readonly url: string;
  /** Transactions that ran in another session than the client's previous one. */
  readonly moves: number;
  close(): Promise<void>;
}

interface Session {
  readonly socket: Socket;
  /** Sends to the server, once it has let the session in. */
  send(bytes: Buffer): void;
  client: Client | undefined;
}

interface Client {
  readonly socket: Socket;
  readonly key: string;
  session: Session | undefined;
  last: Session | undefined;
  /** What it sent while no session was free. */
  readonly waiting: Buffer[];
  /** Answers that are still to come: the server ends each with a message `Z`. */
  owed: number;
  /** Sent something that no Sync has ended yet. */
  isOpenEnded: boolean;
}

const sessionsPerUser = 3;

/**
 * Like PgBouncer before 1.21: it refuses start-up options, knows nothing of prepared statements, and
 * forgets LISTEN, `set` and session locks of the client that it takes a session from.
 */
export async function poolTo(database: ConnectionSettings): Promise<PoolingProxy> {
  const { host = "", port = 5432, user = "", database: name = "" } = database;
  const directory = await mkdtemp(join(tmpdir(), "meanwhile-pooler-"));
  const free = new Map<string, Session[]>();
  const all = new Map<string, Session[]>();
  const queue: Client[] = [];
  const sockets = new Set<Socket>();
  let moves = 0;

  const take = (client: Client): void => {
    const idle = (free.get(client.key) ?? []).shift();
    const made = all.get(client.key) ?? [];
    if (idle === undefined && made.length >= sessionsPerUser) return void queue.push(client);
    const session = idle ?? openSession(client.key);
    client.session = session;
    session.client = client;
    if (client.last !== undefined && client.last !== session) moves += 1;
    client.last = session;
    for (const bytes of client.waiting.splice(0)) session.send(bytes);
  };
  const release = (session: Session, key: string): void => {
    if (session.client !== undefined) session.client.session = undefined;
    session.client = undefined;
    // The longest idle one is lent first, so that clients rarely get the same one again.
    free.set(key, [...(free.get(key) ?? []), session]);
    const next = queue.findIndex((client) => client.key === key);
    if (next >= 0) take(queue.splice(next, 1)[0] as Client);
  };
  const openSession = (key: string): Session => {
    const socket = connect(join(host, `.s.PGSQL.${port}`));
    sockets.add(socket);
    let isReady = false;
    const early: Buffer[] = [];
    const send = (bytes: Buffer): void => void (isReady ? socket.write(bytes) : early.push(bytes));
    const session: Session = { socket, client: undefined, send };
    all.set(key, [...(all.get(key) ?? []), session]);
    socket.write(startupPacket(JSON.parse(key) as Record<string, string>));
    onMessages(socket, (type, bytes) => {
      if (!isReady) {
        isReady = type === "Z";
        if (isReady) for (const held of early.splice(0)) socket.write(held);
        return;
      }
      const { client } = session;
      // A notification to a session that is lent to no client is lost.
      client?.socket.write(bytes);
      if (type !== "Z" || client === undefined) return;
      client.owed -= 1;
      if (bytes[5] === idleStatus && client.owed === 0 && !client.isOpenEnded)
        release(session, key);
    });
    socket.on("error", () => undefined);
    return session;
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    let client: Client | undefined;
    onStartup(socket, (parameters) => {
      if ("options" in parameters) {
        socket.end(errorMessage("08P01", "unsupported startup parameter: options"));
        return undefined;
      }
      const key = JSON.stringify({ user: parameters["user"], database: parameters["database"] });
      client = {
        socket,
        key,
        session: undefined,
        last: undefined,
        waiting: [],
        owed: 0,
        isOpenEnded: false,
      };
      socket.write(greeting);
      return (type: string, bytes: Buffer) => {
        if (client === undefined || type === "X") return;
        if (type === "Q" || type === "S") client.owed += 1;
        client.isOpenEnded = type !== "Q" && type !== "S";
        if (client.session === undefined) {
          client.waiting.push(bytes);
          if (client.waiting.length === 1) take(client);
        } else client.session.send(bytes);
      };
    });
    socket.on("close", () => {
      const session = client?.session;
      // In the middle of something: the session ends with it.
      if (client !== undefined && session !== undefined) {
        session.socket.destroy();
        all.set(
          client.key,
          (all.get(client.key) ?? []).filter((each) => each !== session),
        );
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(join(directory, `.s.PGSQL.${port}`), resolve));
  return {
    url: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(directory)}&port=${port}`,
    get moves() {
      return moves;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const idleStatus = "I".charCodeAt(0);

/** Calls back for each whole message: a type, a length, and that many bytes. */
function onMessages(socket: Socket, heard: (type: string, bytes: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on("data", (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 5 && rest.length >= rest.readUInt32BE(1) + 1) {
      const end = rest.readUInt32BE(1) + 1;
      const message = rest.subarray(0, end);
      rest = rest.subarray(end);
      heard(String.fromCharCode(message[0] ?? 0), message);
    }
  });
}

/** The first packet has no type. */
function onStartup(
  socket: Socket,
  accept: (
    parameters: Record<string, string>,
  ) => ((type: string, bytes: Buffer) => void) | undefined,
): void {
  const first = (bytes: Buffer): void => {
    const length = bytes.readUInt32BE(0);
    const texts = bytes.subarray(8, length).toString().split("\0");
    const parameters: Record<string, string> = {};
    for (let at = 0; at + 1 < texts.length; at += 2)
      if (texts[at] !== "") parameters[texts[at] ?? ""] = texts[at + 1] ?? "";
    const heard = accept(parameters);
    if (heard === undefined) return;
    onMessages(socket, heard);
    if (bytes.length > length) socket.emit("data", bytes.subarray(length));
  };
  socket.once("data", first);
}

function startupPacket(parameters: Readonly<Record<string, string>>): Buffer {
  const text = Object.entries(parameters)
    .map(([name, value]) => `${name}\0${value}\0`)
    .join("");
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.writeUInt32BE(196_608, 4);
  return Buffer.concat([head, body]);
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Let in, a key to cancel by, and ready. */
const greeting = Buffer.concat([
  message("R", Buffer.alloc(4)),
  message("K", Buffer.alloc(8)),
  message("Z", Buffer.from("I")),
]);

const errorMessage = (code: string, text: string): Buffer =>
  message("E", Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`));
