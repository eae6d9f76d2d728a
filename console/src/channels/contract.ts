/**
 * The chat apps as one person sees them. Declared by the server; this file only gives them the
 * page's names.
 */
import type {
  OwnChannel as Own,
  TestOutcome as Outcome,
} from "../../../src/api/views/own-channels-view.ts";
import type {
  ChannelSetup,
  OwnChannels as Owns,
  QueuedTest as Queued,
} from "../../../src/api/routes/own-channel-routes.ts";
import type {
  CatalogApp as App,
  CatalogChannel as Channel,
  ChannelCatalog,
} from "../../../src/api/views/channel-catalog.ts";

export type OwnChannel = Own;
export type OwnChannels = Owns;
export type Setup = ChannelSetup;
export type Catalog = ChannelCatalog;
export type CatalogApp = App;
export type CatalogChannel = Channel;
export type QueuedTest = Queued;
export type TestOutcome = Outcome;
