import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { traceOf, traceRequest } from "./trace.ts";

interface TestRequest {
  readonly method?: string;
  readonly route?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly accept?: string;
  readonly answered?: boolean;
}

/** The level and the message that a request leaves in the log. */
function traceAndReadLog({
  method = "GET",
  route = "/api/reminders",
  status = 200,
  ms = 5,
  accept,
  answered = true,
}: TestRequest): string {
  let now = 1_000;
  const lines: string[] = [];
  const at = (level: string) => (_fields: unknown, sentence: string) =>
    void lines.push(`${level}: ${sentence}`);
  const incoming = {
    method,
    headers: accept === undefined ? {} : { accept },
  } as unknown as IncomingMessage;
  const outgoing = Object.assign(new EventEmitter(), { headersSent: answered, statusCode: status });
  const sinks = {
    peerOf: () => ({ ip: "127.0.0.1", host: "localhost", secure: false }),
    clock: { now: () => now, wait: () => Promise.resolve() },
    log: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") },
    metrics: { count: () => undefined, observe: () => undefined },
  };
  traceRequest(sinks, incoming, outgoing as unknown as ServerResponse);
  traceOf(incoming).route = route;
  now += ms;
  outgoing.emit("close");
  return lines.join();
}

test.each<[string, TestRequest, string]>([
  ["an ordinary request is for whoever looks for mistakes", {}, "debug: request"],
  ["one that took long is news", { ms: 2_000 }, "info: a request took a long time"],
  ["an open stream is not slow", { ms: 900_000, accept: "text/event-stream" }, "debug: request"],
  ["a refused one is news", { status: 404, route: "unmatched" }, "info: a request was refused"],
  [
    "one that the server could not serve is news",
    { status: 503 },
    "info: a request was not served",
  ],
  [
    "so is a client that left",
    { answered: false },
    "info: a client disconnected before its answer",
  ],
  [
    "a page that asks who is signed in is not",
    { status: 401, route: "/api/session" },
    "debug: request",
  ],
  [
    "a wrong token at the sign-in is",
    { method: "POST", status: 401, route: "/api/session" },
    "info: a request was refused",
  ],
  ["health checks never are", { status: 503, route: "/readyz", ms: 9_000 }, "debug: request"],
])("the log line of a request: %s", (_title, told, wanted) => {
  expect(traceAndReadLog(told)).toBe(wanted);
});
