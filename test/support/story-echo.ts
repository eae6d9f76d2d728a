import type { RecordedChatEvent } from "../../src/skills/scenes/state/events.ts";
import { isTurnEvent } from "../../src/skills/scenes/state/fold-turns.ts";
import { readSegments } from "../../src/skills/scenes/state/segments.ts";
import type { ModelRequest } from "../../src/domain/ports/model.ts";
import { buildSpeakerSections } from "../../src/skills/scenes/beat/prompt.ts";
import { createPromptContext } from "../../src/skills/scenes/beat/play-context.ts";
import { you } from "../../src/skills/scenes/state/chat-state.ts";
import { director, unpromptedWords } from "../../src/skills/scenes/state/witness.ts";
import { auditInMemory } from "./audited-story.ts";
import type { StoryPlay } from "./story-play.ts";
import type { RecordedCall } from "../../src/skills/scenes/audit/story-structure.ts";
import type { Leak } from "../../src/skills/scenes/audit/derived-leaks.ts";

const canaries = (text: string): string[] => [...new Set(text.match(/canary\d+/g) ?? [])];
const promptOf = ({ messages }: ModelRequest): string =>
  messages.map(({ content }) => content).join("\n");

/** Repeats its whole prompt, so that a leak shows in a line, a memory, a feeling or a summary. */
export function echo(request: ModelRequest): unknown {
  const heard = canaries(promptOf(request)).join(" ");
  if (request.purpose === "parse_turn") {
    const prose = request.sections?.find(({ name }) => name === "prose")?.lines.join("\n") ?? "";
    // “aloud || to whom: quietly”: half of it is for one alone.
    const [aloud = "", secret] = prose.split(" || ");
    const whispered =
      secret === undefined
        ? []
        : [{ kind: "whisper", text: secret, to: [secret.split(": ")[0] ?? ""] }];
    return { segments: [{ kind: "dialogue", text: aloud }, ...whispered] };
  }
  const people = request.sections?.find(({ name }) => name === "people")?.lines ?? [];
  if (request.purpose === "state_update") {
    const felt = { affinity_delta: 1, trust_delta: 0, knowledge_facts: [`knows ${heard}`] };
    return people.length === 0 ? felt : { people: people.map((name) => ({ name, ...felt })) };
  }
  if (request.purpose === "threads") return { threads: [{ title: `about ${heard}` }] };
  // Not every line repeats what its speaker knows: else everything would be said aloud before long.
  if (request.purpose === "narrative") return heard.length % 3 === 0 ? `I heard ${heard}` : "Hm.";
  const learnt = { knowledge_facts: [`keeps ${heard}`], relationship_summary: heard };
  return {
    summary: `remembers ${heard}`,
    ...learnt,
    people: people.map((name) => ({ name, ...learnt })),
  };
}

/** A line as it was said, kept by the test itself: it shares no code with what it looks at. */
export interface Said {
  words: string;
  witnesses: Set<string>;
  /** Only some hear this part. */
  readonly secret: { words: string; readonly to: ReadonlySet<string> } | undefined;
  readonly speaker: string;
  present: Set<string>;
}

/** Every line that was ever said, by its id. */
export type Ledger = Map<string, Said>;

export function note(ledger: Ledger, events: readonly RecordedChatEvent[]): void {
  for (const { kind, payload } of events.filter(isTurnEvent)) {
    const segments = readSegments(payload.segments);
    const quiet = segments.filter(({ to }) => to !== undefined);
    const aloud = segments.filter(({ to }) => to === undefined);
    ledger.set(payload.id ?? "", {
      words:
        segments.length === 0 ? (payload.text ?? "") : aloud.map(({ text }) => text).join("\n"),
      witnesses: new Set(payload.witnesses),
      present: new Set(payload.present),
      speaker: kind === "user_turn" ? you : payload.speaker_id,
      secret:
        quiet.length === 0
          ? undefined
          : {
              words: quiet.map(({ text }) => text).join("\n"),
              to: new Set([you, ...quiet.flatMap(({ to = [] }) => to)]),
            },
    });
  }
}

/** Words of the lines that still count, as far as one was there and could hear them. */
function mayKnow(ledger: Ledger, counting: ReadonlySet<string>, viewer: string): Set<string> {
  const heard = [...ledger].flatMap(([id, { words, witnesses, secret }]) => {
    if (!counting.has(id) || (viewer !== director && !witnesses.has(viewer))) return [];
    return [
      words,
      ...(secret !== undefined && (viewer === director || secret.to.has(viewer))
        ? [secret.words]
        : []),
    ];
  });
  return new Set(heard.flatMap(canaries));
}

/**
 * Words that reached a viewer without being witnessed, in recorded calls and in the current prompt.
 */
export function leaksIn(
  play: StoryPlay,
  ledger: Ledger,
  made: { asked: readonly ModelRequest[]; spoken: ReadonlySet<string> },
): string[] {
  const counting = new Set(play.counting());
  const findUnknown = (
    viewer: string,
    text: string,
    lines: ReadonlySet<string> = counting,
  ): string[] => {
    const known = mayKnow(ledger, lines, viewer);
    return canaries(text).flatMap((canary) => (known.has(canary) ? [] : [`${viewer}: ${canary}`]));
  };
  // The speaker has not witnessed the line being generated; counting it would excuse a leak.
  const before = new Set([...counting].filter((id) => !made.spoken.has(id)));
  // The call that parses the author's prose is the author's.
  const asked = made.asked.filter(({ purpose }) => purpose !== "parse_turn");
  const calls = asked.flatMap((request) =>
    findUnknown(
      request.viewer ?? "",
      promptOf(request),
      request.purpose === "narrative" ? before : counting,
    ),
  );
  const on = play.playing();
  const scenes = [...on.state.scenes.values()].filter(({ closedAt }) => closedAt === null);
  const now = scenes.flatMap((scene) =>
    [...scene.present]
      .filter((id) => id !== you)
      .flatMap((viewer) => {
        const sections = buildSpeakerSections(
          createPromptContext(on, scene, viewer),
          unpromptedWords,
          on.recall,
        );
        return findUnknown(viewer, sections.flatMap(({ lines }) => lines).join("\n"));
      }),
  );
  return [...calls, ...now];
}

/** The product's own audit over everything that was asked, by ids and by words. */
export async function auditPlay(play: StoryPlay, chatId: string): Promise<Leak[]> {
  const calls = play.requests.map((request, nth): RecordedCall => ({
    id: String(nth),
    purpose: request.purpose,
    viewer: request.viewer ?? "",
    turnId: request.turnId ?? null,
    messages: request.messages,
    sourceEventIds: request.sourceEventIds.filter((id) => id > 0),
    position: play.positions[nth] ?? 0,
    typed: new Map([[-1, play.typed[nth] ?? ""]]),
    answered: play.answers
      .slice(0, nth)
      .filter((_, at) => play.requests[at]?.turnId === request.turnId),
  }));
  const { leaks, suspicions } = await auditInMemory({ chatId, events: play.log, calls });
  return [...leaks, ...suspicions];
}
