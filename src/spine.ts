import type { Channel } from "./domain/channel.ts";
import type { Projection } from "./domain/events/projection.ts";
import { accessProjection } from "./accounts/access-rows.ts";
import { passkeyProjection } from "./accounts/passkeys/projection.ts";
import { signOnProjection } from "./accounts/sign-on/linked-people.ts";
import { createAccept } from "./inbound/accept.ts";
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
import { outsideCalendarProjection } from "./outbound/calendars/projection.ts";
import { webhookProjection } from "./outbound/webhooks/projection.ts";
import { openOutbox } from "./outbound/outbox.ts";
import { openOutlook } from "./outbound/outlook.ts";
import { openReceipts } from "./outbound/receipts.ts";
import { releaseWaiting } from "./outbound/release.ts";
import { openReminderRoutes, readRoutes } from "./outbound/reminder-routes.ts";
import { splitText } from "./outbound/split.ts";
import { openTeller } from "./outbound/teller.ts";
import { windowProjection } from "./outbound/window.ts";
import type { ChannelMaker, Spine, SpineParts, SpineSettings, TimerParts } from "./spine/parts.ts";
import { openChannelSecrets } from "./store/channel-secrets.ts";
import { createProjector, type Projector } from "./store/log/projector.ts";
import type { Sql } from "./store/database/database.ts";
import { openQuotaGate, type QuotaGate } from "./store/quotas/quota-gate.ts";
import { noBackpressure } from "./store/work/backpressure.ts";
import { watchProcesses } from "./store/work/live-processes.ts";
import { openSoleWorker } from "./store/work/sole-worker.ts";
import { databaseNow } from "./timers/engine.ts";
import { timerProjection } from "./timers/evolve.ts";
import { openTimers } from "./timers/timers.ts";
import { turnProjection, mediaProjection } from "./turn/evolve.ts";
import { readDocument } from "./turn/document-words.ts";
import { openLanes } from "./turn/lane.ts";
import { createStreams } from "./turn/stream.ts";
import { createAcceptContext } from "./inbound/accept-context.ts";

export function spineProjector(skills: readonly Projection[] = [], quotas?: QuotaGate): Projector {
  const projections = [
    inboundProjection,
    accessProjection,
    signOnProjection,
    passkeyProjection,
    channelProjection,
    reportsProjection,
    mediaProjection,
    turnProjection,
    outboundProjection,
    webhookProjection,
    outsideCalendarProjection,
    windowProjection,
    timerProjection,
    ...skills,
  ];
  return createProjector(projections, quotas);
}

/** A spine with its channels, at work. */
export async function openSpine(
  parts: SpineParts & { readonly channels: readonly Channel[] | ChannelMaker },
): Promise<Spine> {
  const spine = createSpine(parts);
  const { channels } = parts;
  await spine.start(
    typeof channels === "function" ? channels(spine.ports, spine.reports) : channels,
  );
  return spine;
}

/**
 * The engines, each built from those above it. Channels come last, because a channel is built with
 * the spine's ports; until `start` registers them no engine works.
 */
