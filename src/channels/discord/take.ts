import type { ChannelPorts } from "../../domain/ports/channel-ports.ts";
import type { ChannelReports } from "../../domain/ports/channel-reports.ts";
import type { Log, Metrics } from "../../domain/ports/log.ts";
import { isStranger, type StrangerReplies } from "../kit/strangers.ts";
import type { DiscordApi } from "./api.ts";
import type { DirectChannels } from "./direct-channels.ts";
import type { GatewayEvent } from "./gateway/session.ts";
import { sessionKey } from "./gateway/keep.ts";
import { readClick, type ReadDeps, type ReadEvent, readMessage, readReaction } from "./read.ts";
import { type DiscordBot, discordChannel } from "./settings.ts";

export interface TakeDeps extends ReadDeps {
  readonly ports: Pick<ChannelPorts, "inbox">;
  readonly reports?: Pick<ChannelReports, "rejected"> | undefined;
  readonly api: DiscordApi;
  readonly direct: Pick<DirectChannels, "learn">;
  readonly strangers: Pick<StrangerReplies, "answer">;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Runs a call without waiting for it. */
  background(work: Promise<unknown>): void;
}

/**
 * Takes in what concerns us, in one transaction with the session's place. Whichever process resumes
 * the session begins after the last message that was kept.
 */
export async function takeEvent(
  on: TakeDeps,
  bot: DiscordBot,
  { name, data, mark }: GatewayEvent,
): Promise<void> {
  const read = await readEvent(on, bot, { name, data });
  if (read === undefined && name !== "READY") return;
  const marks = [
    {
      channel: discordChannel,
      channelAccount: bot.id,
      key: sessionKey,
      value: JSON.stringify(mark),
    },
  ];
  const messages = read === undefined ? [] : [read.message];
  const [outcome] = await on.ports.inbox.take({ messages, marks });
  if (read === undefined) return;
  const { message, channelId, click } = read;
  if (message.route.scope.startsWith("user:")) on.direct.learn(message.subject, channelId);
  if (click !== undefined) on.background(answerClick(on, bot, click));
  const taken = { message, outcome };
  on.strangers.answer([taken]);
  on.metrics.count("meanwhile_webhook_items_total", {
    channel: discordChannel,
    kind: outcome?.kind ?? "rejected",
  });
  if (outcome?.kind !== "refused" || isStranger(taken)) return;
  await on.reports?.rejected({
    channel: discordChannel,
    channelAccount: bot.id,
    vendorId: message.vendorId,
    code: outcome.code,
  });
}

function readEvent(
  on: TakeDeps,
  bot: DiscordBot,
  { name, data }: Pick<GatewayEvent, "name" | "data">,
): Promise<ReadEvent | undefined> {
  if (name === "MESSAGE_CREATE") return readMessage(on, bot, data);
  if (name === "INTERACTION_CREATE") return readClick(on, bot, data);
  if (name === "MESSAGE_REACTION_ADD") return readReaction(on, bot, data);
  return Promise.resolve(undefined);
}

/** The buttons have done their work and disappear. */
const removeButtons = { type: 7, data: { components: [] } };

const answerClick = (
  { api }: TakeDeps,
  { token }: DiscordBot,
  click: NonNullable<ReadEvent["click"]>,
): Promise<unknown> =>
  api.call(token, {
    method: "POST",
    path: `/interactions/${click.id}/${click.token}/callback`,
    json: removeButtons,
  });
