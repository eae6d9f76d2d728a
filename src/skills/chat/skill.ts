import { hasHeard, plainVoice } from "../../domain/companion.ts";
import { cutAtFirstClaim } from "../../domain/claims.ts";
import type { EventDraft } from "../../domain/events/catalogue.ts";
import type { Companion, Companions } from "../../domain/ports/companion.ts";
import type { ModelRequest } from "../../domain/ports/model.ts";
import type { Recalled, TalkMemory } from "../../domain/ports/talk-memory.ts";
import { createTurnWords, isForeign, isTyped } from "../../domain/provenance.ts";
import type { Skill, TurnContext, HistoryMessage } from "../../domain/skill.ts";
import { estimateTokens } from "../../domain/tokens.ts";
import { safeReply, safeStream, safePieces, type SafeReply } from "../../links/safe-reply.ts";
import { earlierFiles, earlierFileTools, readEarlierFiles } from "./earlier-files.ts";
import { fileTools } from "./file-tools.ts";
import { chatPrompt, type Past, withReadings } from "./prompt.ts";
import { repairClaims } from "./repair-claims.ts";
import { readWindow } from "./window-text.ts";
import type { LinkPolicy } from "../../links/link-policy.ts";
import { pickLanguage } from "../../domain/language.ts";
import { hostToAllow } from "../../links/hosts.ts";
import { linkHint, withoutHints } from "../../links/link-hint.ts";

interface ChatOptions {
  readonly historyMessages: number;
  /** History up to about this many tokens; without it, all of the messages. */
  readonly historyTokens?: number | undefined;
  /** What the person said before. */
  readonly memory?: TalkMemory | undefined;
  /** Who talks with the person. Without it, always the plain assistant. */
  readonly companions?: Companions | undefined;
  /** Hosts that a reply may link to in a chat app, in addition to those that the person allowed. */
  readonly linkHosts?: readonly string[] | undefined;
}

/**
 * Ordinary conversation: answers every window that reaches it. The results of earlier skills' tools
 * are reported in those skills' own sentences at the end of the reply.
 */
export function chatSkill(options: ChatOptions): Skill {
  return {
    name: "chat",
    keepsWhatWasRead: true,
    async handle(turn) {
      const { history, companion, voice } = await readTalk(options, turn);
      const isSilent = turn.model.describe.kind === "offline";
      const older = isSilent ? [] : ((await turn.earlierFiles?.()) ?? []);
      const before = earlierFiles(
        history,
        companion === undefined
          ? older
          : older.filter(({ eventId }) => hasHeard(companion, { eventId, direction: "inbound" })),
      );
      const [recalled, noted] = await remember(options.memory, turn, { history, companion });
      const { messages, pieces } = chatPrompt(turn, { history, recalled, companion }, [
        ...(await readEarlierFiles(turn, before)),
        ...(await readWindow(turn)),
      ]);
      const words = createTurnWords(pieces);
      const offers = turn.tools.map((source) => source.offer(words));
      const links = linkPolicy(turn, history, options.linkHosts ?? []);
      const files = fileTools(turn, links);
      const thoughts = thoughtsOf(turn, links);
      const request: ModelRequest = {
        purpose: "chat",
        messages: withReadings(
          messages,
          offers.flatMap(({ readings = [] }) => readings),
        ),
        tools: [
          ...files.tools,
          ...earlierFileTools(turn, before, words),
          ...offers.flatMap(({ tools }) => tools),
        ],
        sourceEventIds: [
          ...new Set([
            ...(recalled?.eventIds ?? []),
            ...sourcesOf(companion),
            ...[...history, ...turn.window].map((message) => message.eventId),
          ]),
        ],
        accountId: turn.account.id,
        person: turn.account,
        viewer: companion?.id,
        conversationId: turn.conversationId,
        turnId: turn.turnId,
        onThought: thoughts.onThought,
        signal: turn.signal,
      };
      const asked = { ...request, links };
      const remembers = recalled?.talk.isOn;
      const stream = safeStream(asked, (text) => cutAtFirstClaim(text, remembers));
      const answer = await turn.model.stream(request, (chunk) => {
        if (chunk.kind === "text") {
          thoughts.end();
          const more = stream.more(chunk.text);
          if (more !== undefined) turn.show(more);
          return;
        }
        for (const begun of [files, thoughts]) begun.forget();
        stream.restart();
        turn.show({ text: "", replace: true });
      });
      const { text: reply, hint } = withHint(turn, history, safeReply(answer.text, asked));
      const used = await Promise.all(offers.map((offer) => offer.finish(reply)));
      const lines = used.flatMap((each) => each.lines);
      const isWhole = used.every(({ wrote }) => wrote !== undefined);
      const wrote = used.flatMap((each) => each.wrote ?? []);
      // The offline model's fixed texts make no claims.
      const isModels = isWhole && turn.model.describe.kind !== "offline";
      const put = isModels
        ? await repairClaims(turn, request, {
            reply,
            toSafe: (text) => safeReply(text, asked).text,
            effects: { wrote, lines, files: files.chosen().length > 0, remembers },
          })
        : reply;
      const whole = [put, lines.join("\n")].filter((part) => part !== "").join("\n\n");
      if (isWhole) showRest(turn, { shown: stream.shown(), whole });
      return {
        reply: [[whole, ...hint].join("\n\n")],
        disposition: "replied",
        reason: "reply_ready",
        files: files.chosen(),
        carries: [...new Set([...words.traceReply(put), ...used.flatMap((each) => each.carries)])],
        spokenAs: voice,
        remembers,
        events: [...used.flatMap(({ events }) => events), ...noted],
      };
    },
  };
}

