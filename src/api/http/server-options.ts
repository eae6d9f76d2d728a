import type { Chance, Clock } from "../../domain/ports/clock.ts";
import type { FriendBook } from "../../domain/views/friends.ts";
import type { Log, Metrics } from "../../domain/ports/log.ts";
import type { MediaStore } from "../../domain/ports/media.ts";
import type { BusyPolicy } from "../../domain/message.ts";
import type { ReminderBook } from "../../domain/views/reminders.ts";
import type { SceneBook } from "../../domain/views/scenes.ts";
import type { ChannelWebhook } from "../../domain/webhook.ts";
import type { Access } from "../../accounts/access.ts";
import type { Limits } from "../../domain/quotas.ts";
import type { Database } from "../../store/database/database.ts";
import type { Projector } from "../../store/log/projector.ts";
import type { ApiSettings, Engine, MetricsPage } from "./ports.ts";
import type { Route } from "./route.ts";
import type { InsightDeps } from "../routes/insight-routes.ts";

export interface ServerOptions {
  readonly settings: ApiSettings;
  readonly engine: Engine;
  readonly access: Access;
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly metrics: Metrics & MetricsPage;
  readonly pageDir: string;
  readonly webhooks: readonly ChannelWebhook[];
  /** A process that only works answers for its health and its figures, and for nothing else. */
  readonly healthOnly?: boolean | undefined;
  /** Routes of skills and later rooms. They go through the same pipeline. */
  readonly routes?: readonly Route[] | undefined;
  /** Where reminders are kept. Without it there are no routes for them. */
  readonly reminders?: ReminderBook | undefined;
  /** Friends and what they share. Without it there are no routes for them. */
  readonly friends?: FriendBook | undefined;
  /** Where stories are kept. Without it there are no routes for them. */
  readonly scenes?: SceneBook | undefined;
  /** Files that came with messages, for exports and erasures. */
  readonly media?: MediaStore | undefined;
  /** After so many days a backup with an erased account's words is dropped; undefined where there is none. */
  readonly backupDays?: (() => Promise<number | undefined>) | undefined;
  /** How much accounts and the server may keep and use. Without it nobody is told. */
  readonly quotas?: Limits | undefined;
  /** How the server is doing, for operators. Without it there are no routes for it. */
  readonly insight?: InsightDeps | undefined;
  /** Whether people can talk on the page. */
  readonly isWebOn?: boolean | undefined;
  /** What a message on the page does to a turn that runs. */
  readonly webBusyPolicy?: BusyPolicy | undefined;
  /** For accounts that the operator makes without saying where they are. */
  readonly defaultTimezone?: string | undefined;
  /** Where people reach this server, for links. Its own address when not set. */
  readonly publicUrl?: string | undefined;
}
