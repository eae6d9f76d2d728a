import type { ChannelInbox, ChannelPorts } from "./domain/ports/channel-ports.ts";
import type { Channel, FetchedFile } from "./domain/channel.ts";
import type { Projection } from "./domain/events.ts";
import { accessProjection } from "./accounts/access-rows.ts";
import { createAccept, createDoor } from "./inbound/accept.ts";
import { openMarks } from "./inbound/channel-marks.ts";
import { channelProjection } from "./inbound/channel-rows.ts";
import { openDirectory } from "./accounts/channel-directory.ts";
import { inboundProjection } from "./inbound/evolve.ts";
import { createInbox } from "./inbound/inbox.ts";
import { openQuotedMessages } from "./inbound/quoted-messages.ts";
import { reportsProjection } from "./inbound/report-rows.ts";
import { openReports } from "./inbound/reports.ts";
import { openDeadLetters } from "./outbound/dead-letters.ts";
import { outboundProjection } from "./outbound/evolve.ts";
import { openOutbox } from "./outbound/outbox.ts";
import { openOutlook } from "./outbound/outlook.ts";
import { openReceipts } from "./outbound/receipts.ts";
import { releaseWaiting } from "./outbound/release.ts";
import { openReminderRoutes, readRoutes } from "./outbound/reminder-routes.ts";
import { splitText } from "./outbound/split.ts";
import { windowProjection } from "./outbound/window.ts";
import type { Spine, SpineParts } from "./spine/parts.ts";
import { openChannelSecrets } from "./store/channel-secrets.ts";
import { createProjector, type Projector } from "./store/log/projector.ts";
import { openQuotaGate, type QuotaGate } from "./store/quotas/quota-gate.ts";
import { nobodyRests } from "./store/work/backpressure.ts";
import { watchProcesses } from "./store/work/live-processes.ts";
import { openSoleWorker } from "./store/work/sole-worker.ts";
import { databaseNow } from "./timers/engine.ts";
import { timerProjection } from "./timers/evolve.ts";
import { openTimers, type Timers } from "./timers/timers.ts";
import { turnProjection } from "./turn/evolve.ts";
import { readDocument } from "./turn/read-document.ts";
import { mediaProjection } from "./turn/media-rows.ts";
import { openLanes } from "./turn/lane.ts";
import { createStreams } from "./turn/stream.ts";

export function spineProjector(skills: readonly Projection[] = [], quotas?: QuotaGate): Projector {
  const projections = [
    inboundProjection,
    accessProjection,
    channelProjection,
    reportsProjection,
    mediaProjection,
    turnProjection,
    outboundProjection,
    windowProjection,
    timerProjection,
    ...skills,
  ];
  return createProjector(projections, quotas);
}

