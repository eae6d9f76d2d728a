import { pickLanguage } from "../../../domain/language.ts";
import { plainName } from "../../../domain/plain-name.ts";
import { isTyped } from "../../../domain/provenance.ts";
import type { Skill, SkillResult } from "../../../domain/skill.ts";
import { readSurroundings } from "../../../domain/surroundings.ts";
import { closeLinks } from "../../../links/close-links.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";
import { undoUsed } from "../../reminders/commands/reminder-events.ts";
import { type Audience, whenWords } from "../../reminders/words/when-words.ts";
import { isFree, readBusy } from "../availability/free-time.ts";
import { linkFor, readLink } from "../links/invitation-link.ts";
import { decideAnswer, draftEnded, draftLinked, readEntry } from "./decide.ts";
import { linkIdOf } from "./link-id.ts";
import { type Asked, type ElsewhereOptions, makerOf } from "./asked.ts";
import { answerAbout } from "./plans.ts";
import { mayBePeerRequest, type PeerRequest, readPeerRequest, uniqueName } from "./requests.ts";
import { findFriend, friendIdOf, listAsked, listFriends, type PeerFriendRow } from "./rows.ts";
import {
  answerTakenWords,
  codeRefusedWords,
  friendsWords,
  describeLinked,
  notInGroupsWords,
  noSuchFriendWords,
  overWords,
  ownAddressWords,
  describeRemoved,
  tooManyWords,
  troubleWords,
  unknownHostWords,
  whichWords,
} from "./words.ts";

/** Friends on other installations: made, asked and answered by rules alone. */
export function createElsewhereSkill(options: ElsewhereOptions): Skill {
  return {
    name: "elsewhere",
    async handle(turn) {
      const [only] = turn.window;
      if (only === undefined || turn.window.length !== 1 || !isTyped(only)) return undefined;
      if (!mayBePeerRequest(only.text)) return undefined;
      const friends = await listFriends(turn.read, turn.account.id);
      const request = readPeerRequest(only.text, {
        friends,
        isHost: (host) => options.calls.peers.some((peer) => peer.host === host),
      });
      if (request === undefined) return undefined;
      const language = pickLanguage(turn.account.language, only.text);
      const to: Audience = { language, zone: turn.account.timezone, now: turn.now };
      const on = toAsked({ options, turn, to, friends });
      if (readSurroundings(only.payload)?.shared === true)
        return request.kind === "answer" ? undefined : on.reply(notInGroupsWords(to));
      return carryOut(on, request);
    },
  };
}

/** Names and titles of others are in the replies: their links can be read but not followed. */
const toAsked = (of: Omit<Asked, "reply" | "stage">): Asked => ({
  ...of,
  reply: (text) => ({
    reply: [
      closeLinks(text, {
        own: [],
        hosts: [...of.options.linkHosts, ...of.turn.account.linkHosts],
      }),
    ],
    disposition: "replied",
    reason: "reply_ready",
    carries: ["friend"],
  }),
  stage: (operation, { events, expects }) =>
    of.turn.stage({
      domain: "friendship",
      operation,
      payload: {},
      preview: {},
      events: [...events, undoUsed(makerOf(of))],
      expects,
    }),
});

async function carryOut(
  on: Asked,
  request: PeerRequest<PeerFriendRow>,
): Promise<SkillResult | undefined> {
  if (request.kind === "address") return showAddress(on);
  if (request.kind === "list") return on.reply(friendsWords(on.friends, on.to));
  if (request.kind === "stranger") return on.reply(noSuchFriendWords(request.address, on.to));
  if (request.kind === "add") return add(on, request);
  if (request.kind === "about") return answerAbout(on, request);
  if (request.kind === "answer") return answer(on, request);
  on.stage("remove_peer_friend", draftEnded("me", request.friend, on.turn.now));
  return on.reply(describeRemoved(request.friend, on.to));
}

