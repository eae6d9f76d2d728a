import { Agent, request } from "node:http";

/**
 * The other side of the wire, in a process of its own.
 *   post <url> <count> <sockets> <repeat>   as many POSTs as the server takes; prints requests/s and latencies
 *   listen <url> <token> <streams> <seconds> opens SSE streams, starts a turn in each, prints what arrived
 */
const [mode = "", url = "", ...rest] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: mode === "post" ? Number(rest[1]) : 2_000 });

interface Answer {
  readonly status: number;
  readonly body: string;
}

function send(
  to: string,
  options: { method: string; body?: string; token?: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string> = { "content-type": "application/json" };
    if (options.token !== undefined) headers["authorization"] = `Bearer ${options.token}`;
    const call = request(to, { method: options.method, agent, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (body += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    call.on("error", (cause) => reject(new Error(`${options.method} ${to} failed`, { cause })));
    call.end(options.body);
  });
}

async function post(count: number, sockets: number, repeat: boolean): Promise<void> {
  const waits: number[] = [];
  let next = 0;
  let wrong = 0;
  const run = `${process.pid}-${process.hrtime.bigint()}`;
  const started = process.hrtime.bigint();
  const worker = async (): Promise<void> => {
    while (next < count) {
      const n = next++;
      const from = process.hrtime.bigint();
      const id = repeat ? `repeat-${n % 100}` : `${run}-${n}`;
      const body = JSON.stringify({
        message_id: id,
        peer: `peer-${n % 200}`,
        text: "remind me to drink some water at three",
      });
      const answer = await send(url, { method: "POST", body });
      if (answer.status !== 202) wrong += 1;
      waits.push(Number(process.hrtime.bigint() - from) / 1e6);
    }
  };
  await Promise.all(Array.from({ length: sockets }, worker));
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  waits.sort((a, b) => a - b);
  print({
    perSecond: count / seconds,
    p50: waits[Math.floor(count * 0.5)],
    p99: waits[Math.floor(count * 0.99)],
    wrong,
  });
}

async function listen(token: string, streams: number, seconds: number): Promise<void> {
  let tokens = 0;
  // A person may have fifty streams open, so several people listen.
  const people: string[] = [];
  for (let n = 0; n < streams; n += 50) {
    const made = await send(`${url}/api/accounts`, {
      method: "POST",
      body: JSON.stringify({ display_name: `listener ${n}` }),
      token,
    });
    people.push((JSON.parse(made.body) as { id: string }).id);
  }
  const ids: { readonly id: string; readonly who: string }[] = [];
  for (const who of people) {
    const made = await Promise.all(
      Array.from({ length: 50 }, () =>
        send(`${url}/api/conversations?account_id=${who}`, { method: "POST", body: "{}", token }),
      ),
    );
    for (const answer of made)
      ids.push({ id: (JSON.parse(answer.body) as { id: string }).id, who });
  }
  await Promise.all(
    ids.map(
      ({ id, who }) =>
        new Promise<void>((resolve, reject) => {
          const path = `${url}/api/conversations/${id}/stream?account_id=${who}`;
          const call = request(
            path,
            { agent, headers: { authorization: `Bearer ${token}` } },
            (response) => {
              if (response.statusCode !== 200)
                reject(new Error(`a stream was refused with ${response.statusCode}`));
              else resolve();
              response.on("data", (chunk: Buffer) => {
                for (
                  let at = chunk.indexOf("token ");
                  at !== -1;
                  at = chunk.indexOf("token ", at + 1)
                )
                  tokens += 1;
              });
            },
          );
          call.on("error", (cause) => reject(new Error(`GET ${path} failed`, { cause })));
          call.end();
        }),
    ),
  );
  print({ open: ids.length });
  for (let n = 0; n < ids.length; n += 50) {
    await Promise.all(
      ids.slice(n, n + 50).map(({ id, who }) =>
        send(`${url}/api/conversations/${id}/messages?account_id=${who}`, {
          method: "POST",
          token,
          body: JSON.stringify({ text: String(seconds), client_id: `go-${id}` }),
        }),
      ),
    );
  }
  print({ started: ids.length });
  process.stdin.on("data", () => {
    print({ tokens });
    tokens = 0;
  });
}

const print = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

if (mode === "post") {
  await post(Number(rest[0]), Number(rest[1]), rest[2] === "repeat");
  process.exit(0);
} else await listen(rest[0] ?? "", Number(rest[1]), Number(rest[2]));
