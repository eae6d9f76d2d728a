import { createInterface } from "node:readline";
import { zoneName } from "../domain/zone.ts";
import { interpret as understand } from "../language/interpret.ts";
import type { Interpretation, LanguageRequest } from "../language/request.ts";
import { type Command, printed, UsageError } from "./command.ts";

export const interpret: Command = {
  options: { jsonl: { type: "boolean" } },
  help: {
    en: [
      "npx meanwhile interpret --jsonl < requests.jsonl",
      "",
      "Each line of standard input is a request: {text, now, tz, context?}. Each line of output says what it asks for:",
      "{intent, items: [{title, start, rrule, durationMinutes}], target?, with?, question?, reasons}. No model, no database.",
    ].join("\n"),
    zh: [
      "npx meanwhile interpret --jsonl < requests.jsonl",
      "",
      "标准输入每行一个请求：{text, now, tz, context?}。输出每行说明它要什么：",
      "{intent, items: [{title, start, rrule, durationMinutes}], target?, with?, question?, reasons}。不用模型，也不用数据库。",
    ].join("\n"),
  },
  async run(call) {
    if (call.values["jsonl"] !== true) throw new UsageError(usage[call.language]);
    let number = 0;
    for await (const line of createInterface({ input: call.terminal.stdin, crlfDelay: Infinity })) {
      number += 1;
      if (line.trim() !== "") printed(call, JSON.stringify(answerTo(line, number)));
    }
    return 0;
  },
};

const usage = {
  en: "Say how the requests come: npx meanwhile interpret --jsonl < requests.jsonl",
  zh: "请说明输入格式：npx meanwhile interpret --jsonl < requests.jsonl",
};

function answerTo(line: string, number: number): Interpretation {
  try {
    const request = JSON.parse(line) as Partial<LanguageRequest> | null;
    const complete = [request?.text, request?.now, request?.tz].every((part) => typeof part === "string");
    if (complete && zoneName(request?.tz ?? "") !== undefined) return understand(request as LanguageRequest);
  } catch (error) {
    // Not JSON, or a zone or moment that does not exist.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
  }
  throw new UsageError(`Line ${number} is not {"text", "now", "tz"} in JSON with a known zone.`);
}
