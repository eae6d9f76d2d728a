import type { Greeting } from "../../../domain/views/scene-files.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";
import { draftFirstScene, pickGreeting } from "../api/kickoff.ts";
import { deliverDigests } from "../beat/deliver-digests.ts";
import { draftSamples } from "../formats/files.ts";
import { listGreetings } from "../beat/greetings.ts";
import { listPresent } from "../state/present.ts";
import { nameOf } from "../state/cast.ts";
import { excludeElsewhere } from "../state/scene-membership.ts";
import { type ChatState, findCurrentScene, you } from "../state/chat-state.ts";
import { formatWallClock } from "../state/story-clock.ts";
import { openSources } from "../state/witness.ts";
import { resolveNames } from "./play-commands.ts";
import { nameLabel } from "../state/name-label.ts";
import { draftSeatEvent } from "./story-seat.ts";
import {
  decide,
  createPlayContext,
  loadState,
  type StoryWork,
  recordEvents,
} from "./story-work.ts";

interface ChatRow {
  readonly id: string;
  readonly title: string | null;
  readonly host_bot_id: string;
  readonly guest_bot_id: string | null;
  readonly clock: string;
}

/** In a stable order, because the person chooses by number. */
export const listChatRows = ({ turn }: StoryWork): Promise<ChatRow[]> =>
  turn.read.rows<ChatRow>(
    "select id, title, host_bot_id, guest_bot_id, clock from chats where account_id = $1 order by created_at, id limit 100",
    [turn.account.id],
  );

export const formatTitle = (
  { people, words }: StoryWork,
  { title, host_bot_id, guest_bot_id }: ChatRow,
): string =>
  title ??
  [host_bot_id, ...(guest_bot_id === null ? [] : [guest_bot_id])]
    .map((id) => people.nameOf(id))
    .join(words.join);

