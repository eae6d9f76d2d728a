import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { defaultPageDir, startApp } from "../../main.ts";
import { loadConfig } from "../../config.ts";
import type { ChannelWebhook } from "../../domain/webhook.ts";
import type { Accept } from "../../inbound/accept.ts";
import type { Skill } from "../../domain/skill.ts";
import { asOwner } from "../../store/database/owner.ts";
import { openPostgres } from "../../store/database/postgres-database.ts";
import { systemClock } from "../system.ts";

/**
 * One server under measurement, in a process of its own:
 *   bare    node:http that answers after one INSERT
 *   accept  the product as a gateway: verify, dedupe, identity, log, tables, then 202
 *   stream  the product with a skill that shows a token every 50 ms, for as many seconds as the message says
 * It prints one JSON line when it listens and answers questions on standard input with one line each.
 */
const tokenSkill: Skill = {
  name: "tokens",
  async handle(turn) {
    const said = turn.window[0]?.text ?? "";
    let left = Number.parseInt(said, 10) * 20;
    let isFirst = true;
    await metronome.everyBeat(() => {
      if (left === 0 || turn.signal.aborted) return false;
      // A reader can tell by it how long it was on its way.
      turn.show({ text: isFirst ? `${said} @${systemClock.now()} token ` : "token " });
      isFirst = false;
      left -= 1;
      return true;
    });
    return { reply: ["done"], disposition: "replied", reason: "reply_ready" };
  },
};

const beatMs = 5;
const metronome = openMetronome();

/** Calls back every 50 ms until it says no. One timer plays the models of all turns: one each would cost more than what is measured. */
function openMetronome() {
  const beats = Array.from({ length: 10 }, () => new Set<() => void>());
  let joined = 0;
  let last = Math.floor(systemClock.now() / beatMs);
  return {
    everyBeat: (play: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        const mine = beats[joined++ % beats.length];
        const once = (): void => {
          if (play()) return;
          mine?.delete(once);
          resolve();
        };
        mine?.add(once);
      }),
    /** A late tick makes up for those that were missed. */
    playBeats(): void {
      for (const now = Math.floor(systemClock.now() / beatMs); last < now; last += 1)
        for (const play of beats[last % beats.length] ?? []) play();
    },
  };
}

const kind = process.argv[2];
const operatorToken = process.env["MEANWHILE_OPERATOR_TOKEN"] ?? "";
const url = kind === "bare" ? await bare() : await product();
process.stdout.write(`${JSON.stringify({ url, operatorToken })}\n`);

answerQuestions();
if (kind === "stream") setInterval(metronome.playBeats, beatMs);

function answerQuestions(): void {
  let before = process.cpuUsage();
  let since = process.hrtime.bigint();
  process.stdin.on("data", () => {
    const used = process.cpuUsage(before);
    const wall = Number(process.hrtime.bigint() - since) / 1000;
    process.stdout.write(
      `${JSON.stringify({ core: (used.user + used.system) / wall, rssMb: process.memoryUsage().rss / 1e6 })}\n`,
    );
    before = process.cpuUsage();
    since = process.hrtime.bigint();
  });
}

async function bare(): Promise<string> {
  const connection = { connectionString: process.env["DATABASE_URL"] };
  await asOwner(connection, async (sql) => {
    await sql.rows(
      "create table if not exists bench_inbox (id text primary key, body jsonb not null, at timestamptz not null default now())",
    );
    await sql.rows("grant insert on bench_inbox to meanwhile_engine");
  });
  const db = openPostgres(connection, {
    poolSize: 16,
    log: {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: () => undefined,
    },
  });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const body = JSON.parse(text) as { message_id: string };
      db.rows("insert into bench_inbox (id, body) values ($1, $2) on conflict do nothing", [
        body.message_id,
        text,
      ]).then(
        () =>
          response.writeHead(202, { "content-type": "application/json" }).end('{"accepted":true}'),
        () => response.writeHead(503).end(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/bench`;
}

async function product(): Promise<string> {
  const app = await startApp({
    config: loadConfig(),
    logStream: process.stderr,
    command: "bench",
    pageDir: defaultPageDir,
    webhooks: (accept) => [benchWebhook(accept)],
    skills: kind === "stream" ? [tokenSkill] : [],
  });
  return kind === "stream" ? app.localUrl : `${app.localUrl}/webhooks/bench`;
}

function benchWebhook(accept: Accept): ChannelWebhook {
  return {
    method: "post",
    path: "/webhooks/bench",
    async handle(raw) {
      const body = JSON.parse(new TextDecoder().decode(raw.body)) as {
        message_id: string;
        peer: string;
        text: string;
      };
      const outcome = await accept({
        route: {
          channel: "bench",
          channelAccount: "bench",
          scope: `user:${body.peer}`,
          peer: body.peer,
        },
        vendorId: body.message_id,
        subject: body.peer,
        text: body.text,
        busyPolicy: "queue",
        provision: true,
      });
      return {
        status: 202,
        contentType: "application/json",
        body: JSON.stringify({ accepted: outcome.kind !== "refused" }),
      };
    },
  };
}