interface Talk extends Pick<Past, "history" | "companion"> {
  /** Who speaks. Nothing is noted where it was always the plain assistant. */
  readonly voice: string | undefined;
}

/** The last messages, and who answers them. A character sees only what it has heard. */
async function readTalk(options: ChatOptions, turn: TurnContext): Promise<Talk> {
  const [said, found] = await Promise.all([
    turn.history(turn.channel.historyMessages ?? options.historyMessages),
    options.companions?.find(turn),
  ]);
  const { companion, periods } = found ?? { companion: undefined, periods: [] };
  const heard = companion === undefined ? said : said.filter((line) => hasHeard(companion, line));
  return {
    history: fitHistory(heard, options.historyTokens),
    companion,
    voice: companion?.id ?? (periods.length > 0 ? plainVoice : undefined),
  };
}

/**
 * What comes to mind, and what the messages state. Rules that answer without understanding have no
 * use for the former.
 */
async function remember(
  memory: TalkMemory | undefined,
  turn: TurnContext,
  { history, companion }: Pick<Past, "history" | "companion">,
): Promise<readonly [Recalled | undefined, readonly EventDraft[]]> {
  if (memory === undefined) return [undefined, []];
  const recalled =
    turn.model.describe.kind === "offline"
      ? undefined
      : await memory.recall(turn, history, companion);
  return [recalled, await memory.note(turn, recalled?.talk)];
}

/** The events of the card, and of what it lived through. */
const sourcesOf = (companion: Companion | undefined): readonly number[] =>
  companion === undefined
    ? []
    : [companion.card.eventId, ...(companion.lived ?? []).flatMap(({ eventIds }) => eventIds)];

/** The newest messages within the budget, from a message of a person's on. */
function fitHistory(
  history: readonly HistoryMessage[],
  tokens = Infinity,
): readonly HistoryMessage[] {
  let left = tokens;
  const from = history.findLastIndex(({ text }) => (left -= estimateTokens(text) + 8) < 0) + 1;
  if (from === 0) return history;
  const fitting = history.slice(from);
  const first = fitting.findIndex(({ direction }) => direction === "inbound");
  return fitting.slice(Math.max(0, first));
}

/** The rest of the text, or all of it where the shown text differs. */
function showRest(
  turn: TurnContext,
  { shown, whole }: { readonly shown: string; readonly whole: string },
): void {
  if (whole === shown) return;
  turn.show(
    whole.startsWith(shown) ? { text: whole.slice(shown.length) } : { text: whole, replace: true },
  );
}

const mostChars = 4_000;

/**
 * Shows the model's reasoning apart from the answer, where a channel can. It is not part of the
 * reply.
 */
function thoughtsOf(turn: Pick<TurnContext, "show" | "channel">, links: "all" | LinkPolicy) {
  let left = mostChars;
  let isOpen = false;
  let safe = safePieces(links);
  const show = (piece: string): void => {
    if (piece === "") return;
    turn.show({ text: isOpen ? piece : `<think>${piece}` });
    isOpen = true;
  };
  return {
    onThought: !turn.channel.showsThoughts
      ? undefined
      : (text: string): void => {
          // An end mark inside the reasoning is escaped.
          const piece = text
            .slice(0, left)
            .replaceAll(/<(\/?think)>/gi, "‹$1›")
            .toWellFormed();
          left -= piece.length;
          show(safe.more(piece));
        },
    /** The answer begins. */
    end(): void {
      show(safe.end());
      if (isOpen) turn.show({ text: "</think>\n" });
      isOpen = false;
    },
    forget(): void {
      left = mostChars;
      isOpen = false;
      safe = safePieces(links);
    },
  };
}

/** A file's name was not typed by the person. */
const fileLabel = /\[(?:image|voice message|audio|video|file|document|sticker): [^\]\n]*\]/gu;

/** An address can carry words away where the app opens it by itself. */
function linkPolicy(
  turn: TurnContext,
  history: readonly HistoryMessage[],
  hosts: readonly string[],
): "all" | LinkPolicy {
  if (!turn.channel.opensLinks) return "all";
  // An address that came with another person's words is not the person's.
  const before = history.filter(
    (each) =>
      each.direction === "inbound" && each.sender === undefined && !each.carries.some(isForeign),
  );
  const own = [...before, ...turn.window.filter(isTyped)];
  return {
    own: own.map(({ text }) => text.replaceAll(fileLabel, " ")),
    hosts: [...hosts, ...turn.account.linkHosts],
  };
}

/** Says once how to allow the hosts whose links were shown as text. */
function withHint(
  turn: TurnContext,
  history: readonly HistoryMessage[],
  { text, closedHosts }: SafeReply,
): { text: string; hint: string[] } {
  const said = turn.channel.opensLinks ? withoutHints(text) : text;
  const hosts = closedHosts.filter((host) => hostToAllow(host) === host);
  const hint = linkHint(
    hosts,
    pickLanguage(
      turn.account.language,
      [...turn.window.map((message) => message.text), said].join(" "),
    ),
  );
  const isKnown =
    hosts.length === 0 ||
    history.some((message) => message.direction === "outbound" && message.text.includes(hint));
  return { text: said, hint: isKnown ? [] : [hint] };
}
