import { slices } from "../../../domain/slices.ts";
import { describeSource, findDerivedLeaks, type Leak } from "./derived-leaks.ts";
import { type Citation, mayCite } from "./citations.ts";
import { type PathPeriods, createPathPeriods } from "./path-periods.ts";
import { findRepeatedLines } from "./repeated-lines.ts";
import {
  type AuditedStory,
  indexStory,
  type RecordedCall,
  type StoryIndex,
} from "./story-structure.ts";
import { findUnheard } from "./unexplained-words.ts";

export interface ChatAudit {
  /** Decided by ids: a call or a memory rests on what its owner did not witness. */
  readonly leaks: readonly Leak[];
  /** A second opinion by words, for what no id shows. */
  readonly suspicions: readonly Leak[];
}

/** Compares everything that a character was ever shown with what they had witnessed by then. */
export async function auditChat(story: AuditedStory): Promise<ChatAudit> {
  const on: AuditContext = {
    story,
    index: indexStory(story),
    periods: createPathPeriods(story.events),
  };
  const leaks: Leak[] = [];
  const suspicions: Leak[] = [];
  const played = new Set<string>();
  const { yieldIfDue } = await slices.begin();
  for await (const page of story.calls) {
    const cited = await placeCalls(on, page);
    const ids = cited.flatMap(({ call, own }) => [
      ...call.sourceEventIds.filter((id) => on.index.byId.has(id)),
      ...own.map(({ id }) => id),
    ]);
    const whole = await story.words.readEvents([...new Set(ids)]);
    for (const citing of cited) {
      leaks.push(...findCitedLeaks(on, citing));
      suspicions.push(...(await findSuspicions(on, { ...citing, whole })));
      if (citing.call.turnId !== null) played.add(citing.call.turnId);
      await yieldIfDue();
    }
  }
  leaks.push(...(await slices.run(findDerivedLeaks(story))));
  return { leaks, suspicions: [...suspicions, ...(await findRepeatedLines(story, played))] };
}

interface AuditContext {
  readonly story: AuditedStory;
  readonly index: StoryIndex;
  readonly periods: PathPeriods;
}

/** The calls with what counted when they were made. */
async function placeCalls(
  { index, periods }: AuditContext,
  page: readonly RecordedCall[],
): Promise<Citation[]> {
  const cited: Citation[] = [];
  for (const call of page) {
    const turn = index.turns.get(call.turnId ?? "");
    const period = await slices.run(periods.findAt(call.position, turn?.branch));
    // The turn's own events get their log position only after the call.
    const own = (turn?.lines ?? []).filter(({ id }) => id > call.position);
    cited.push({ call, period, own, index });
  }
  return cited;
}

const findCitedLeaks = (on: AuditContext, citing: Citation): Leak[] =>
  citing.call.sourceEventIds
    .filter((id) => !mayCite(citing, id))
    .map((eventId) => createLeak(on, citing.call, { kind: "source", eventId, words: [] }));

async function findSuspicions(
  on: AuditContext,
  citing: Parameters<typeof findUnheard>[0],
): Promise<Leak[]> {
  const unheard = await findUnheard(citing, on.story.words);
  return [...unheard].map(([eventId, words]) =>
    createLeak(on, citing.call, { kind: "words", eventId, words }),
  );
}

function createLeak(
  { story, index }: AuditContext,
  call: RecordedCall,
  of: Pick<Leak, "kind" | "eventId" | "words">,
): Leak {
  const event = index.byId.get(of.eventId);
  const section = of.words.length === 0 ? "sources" : findSection(call, of.words[0] ?? "");
  return {
    ...of,
    chatId: story.chatId,
    viewer: call.viewer,
    path: [
      describeSource(event, of.eventId),
      `${section} of the prompt`,
      `${call.purpose} call ${call.id} for ${call.viewer}`,
    ],
  };
}

/** The heading of the section that contains a word. */
function findSection({ messages }: RecordedCall, word: string): string {
  const parts = messages.flatMap(({ content }) => content.split(/^## /m));
  const part = parts.find((each) => each.normalize("NFKC").toLowerCase().includes(word));
  return `“${part?.split("\n")[0]?.trim() ?? "prompt"}”`;
}
