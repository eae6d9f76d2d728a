import type { Language } from "./language.ts";
import type { StagedCommand } from "./skill.ts";

/** What a claim says was done, as far as its verb tells. */
type Act = "write" | "end" | "complete" | "tell";

const verbs: Readonly<Record<Act, RegExp>> = {
  write:
    /\b(?:set(?! of)|created?|added|scheduled|booked|saved|moved|rescheduled|postponed|pushed|shifted|updated|changed|renamed|snoozed|remind you)\b|创建|新建|设[好置定]|添加|记[下好上]|改[到成为期]|[挪移推调]到|推迟|延后|提前到|提醒你/iu,
  end: /\b(?:cancell?ed|deleted|removed|cleared|erased|wiped|scrapped|unscheduled|called off|got rid of)\b|取消|删[除掉了]|清[空除掉]|移除/iu,
  complete:
    /\b(?:completed|ticked|checked off|crossed .{1,30} off|marked .{1,40}(?:done|complete|paid))\b|标记.{0,8}完成|划掉|打[了上]?勾|记.{0,2}完成/iu,
  tell: /\b(?:told|notified|informed|invited|messaged|texted|emailed|forwarded|let (?!you\b).{1,30} know|sent (?!you\b))\b|(?:通知|告诉|转告|转达|邀请)了?(?!你|您)|发给(?!你|您)/iu,
};

/** The commands of the own book, by what they do. Any other may be claimed in any words. */
const done: Readonly<Record<string, Act>> = {
  create: "write",
  update_reminder: "write",
  snooze_reminder: "write",
  edit_occurrence: "write",
  restore_reminder: "write",
  delete_reminder: "end",
  skip_occurrence: "end",
  complete_reminder: "complete",
};

/** The operations of commands, one by one where they are a batch. */
export const listOperations = (commands: readonly StagedCommand[]): readonly string[] =>
  commands.flatMap(({ operation, payload }) =>
    operation === "execute_batch" && Array.isArray(payload["items"])
      ? payload["items"].map((item) => String(Object(item)["operation"]))
      : [operation],
  );

const lines: Readonly<Record<Act, Readonly<Record<Language, string>>>> = {
  write: { zh: "（没有新建或改动提醒。）", en: "(Nothing was set or moved.)" },
  end: { zh: "（没有取消或删除任何提醒。）", en: "(Nothing was cancelled or deleted.)" },
  complete: { zh: "（没有标记任何提醒为完成。）", en: "(Nothing was marked as done.)" },
  tell: { zh: "（没有通知任何人。）", en: "(No message was sent to anyone.)" },
};

const acts = ["write", "end", "complete", "tell"] as const;

/**
 * Corrections of claims of an act that no command does: "I've cancelled yoga and notified Sam" where a
 * reminder was created.
 */
export function correctKinds(
  claims: readonly string[],
  { operations, language }: { readonly operations: readonly string[]; readonly language: Language },
): readonly string[] {
  if (operations.some((operation) => done[operation] === undefined)) return [];
  const acted = operations.map((operation) => done[operation]);
  const said = claims.flatMap(splitActs).flatMap(firstAct);
  return acts
    .filter((act) => said.includes(act) && !acted.includes(act))
    .map((act) => lines[act][language]);
}

const splitActs = (claim: string): string[] =>
  claim
    .replaceAll(/["“「『‘][^"”」』’]*["”」』’]/gu, "…")
    .split(/[,;，；、:：]|\s+(?:and|but|then)\s+/iu);

/** The first verb of a clause is its act; what follows may be the reminder's title. */
function firstAct(clause: string): Act[] {
  const found = acts
    .map((act) => ({ act, at: clause.search(verbs[act]) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at);
  return found[0] === undefined ? [] : [found[0].act];
}
