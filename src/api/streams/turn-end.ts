import type { Clock } from "../../domain/ports/clock.ts";
import { type ErrorCode, errorCodes, Refusal } from "../../domain/errors.ts";
import { asAccount } from "../../domain/principal.ts";
import type { Database } from "../../store/database/database.ts";
import type { Engine } from "../http/ports.ts";

export interface TurnEndDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly engine: Pick<Engine, "subscribe">;
}

interface AwaitedTurn {
  readonly accountId: string;
  readonly conversationId: string;
  readonly messageId: string;
  /** Aborts when the client has disconnected. */
  readonly gone: AbortSignal;
}

/** Notices may be lost, so the state is also polled. */
const lookAgainMs = 2_000;

/**
 * Resolves when the turn of this message has ended and everything is written. A failed turn is a
 * refusal with its reason.
 */
export async function awaitTurnEnd(on: TurnEndDeps, of: AwaitedTurn): Promise<void> {
  let ring: () => void = () => undefined;
  const stopListening = on.engine.subscribe(
    of.conversationId,
    (notice) => notice.kind === "log" && ring(),
  );
  try {
    while (!of.gone.aborted) {
      const over = new AbortController();
      const rung = new Promise<void>((resolve) => (ring = resolve));
      const end = await readEnd(on.db, of);
      if (end === "dead_lettered")
        throw new Refusal("turn_failed", { reason: await readReason(on.db, of) });
      if (end !== null) return;
      await Promise.race([
        rung,
        on.clock.wait(lookAgainMs, AbortSignal.any([over.signal, of.gone])),
      ]);
      over.abort();
    }
  } finally {
    stopListening();
  }
}

/** If the turn ended without a message, its reason is the answer. */
export async function assertAnswered(
  on: TurnEndDeps,
  of: Pick<AwaitedTurn, "accountId" | "messageId">,
): Promise<void> {
  const [row] = await on.db.transaction(asAccount(of.accountId), (sql) =>
    sql.rows<{ payload: { code?: string; fact?: Readonly<Record<string, unknown>> } }>(
      `select s.command_payload as payload from message m
       join turn t on t.conversation_id = m.conversation_id and m.seq between t.input_from_seq and t.input_to_seq
       join staged_command s on s.conversation_id = t.conversation_id and s.turn_id = t.id
       where m.id = $1 and s.domain = 'scene' and s.operation = 'refused'`,
      [of.messageId],
    ),
  );
  const code = row?.payload.code;
  if (code !== undefined && code in errorCodes)
    throw new Refusal(code as ErrorCode, row?.payload.fact);
}

async function readEnd(db: Database, of: AwaitedTurn): Promise<string | null> {
  const [row] = await db.transaction(asAccount(of.accountId), (sql) =>
    sql.rows<{ ended_as: string | null }>(
      "select ended_as from message where id = $1 and account_id = $2",
      [of.messageId, of.accountId],
    ),
  );
  return row?.ended_as ?? null;
}

async function readReason(db: Database, of: AwaitedTurn): Promise<string> {
  const [row] = await db.transaction(asAccount(of.accountId), (sql) =>
    sql.rows<{ reason_code: string }>(
      `select d.reason_code from output_disposition d join turn t on t.id = d.turn_id join message m on m.id = $1
       where t.conversation_id = m.conversation_id and m.seq between t.input_from_seq and t.input_to_seq order by t.started_at desc limit 1`,
      [of.messageId],
    ),
  );
  return row?.reason_code ?? "failed";
}
