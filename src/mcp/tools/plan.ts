import { z } from "zod";
import { Refusal, refuseField } from "../../domain/errors.ts";
import type { Json } from "../../domain/json.ts";
import type { ShareResult, ShareWish } from "../../domain/views/friends.ts";
import { type FoundFriend, findFriends } from "../find-friends.ts";
import {
  answerFields,
  defineTool,
  answerDone,
  keyField,
  type ToolCall,
  type ToolResult,
} from "../tool.ts";
import { describeWall } from "../when-words.ts";

const input = z.strictObject({
  friends: z
    .array(z.string().trim().min(1).max(100))
    .min(1)
    .max(10)
    .describe("Names, as the person says them, or account ids."),
  title: z.string().trim().min(1).max(500),
  at: z
    .string()
    .max(200)
    .describe("Wall time such as 2026-06-10T18:00, or the person's words: “Friday at 6pm”."),
  zone: z.string().max(64).optional().describe("IANA zone of a wall time."),
  minutes: z.number().int().min(1).max(44_640).optional(),
  repeat: z.string().max(300).optional().describe("A rule of RFC 5545."),
  ...answerFields,
  ...keyField,
});

type Args = z.output<typeof input>;

export const planWith = defineTool({
  name: "plan_with",
  title: "Plan with friends",
  description:
    "Plan something with friends: it appears in their reminders and they are notified at once, so the tool always asks the person first. If a friend has no time then, nothing is written and other times are offered.",
  scope: "friends:write",
  input,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  async run(call) {
    const { answered, profile, program, on } = call;
    // Consent is given to what the question named: it comes back sealed, and nothing is read again.
    const asked = answered === undefined ? undefined : wishIn(answered.state);
    if (asked !== undefined) {
      if (answered?.answer !== true) return nothing(call);
      return describe(call, await on.friends.share(program.accountId, asked));
    }
    const people = await findFriends(call, call.args.friends);
    if ("kind" in people) return people;
    const wish = await toWish(call, people.found);
    const names = people.found.map(({ name }) => name).join(", ");
    const when = describeWall(wish.local_trigger_at, profile.language ?? "en");
    const zone = wish.captured_timezone ?? profile.zone;
    const text =
      profile.language === "zh"
        ? `要和 ${names} 约“${wish.title}”吗？${when}（${zone}）。对方会马上收到通知。`
        : `Plan “${wish.title}” with ${names}? ${when} (${zone}). They are notified at once.`;
    return {
      kind: "ask",
      question: { text, wants: "consent", state: { wish: wish as unknown as Json } },
    };
  },
});

const wishIn = (state: Json): ShareWish | undefined =>
  (state as { readonly wish?: ShareWish }).wish;

const nothing = ({ profile }: ToolCall<Args>): ToolResult =>
  answerDone(profile.language === "zh" ? "什么都没有约。" : "Nothing was planned.", {
    shared: null,
  });

async function toWish(call: ToolCall<Args>, people: readonly FoundFriend[]): Promise<ShareWish> {
  const { at, title, zone, minutes, repeat } = call.args;
  const start = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(at)
    ? { local_trigger_at: at, captured_timezone: zone }
    : await readWords(call, at);
  return {
    receiver_account_ids: people.map(({ account_id: id }) => id),
    title,
    ...start,
    ...(minutes === undefined ? {} : { duration_minutes: minutes }),
    ...(repeat === undefined ? {} : { recurrence_rule: repeat }),
  };
}

/** A placeholder that means nothing to the grammar: the title may contain times of its own. */
async function readWords(
  { reminders, program }: ToolCall<Args>,
  at: string,
): Promise<Pick<ShareWish, "local_trigger_at" | "captured_timezone">> {
  const text = /\p{Script=Han}/u.test(at) ? `${at}提醒我办事` : `remind me to do the errand ${at}`;
  const { items, question, timezone } = await reminders.readSentence(program.accountId, { text });
  const [only, second] = items;
  if (only === undefined || second !== undefined)
    throw question === null
      ? refuseField("at", "no time was read in it")
      : new Refusal("invalid_request", { field: "at" }, question);
  return { local_trigger_at: only.start, captured_timezone: timezone };
}

function describe({ profile }: ToolCall<Args>, result: ShareResult): ToolResult {
  const zh = profile.language === "zh";
  const times = result.suggested_times.map((at) => describeWall(at, profile.language ?? "en"));
  const words = {
    created: zh ? "约好了。" : "It is planned.",
    blocked: zh
      ? `那时有人没空，什么都没有约。都有空的时间：${times.join("；") || "没有找到"}`
      : `Not everyone is free then. Nothing was planned. Times when all are free: ${times.join("; ") || "none found"}`,
    duplicate_active: zh ? "已经约过了。" : "It was planned already.",
  } as const;
  const text =
    result.status === "created" ||
    result.status === "blocked" ||
    result.status === "duplicate_active"
      ? words[result.status]
      : result.status;
  return answerDone(text, {
    outcome: result.status,
    shared_reminder_id: result.shared_reminder?.id ?? null,
    reminder_id: result.shared_reminder?.own_reminder_id ?? null,
    suggested_times: [...result.suggested_times],
    not_reachable_yet: [...result.unreachable],
  });
}