export async function openSpine(parts: SpineParts): Promise<Spine> {
  const { settings } = parts;
  const words = parts.timers?.words;
  const projector = spineProjector(
    parts.projections,
    parts.usage === undefined ? undefined : openQuotaGate(parts.usage.limits, parts.usage.meter),
  );
  const inbox: { take: ChannelInbox["take"] } = {
    take: () => Promise.reject(new Error("the spine is not open yet")),
  };
  const sole = openSoleWorker({ ...parts, holder: settings.holder });
  const ports: ChannelPorts = {
    inbox: { take: (batch) => inbox.take(batch) },
    marks: openMarks(parts.db),
    receipts: openReceipts({ ...parts, projector, words }),
    secrets: openChannelSecrets({ ...parts, keys: parts.keys }),
    sole,
    directory: openDirectory({ ...parts, projector }),
  };
  const made =
    typeof parts.channels === "function"
      ? parts.channels(ports, openReports({ ...parts, projector }))
      : parts.channels;
  const channels = new Map(made.map((channel) => [channel.name, channel]));
  const streams = createStreams(parts);
  const rightOfWay = parts.rightOfWay ?? nobodyRests;
  const lanes = openLanes(
    {
      ...parts,
      projector,
      streams,
      rightOfWay,
      settings: {
        ...settings.turn,
        holder: settings.holder,
        replyExpiresMs: settings.outbox.replyExpiresMs,
      },
      queued: (deliveryId) => outbox?.sendNext(deliveryId),
      partsOf: (channel, text) => partsOf(channels.get(channel), text),
      patience: (channel) => channels.get(channel)?.limits.turnTimeoutMs,
      carriesFiles: (channel) =>
        parts.media !== undefined && channels.get(channel)?.limits.carriesFiles === true,
      showsThoughts: (channel) => channels.get(channel)?.limits.showsThoughts === true,
      quotes: openQuotedMessages(parts.db),
      files: {
        store: parts.media,
        get: async (channel, file, signal) =>
          (await channels.get(channel)?.fetchFile?.(file, signal)) ?? notPossible,
        read: parts.fileReader === undefined ? undefined : readDocument(parts.fileReader),
      },
      typing: (channel, to) => channels.get(channel)?.typing?.(to),
    },
    { work: settings.work, hands: settings.turn.hands, sweepMs: settings.sweepMs },
  );
  const outbox = settings.work
    ? openOutbox({
        ...parts,
        projector,
        channels,
        words,
        settings: { ...settings.outbox, holder: settings.holder, sweepMs: settings.sweepMs },
      })
    : undefined;
  const timers = settings.work ? wireTimers(parts, { projector, channels }) : undefined;
  const reminderRoutes = openReminderRoutes(parts.db);
  const release = {
    clock: parts.clock,
    words,
    limitsOf: (channel: string) => channels.get(channel)?.limits,
  };
  const door = createDoor({
    ...parts,
    projector,
    lanes,
    rightOfWay,
    defaultTimezone: settings.defaultTimezone,
    perPersonPerMinute: settings.perPersonPerMinute,
    usage: parts.usage,
    release: (sql, conversations) => releaseWaiting(release, sql, conversations),
  });
  const accept = createAccept(door);
  inbox.take = createInbox(door).take;
  const listeners = new Set<(topic: string) => void>();
  const onTopic = (topic: string): void => {
    lanes.onTopic(topic);
    streams.onTopic(topic);
    for (const listener of listeners) listener(topic);
    if (topic === "outbox") outbox?.wake();
    if (topic === "timers") timers?.wake();
    if (topic === "sole") sole.wake();
  };
  const { holder, isShared = false } = settings;
  const stopListening = await parts.db.listen(
    onTopic,
    isShared ? { holder, onAbsent: () => sole.letGo() } : undefined,
  );
  const processes = isShared ? watchProcesses({ ...parts, holder }) : undefined;
  return {
    accept,
    ports,
    lanes,
    streams,
    projector,
    reminderRoutes,
    outlook: openOutlook({ db: parts.db, channels, routes: reminderRoutes }),
    deadLetters: openDeadLetters({
      ...parts,
      projector,
      resendExpiresMs: settings.outbox.replyExpiresMs,
    }),
    onTopic(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    wake() {
      lanes.loop?.wake();
      outbox?.wake();
      timers?.wake();
    },
    async close(graceMs) {
      const began = parts.clock.now();
      // Nothing new comes in by a poll while the rest winds down.
      await sole.close();
      await timers?.close();
      await lanes.close(graceMs);
      // What the last turns said may still go out, if only for a moment.
      await outbox?.close(
        Math.max(Math.min(graceMs, 1_000), graceMs - (parts.clock.now() - began)),
      );
      await streams.stop();
      await processes?.close();
      await stopListening();
    },
  };
}

function wireTimers(
  parts: SpineParts,
  on: { projector: Projector; channels: ReadonlyMap<string, Channel> },
): Timers | undefined {
  const { timers, settings } = parts;
  if (timers === undefined) return undefined;
  return openTimers({
    ...parts,
    ...on,
    kinds: new Map(timers.kinds.map((kind) => [kind.kind, kind])),
    settings: {
      holder: settings.holder,
      sweepMs: settings.sweepMs,
      batch: 500,
      expiresMs: timers.expiresMs,
      zones: timers.zones,
    },
    now: (sql) => (timers.now ?? databaseNow)(sql),
    routes: readRoutes,
    partsOf: (channel, text) => partsOf(on.channels.get(channel), text),
  });
}

const notPossible: FetchedFile = { failed: "not_possible", again: false };

/** A channel that is missing today may be back tomorrow: its text waits whole. */
function partsOf(channel: Channel | undefined, text: string): readonly string[] {
  return channel === undefined
    ? [text]
    : splitText(text, { length: channel.limits.partLength, unit: channel.limits.partUnit });
}
