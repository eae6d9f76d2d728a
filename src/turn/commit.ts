import { iso } from "../domain/ports/clock.ts";
import type { EventBody, EventDraft } from "../domain/events/catalogue.ts";
import type { CommittedCommand } from "../domain/events/turn.ts";
import { pickLanguage } from "../domain/language.ts";
import { quotaSentence } from "../domain/quota-words.ts";
import type { QuotaFact } from "../domain/quotas.ts";
import { say } from "../domain/say.ts";
import type { OutgoingFile, SkillResult, StagedCommand } from "../domain/skill.ts";
import { cleanText } from "../domain/text.ts";
import { notifyAccountChanges } from "../store/log/notify-account-changes.ts";
import type { TurnEngine } from "./engine.ts";
import { closeTurn } from "./close.ts";
import { fileNotices } from "./file-notices.ts";
import { type Notice, notices } from "../domain/notices.ts";
import { keepFiles, type KeptFiles, type Unsent } from "./outgoing-files.ts";
import type { StartedTurn } from "./start.ts";

/** A turn's decision before it is committed. */
export interface Decided {
  readonly skill: string;
  readonly result: SkillResult;
  readonly commands: readonly StagedCommand[];
  /** Whether other processes may have read its text. */
  readonly isShown: boolean;
}

/**
 * Everything the turn decided becomes true in one transaction, or nothing does. The fence is
 * asserted first: a stale worker writes nothing.
 */
export async function commitTurn(
  on: TurnEngine,
  turn: StartedTurn,
  decided: Decided & { readonly spoken?: readonly OutgoingFile[] | undefined },
): Promise<void> {
  const wanted = [...(decided.result.files ?? []), ...(decided.spoken ?? [])];
  const files = await keepFiles(on, turn, wanted);
  try {
    await commitWith(on, turn, { ...decided, files });
  } catch (error) {
    // Nothing points at them.
    for (const id of files.made) await on.files.store?.drop(id);
    throw error;
  }
}

async function commitWith(
  on: TurnEngine,
  turn: StartedTurn,
  decided: Decided & { readonly files: KeptFiles },
): Promise<void> {
  const { result, files } = decided;
  const segments = [
    ...result.reply,
    ...missingFiles(turn, result.reply),
    ...unsentFile(turn, result.reply, files.unsent),
  ];
  const messageIds = segments.map(() => on.chance.id());
  const drafts: EventDraft[] = [
    ...decided.commands.flatMap((command) => command.events),
    ...(result.events ?? []),
    toTurnEnd(
      { on, turn },
      {
        kind: "turn_committed",
        payload: {
          ...toClosedWindow(turn),
          skill: decided.skill,
          disposition: result.disposition,
          reason: result.reason,
          commands: decided.commands.map((command, index) =>
            commandRow({ on, turn }, command, index),
          ),
        },
      },
    ),
    ...say(on, {
      to: turn.to,
      turnId: turn.id,
      source: "reply",
      segments,
      messageIds,
      media: files.media,
      captionLength: on.channels.get(turn.to.channel)?.limits.captionLength,
      carries: result.carries,
      spokenAs: result.spokenAs,
      now: on.clock.now(),
      expiresMs: on.settings.replyExpiresMs,
      isUndoable: hasButtons(on, turn) && isUndoable(decided),
    }),
    ...filesNoted({ on, turn }, files, messageIds.at(-1)),
  ];
  // Of two commands about one stream, the first was decided on the rows of the table.
  const expected: Record<string, number> = Object.assign(
    {},
    ...decided.commands.map(({ expects = {} }) => expects).toReversed(),
  );
  const reachesOthers = decided.commands.some(({ reaches = [] }) => reaches.length > 0);
  const isPlain = decided.commands.length === 0 && (result.events ?? []).length === 0;
  await closeTurn(on, turn, {
    drafts,
    expected,
    draftedBy: isPlain ? "engine" : "skill",
    reachesOthers,
    isShown: decided.isShown,
  });
  // The nearest due time may have moved forward.
  if (decided.commands.length > 0) on.db.notify("timers");
  notifyAccountChanges(on.db, decided.commands);
}

const hasButtons = ({ channels }: TurnEngine, { to }: StartedTurn): boolean =>
  channels.get(to.channel)?.capabilities.showsButtons === true;

const isUndoable = ({ commands, result }: Decided): boolean =>
  [...commands.flatMap(({ events }) => events), ...(result.events ?? [])].some(
    ({ kind }) => kind === "undo_point_set",
  );

