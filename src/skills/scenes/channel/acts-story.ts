import type { Payload } from "../../../domain/events.ts";
import type { Greeting } from "../../../domain/views/scene-files.ts";
import { wallTimeAt } from "../../../language/instants.ts";
import { firstScene, greetingFor } from "../api/kickoff.ts";
import { comingBack } from "../beat/return-digest.ts";
import { sampleLines } from "../formats/files.ts";
import { greetingsOf } from "../beat/greetings.ts";
import { presentSet } from "../state/present.ts";
import { nameOf } from "../state/cast.ts";
import { withoutTheElsewhere } from "../state/rooms.ts";
import { type ChatState, currentScene, you } from "../state/chat-state.ts";
import { wallClock } from "../state/story-clock.ts";
import { sources } from "../state/witness.ts";
import { meantBy } from "./acts-play.ts";
import { nameLabel } from "./scene-words.ts";
import { seatFact } from "./story-seat.ts";
import { decide, playingOn, stateNow, type StoryWork, take } from "./story-work.ts";

interface ChatRow {
  readonly id: string;
  readonly title: string | null;
  readonly host_bot_id: string;
  readonly guest_bot_id: string | null;
  readonly clock: string;
}

/** In an order that does not change while somebody chooses. */
export const chatRows = ({ turn }: StoryWork): Promise<ChatRow[]> =>
  turn.read.rows<ChatRow>(
    "select id, title, host_bot_id, guest_bot_id, clock from chats where account_id = $1 order by created_at, id limit 100",
    [turn.account.id],
  );

export const titleOf = (
  { people, words }: StoryWork,
  { title, host_bot_id, guest_bot_id }: ChatRow,
): string =>
  title ??
  [host_bot_id, ...(guest_bot_id === null ? [] : [guest_bot_id])]
    .map((id) => people.nameOf(id))
    .join(words.join);

export async function listStories(work: StoryWork): Promise<void> {
  const rows = await chatRows(work);
  if (rows.length === 0) return void work.said.push(work.words.noChats);
  const lines = rows.map((row, index) => {
    const cast = [row.host_bot_id, ...(row.guest_bot_id === null ? [] : [row.guest_bot_id])].map(
      (id) => work.people.nameOf(id),
    );
    const mark = row.id === work.chatId ? " ←" : "";
    return `${index + 1}. ${titleOf(work, row)} · ${cast.join(work.words.join)} · ${wallClock(row.clock)}${mark}`;
  });
  work.said.push([work.words.chats, ...lines].join("\n"));
}

export function listCast({ people, words, said }: StoryWork): void {
  said.push(
    people.bots.length === 0
      ? words.noBots
      : [words.cast, ...people.bots.map(({ id }) => people.nameOf(id))].join("\n"),
  );
}

export async function bringSamples(work: StoryWork): Promise<void> {
  const { turn, language } = work;
  const at = {
    read: turn.read,
    now: turn.now,
    accountId: turn.account.id,
    newId: () => turn.newId(),
  };
  const { lines, result } = await sampleLines(at, language);
  const before = await chatRows(work);
  await take(work, lines);
  const samples = result["chats"] as readonly { readonly id: string; readonly title: string }[];
  // By the numbers under which `use` and `list` know them: those that are new come last, in the order of their ids.
  const fresh = samples
    .filter(({ id }) => !before.some((row) => row.id === id))
    .map(({ id }) => id);
  const order = [
    ...before.map(({ id }) => id),
    ...fresh.toSorted((one, other) => (one < other ? -1 : 1)),
  ];
  const numbered = samples
    .map(({ id, title }) => ({ nth: order.indexOf(id) + 1, title }))
    .toSorted((one, other) => one.nth - other.nth);
  work.said.push(
    [work.words.chats, ...numbered.map(({ nth, title }) => `${nth}. ${title}`)].join("\n"),
  );
}

