import type { Button } from "../kit/buttons.ts";
import type { ApiAnswer } from "../kit/json-api.ts";
import { listOf } from "../kit/json-fields.ts";
import { targetOf } from "../kit/places.ts";
import type { DingtalkApi } from "./api.ts";
import type { DingtalkApp } from "./settings.ts";
import { listed } from "./verdict.ts";

/** A message by one of DingTalk's templates. */
export interface Template {
  readonly key: string;
  readonly param: object;
}

/** Into a group, or to a person, at any time. */
export async function postMessage(
  api: DingtalkApi,
  app: DingtalkApp,
  {
    scope,
    message,
    signal,
  }: { readonly scope: string; readonly message: Template; readonly signal?: AbortSignal },
): Promise<ApiAnswer> {
  const target = targetOf(scope);
  if (target === undefined) return { kind: "error", status: 404, code: "resource.not.found" };
  const isGroup = "chatId" in target;
  const said = await api.call(app, {
    method: "POST",
    path: isGroup ? "/v1.0/robot/groupMessages/send" : "/v1.0/robot/oToMessages/batchSend",
    json: {
      robotCode: app.robotCode,
      msgKey: message.key,
      msgParam: JSON.stringify(message.param),
      ...(isGroup ? { openConversationId: target.chatId } : { userIds: [target.userId] }),
    },
    signal,
  });
  if (isGroup || said.kind !== "ok") return said;
  const isIn = (name: string): boolean => listOf(said.result[name]).includes(target.userId);
  if (isIn("invalidStaffIdList") || isIn("filteredStaffIdList"))
    return { kind: "error", status: 400, code: listed.invalid };
  if (isIn("flowControlledStaffIdList"))
    return { kind: "error", status: 429, code: listed.limited, retryAfterMs: 5_000 };
  return said;
}

export const plainText = (text: string): Template => ({
  key: "sampleText",
  param: { content: text },
});

/** A click on a button lets the person's app send its words, as if they had typed them. */
const sayLink = (words: string): string =>
  `dtmd://dingtalkclient/sendMessage?content=${encodeURIComponent(words)}`;

export function createMessage(text: string, buttons: readonly Button[]): Template {
  const body = { title: titleOf(text), text: toMarkdown(text) };
  const [first] = buttons;
  if (first === undefined) return { key: "sampleMarkdown", param: body };
  if (buttons.length === 1)
    return {
      key: "sampleActionCard",
      param: { ...body, singleTitle: first.label, singleURL: sayLink(first.words) },
    };
  const some = buttons.slice(0, 5);
  const named = some.flatMap(({ label, words }, nth) => [
    [`actionTitle${nth + 1}`, label],
    [`actionURL${nth + 1}`, sayLink(words)],
  ]);
  return {
    key: `sampleActionCard${some.length}`,
    param: { ...body, ...(Object.fromEntries(named) as object) },
  };
}

/** For notifications. */
const titleOf = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, 60) || "…";

/** One line break is none in DingTalk's markdown, and pictures would be fetched. */
const toMarkdown = (text: string): string =>
  text.replaceAll(/!\[([^\]\n]*)\]\(/g, "[$1](").replaceAll(/(?<!\n)\n(?!\n)/g, "  \n");
