import type { EventDraft } from "../../../domain/events.ts";
import { languageOf } from "../../../domain/language.ts";
import { ModelFailure } from "../../../domain/ports/model.ts";
import { readSummary, readThreads, type Summary } from "./answers.ts";
import { nameOf } from "../state/cast.ts";
import { chatFact } from "../state/story-events.ts";
import { digestInstructions, povInstructions, threadInstructions } from "./instructions.ts";
import { recentTurns, relationship, section, transcript } from "./prompt.ts";
import { askAs, momentOf, type Playing, stageFor } from "./playing.ts";
import { type Memory, type Scene, you } from "../state/chat-state.ts";
import { director, sources } from "../state/witness.ts";

/**
 * What is left of a scene that is over: each bot's own view of it, host first; for one that the person missed, a digest; and
 * plot threads, if a model finds any. The threads are a gift: without them the rest stands.
 */
export async function sumUp(on: Playing, scene: Scene): Promise<EventDraft[]> {
  const views: View[] = [];
  for (const owner of ownersOf(scene)) {
    const view = await viewOf(on, scene, owner);
    if (view !== undefined) views.push(view);
  }
  // A scene of theirs in which not one beat was played: nothing happened, so nothing is told of it.
  const isUnplayed =
    views.length === 0 && sources(on.state, on.cast, director).ofScene(scene.id).length === 0;
  const done = chatFact(momentOf(on), "scene_summarised", { scene_id: scene.id });
  if (scene.kind === "meanwhile" && isUnplayed) return [done];
  const digest = scene.kind === "meanwhile" ? [await digestOf(on, scene, views)] : [];
  const threads = await threadsOf(on, scene);
  return [...views.flatMap(({ facts }) => facts), ...digest, ...threads, done];
}

interface View {
  readonly owner: string;
  readonly summary: string;
  readonly facts: readonly EventDraft[];
}

/** Host, guest, and whoever else was there. Never the person: they remember by themselves. */
const ownersOf = ({ host, guest, participants }: Scene): string[] =>
  [...new Set([host, ...(guest === null ? [] : [guest]), ...participants])].filter(
    (id) => id !== you && participants.includes(id),
  );

export async function viewOf(on: Playing, scene: Scene, owner: string): Promise<View | undefined> {
  const stage = stageFor(on, scene, owner);
  const rows = stage.sources.memoriesOf(scene.id);
  // What a person has put right stays so, as long as there is another row to stand for the scene.
  const last = rows.findLast(({ byHand }) => byHand !== true) ?? rows.at(-1);
  if (last === undefined) return undefined;
  const others = ownersOf(scene).filter((id) => id !== owner);
  const name = nameOf(on.cast, owner);
  const request = askAs(on, {
    purpose: "pov_summary",
    viewer: owner,
    instructions: povInstructions(name),
    sections: [
      ...section("self", [`name: ${name}`]),
      ...[...others, ...(scene.kind === "you" ? [you] : [])].flatMap((id) =>
        relationship(stage, id),
      ),
      ...transcript(stage.sources.ofScene(scene.id)),
    ],
  });
  const summary = await on.turn.model.object(request, readSummary);
  return {
    owner,
    summary: summary.summary,
    facts: viewFacts(on, { scene, owner, last, others }, summary),
  };
}

function viewFacts(
  on: Playing,
  of: { scene: Scene; owner: string; last: Memory; others: readonly string[] },
  summary: Summary,
): EventDraft[] {
  const { scene, owner, last, others } = of;
  const heard = sources(on.state, on.cast, owner).ofScene(scene.id);
  const cites = heard.map(({ turn }) => turn.id);
  const edit = chatFact(momentOf(on), "manual_edit", {
    target_kind: "memory_pov_summary",
    target_id: last.id,
    scene_id: scene.id,
    new_value: summary.summary,
    prior_value: last.povSummary,
    author: "system",
    cites,
  });
  const isSilent =
    summary.relationship_summary.trim() === "" && summary.knowledge_facts.length === 0;
  const targets = scene.kind === "you" && others.length === 0 ? [you] : others;
  const seen = isSilent
    ? []
    : targets.map((target) =>
        chatFact(momentOf(on), "relationship_summarised", {
          scene_id: scene.id,
          source_id: owner,
          target_id: target,
          relationship_summary: summary.relationship_summary,
          knowledge_facts: summary.knowledge_facts,
          cites,
        }),
      );
  return [edit, ...seen];
}

/**
 * Two levels. What could be noticed is written from outside: the call is given nothing that was said. The director's cut is
 * every view, and stays under seal until the person breaks it.
 */
async function digestOf(on: Playing, scene: Scene, views: readonly View[]): Promise<EventDraft> {
  const { state, cast } = on;
  const place = scene.containerId === null ? undefined : state.containers.get(scene.containerId);
  const lines = [
    `who: ${ownersOf(scene)
      .map((id) => nameOf(cast, id))
      .join(", ")}`,
    ...(place === undefined ? [] : [`where: ${place.name}`]),
    `from: ${scene.startedAt}`,
    `to: ${scene.closedAt ?? state.clock}`,
  ];
  const eventIds = [
    scene.eventId,
    ...(scene.closedEventId === null ? [] : [scene.closedEventId]),
    ...(place === undefined ? [] : [place.eventId]),
  ];
  const request = askAs(on, {
    purpose: "digest",
    viewer: you,
    instructions: digestInstructions(nameOf(cast, you), languageFor(on)),
    sections: section("outside", lines, eventIds),
  });
  const { summary } = await on.turn.model.object(request, readSummary);
  return chatFact(momentOf(on), "digest_written", {
    id: on.turn.newId(),
    scene_id: scene.id,
    noticed: summary,
    directors_cut: views
      .map(({ owner, summary: view }) => `${nameOf(cast, owner)}: ${view}`)
      .join("\n"),
  });
}

/** The person's own language: as they set it, or as they wrote in this story. */
function languageFor({ turn, state, cast }: Playing): "zh" | "en" | undefined {
  const written = sources(state, cast, you)
    .recent(recentTurns)
    .flatMap((heard) => (heard.turn.speaker === you ? [heard.turn.text] : []));
  return written.length === 0
    ? (turn.account.language ?? undefined)
    : languageOf(turn.account.language, written.join(" "));
}

/** Best effort: whatever goes wrong here, the close stands. Only a stop is a stop. */
export async function threadsOf(on: Playing, scene: Scene): Promise<EventDraft[]> {
  const heard = sources(on.state, on.cast, director).ofScene(scene.id);
  const known = [...on.state.threads.values()].map(({ title, status }) => `${title} (${status})`);
  const asked = askAs(on, {
    purpose: "threads",
    viewer: director,
    instructions: threadInstructions,
    sections: [...section("known threads", known), ...transcript(heard)],
  });
  try {
    const { threads } = await on.turn.model.object({ ...asked, optional: true }, readThreads);
    return threads.slice(0, 3).map(({ title, summary, status }) => {
      const same = [...on.state.threads.values()].find(
        (thread) => thread.title.toLowerCase() === title.toLowerCase(),
      );
      return chatFact(momentOf(on), "thread_detected", {
        id: same?.id ?? on.turn.newId(),
        scene_id: scene.id,
        title,
        summary,
        status,
      });
    });
  } catch (error) {
    if (on.turn.signal.aborted || (error instanceof ModelFailure && error.code === "aborted"))
      throw error;
    return [];
  }
}
