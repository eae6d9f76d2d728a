import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { ChatEventDraft } from "../state/events.ts";
import { pickLanguage, type Language } from "../../../domain/language.ts";
import { ModelFailure } from "../../../domain/ports/model.ts";
import { readSummary, readThreads, type Summary } from "./answers.ts";
import { nameOf } from "../state/cast.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { digestInstructions, povInstructions, threadInstructions } from "./instructions.ts";
import { buildRelationship, buildTranscript, createSection, feelingAndSummary } from "./prompt.ts";
import { citeSources } from "./prompt-messages.ts";
import { labelPeople } from "./people-section.ts";
import {
  buildRequest,
  toFactContext,
  type PlayContext,
  createPromptContext,
} from "./play-context.ts";
import { type Memory, type Movement, type Scene, you } from "../state/chat-state.ts";
import { director, openSources } from "../state/witness.ts";
import { recentTurns } from "./prompt-context.ts";

/**
 * What is recorded at the end of a scene: each bot's summary, host first; for a scene the person
 * missed, a digest; and plot threads, if the model finds any. Threads are optional.
 */
export async function summariseScene(on: PlayContext, scene: Scene): Promise<ChatEventDraft[]> {
  const views: BotSummary[] = [];
  for (const owner of listOwners(scene)) {
    const view = await summariseFor(on, scene, owner);
    if (view !== undefined) views.push(view);
  }
  // A meanwhile scene without any beat gets no digest.
  const isUnplayed =
    views.length === 0 &&
    openSources(on.state, on.cast, director).listTurnsOf(scene.id).length === 0;
  const done = draftStoryEvent(toFactContext(on), "scene_summarised", { scene_id: scene.id });
  if (scene.kind === "meanwhile" && isUnplayed) return [done];
  const digest = scene.kind === "meanwhile" ? [await writeDigest(on, scene, views)] : [];
  const threads = await findThreads(on, scene);
  return [...views.flatMap(({ facts }) => facts), ...digest, ...threads, done];
}

interface BotSummary {
  readonly owner: string;
  readonly summary: string;
  readonly facts: readonly ChatEventDraft[];
}

/** Host, guest and other participants, without the person. */
const listOwners = ({ host, guest, participants, people }: Scene): string[] =>
  [...new Set([host, ...(guest === null ? [] : [guest]), ...participants])].filter(
    (id) => !people.has(id) && participants.includes(id),
  );

const listPersons = ({ kind, participants, people }: Scene): string[] =>
  kind === "meanwhile" ? [] : [...people].filter((id) => id === you || participants.includes(id));

export async function summariseFor(
  on: PlayContext,
  scene: Scene,
  owner: string,
): Promise<BotSummary | undefined> {
  const context = createPromptContext(on, scene, owner);
  const rows = context.sources.listMemoriesOf(scene.id);
  // A memory the person rewrote is kept while another one can carry the scene's summary.
  const last = rows.findLast(({ byHand }) => byHand !== true) ?? rows.at(-1);
  if (last === undefined) return undefined;
  const others = [...listPersons(scene), ...listOwners(scene).filter((id) => id !== owner)];
  const labels = labelPeople(on.cast, others);
  const name = nameOf(on.cast, owner);
  const request = buildRequest(on, {
    purpose: "pov_summary",
    viewer: owner,
    instructions: povInstructions(name, { isCrowd: others.length > 1 }),
    sections: [
      ...createSection("self", [`name: ${name}`]),
      ...(others.length > 1 ? createSection("people", [...labels.values()]) : []),
      ...others.flatMap((id) => buildRelationship(context, id, feelingAndSummary)),
      ...buildTranscript(context.sources.listTurnsOf(scene.id)),
    ],
  });
  const summary = await on.turn.model.object(request, readSummary);
  return {
    owner,
    summary: summary.summary,
    facts: draftSummary(
      on,
      { scene, owner, last, others, sourceEventIds: request.sourceEventIds },
      summary,
    ),
  };
}

function draftSummary(
  on: PlayContext,
  of: {
    scene: Scene;
    owner: string;
    last: Memory;
    others: readonly string[];
    sourceEventIds: readonly number[];
  },
  summary: Summary,
): ChatEventDraft[] {
  const { scene, owner, last, others } = of;
  const heard = openSources(on.state, on.cast, owner).listTurnsOf(scene.id);
  const derived = {
    cites: heard.map(({ turn }) => turn.id),
    ...citeSources(of.sourceEventIds),
  };
  const edit = draftStoryEvent(toFactContext(on), "manual_edit", {
    target_kind: "memory_pov_summary",
    target_id: last.id,
    scene_id: scene.id,
    new_value: summary.summary,
    prior_value: last.povSummary,
    author: "system",
    ...derived,
  });
  const seen = fileByPerson(on, others, summary).map(({ target, ...learnt }) =>
    draftStoryEvent(toFactContext(on), "relationship_summarised", {
      scene_id: scene.id,
      source_id: owner,
      target_id: target,
      ...learnt,
      ...derived,
    }),
  );
  return [edit, ...seen];
}

