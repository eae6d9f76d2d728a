import { createInterface } from "node:readline";
import { zoneName } from "../domain/zone.ts";
import { wallTimeAt } from "../language/calendar/instants.ts";
import { explain } from "../language/explain.ts";
import { interpret as understand } from "../language/interpret.ts";
import type { Interpretation, LanguageRequest } from "../language/request.ts";
import { type Call, type Command, printLine, UsageError } from "./command.ts";
import { systemClock } from "./system.ts";

export const interpret: Command = {
  options: { jsonl: { type: "boolean" }, explain: { type: "boolean" } },
  help: {
    en: [
      "npx meanwhile interpret --jsonl < requests.jsonl",
      'npx meanwhile interpret "remind me tomorrow at 9 to call Ann"',
      'npx meanwhile interpret --explain "remind me tomorrow at 9 to call Ann"',
      "",
      "A sentence is interpreted as of now, in this machine's time zone. With --jsonl each line of standard input is a request: {text, now, tz, context?}. Each line of output says what it asks for:",
      "{intent, items: [{title, start, rrule, durationMinutes}], target?, with?, question?, reasons}. No model, no database.",
      "--explain shows each stage: the rule that applied, the words in question, what they were before and after, and which rule decided.",
    ].join("\n"),
    zh: [
      "npx meanwhile interpret --jsonl < requests.jsonl",
      'npx meanwhile interpret "明天九点提醒我给小安打电话"',
      'npx meanwhile interpret --explain "明天九点提醒我给小安打电话"',
      "",
      "直接写一句话，就按当前时间和本机时区理解。用 --jsonl 时，标准输入每行一个请求：{text, now, tz, context?}。每行输出理解的结果：",
      "{intent, items: [{title, start, rrule, durationMinutes}], target?, with?, question?, reasons}。不用模型，也不用数据库。",
      "--explain 逐步显示：哪条规则起了作用、针对哪几个字、前后各是什么，以及最后由哪条规则决定。",
    ].join("\n"),
  },
  async run(call) {
    if (call.values["jsonl"] !== true) return readOne(call);
    let number = 0;
    for await (const line of createInterface({ input: call.terminal.stdin, crlfDelay: Infinity })) {
      number += 1;
      if (line.trim() !== "") printLine(call, JSON.stringify(answerTo(line, number)));
    }
    return 0;
  },
};

/** One sentence, as if it were said here and now. */
function readOne(call: Call): number {
  const text = call.words.join(" ").trim();
  if (text === "") throw new UsageError(usage[call.language]);
  const tz = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const now = wallTimeAt(systemClock.now(), tz);
  if (call.values["explain"] === true)
    for (const { stage, rule, what } of explain({ text, now, tz }))
      printLine(call, `${stage.padEnd(10)} ${rule.padEnd(26)} ${what}`);
  else printLine(call, JSON.stringify(understand({ text, now, tz }), undefined, 2));
  return 0;
}

const usage = {
  en: 'Say what to read: npx meanwhile interpret "remind me tomorrow at 9 to call Ann", or --jsonl < requests.jsonl',
  zh: '请写一句话：npx meanwhile interpret "明天九点提醒我给小安打电话"，或用 --jsonl < requests.jsonl',
};

function answerTo(line: string, number: number): Interpretation {
  try {
    const request = JSON.parse(line) as Partial<LanguageRequest> | null;
    const complete = [request?.text, request?.now, request?.tz].every(
      (part) => typeof part === "string",
    );
    if (complete && zoneName(request?.tz ?? "") !== undefined)
      return understand(request as LanguageRequest);
  } catch (error) {
    // Not JSON, or a zone or moment that does not exist.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
  }
  throw new UsageError(`Line ${number} is not {"text", "now", "tz"} in JSON with a known zone.`);
}
