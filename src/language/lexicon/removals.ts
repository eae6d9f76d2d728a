import { clauseAt } from "../text/clauses.ts";
import type { Reading } from "../reading.ts";
import { enPoliteHead } from "./en/calendar.ts";
import type { Trigger } from "./trigger.ts";

const enVerb = new RegExp(
  String.raw`^\s*(?:${enPoliteHead}\s+)*(?:cancel|call off|delete|remove|erase|wipe|clear|disable|deactivate|dismiss|stop|end|silence|mute|turn off|switch off|shut off|turn|switch|get rid of|take|drop|scrap|kill|unset|discard|eliminate|forget|skip|undo)\b`,
);
const zhVerb =
  /取消|删|撤[销回掉]|关(?:掉|闭|了|上)|停(?:掉|用|止)|禁用|移除|去掉|拿掉|清(?:除|空|掉)|跳过|终止|解除|作废/;

/** A verb that takes something away never makes it: "disable alarm for three pm". */
export function isRemoval({ prepared, clauses }: Reading, trigger: Trigger): boolean {
  const clause = clauseAt(clauses, trigger.at);
  const words = prepared.text.slice(trigger.at, trigger.end);
  if (clause === undefined || /我|咱|俺|\b(?:me|us)\b/.test(words)) return false;
  return prepared.language === "zh"
    ? trigger.noun === true && zhVerb.test(clause.text)
    : enVerb.test(prepared.text.slice(clause.at, trigger.at));
}