interface LearntOf {
  readonly target: string;
  readonly relationship_summary: string;
  readonly knowledge_facts: readonly string[];
}

/**
 * What the scene taught about each person, filed under them. An answer that does not say about whom
 * it is counts where there was only one other; the summary holds it in any case.
 */
function fileByPerson(
  { cast }: PlayContext,
  others: readonly string[],
  { relationship_summary, knowledge_facts, people }: Summary,
): LearntOf[] {
  const labels = labelPeople(cast, others);
  const onlyOne = others.length === 1 ? { relationship_summary, knowledge_facts } : nothingLearnt;
  return others
    .map((target): LearntOf => {
      const learnt = people.find(({ name }) => name === labels.get(target)) ?? onlyOne;
      return {
        target,
        relationship_summary: learnt.relationship_summary,
        knowledge_facts: learnt.knowledge_facts,
      };
    })
    .filter(
      (learnt) => learnt.relationship_summary.trim() + learnt.knowledge_facts.join("") !== "",
    );
}

const nothingLearnt = { relationship_summary: "", knowledge_facts: [] };

/**
 * Two levels. The noticed part is written from outside: its prompt contains nothing that was said.
 * The director's cut has every bot's summary and stays sealed until the person opens it.
 */
async function writeDigest(
  on: PlayContext,
  scene: Scene,
  views: readonly BotSummary[],
): Promise<EventDraft<"digest_written">> {
  const { state, cast } = on;
  const place = scene.containerId === null ? undefined : state.containers.get(scene.containerId);
  const moves = state.movements.filter(
    ({ sceneId, entity }) => sceneId === scene.id && entity !== you,
  );
  const listMoved = (change: Movement["change"]): string =>
    [...new Set(moves.filter((move) => move.change === change).map(({ entity }) => entity))]
      .map((id) => nameOf(cast, id))
      .join(", ");
  const [came, left] = [listMoved("enter"), listMoved("leave")];
  const lines = [
    `who: ${listOwners(scene)
      .map((id) => nameOf(cast, id))
      .join(", ")}`,
    ...(place === undefined ? [] : [`where: ${place.name}`]),
    `from: ${scene.startedAt}`,
    `to: ${scene.closedAt ?? state.clock}`,
    ...(came === "" ? [] : [`came: ${came}`]),
    ...(left === "" ? [] : [`left: ${left}`]),
  ];
  const eventIds = [
    scene.eventId,
    ...moves.map(({ eventId }) => eventId),
    ...(scene.closedEventId === null ? [] : [scene.closedEventId]),
    ...(place === undefined ? [] : [place.eventId]),
  ];
  const request = buildRequest(on, {
    purpose: "digest",
    viewer: you,
    instructions: digestInstructions(nameOf(cast, you), detectLanguage(on)),
    sections: createSection("outside", lines, eventIds),
  });
  const { summary } = await on.turn.model.object(request, readSummary);
  return draftStoryEvent(toFactContext(on), "digest_written", {
    id: on.turn.newId(),
    scene_id: scene.id,
    noticed: summary,
    directors_cut: views
      .map(({ owner, summary: view }) => `${nameOf(cast, owner)}: ${view}`)
      .join("\n"),
  });
}

/** The person's language: as set in the account, or as written in this story. */
function detectLanguage({ turn, state, cast }: PlayContext): Language | undefined {
  const written = openSources(state, cast, you)
    .listRecent(recentTurns)
    .flatMap((heard) => (heard.turn.speaker === you ? [heard.turn.text] : []));
  return written.length === 0
    ? (turn.account.language ?? undefined)
    : pickLanguage(turn.account.language, written.join(" "));
}

/** Best effort: a failure here does not prevent the scene from closing, except an abort. */
export async function findThreads(on: PlayContext, scene: Scene): Promise<ChatEventDraft[]> {
  const heard = openSources(on.state, on.cast, director).listTurnsOf(scene.id);
  const known = [...on.state.threads.values()].map(({ title, status }) => `${title} (${status})`);
  const asked = buildRequest(on, {
    purpose: "threads",
    viewer: director,
    instructions: threadInstructions,
    sections: [...createSection("known threads", known), ...buildTranscript(heard)],
  });
  try {
    const { threads } = await on.turn.model.object({ ...asked, optional: true }, readThreads);
    return threads.slice(0, 3).map(({ title, summary, status }) => {
      const same = [...on.state.threads.values()].find(
        (thread) => thread.title.toLowerCase() === title.toLowerCase(),
      );
      return draftStoryEvent(toFactContext(on), "thread_detected", {
        id: same?.id ?? on.turn.newId(),
        scene_id: scene.id,
        title,
        summary,
        status,
        cites: heard.map(({ turn }) => turn.id),
        ...citeSources(asked.sourceEventIds),
      });
    });
  } catch (error) {
    if (on.turn.signal.aborted || (error instanceof ModelFailure && error.code === "aborted"))
      throw error;
    return [];
  }
}
