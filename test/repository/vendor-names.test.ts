import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { expect, it } from "vitest";
import { channels } from "../../src/channels/list.ts";

/**
 * A channel is its folder and one line in the list. Everything else asks a descriptor or a
 * capability, so adding or removing a vendor changes no other file.
 */
const root = join(import.meta.dirname, "..", "..", "src");
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll(sep, "/"))
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

/** The page's own channel belongs to no vendor, and its name is an everyday word. */
const vendors = channels.map(({ name }) => name).filter((name) => name !== "web");

/** `whatsapp` → `channels/whatsapp/`: where its descriptor lies. */
const folders = new Map(
  vendors.map((vendor) => {
    const home = sources.find(
      ({ path, text }) =>
        path.endsWith("/descriptor.ts") && text.includes(`  name: "${vendor}",\n`),
    );
    return [vendor, home?.path.split("/").slice(0, 2).join("/")];
  }),
);

/** As a word of its own, or a part of a name: `slack`, `createSlack`, `SLACK`, and not `friendsLack`. */
const namesOf = (vendor: string): RegExp => {
  const capital = vendor.charAt(0).toUpperCase() + vendor.slice(1);
  return new RegExp(`(?<![A-Za-z])${vendor}|${capital}|${vendor.toUpperCase()}`);
};

/** Files that name a vendor anyway, and why. */
const mayName: Readonly<Record<string, string>> = {
  "channels/list.ts": "the list itself",
  "api/routes/own-channel-routes.ts": "`can_link_wechat` is a field of a published answer",
  "cli/commands.ts": "names of commands; `help` must not load every channel to print them",
  "cli/bench.ts": "the load of a benchmark comes in as callbacks of one vendor",
  "cli/bench/callbacks.ts": "the load of a benchmark comes in as callbacks of one vendor",
  "cli/bench/webhooks.ts": "the load of a benchmark comes in as callbacks of one vendor",
  "cli/bench/wecom.ts": "measures streams, which one vendor has",
  "cli/bench/wecom-polls.ts": "measures streams, which one vendor has",
  "cli/smoke.ts": "the smoke test writes through one connector's webhook",
  "cli/smoke/calls.ts": "the smoke test writes through one connector's webhook",
  "cli/smoke/local-stack.ts": "the smoke test writes through one connector's webhook",
  "main/booking-mails.ts": "mails to visitors use the mail server of the notifiers",
  "smoke/deployed.ts": "the smoke test's people are known by one connector's ids",
  "smoke/people.ts": "the smoke test's people are known by one connector's ids",
};

it("every vendor has a folder with a descriptor", () => {
  expect(vendors.length).toBeGreaterThan(1);
  expect([...folders].filter(([, folder]) => folder === undefined)).toEqual([]);
});

it("a vendor's name is in its own folder and in few other files, each with a reason", () => {
  const naming = sources.filter(({ path, text }) =>
    vendors.some(
      (vendor) => namesOf(vendor).test(text) && !path.startsWith(`${folders.get(vendor)}/`),
    ),
  );
  expect(
    naming.map(({ path }) => path).toSorted(),
    "Ask the descriptor or a capability, or add the file to `mayName` with its reason.",
  ).toEqual(Object.keys(mayName).toSorted());
});
