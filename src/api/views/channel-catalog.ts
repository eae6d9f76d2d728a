import { z } from "@hono/zod-openapi";

const both = z.object({ en: z.string(), zh: z.string() });

const channelSchema = z.object({
  /** The name that messages and deliveries carry. */
  channel: z.string(),
  /** Its section of the settings. */
  section: z.string(),
  name: both,
  full_name: both,
  /** People there are bound to an account, for example by a pairing code. */
  binds_people: z.boolean(),
  /** Whether it runs now. */
  is_on: z.boolean(),
  /** Words for reasons and error codes that only this channel has. */
  troubles: z.record(z.string(), both),
  /** The vendor's own codes, by the code with the same meaning. */
  same_trouble: z.record(z.string(), z.string()),
});

const appSchema = z.object({
  name: z.string(),
  title: both,
  hint: both,
  channels: z.array(z.string()),
  /** Where its vendor calls, or would call. */
  addresses: z.array(z.string()),
  /** Names of the doctor's checks begin with one of these. */
  checks: z.array(z.string()),
  setup: z
    .object({
      steps: z.object({ en: z.array(z.string()), zh: z.array(z.string()) }),
      check_hint: both,
      otherwise: both.nullable(),
    })
    .nullable(),
  /** Where people link an account of their own, and the setting that allows it. */
  login: z.object({ path: z.string(), setting: z.string(), is_on: z.boolean() }).nullable(),
});

/** The channels in words, and the chat apps as the page shows them: one app may have two channels. */
export const channelCatalogSchema = z
  .object({ channels: z.array(channelSchema), apps: z.array(appSchema) })
  .openapi("ChannelCatalog");

export type ChannelCatalog = z.output<typeof channelCatalogSchema>;
export type CatalogChannel = ChannelCatalog["channels"][number];
export type CatalogApp = ChannelCatalog["apps"][number];
