import { z } from "zod";
import type { DeliveryStatus } from "../../domain/delivery.ts";
import { Refusal, refuseField } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { ToldPart } from "../../domain/ports/teller.ts";
import { cleanText } from "../../domain/text.ts";
import { defineTool, answerDone, id, keyField, type ToolCall } from "../tool.ts";

const dayMs = 86_400_000;
/** A program that runs wild must not flood the person. */
const mostPerDay = 100;
const longestName = 40;

export const tellMe = defineTool({
  name: "tell_me",
  title: "Tell the person something",
  description:
    "Say something to the person now, in their own chat app, by their own order of ways; if that way is closed it takes another one. Returns a message_id for delivery_status. At most 100 a day.",
  scope: "chat:write",
  input: z.strictObject({
    text: z.string().trim().min(1).max(2_000),
    ...keyField,
  }),
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  async run(call) {
    const { on, program, profile, args, now } = call;
    // The call at hand is counted already.
    if ((await on.calls.count(program.accountId, "tell_me", now - dayMs)) > mostPerDay)
      throw new Refusal("daily_limit", { limit: mostPerDay });
    const zh = profile.language === "zh";
    const name = await on.readProgramName(program.accountId, program.tokenId);
    const sender = cleanText(name ?? "", longestName) || (zh ? "一个程序" : "A program");
    const words = on.closeLinks(`${sender}${zh ? "：" : ": "}${args.text}`, profile);
    const told = await on.teller.tell({ accountId: program.accountId, text: words });
    if (told === undefined)
      throw new Refusal(
        "not_found",
        { reason: "nowhere" },
        "There is no chat in which the person could be reached yet.",
      );
    return answerDone(
      zh
        ? `已经排队发送（${told.channel}）。用 delivery_status 查询结果。`
        : `Queued for ${told.channel}. Ask delivery_status what became of it.`,
      { message_id: told.messageId, channel: told.channel },
    );
  },
});

type Outcome = "sent" | "unknown" | "waiting" | "failed" | "scheduled" | "none";

const outcomes: Readonly<Record<DeliveryStatus, Outcome | undefined>> = {
  pending: "waiting",
  sending: "waiting",
  sent: "sent",
  delivered: "sent",
  read: "sent",
  unknown: "unknown",
  failed: "failed",
  waiting_for_user: "waiting",
  expired: "failed",
  discarded: "failed",
  // Another part took its place.
  withdrawn: undefined,
};

export const deliveryStatus = defineTool({
  name: "delivery_status",
  title: "What became of a message",
  description:
    "Whether something reached the person: `sent` (the vendor took it; `delivered` and `read` if it said so), `unknown` (it may have arrived), `waiting` (not sent yet, or the vendor's window is closed until the person writes), `failed`. For a message of tell_me, or for a reminder.",
  scope: "chat:read",
  input: z.strictObject({ message_id: id.optional(), reminder_id: id.optional() }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async run(call) {
    const { message_id: messageId, reminder_id: reminderId } = call.args;
    if ((messageId === undefined) === (reminderId === undefined))
      throw refuseField("message_id", "give a message_id or a reminder_id, and not both");
    if (messageId === undefined) return ofReminder(call, reminderId ?? "");
    const found = await statusOf(call, [messageId]);
    if (found === undefined) throw new Refusal("not_found");
    return answerDone(describe(call, found.outcome), { message_id: messageId, ...found });
  },
});

interface Status extends JsonObject {
  readonly outcome: Outcome;
}

async function statusOf(
  { on, program }: ToolCall<unknown>,
  messageIds: readonly string[],
): Promise<Status | undefined> {
  const parts = await on.teller.parts(program.accountId, messageIds);
  if (parts.length === 0) return undefined;
  const live = parts.filter(({ status }) => status !== "withdrawn");
  // The least certain part decides: a text of several parts has arrived when all of them have.
  const [worst] = (live.length === 0 ? parts : live).toSorted((a, b) => rank(a) - rank(b));
  return worst === undefined
    ? undefined
    : {
        outcome: outcomes[worst.status] ?? "failed",
        status: worst.status,
        channel: worst.channel,
        reason: worst.code,
        updated_at: worst.updatedAt,
        parts: live.length,
      };
}

const order: readonly (Outcome | undefined)[] = [undefined, "failed", "unknown", "waiting", "sent"];
const rank = ({ status }: ToldPart): number => order.indexOf(outcomes[status]);

async function ofReminder(call: ToolCall<unknown>, reminderId: string) {
  const { on, program, reminders } = call;
  const view = await reminders.read(program.accountId, reminderId);
  const fires = await on.teller.fires(program.accountId, reminderId);
  const [last] = fires;
  const status =
    typeof last?.messageId === "string" ? await statusOf(call, [last.messageId]) : undefined;
  const outcome: Outcome =
    status?.outcome ?? (last === undefined && view.next_fire_at !== null ? "scheduled" : "none");
  return answerDone(describe(call, outcome), {
    reminder_id: reminderId,
    outcome,
    last_fire: last === undefined ? null : { due_at: last.dueAt, state: last.state },
    delivery: status ?? null,
    next_fire_at: view.next_fire_at,
    forecast: (view.delivery ?? null) as unknown as JsonObject | null,
  });
}

const words: Readonly<Record<Outcome, { readonly en: string; readonly zh: string }>> = {
  sent: { en: "Sent: the vendor took it.", zh: "已发出：平台收下了。" },
  unknown: {
    en: "Unknown: it may or may not have arrived.",
    zh: "不确定：可能到了，也可能没到。",
  },
  waiting: { en: "Waiting: it has not been sent yet.", zh: "在等：还没有发出去。" },
  failed: { en: "Failed: it was not delivered.", zh: "没有送达。" },
  scheduled: { en: "Scheduled: its time has not come.", zh: "时间还没到。" },
  none: { en: "Nothing was sent.", zh: "没有发过。" },
};

const describe = ({ profile }: ToolCall<unknown>, outcome: Outcome): string =>
  words[outcome][profile.language ?? "en"];
