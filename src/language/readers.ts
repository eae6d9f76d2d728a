import { parseBarePlan } from "./intents/bare-plan.ts";
import { type Outcome, parseCancellation } from "./intents/cancel.ts";
import { parseChange } from "./intents/change.ts";
import { parseCompletion } from "./intents/complete.ts";
import { parseContrast } from "./intents/contrast.ts";
import { parseCreation } from "./intents/creation.ts";
import { parseFollowUp } from "./intents/follow-up.ts";
import { parseJoin } from "./intents/join.ts";
import { parseLengthChange } from "./intents/lengths.ts";
import { availability, parseList } from "./intents/lists.ts";
import { parseSharedRequest } from "./intents/shared.ts";
import { parseSnooze } from "./intents/snooze.ts";
import type { Reading } from "./reading.ts";
import { defineRule, type Examples, orderRules, type Rule } from "./rule.ts";

type Reader = Rule<Reading, Outcome>;

const reader = (
  name: string,
  parse: (reading: Reading) => Outcome | undefined,
  { after, ...examples }: Examples & { after?: string },
): Reader =>
  defineRule({
    name,
    stage: "intend",
    ...(after === undefined ? {} : { after: [after] }),
    examples,
    when: parse,
    then: (_: Reading, outcome: Outcome) => outcome,
  });

/**
 * What a message asks for. The order is a ranking: questions and changes speak about what exists, so
 * they come before anything new.
 */
export const readers: readonly Reader[] = orderRules([
  reader("follow-up", parseFollowUp, {
    zh: [["还是四点吧", "update dentist 11-19 16:00"]],
    en: [["every week please", "update dentist 11-19 15:00 FREQ=WEEKLY;BYDAY=TH"]],
    not: [["四点提醒我开会", "11-17 16:00"]],
  }),
  reader("availability", availability, {
    after: "follow-up",
    zh: [["张三明天下午有空吗", "availability"]],
    en: [["is Bob free tomorrow afternoon?", "availability"]],
    not: [["我明天下午有什么安排", "list"]],
  }),
  reader("join", parseJoin, {
    after: "availability",
    zh: [["打球叫上Bob", "update_shared 打球"]],
    en: [["also invite Bob to the dentist", "update_shared dentist"]],
  }),
  reader("cancel", parseCancellation, {
    after: "join",
    zh: [["取消交电费", "cancel 交电费"]],
    en: [["cancel the dentist", "cancel dentist"]],
    not: [["明天9点提醒我取消会员", "11-18 09:00"]],
  }),
  reader("snooze", parseSnooze, {
    after: "cancel",
    zh: [["10分钟后再提醒我", "snooze 喝水 11-17 10:10"]],
    en: [["snooze 10 minutes", "snooze 喝水 11-17 10:10"]],
  }),
  reader("list", parseList, {
    after: "snooze",
    zh: [["明天有什么提醒", "list"]],
    en: [["what reminders do I have tomorrow?", "list"]],
  }),
  reader("contrast", parseContrast, {
    after: "list",
    zh: [["更正：是交水费，不是交电费", "update 交电费 11-20 10:00"]],
    en: [["Correction: optician, not dentist", "update dentist 11-19 15:00"]],
  }),
  reader("length-change", parseLengthChange, {
    after: "contrast",
    zh: [["打球延长到2个小时", "update_shared 打球 11-21 15:00 120m"]],
    en: [["extend the dentist to 2 hours", "update dentist 11-19 15:00 120m"]],
  }),
  reader("change", parseChange, {
    after: "length-change",
    zh: [["交电费改到周六上午10点", "update 交电费 11-21 10:00"]],
    en: [["move the dentist to Friday at 4pm", "update dentist 11-20 16:00"]],
  }),
  reader("complete", parseCompletion, {
    after: "change",
    zh: [["电费交了", "complete 交电费"]],
    en: [["done with the dentist", "complete dentist"]],
  }),
  reader("shared-request", parseSharedRequest, {
    after: "complete",
    zh: [["约张三明天下午3点打球", "create_shared 11-18 15:00"]],
    en: [["schedule lunch with Bob tomorrow at noon", "create_shared 11-18 12:00"]],
  }),
  reader("create", parseCreation, {
    after: "shared-request",
    zh: [["明天下午3点提醒我开会", "11-18 15:00"]],
    en: [["remind me tomorrow at 3pm to call Ann", "11-18 15:00"]],
  }),
  reader("bare-plan", parseBarePlan, {
    after: "create",
    zh: [["明天下午3点开会", "unsure_wish"]],
    en: [["meet with Joe tomorrow at three", "unsure_wish"]],
  }),
]);
