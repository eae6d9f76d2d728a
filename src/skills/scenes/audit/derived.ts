import type { RecordedEvent } from "../../../domain/events.ts";
import { activePath } from "../state/path.ts";
import { text, texts } from "../state/payload.ts";
import { you } from "../state/chat-state.ts";
import type { AuditedChat, Leak } from "./audit.ts";
import { hasDigit, rareWordsOf } from "./grams.ts";
import { derivedWords, isTurn, ownerOf, witnessesOf } from "./hearing.ts";
import { type Knowledge, knowledgeOf, memoryOwners, strangeWords, take } from "./knowledge.ts";

/** What somebody is said to remember or to know must be made of turns that they witnessed. */
export function derivedLeaks(chat: AuditedChat): Leak[] {
  const path = activePath(chat.events);
  const owners = memoryOwners(path);
  const turns = new Map(path.filter(isTurn).map((turn) => [text(turn.payload, "id"), turn]));
  return path.flatMap((event) => {
    const viewer = ownerOf(event, owners);
    if (viewer === undefined) return [];
    const unheard = texts(event.payload["cites"]).flatMap((id) => {
      const turn = turns.get(id);
      return turn === undefined || witnessesOf(turn).includes(viewer) ? [] : [turn];
    });
    return unheard.map((turn): Leak => ({
      kind: "memory",
      chatId: chat.chatId,
      viewer,
      eventId: turn.id,
      words: [],
      path: [
        `${turn.kind} #${turn.id} (heard by ${witnessesOf(turn).join(", ")})`,
        `${event.kind} #${event.id} of ${viewer}`,
      ],
    }));
  });
}

/**
 * Lines that no recorded call has made: they came from elsewhere. Whoever speaks is held to what they witnessed before. A person
 * may know more than their part does.
 */
export function spokenLeaks(chat: AuditedChat): Leak[] {
  const path = activePath(chat.events);
  const made = new Set(chat.calls.map(({ turnId }) => turnId));
  const owners = memoryOwners(path);
  const minds = new Map<string, Knowledge>();
  const leaks: Leak[] = [];
  for (const [at, event] of path.entries()) {
    const speaker = text(event.payload, "speaker_id");
    if (
      event.kind === "assistant_turn" &&
      speaker !== you &&
      (event.turnId === undefined || !made.has(event.turnId))
    ) {
      const mind =
        minds.get(speaker) ??
        knowledgeOf(speaker, {
          all: path.slice(0, at),
          path: path.slice(0, at),
          open: openTo(chat, speaker),
        });
      minds.set(speaker, mind);
      leaks.push(...told(chat, mind, event));
    }
    for (const [viewer, mind] of minds) take(mind, { viewer, event, counting: event, owners });
  }
  return leaks;
}

const openTo = ({ authored }: AuditedChat, speaker: string): string[] =>
  authored.flatMap(({ payload }) => [
    text(payload, "name"),
    ...(payload["id"] === speaker ? [derivedWords({ payload }), JSON.stringify(payload)] : []),
  ]);

/** Words with a capital in the middle of a sentence, as the index has them. */
const namesIn = (said: string): string[] =>
  [...said.matchAll(/(?<=[\p{Ll}\d,;:] )\p{Lu}[\p{L}'’-]+/gu)].flatMap(([name]) =>
    rareWordsOf(name),
  );

/** Two strange words of one event, three words in a row, one number, or one name: fewer may be chance. */
function told(chat: AuditedChat, mind: Knowledge, event: RecordedEvent): Leak[] {
  const viewer = text(event.payload, "speaker_id");
  const found = Map.groupBy(
    strangeWords(text(event.payload, "text"), mind),
    ({ eventId }) => eventId,
  );
  return [...found].flatMap(([eventId, pieces]): Leak[] => {
    const source = chat.events.find(({ id }) => id === eventId);
    const names = new Set(namesIn(source === undefined ? "" : text(source.payload, "text")));
    const isSure =
      pieces.length > 1 ||
      pieces.some(({ piece }) => hasDigit(piece) || piece.includes(" ") || names.has(piece));
    const path = [
      `${source?.kind ?? "event"} #${eventId} (heard by ${source === undefined ? "" : witnessesOf(source).join(", ")})`,
      `assistant_turn #${event.id}, said by ${viewer}`,
    ];
    return isSure
      ? [
          {
            kind: "spoken",
            chatId: chat.chatId,
            viewer,
            eventId,
            words: pieces.map(({ piece }) => piece),
            path,
          },
        ]
      : [];
  });
}
