import type { Language } from "../domain/language.ts";
import { type DeliveryStatus, deliveryStatuses } from "../domain/delivery.ts";
import { Refusal } from "../domain/errors.ts";
import { canonicalId } from "../domain/ids.ts";
import { productProjector } from "../main/projections.ts";
import { type DeadLetters, type DeliveryView, openDeadLetters } from "../outbound/dead-letters.ts";
import { withDatabase } from "./attach.ts";
import { type Call, type Command, CommandFailure, printLine, text, UsageError } from "./command.ts";
import { noteCommand } from "./note-command.ts";
import { configOf, languageWith } from "./settings.ts";
import { systemClock } from "./system.ts";
import { drawTable } from "./table.ts";
import { withAdminContext } from "./token.ts";

/** Statuses that may need attention: everything that was not delivered. */
const open: readonly DeliveryStatus[] = [
  "pending",
  "sending",
  "unknown",
  "failed",
  "waiting_for_user",
  "expired",
];

export const deliveries: Command = {
  options: { state: { type: "string" }, limit: { type: "string" }, json: { type: "boolean" } },
  help: {
    en: [
      "npx meanwhile deliveries [--state unknown,failed] [--limit 50] [--json]   outgoing parts that were not delivered",
      "npx meanwhile deliveries resend <id>    send a part again",
      "npx meanwhile deliveries discard <id>   discard a part",
    ].join("\n"),
    zh: [
      "npx meanwhile deliveries [--state unknown,failed] [--limit 50] [--json]   列出未送达的消息",
      "npx meanwhile deliveries resend <编号>    重新发送",
      "npx meanwhile deliveries discard <编号>   放弃发送",
    ].join("\n"),
  },
  async run(call) {
    const config = configOf(call);
    const language = languageWith(call, config);
    const wish = parseRequest(call, language);
    return withDatabase({ config, command: "meanwhile deliveries", language }, (on) =>
      withAdminContext(on, { call, config, language }, async ({ db }) => {
        const resendExpiresMs = config.outbox.reply_expires_minutes * 60_000;
        const deadLetters = openDeadLetters({
          db,
          projector: productProjector(),
          clock: systemClock,
          resendExpiresMs,
        });
        if ("id" in wish) {
          await decide(deadLetters, wish, language);
          await noteCommand(
            { db },
            {
              action: wish.what === "resend" ? "delivery_resent" : "delivery_discarded",
              subject: wish.id,
            },
          );
        }
        const found =
          "id" in wish ? [] : await deadLetters.list({ statuses: wish.states, limit: wish.limit });
        if (call.values["json"] === true)
          printLine(call, JSON.stringify("id" in wish ? { id: wish.id, done: wish.what } : found));
        else
          printLine(
            call,
            "id" in wish ? words.done[language] : describeDeliveries(found, language),
          );
        return 0;
      }),
    );
  },
};

type DeliveryRequest =
  | { readonly what: "resend" | "discard"; readonly id: string }
  | { readonly states: readonly DeliveryStatus[]; readonly limit: number };

function parseRequest(call: Call, language: Language): DeliveryRequest {
  const [what, id, stray] = call.words;
  if (stray !== undefined) throw new UsageError(words.tooMany(stray)[language]);
  if (what === "resend" || what === "discard") {
    const known = canonicalId(id ?? "");
    if (known === undefined) throw new UsageError(words.which[language]);
    return { what, id: known };
  }
  if (what !== undefined) throw new UsageError(words.tooMany(what)[language]);
  const asked = text(call, "state")?.split(",") ?? open;
  const odd = asked.find((state) => !(deliveryStatuses as readonly string[]).includes(state));
  if (odd !== undefined) throw new UsageError(words.state(odd)[language]);
  const limit = Number(text(call, "limit") ?? "50");
  if (!Number.isInteger(limit) || limit < 1 || limit > 500)
    throw new UsageError(words.limit[language]);
  return { states: asked as readonly DeliveryStatus[], limit };
}

async function decide(
  deadLetters: DeadLetters,
  { what, id }: { what: "resend" | "discard"; id: string },
  language: Language,
): Promise<void> {
  try {
    await deadLetters[what](id);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new CommandFailure(words[error.code === "not_found" ? "none" : "settled"][language]);
  }
}

function describeDeliveries(found: readonly DeliveryView[], language: Language): string {
  if (found.length === 0) return words.fine[language];
  const rows = found.map((one) => [
    one.id,
    one.channel,
    one.source,
    one.isParked ? words.parked[language] : one.status,
    one.errorCode,
    String(one.attempt),
    one.createdAt.slice(0, 16).replace("T", " "),
  ]);
  return drawTable(
    words.columns[language].map((name) => ({ name, right: false })),
    rows,
  );
}

const words = {
  tooMany: (word: string) => ({
    en: `Unexpected argument: “${word}”.`,
    zh: `多余的参数：“${word}”。`,
  }),
  which: {
    en: "Give the id of a delivery, as listed by npx meanwhile deliveries.",
    zh: "请写上编号：可用 npx meanwhile deliveries 查看。",
  },
  state: (odd: string) => ({
    en: `“${odd}” is not a state. Known: ${deliveryStatuses.join(", ")}.`,
    zh: `没有“${odd}”这个状态。可用的有：${deliveryStatuses.join("、")}。`,
  }),
  limit: {
    en: "--limit must be a whole number from 1 to 500.",
    zh: "--limit 应为 1 到 500 之间的整数。",
  },
  none: { en: "There is no such delivery.", zh: "没有这条消息。" },
  settled: { en: "This delivery is not waiting for a decision.", zh: "这条消息不需要处理。" },
  done: { en: "Done.", zh: "好了。" },
  parked: { en: "pending (parked)", zh: "pending（已搁置）" },
  fine: { en: "Everything has arrived.", zh: "全部已送达。" },
  columns: {
    en: ["id", "channel", "source", "state", "reason", "tries", "made"],
    zh: ["编号", "渠道", "来源", "状态", "原因", "次数", "创建"],
  },
};
