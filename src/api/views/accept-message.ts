import { Refusal } from "../../domain/errors.ts";
import { page } from "../../domain/page.ts";
import { z } from "@hono/zod-openapi";
import type { Clock } from "../../domain/ports/clock.ts";
import type { Media } from "../../domain/events/conversation.ts";
import type { MediaStore } from "../../domain/ports/media.ts";
import type { AcceptOutcome, BusyPolicy } from "../../domain/message.ts";
import { asAccount } from "../../domain/principal.ts";
import { stopResults } from "../../domain/turn.ts";
import type { Database } from "../../store/database/database.ts";
import type { Projector } from "../../store/log/projector.ts";
import { record } from "../../store/log/record.ts";
import { channelOf } from "./conversation-view.ts";
import type { Engine } from "../http/ports.ts";
import type { Answer } from "../http/route.ts";
import { dropFiles, draftFilesStored, keepFiles, labelsOf, type SentFiles } from "./sent-files.ts";

export interface AcceptMessageDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly engine: Pick<Engine, "accept">;
  readonly busyPolicy: BusyPolicy;
  /** Where message attachments are stored. Without it none are accepted. */
  readonly media?: MediaStore | undefined;
}

export const receiptSchema = z
  .object({
    accepted: z.literal(true),
    duplicate: z.boolean(),
    message_id: z.string(),
    outcome: z.enum(["accepted", "duplicate", "busy", "control"]),
    control: z.enum([...stopResults, "cleared", "new"]).optional(),
  })
  .openapi("Receipt");

export type Receipt = z.output<typeof receiptSchema>;

interface PageMessage {
  readonly accountId: string;
  readonly conversationId: string;
  readonly text: string;
  readonly client_id: string;
  readonly files: SentFiles;
}

/** Accepts a message from the page, with its files. */
export async function acceptMessage(on: AcceptMessageDeps, said: PageMessage): Promise<Answer> {
  const { accountId, conversationId } = said;
  if (said.text.trim() === "" && said.files.length === 0)
    throw new Refusal("invalid_request", { field: "text", problem: "empty" });
  const channel = await on.db.transaction(asAccount(accountId), (sql) =>
    channelOf(sql, { accountId, id: conversationId }),
  );
  if (channel !== page.channel)
    throw new Refusal("invalid_request", {
      field: "id",
      problem: "this conversation belongs to another channel",
    });
  const media = await keepFiles(on.media, said);
  const outcome = await acceptOrDropFiles(on, said, media);
  if (outcome.kind === "refused")
    throw new Refusal(outcome.code, outcome.fact && { ...outcome.fact });
  const { kind, messageId, control } = outcome;
  const receipt = {
    accepted: true,
    duplicate: kind === "duplicate",
    message_id: messageId,
    outcome: kind,
  };
  return { status: 202, json: control === undefined ? receipt : { ...receipt, control } };
}

/** A duplicate message, or one that is not accepted, leaves no files behind. */
async function acceptOrDropFiles(
  on: AcceptMessageDeps,
  said: PageMessage,
  media: readonly Media[],
): Promise<AcceptOutcome> {
  const { accountId, conversationId } = said;
  let outcome: AcceptOutcome | undefined;
  try {
    outcome = await on.engine.accept({
      route: { ...page, scope: conversationId, peer: accountId },
      vendorId: `${accountId}:${said.client_id}`,
      subject: accountId,
      accountId,
      text: said.text.trim() === "" ? labelsOf(media) : said.text,
      ...(media.length === 0 ? {} : { payload: { media } }),
      busyPolicy: on.busyPolicy,
      provision: false,
    });
  } finally {
    if (outcome?.kind !== "accepted") await dropFiles(on.media, media);
  }
  if (outcome.kind !== "accepted" || media.length === 0) return outcome;
  const fact = draftFilesStored({
    accountId,
    conversationId,
    messageId: outcome.messageId,
    media,
    now: on.clock.now(),
  });
  await on.db.transaction(asAccount(accountId), (sql) => record(sql, on.projector, [fact]));
  return outcome;
}
