import { Refusal } from "../../domain/errors.ts";
import { page } from "../../domain/page.ts";
import { z } from "@hono/zod-openapi";
import type { Clock } from "../../domain/ports/clock.ts";
import type { Media } from "../../domain/events/conversation.ts";
import type { MediaStore } from "../../domain/ports/media.ts";
import type { AcceptOutcome, BusyPolicy } from "../../domain/message.ts";
import { asAccount } from "../../domain/principal.ts";
import { toVersionPayload, type VersionMark } from "../../domain/answer-versions.ts";
import { stopResults } from "../../domain/turn.ts";
import type { Database, Sql } from "../../store/database/database.ts";
import type { Projector } from "../../store/log/projector.ts";
import { record } from "../../store/log/record.ts";
import {
  findAskedAgain,
  findChosenVersion,
  findReplaced,
  findStoppedText,
} from "./answer-versions.ts";
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
  /** The message of this conversation that it replies to. */
  readonly quote?: string | undefined;
  /** An answer to be given once more: to the same text, or to an edited one. */
  readonly again?: string | undefined;
  /** A message of the version of the last answer that this goes on from. */
  readonly chosen?: string | undefined;
  /** A stopped turn to go on with. */
  readonly continues?: string | undefined;
}

/** Accepts a message from the page, with its files. */
export async function acceptMessage(on: AcceptMessageDeps, said: PageMessage): Promise<Answer> {
  const { accountId, conversationId } = said;
  if (said.text.trim() === "" && said.files.length === 0 && said.again === undefined)
    throw new Refusal("invalid_request", { field: "text", problem: "empty" });
  const { channel, quote, mark, text } = await on.db.transaction(
    asAccount(accountId),
    async (sql) => ({
      channel: await channelOf(sql, { accountId, id: conversationId }),
      quote: await findQuoted(sql, said),
      ...(await findVersion(sql, said)),
    }),
  );
  if (channel !== page.channel)
    throw new Refusal("invalid_request", {
      field: "id",
      problem: "this conversation belongs to another channel",
    });
  const media = await keepFiles(on.media, said);
  const outcome = await acceptOrDropFiles(on, { ...said, text }, { media, quote, mark });
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

interface Quoted {
  readonly text: string;
  readonly from: "person" | "us";
}

/** Only what was said in a conversation can be quoted in it. */
async function findQuoted(sql: Sql, said: PageMessage): Promise<Quoted | undefined> {
  if (said.continues !== undefined)
    return { text: await findStoppedText(sql, { ...said, turn: said.continues }), from: "us" };
  if (said.quote === undefined) return undefined;
  const [row] = await sql.rows<Quoted>(
    `select m.text, case m.direction when 'inbound' then 'person' else 'us' end as "from"
     from message m join conversation c on c.id = m.conversation_id
     where m.id = $1 and m.conversation_id = $2 and m.account_id = $3 and m.event_id > c.hidden_through_event`,
    [said.quote, said.conversationId, said.accountId],
  );
  if (row === undefined) throw new Refusal("invalid_request", { field: "quote" });
  return row;
}

/** The text, and which version of the last answer counts from then on. */
async function findVersion(
  sql: Sql,
  said: PageMessage,
): Promise<{ readonly text: string; readonly mark?: VersionMark | undefined }> {
  const { text, again, chosen } = said;
  if (again !== undefined)
    return text.trim() === ""
      ? findAskedAgain(sql, { ...said, answer: again })
      : { text, mark: await findReplaced(sql, { ...said, answer: again }) };
  return chosen === undefined
    ? { text }
    : { text, mark: await findChosenVersion(sql, { ...said, chosen }) };
}

interface Beside {
  readonly media: readonly Media[];
  readonly quote: Quoted | undefined;
  readonly mark: VersionMark | undefined;
}

/** A duplicate message, or one that is not accepted, leaves no files behind. */
async function acceptOrDropFiles(
  on: AcceptMessageDeps,
  said: PageMessage,
  { media, quote, mark }: Beside,
): Promise<AcceptOutcome> {
  const { accountId, conversationId } = said;
  const payload = {
    ...(media.length === 0 ? {} : { media }),
    ...(quote === undefined ? {} : { quote: { ...quote } }),
    ...(mark === undefined ? {} : toVersionPayload(mark)),
  };
  let outcome: AcceptOutcome | undefined;
  try {
    outcome = await on.engine.accept({
      route: { ...page, scope: conversationId, peer: accountId },
      vendorId: `${accountId}:${said.client_id}`,
      subject: accountId,
      accountId,
      text: said.text.trim() === "" ? labelsOf(media) : said.text,
      ...(Object.keys(payload).length === 0 ? {} : { payload }),
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