export function createSpine(parts: SpineParts): Spine {
  const { db, clock, settings } = parts;
  const { holder, sweepMs } = settings;
  const words = parts.timers?.words;
  const channels = new Map<string, Channel>();
  const projector = spineProjector(
    parts.projections,
    parts.usage === undefined ? undefined : openQuotaGate(parts.usage.limits, parts.usage.meter),
  );
  const base = { ...parts, projector, channels, words };
  const reminderRoutes = openReminderRoutes(db);
  const outlook = openOutlook({ db, channels, routes: reminderRoutes });
  const skills = typeof parts.skills === "function" ? parts.skills(outlook) : parts.skills;
  const partsOf = (channel: string, text: string): readonly string[] =>
    splitFor(channels.get(channel), text);

  const outbox = settings.work
    ? openOutbox({ ...base, settings: { ...settings.outbox, holder, sweepMs } })
    : undefined;
  const streams = createStreams(parts);
  const backpressure = parts.backpressure ?? noBackpressure;
  const { replyExpiresMs } = settings.outbox;
  const lanes = openLanes(
    {
      ...base,
      skills,
      streams,
      backpressure,
      partsOf,
      settings: { ...settings.turn, holder, replyExpiresMs },
      queued: (deliveryId) => outbox?.sendNext(deliveryId) === true,
      quotes: openQuotedMessages(db),
      files: {
        store: parts.media,
        read: parts.fileReader === undefined ? undefined : readDocument(parts.fileReader),
        transcriber: parts.transcriber,
        speaker: parts.speaker,
      },
    },
    { work: settings.work, concurrency: settings.turn.concurrency, sweepMs },
  );
  const timers =
    settings.work && parts.timers !== undefined
      ? openTimers({ ...base, ...timerDeps(parts.timers, settings), partsOf })
      : undefined;
  const limitsOf = (channel: string) => channels.get(channel)?.limits;
  const release = { clock, chance: parts.chance, words, limitsOf };
  const context = createAcceptContext({
    ...base,
    lanes,
    backpressure,
    defaultTimezone: settings.defaultTimezone,
    perPersonPerMinute: settings.perPersonPerMinute,
    release: (sql, conversations) => releaseWaiting(release, sql, conversations),
  });
  const sole = openSoleWorker({ ...parts, holder });
  const listeners = new Set<(topic: string) => void>([
    (topic) => lanes.onTopic(topic),
    (topic) => streams.onTopic(topic),
    (topic) => topic === "outbox" && outbox?.wake(),
    (topic) => topic === "timers" && timers?.wake(),
    (topic) => topic === "sole" && sole.wake(),
  ]);
  const closers: (() => Promise<void>)[] = [];
  return {
    accept: createAccept(context),
    ports: {
      inbox: createInbox(context),
      marks: openMarks(db),
      receipts: openReceipts(base),
      secrets: openChannelSecrets({ ...parts, keys: parts.keys }),
      sole,
      directory: openDirectory(base),
    },
    reports: openReports(base),
    lanes,
    streams,
    projector,
    reminderRoutes,
    outlook,
    teller: openTeller({ ...base, partsOf }),
    deadLetters: openDeadLetters({ ...base, resendExpiresMs: replyExpiresMs }),
    onTopic(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setChannel(channel) {
      channels.set(channel.name, channel);
      // What waits for it is looked at again.
      outbox?.wake();
    },
    async start(own) {
      for (const channel of own) channels.set(channel.name, channel);
      lanes.start();
      outbox?.start();
      timers?.start();
      const others =
        settings.isShared === true ? { holder, onAbsent: () => sole.release() } : undefined;
      closers.push(
        await db.listen((topic) => {
          for (const listener of listeners) listener(topic);
        }, others),
      );
      if (others === undefined) return;
      const processes = watchProcesses({ ...parts, holder });
      closers.unshift(() => processes.close());
    },
    wake() {
      lanes.wake();
      outbox?.wake();
      timers?.wake();
    },
    async close(graceMs) {
      const began = clock.now();
      // Nothing new comes in by a poll while the rest winds down.
      await sole.close();
      await timers?.close();
      await lanes.close(graceMs);
      // The replies of the last turns may still be sent, for a moment.
      await outbox?.close(Math.max(Math.min(graceMs, 1_000), graceMs - (clock.now() - began)));
      await streams.stop();
      for (const close of closers) await close();
    },
  };
}

const timerDeps = (timers: TimerParts, { holder, sweepMs }: SpineSettings) => ({
  kinds: new Map(timers.kinds.map((kind) => [kind.kind, kind])),
  settings: {
    holder,
    sweepMs,
    batch: 500,
    expiresMs: timers.expiresMs,
    zones: timers.zones,
  },
  now: (sql: Sql) => (timers.now ?? databaseNow)(sql),
  routes: readRoutes,
});

/** A channel that is missing today may be back tomorrow: its text waits whole. */
function splitFor(channel: Channel | undefined, text: string): readonly string[] {
  return channel === undefined
    ? [text]
    : splitText(text, { length: channel.limits.partLength, unit: channel.limits.partUnit });
}
