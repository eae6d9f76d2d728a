import { flushCompileCache } from "node:module";
import { createInterface } from "node:readline";
import { systemClock } from "../../src/cli/system.ts";
import { loadConfig } from "../../src/config.ts";
import type { ChannelWebhook } from "../../src/domain/webhook.ts";
import type { AcceptOutcome, BusyPolicy, InboundMessage } from "../../src/domain/message.ts";
import { startApp } from "../../src/main.ts";
import { safeHttp } from "../../src/outbound/safe-fetch.ts";
import { postChannel } from "../vendors/post-channel.ts";
import { type Directions, createScriptedSkill } from "./scripted-skill.ts";

/** The product as a process that a test can kill. Lines on stdout tell the test where it is; lines on stdin direct it. */
export interface InstancePlan {
  /** Exactly the environment that the product would read. */
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly vendorUrl: string;
  /** Channels by name, with what becomes of a send whose outcome is unknown. */
  readonly channels: Readonly<Record<string, "resend" | "keep">>;
  /** Channels that wait for `ready <name>`. */
  readonly notReady: readonly string[];
  readonly sendTimeoutMs: number;
  /** Megabytes that the process may take for its objects: one that is lavish with memory shows it sooner. */
  readonly heapMb?: number | undefined;
}

export interface Posted {
  readonly id: string;
  readonly channel: string;
  readonly from: string;
  readonly text: string;
  /** The conversation; one of the sender's own unless it is given. */
  readonly scope?: string | undefined;
  readonly policy?: BusyPolicy | undefined;
}

const plan = JSON.parse(process.argv[2] ?? "") as InstancePlan;
const tell = (line: Readonly<Record<string, unknown>>): void =>
  void process.stdout.write(`${JSON.stringify(line)}\n`);

const released = new Set<string>();
const waiting = new Map<string, () => void>();
const notReady = new Set(plan.notReady);
const orders = createInterface({ input: process.stdin });
// The process that gives the orders is gone, and with it every reason to be here: a test run that was killed leaves no process behind.
orders.on("close", () => process.exit(1));
orders.on("line", (line) => {
  const [word, name = ""] = line.split(" ");
  if (word === "ready") notReady.delete(name);
  if (word !== "release") return;
  released.add(name);
  waiting.get(name)?.();
});

const directions: Directions = {
  tell,
  released: (token) =>
    released.has(token)
      ? Promise.resolve()
      : new Promise((resolve) => void waiting.set(token, resolve)),
};

function inboundHook(accept: (message: InboundMessage) => Promise<AcceptOutcome>): ChannelWebhook {
  return {
    method: "post",
    path: "/webhooks/post",
    async handle({ body }) {
      const posted = JSON.parse(Buffer.from(body).toString("utf8")) as Posted;
      const outcome = await accept({
        route: {
          channel: posted.channel,
          channelAccount: "main",
          scope: posted.scope ?? `user:${posted.from}`,
          peer: posted.from,
        },
        vendorId: posted.id,
        subject: posted.from,
        text: posted.text,
        busyPolicy: posted.policy ?? "queue",
        provision: true,
      });
      return { status: 202, body: JSON.stringify(outcome), contentType: "application/json" };
    },
  };
}

const http = safeHttp({ clock: systemClock });
const app = await startApp({
  config: loadConfig({ env: plan.env, cwd: plan.dataDir }),
  logStream: process.stderr,
  command: "crash test",
  pageDir: plan.dataDir,
  // What is written here is read by the scripted skill.
  warmsUp: false,
  channels: Object.entries(plan.channels).map(([name, unknownSends]) =>
    postChannel({
      name,
      url: plan.vendorUrl,
      http,
      unknownSends,
      limits: { sendTimeoutMs: plan.sendTimeoutMs },
      ready: () => !notReady.has(name),
    }),
  ),
  webhooks: (accept) => [inboundHook(accept)],
  skills: [createScriptedSkill(directions)],
});

let ending = false;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    // The second signal means now.
    if (ending) process.exit(143);
    ending = true;
    tell({ at: "ending" });
    void app.close().then(() => process.exit(0));
  });
}
// A process that is killed keeps nothing by itself of what was compiled for it.
flushCompileCache();
tell({ at: "ready", url: app.localUrl });
