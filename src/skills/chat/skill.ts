import { correctClaims, cutAtFirstClaim } from "../../domain/claims.ts";
import type { ModelRequest } from "../../domain/ports/model.ts";
import { createTurnWords } from "../../domain/provenance.ts";
import type { Skill, TurnContext } from "../../domain/skill.ts";
import { safeReply, safeStream } from "../../links/safe-reply.ts";
import { earlierFiles, earlierFileTools, readEarlierFiles } from "./earlier-files.ts";
import { fileTools } from "./file-tools.ts";
import { chatPrompt, withReadings } from "./prompt.ts";
import { linkPolicy, withHint } from "./reply-links.ts";
import { thoughtsOf } from "./thoughts.ts";
import { readWindow } from "./window-text.ts";

/**
 * Ordinary conversation: answers every window that reaches it. What the tools of earlier skills did
 * is said in those skills' own words, at the end of the reply.
 */
export function chatSkill(options: {
  readonly historyMessages: number;
  /** Hosts that a reply may link to in a chat app, beside those that the person allowed. */
  readonly linkHosts?: readonly string[] | undefined;
}): Skill {
  return {
    name: "chat",
    keepsWhatWasRead: true,
    async handle(turn) {
      const history = await turn.history(turn.channel.historyMessages ?? options.historyMessages);
      const before = earlierFiles(history);
      const { messages, pieces } = chatPrompt(turn, history, [
        ...(await readEarlierFiles(turn, before)),
        ...(await readWindow(turn)),
      ]);
      const words = createTurnWords(pieces);
      const offers = turn.tools.map((source) => source.offer(words));
      const links = await linkPolicy(turn, history, options.linkHosts ?? []);
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
        sourceEventIds: [...history, ...turn.window].map((message) => message.eventId),
        accountId: turn.account.id,
        person: turn.account,
        conversationId: turn.conversationId,
        turnId: turn.turnId,
        onThought: thoughts.onThought,
        signal: turn.signal,
      };
      const asked = { ...request, links };
      const stream = safeStream(asked, cutAtFirstClaim);
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
      const { text: said, hint } = withHint(turn, history, safeReply(answer.text, asked));
      const used = await Promise.all(offers.map((offer) => offer.finish(said)));
      const lines = used.flatMap((each) => each.lines);
      const isWhole = used.every(({ wrote }) => wrote !== undefined);
      const wrote = used.some((each) => each.wrote === true);
      // Words of our own, said where no model is connected, claim nothing.
      const isModels = isWhole && turn.model.describe.kind !== "offline";
      const put = isModels
        ? correctClaims(said, { wrote, lines, files: files.chosen().length > 0 })
        : said;
      const whole = [put, lines.join("\n")].filter((part) => part !== "").join("\n\n");
      if (isWhole) showRest(turn, { shown: stream.shown(), whole });
      return {
        reply: [[whole, ...hint].join("\n\n")],
        disposition: "replied",
        reason: "reply_ready",
        files: files.chosen(),
        carries: [...new Set([...words.traceReply(said), ...used.flatMap((each) => each.carries)])],
        events: used.flatMap(({ events }) => events),
      };
    },
  };
}

/** What is left to show, or all of it where something else stands there. */
function showRest(
  turn: TurnContext,
  { shown, whole }: { readonly shown: string; readonly whole: string },
): void {
  if (whole === shown) return;
  turn.show(
    whole.startsWith(shown) ? { text: whole.slice(shown.length) } : { text: whole, replace: true },
  );
}