/** Sent files are noted on their message and are deleted with the channel's other files. */
function filesNoted(
  of: { on: TurnEngine; turn: StartedTurn },
  { media, made }: KeptFiles,
  messageId: string | undefined,
): EventDraft[] {
  if (media.length === 0 || messageId === undefined) return [];
  const { on, turn } = of;
  const files = media.filter(({ id }) => made.includes(id)).map(({ id, bytes }) => ({ id, bytes }));
  return [
    {
      stream: `conversation:${turn.lane.id}`,
      kind: "media_settled",
      at: iso(on.clock.now()),
      accountId: turn.account.id,
      conversationId: turn.lane.id,
      turnId: turn.id,
      payload: { message_id: messageId, media, files },
    },
  ];
}

/**
 * The person always learns what is wrong with a file. A file has no language of its own, so the
 * reply's is used.
 */
function missingFiles({ window, account }: StartedTurn, reply: readonly string[]): string[] {
  const sample = [...window.map((message) => message.text), ...reply].join(" ");
  const lines = fileNotices(
    window.flatMap(({ attachments = [] }) => attachments),
    pickLanguage(account.language, sample),
  );
  return lines.length === 0 ? [] : [lines.join("\n")];
}

/** A file of the reply that could not be stored: the text announces something that is not sent. */
function unsentFile(
  { window, account }: StartedTurn,
  reply: readonly string[],
  unsent: Unsent | undefined,
): string[] {
  if (unsent === undefined) return [];
  const sample = [...window.map((message) => message.text), ...reply].join(" ");
  const language = pickLanguage(account.language, sample);
  return [unsent === "away" ? storageAway[language] : quotaSentence(unsent, language)];
}

const storageAway = {
  en: "A file of this answer can't be sent: the storage of files does not respond. Please ask for it again in a while.",
  zh: "这条回答里的文件没能发出：文件存储暂时没有响应。请过一会儿再让我发一次。",
};

/**
 * The turn could not be done. Nothing it staged happens, and the person is notified once. What they
 * have read of the answer stays before that, unless the provider itself took it back.
 */
export async function failTurn(
  on: TurnEngine,
  turn: StartedTurn,
  failed: { why: Notice | QuotaFact; read: string },
): Promise<void> {
  const { why } = failed;
  const read = why === "refused" ? "" : failed.read;
  // A message that is only a file has the language of its name.
  const sample = turn.window
    .map(({ text, attachments = [] }) => [text, ...attachments.map(({ name }) => name)].join(" "))
    .join(" ");
  const language = pickLanguage(turn.account.language, sample);
  const apology =
    typeof why === "string"
      ? notices[read === "" ? why : "cut_short"][language]
      : [quotaSentence(why, language), notices.unchanged[language]].join(
          language === "zh" ? "" : " ",
        );
  const words = say(on, {
    to: turn.to,
    turnId: turn.id,
    source: read === "" ? "notice" : "reply",
    segments: read === "" ? [apology] : [cleanText(read, Infinity), apology],
    // Whatever the model had read by then may be in it.
    carries: read === "" ? undefined : ["tool"],
    now: on.clock.now(),
    expiresMs: on.settings.replyExpiresMs,
  });
  await closeTurn(on, turn, {
    draftedBy: "engine",
    drafts: [
      toTurnEnd(
        { on, turn },
        {
          kind: "turn_failed",
          payload: {
            ...toClosedWindow(turn),
            reason: typeof why === "string" ? why : `quota_${why.what}`,
          },
        },
      ),
      ...words,
    ],
  });
}

function toTurnEnd(
  { on, turn }: { on: TurnEngine; turn: StartedTurn },
  end: EventBody<"turn_committed" | "turn_failed">,
): EventDraft {
  return {
    stream: `conversation:${turn.lane.id}`,
    at: iso(on.clock.now()),
    accountId: turn.account.id,
    conversationId: turn.lane.id,
    turnId: turn.id,
    ...end,
  };
}

/** The turn, and the messages that end with it. */
function toClosedWindow({ id, lane, account, window }: StartedTurn) {
  const last = window.at(-1);
  return {
    turn_id: id,
    conversation_id: lane.id,
    account_id: account.id,
    ...(last === undefined ? {} : { closed_through: last.seq }),
    message_ids: window.map((message) => message.id),
  };
}

function commandRow(
  of: { on: TurnEngine; turn: StartedTurn },
  command: StagedCommand,
  index: number,
): CommittedCommand {
  const { turn } = of;
  const window = `${turn.window[0]?.seq}-${turn.window.at(-1)?.seq}`;
  return {
    id: of.on.chance.id(),
    domain: command.domain,
    operation: command.operation,
    key: `${turn.lane.id}:${window}:${command.domain}.${command.operation}:${index}`,
    payload: command.payload,
    preview: command.preview ?? null,
  };
}