const greetingAsked = /\s*(?:#|greeting\s*|opening\s*|开场白?\s*)(\d{1,3})\s*$/iu;

/** By its number in the list, its name or a part of it, or its id; the only one when nothing is said. */
export async function useStory(work: StoryWork, asked: string): Promise<void> {
  const greeting = greetingAsked.exec(asked)?.[1];
  const wanted = asked.replace(greetingAsked, "").trim();
  const rows = await chatRows(work);
  const row =
    wanted === ""
      ? (rows.find(({ id }) => id === work.chatId) ?? rows.at(-1))
      : chosen(work, rows, wanted);
  if (row === undefined)
    return void work.said.push(
      rows.length === 0 ? work.words.noChats : work.words.noSuchStory(wanted),
    );
  work.chatId = row.id;
  work.events.push(seatFact(work.turn, "story_entered", row.id));
  work.said.push(work.words.entered(titleOf(work, row)));
  await arrive(work, greeting === undefined ? undefined : Number(greeting) - 1);
}

export function chosen(
  work: StoryWork,
  rows: readonly ChatRow[],
  wanted: string,
): ChatRow | undefined {
  const folded = wanted.toLowerCase();
  const byName = (fits: (title: string) => boolean): ChatRow | undefined =>
    rows.find((row) => fits(titleOf(work, row).toLowerCase()));
  return (
    rows.find(({ id }) => id === wanted) ??
    byName((title) => title === folded) ??
    (/^\d{1,3}$/.test(wanted) ? rows[Number(wanted) - 1] : undefined) ??
    byName((title) => title.includes(folded))
  );
}

/** A story that has not begun is opened by its host; one that has is where it was left, and what was missed comes first. */
async function arrive(work: StoryWork, greeting: number | undefined): Promise<void> {
  const state = await stateNow(work);
  if (state === undefined) return;
  const on = await playingOn(work, state);
  const heard = sources(state, on.cast, you).recent(2);
  const scene = currentScene(state);
  if (heard.length === 0 && scene?.kind !== "meanwhile") return open(work, state, greeting);
  const back =
    scene?.kind === "meanwhile" ? { told: [], events: [] } : comingBack(on, work.language);
  await decide(work, back.events);
  work.said.push(
    ...back.told,
    heard.flatMap(({ known }) => known.lines).join("\n"),
    ...hereLines(work, state),
  );
}

async function open(
  work: StoryWork,
  state: ChatState,
  greeting: number | undefined,
): Promise<void> {
  const { turn, people, words } = work;
  const greetings =
    (await greetingsOf(turn.read, { accountId: turn.account.id, botId: state.host })) ?? [];
  const bots = [state.host, ...(state.guest === null ? [] : [state.guest])].map((id) =>
    people.nameOf(id),
  );
  if (greetings.length === 0) return void work.said.push(words.begun(bots.join(words.join)));
  if (greeting !== undefined && greetings[greeting] === undefined) work.said.push(words.noGreeting);
  const index = greetings[greeting ?? 0] === undefined ? 0 : greeting;
  const said = await greetingFor(
    turn.read,
    { accountId: turn.account.id, greeting: index },
    state.host,
  );
  await take(work, firstScene(state, said));
  work.said.push(`${nameLabel(said.name)}${said.text}`);
}

/** Names first, then, behind a colon, what it is called. */
export async function newStory(work: StoryWork, asked: string): Promise<void> {
  const { turn, people, words } = work;
  const [, head = asked, title = ""] = /^([^:：]*)[:：]\s*(.*)$/su.exec(asked) ?? [];
  const ids = meantBy(work, head, () => false);
  if (ids === undefined) return;
  if (ids.length === 0)
    return void work.said.push(people.bots.length === 0 ? words.noBots : words.nobody(head.trim()));
  const id = turn.newId();
  const [host = "", guest] = ids;
  const created: Payload = {
    id,
    host_bot_id: host,
    guest_bot_id: guest ?? null,
    initial_time: storyStart(work),
    narrative_anchor: "",
  };
  work.chatId = undefined;
  await take(work, [
    {
      kind: "chat_created",
      payload: title.trim() === "" ? created : { ...created, title: title.trim().slice(0, 200) },
    },
    { kind: "scene_opened", payload: { chat_id: id, participants: [you, ...ids] } },
  ]);
  work.chatId = id;
  work.events.push(seatFact(turn, "story_entered", id));
  const names = ids.map((one) => people.nameOf(one)).join(words.join);
  work.said.push(words.entered(title.trim() || names));
  await arrive(work, undefined);
}

/** The hour on the person's own wall. */
function storyStart({ turn }: StoryWork): string {
  const wall = wallTimeAt(turn.now, turn.account.timezone).slice(0, 16);
  const offset = Math.round((Date.parse(`${wall}:00Z`) - turn.now) / 60_000);
  const two = (value: number): string => String(value).padStart(2, "0");
  const size = Math.abs(offset);
  return `${wall}:00${offset < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

export async function listGreetings(work: StoryWork): Promise<void> {
  const state = await stateNow(work);
  if (state === undefined) return void work.said.push(work.words.noStory);
  const all =
    (await greetingsOf(work.turn.read, { accountId: work.turn.account.id, botId: state.host })) ??
    [];
  const line = ({ index, text }: Greeting): string =>
    `${index + 1}. ${text.length > 160 ? `${text.slice(0, 159)}…` : text}`;
  work.said.push(all.length === 0 ? work.words.noGreeting : all.map(line).join("\n"));
}

const longAwayMs = 12 * 3_600_000;

/** Somebody who comes back after half a day may have forgotten that their words go into a story. */
export async function remind(work: StoryWork): Promise<void> {
  const [last] = await work.turn.history(1);
  if (last === undefined || work.turn.now - Date.parse(last.at) < longAwayMs) return;
  const row = (await chatRows(work)).find(({ id }) => id === work.chatId);
  if (row !== undefined) work.said.push(work.words.stillIn(titleOf(work, row)));
}

export async function leaveStory(work: StoryWork): Promise<void> {
  const row = (await chatRows(work)).find(({ id }) => id === work.chatId);
  if (work.chatId === undefined || row === undefined)
    return void work.said.push(work.words.noStory);
  work.events.push(seatFact(work.turn, "story_left", work.chatId));
  work.said.push(work.words.left(titleOf(work, row)));
  work.chatId = undefined;
}

/** Where everybody is: the open scenes, those who are in them, and what goes on by itself. */
function hereLines({ people, words }: StoryWork, state: ChatState): string[] {
  const open = [...state.scenes.values()].filter(({ closedAt }) => closedAt === null);
  const current = currentScene(state);
  const line = (scene: (typeof open)[number]): string => {
    const place =
      scene.containerId === null ? undefined : state.containers.get(scene.containerId)?.name;
    const names = presentSet(withoutTheElsewhere(state, scene)).map((id) => people.nameOf(id));
    return `${place ?? words.here}${scene === current ? "" : " …"}: ${names.join(words.join)}`;
  };
  const plans = [...state.plans.values()].flatMap((plan) => {
    const names = plan.details.participants.map((id) => people.nameOf(id)).join(words.join);
    if (plan.status === "running")
      return [words.running(names, plan.beatsDone, plan.details.beats)];
    return plan.status === "waiting" ? [words.planned(names, wallClock(plan.startsAt ?? ""))] : [];
  });
  return [[`${words.time}: ${wallClock(state.clock)}`, ...open.map(line), ...plans].join("\n")];
}

export async function sayWho(work: StoryWork): Promise<void> {
  const state = await stateNow(work);
  if (state === undefined) return void work.said.push(work.words.noStory);
  const { cast } = await playingOn(work, state);
  work.said.push(`${nameOf(cast, you)} · ${hereLines(work, state).join("\n")}`);
}