async function showAddress(on: Asked): Promise<SkillResult> {
  const { options, turn, to } = on;
  const row = await readLink(turn.read, turn.account.id);
  const link = linkFor(makerOf(on), options.codes, { row });
  if (link.command !== undefined) turn.stage(link.command);
  const wall = wallTimeAt(Date.parse(link.expiresAt), to.zone);
  return on.reply(
    ownAddressWords(
      `${link.code}@${options.calls.host}`,
      whenWords({ wall, zone: to.zone }, to),
      to,
    ),
  );
}

/** The link's id follows from who asks for it by which code: asking again after a lost answer is the same request. */
async function add(
  on: Asked,
  { code, host }: { readonly code: string; readonly host: string },
): Promise<SkillResult> {
  const { options, turn, to } = on;
  const { calls } = options;
  if (!calls.peers.some((peer) => peer.host === host)) return on.reply(unknownHostWords(host, to));
  const { id: accountId, displayName } = turn.account;
  const link = linkIdOf({ from: calls.host, accountId, to: host, code });
  const message = { kind: "link", link, code, name: plainName(displayName) ?? "" } as const;
  const answer = await calls.send(host, message, turn.signal);
  if ("trouble" in answer) return on.reply(troubleWords(host, answer.trouble, to));
  if (answer.refused === "too_many") return on.reply(tooManyWords(to));
  if (answer.refused !== undefined) return on.reply(codeRefusedWords(to));
  const id = friendIdOf(host, link);
  const before = await findFriend(turn.read, id);
  if (before?.state === "linked") return on.reply(describeLinked(before, to));
  const name = uniqueName(plainName(answer.name ?? null) ?? "friend", on.friends, host);
  const friend = { id, account_id: accountId, host, link, name };
  on.stage(
    "add_peer_friend",
    draftLinked("me", friend, { now: turn.now, version: before?.version ?? 0 }),
  );
  return on.reply(describeLinked(friend, to));
}

/** A bare yes or no counts where the question was the last thing that was said. */
async function answer(
  on: Asked,
  request: { readonly accepts: boolean; readonly friend: PeerFriendRow | undefined },
): Promise<SkillResult | undefined> {
  const { turn, to } = on;
  const asked = await listAsked(turn.read, turn.account.id);
  if (asked.length === 0) return undefined;
  const meant =
    request.friend === undefined
      ? await findLast(on, asked)
      : asked.filter(({ friend_id: id }) => id === request.friend?.id);
  const [row, second] = meant.flatMap((plan) => {
    const friend = on.friends.find(({ id }) => id === plan.friend_id);
    return friend === undefined ? [] : [{ plan, friend }];
  });
  if (row === undefined) return undefined;
  if (second !== undefined) return on.reply(whichWords([row, second], to));
  const { plan, friend } = row;
  if (Date.parse(plan.starts_at) <= turn.now) return on.reply(overWords(plan, to));
  const { accepts } = request;
  const entry = await readEntry(turn.read, plan);
  const slot = {
    from: Date.parse(plan.starts_at),
    to: Date.parse(plan.starts_at) + plan.minutes * 60_000,
  };
  const isBusy =
    accepts &&
    entry === undefined &&
    !isFree(await readBusy(turn.read, { who: turn.account.id, span: slot }), slot);
  const decided = decideAnswer(makerOf(on), {
    row: plan,
    friend,
    accepts,
    zone: turn.account.timezone,
    entry,
  });
  on.stage("answer_peer_invitation", decided);
  return on.reply(answerTakenWords({ plan, accepts, isBusy }, friend, to));
}

async function findLast<Row extends { readonly message_id: string | null }>(
  { turn }: Asked,
  asked: readonly Row[],
): Promise<readonly Row[]> {
  const [last] = await turn.read.rows<{ id: string }>(
    "select id from message where conversation_id = $1 and direction = 'outbound' order by event_id desc limit 1",
    [turn.conversationId],
  );
  return asked.filter(({ message_id: id }) => id !== null && id === last?.id);
}
