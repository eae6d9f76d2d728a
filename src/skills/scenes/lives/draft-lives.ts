import type { Language } from "../../../domain/language.ts";
import type { ChatEventDraft } from "../state/events.ts";
import { type Cast, nameOf } from "../state/cast.ts";
import type { ChatState } from "../state/chat-state.ts";
import { toWitnessFlags } from "../state/present.ts";
import { draftStoryEvent, type FactContext } from "../state/story-events.ts";
import { findStoryLanguage } from "../state/story-language.ts";
import { createDayCounter } from "../time/days.ts";
import { sayWhen } from "../time/say-time.ts";
import { type Encounter, simulateLives } from "./simulate.ts";

interface LivesContext {
  readonly moment: FactContext;
  readonly state: ChatState;
  readonly cast: Cast;
  newId(): string;
}

/**
 * What characters lived through while the story's clock moved on: where they are now, whom they met,
 * and what each of them remembers of it. Meetings are played as scenes only where the story says so,
 * and then as unattended scenes with a budget.
 */
export function draftLives(
  on: LivesContext,
  { from, to }: { readonly from: string; readonly to: string },
): ChatEventDraft[] {
  const { state, moment } = on;
  const { lives } = state;
  if (lives?.is_on !== true || !(Date.parse(to) > Date.parse(from))) return [];
  const { stays, needs, encounters } = simulateLives({
    from,
    to,
    lives,
    busy: new Set(state.scenesOf.keys()),
    needsMet: state.needsMet,
  });
  const kept = chooseMeetings(state, encounters, lives.meetings_per_day).map((encounter) => ({
    ...encounter,
    id: on.newId(),
  }));
  const advanced = draftStoryEvent(moment, "lives_advanced", {
    chat_id: state.id,
    from,
    to,
    stays: stays.map(({ entityId, containerId, since, doing }) => ({
      entity_id: entityId,
      container_id: containerId,
      since,
      doing,
    })),
    needs: needs.map(({ entityId, name, at }) => ({ entity_id: entityId, name, at })),
    meetings: kept.map(({ id, containerId, at, until, doing }) => ({
      id,
      container_id: containerId,
      at,
      until,
      participants: [...doing.keys()],
    })),
  });
  const played = chooseMeetings(state, kept, lives.scenes_per_day);
  return [
    advanced,
    ...kept.flatMap((meeting) => draftMemories(on, meeting)),
    ...played.map((meeting) => draftScene(on, meeting)),
  ];
}

/** For each day the first meeting of every company, up to a number. */
function chooseMeetings<T extends Encounter>(
  state: ChatState,
  encounters: readonly T[],
  perDay: number,
): T[] {
  const dayOf = createDayCounter(state);
  return [...Map.groupBy(encounters, ({ at }) => dayOf(at)).values()].flatMap((ofDay) => {
    const companies = new Set<string>();
    const fresh = ofDay.filter(({ doing }) => {
      const company = [...doing.keys()].toSorted().join("\n");
      return !companies.has(company) && companies.add(company) !== undefined;
    });
    return fresh.slice(0, perDay);
  });
}

/** Each of them remembers who was there and what the others did; no one else does. */
function draftMemories(on: LivesContext, meeting: Encounter): ChatEventDraft[] {
  const { state, moment } = on;
  const witnesses = [...meeting.doing.keys()];
  return witnesses.map((owner) => {
    const text = describeMeeting(on, meeting, owner);
    return draftStoryEvent(moment, "memory_written", {
      chat_id: state.id,
      id: on.newId(),
      owner_id: owner,
      scene_id: null,
      ...toWitnessFlags(state, witnesses),
      witnesses,
      text,
      pov_summary: text,
      story_time: meeting.at,
    });
  });
}

function describeMeeting({ state, cast }: LivesContext, meeting: Encounter, owner: string): string {
  const language = findStoryLanguage(state, cast);
  const place = state.containers.get(meeting.containerId)?.name ?? "";
  const others = [...meeting.doing]
    .filter(([id]) => id !== owner)
    .map(([id, doing]) => describeOther(nameOf(cast, id), doing, language));
  const when = sayWhen(state, meeting.at, language);
  return language === "zh"
    ? `${when}，在${place}遇见${others.join("、")}。`
    : `${when}, at ${place}: met ${others.join(" and ")}.`;
}

function describeOther(name: string, doing: string, language: Language): string {
  if (doing === "") return name;
  return language === "zh" ? `${name}（${doing}）` : `${name} (${doing})`;
}

/** It begins by the story's clock, like every scene that was planned. */
const draftScene = (
  { state, moment, newId }: LivesContext,
  { at, containerId, doing }: Encounter,
): ChatEventDraft =>
  draftStoryEvent(moment, "scene_plan_set", {
    id: newId(),
    scene_id: null,
    starts_at: at,
    details: {
      beats: state.lives?.scene_beats ?? 4,
      stop_if: [],
      budget_tokens: state.lives?.scene_budget_tokens ?? 6_000,
      every_seconds: 30,
      participants: [...doing.keys()],
      container_id: containerId,
    },
  });