export async function listStories(work: StoryWork): Promise<void> {
  const rows = await listChatRows(work);
  if (rows.length === 0) return void work.said.push(work.words.noChats);
  const lines = rows.map((row, index) => {
    const cast = [row.host_bot_id, ...(row.guest_bot_id === null ? [] : [row.guest_bot_id])].map(
      (id) => work.people.nameOf(id),
    );
    const mark = row.id === work.chatId ? " ←" : "";
    return `${index + 1}. ${formatTitle(work, row)} · ${cast.join(work.words.join)} · ${formatWallClock(row.clock)}${mark}`;
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

export async function addSamples(work: StoryWork): Promise<void> {
  const { turn, language } = work;
  const at = {
    read: turn.read,
    now: turn.now,
    accountId: turn.account.id,
    newId: () => turn.newId(),
  };
  const { lines, result } = await draftSamples(at, { language, stories: "all" });
  const before = await listChatRows(work);
  await recordEvents(work, lines);
  const samples = result["chats"] as readonly { readonly id: string; readonly title: string }[];
  // Numbered as in `use` and `list`: new chats come last, ordered by id.
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

/**
 * Finds a story by number, title, part of a title or id; without any, the current or latest one.
 */
export async function useStory(work: StoryWork, asked: string): Promise<void> {
  const greeting = greetingAsked.exec(asked)?.[1];
  const wanted = asked.replace(greetingAsked, "").trim();
  const rows = await listChatRows(work);
  const row =
    wanted === ""
      ? (rows.find(({ id }) => id === work.chatId) ?? rows.at(-1))
      : findStory(work, rows, wanted);
  if (row === undefined)
    return void work.said.push(
      rows.length === 0 ? work.words.noChats : work.words.noSuchStory(wanted),
    );
  work.chatId = row.id;
  work.events.push(draftSeatEvent(work.turn, "story_entered", row.id));
  work.said.push(work.words.entered(formatTitle(work, row)));
  await enterStory(work, greeting === undefined ? undefined : Number(greeting) - 1);
}

export function findStory(
  work: StoryWork,
  rows: readonly ChatRow[],
  wanted: string,
): ChatRow | undefined {
  const folded = wanted.toLowerCase();
  const findByTitle = (fits: (title: string) => boolean): ChatRow | undefined =>
    rows.find((row) => fits(formatTitle(work, row).toLowerCase()));
  return (
    rows.find(({ id }) => id === wanted) ??
    findByTitle((title) => title === folded) ??
    (/^\d{1,3}$/.test(wanted) ? rows[Number(wanted) - 1] : undefined) ??
    findByTitle((title) => title.includes(folded))
  );
}

/**
 * A new story is opened with the host's greeting. A story in progress continues where it was left,
 * after the digests of missed scenes.
 */
async function enterStory(work: StoryWork, greeting: number | undefined): Promise<void> {
  const state = await loadState(work);
  if (state === undefined) return;
  const on = await createPlayContext(work, state);
  const heard = openSources(state, on.cast, you).listRecent(2);
  const scene = findCurrentScene(state);
  if (heard.length === 0 && scene?.kind !== "meanwhile") return openStory(work, state, greeting);
  const back =
    scene?.kind === "meanwhile" ? { digests: [], events: [] } : deliverDigests(on, work.language);
  await decide(work, back.events);
  work.said.push(
    ...back.digests,
    heard.flatMap(({ known }) => known.lines).join("\n"),
    ...describeScenes(work, state),
  );
}

const toGreeter = (accountId: string, { host, settings }: ChatState) => ({
  accountId,
  botId: host,
  yourName: settings.persona?.name,
});

async function openStory(
  work: StoryWork,
  state: ChatState,
  greeting: number | undefined,
): Promise<void> {
  const { turn, people, words } = work;
  const greetings = (await listGreetings(turn.read, toGreeter(turn.account.id, state))) ?? [];
  const bots = [state.host, ...(state.guest === null ? [] : [state.guest])].map((id) =>
    people.nameOf(id),
  );
  if (greetings.length === 0) return void work.said.push(words.begun(bots.join(words.join)));
  if (greeting !== undefined && greetings[greeting] === undefined) work.said.push(words.noGreeting);
  const index = greetings[greeting ?? 0] === undefined ? 0 : greeting;
  const said = await pickGreeting(
    turn.read,
    { accountId: turn.account.id, greeting: index },
    state.host,
  );
  await recordEvents(work, draftFirstScene(state, said));
  work.said.push(`${nameLabel(said.name)}${said.text}`);
}

/** Names, optionally followed by a colon and a title. */
export async function createStory(work: StoryWork, asked: string): Promise<void> {
  const { turn, people, words } = work;
  const [, head = asked, title = ""] = /^([^:：]*)[:：]\s*(.*)$/su.exec(asked) ?? [];
  const ids = resolveNames(work, head, () => false);
  if (ids === undefined) return;
  if (ids.length === 0)
    return void work.said.push(
      people.bots.length === 0 ? words.noBots : words.noCharacter(head.trim()),
    );
  const id = turn.newId();
  const [host = "", guest] = ids;
  const created = {
    id,
    host_bot_id: host,
    guest_bot_id: guest ?? null,
    initial_time: formatStart(work),
    narrative_anchor: "",
  };
  work.chatId = undefined;
  await recordEvents(work, [
    {
      kind: "chat_created",
      payload: title.trim() === "" ? created : { ...created, title: title.trim().slice(0, 200) },
    },
    { kind: "scene_opened", payload: { chat_id: id, participants: [you, ...ids] } },
  ]);
  work.chatId = id;
  work.events.push(draftSeatEvent(turn, "story_entered", id));
  const names = ids.map((one) => people.nameOf(one)).join(words.join);
  work.said.push(words.entered(title.trim() || names));
  await enterStory(work, undefined);
}

/** The person's local time. */
function formatStart({ turn }: StoryWork): string {
  const wall = wallTimeAt(turn.now, turn.account.timezone).slice(0, 16);
  const offset = Math.round((Date.parse(`${wall}:00Z`) - turn.now) / 60_000);
  const padTwo = (value: number): string => String(value).padStart(2, "0");
  const size = Math.abs(offset);
  return `${wall}:00${offset < 0 ? "-" : "+"}${padTwo(Math.floor(size / 60))}:${padTwo(size % 60)}`;
}

export async function showGreetings(work: StoryWork): Promise<void> {
  const state = await loadState(work);
  if (state === undefined) return void work.said.push(work.words.noStory);
  const all = (await listGreetings(work.turn.read, toGreeter(work.turn.account.id, state))) ?? [];
  const formatLine = ({ index, text }: Greeting): string =>
    `${index + 1}. ${text.length > 160 ? `${text.slice(0, 159)}…` : text}`;
  work.said.push(all.length === 0 ? work.words.noGreeting : all.map(formatLine).join("\n"));
}

const longAwayMs = 12 * 3_600_000;

/** After half a day the person may have forgotten that a story is in progress. */
export async function remindOfStory(work: StoryWork): Promise<void> {
  const [last] = await work.turn.history(1);
  if (last === undefined || work.turn.now - Date.parse(last.at) < longAwayMs) return;
  const row = (await listChatRows(work)).find(({ id }) => id === work.chatId);
  if (row !== undefined) work.said.push(work.words.stillIn(formatTitle(work, row)));
}

export async function leaveStory(work: StoryWork): Promise<void> {
  const row = (await listChatRows(work)).find(({ id }) => id === work.chatId);
  if (work.chatId === undefined || row === undefined)
    return void work.said.push(work.words.noStory);
  work.events.push(draftSeatEvent(work.turn, "story_left", work.chatId));
  work.said.push(work.words.left(formatTitle(work, row)));
  work.chatId = undefined;
}

/** The open scenes, who is in them, and what runs unattended. */
function describeScenes({ people, words }: StoryWork, state: ChatState): string[] {
  const openStory = [...state.scenes.values()].filter(({ closedAt }) => closedAt === null);
  const current = findCurrentScene(state);
  const formatLine = (scene: (typeof openStory)[number]): string => {
    const place =
      scene.containerId === null ? undefined : state.containers.get(scene.containerId)?.name;
    const names = listPresent(excludeElsewhere(state, scene)).map((id) => people.nameOf(id));
    return `${place ?? words.here}${scene === current ? "" : " …"}: ${names.join(words.join)}`;
  };
  const plans = [...state.plans.values()].flatMap((plan) => {
    const names = plan.details.participants.map((id) => people.nameOf(id)).join(words.join);
    if (plan.status === "running")
      return [words.running(names, plan.beatsDone, plan.details.beats)];
    return plan.status === "waiting"
      ? [words.planned(names, formatWallClock(plan.startsAt ?? ""))]
      : [];
  });
  return [
    [`${words.time}: ${formatWallClock(state.clock)}`, ...openStory.map(formatLine), ...plans].join(
      "\n",
    ),
  ];
}

export async function showPresent(work: StoryWork): Promise<void> {
  const state = await loadState(work);
  if (state === undefined) return void work.said.push(work.words.noStory);
  const { cast } = await createPlayContext(work, state);
  work.said.push(`${nameOf(cast, you)} · ${describeScenes(work, state).join("\n")}`);
}
