import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { turnWords } from "../deliveries/words-turn.ts";
import { words as deliveryWords } from "../deliveries/words.ts";
import { words as metricWords } from "../operator/metrics/words.ts";
import { words as operatorWords } from "../operator/words.ts";
import { words as webhookWords } from "../settings/webhooks/words.ts";
import { troubleIn } from "./trouble.ts";
import { deliveryStatuses } from "../../../src/domain/delivery.ts";
import { channels } from "../../../src/channels/list.ts";
import { describeChannels } from "../../../src/main/channel-catalog.ts";
import { productProjector } from "../../../src/main/projections.ts";
import { notices } from "../../../src/domain/notices.ts";

/** What the server can say by a name of its own has words on the page, in both languages. */
const languages = ["en", "zh"] as const;
const catalog = describeChannels(channels).channels;
const root = join(import.meta.dirname, "..", "..", "..", "src");
const sources = new Map(
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => [path, readFileSync(join(root, path), "utf8")]),
);

/** Names behind such words in these files. */
function findNames(where: RegExp, what: RegExp): string[] {
  const texts = [...sources].filter(([path]) => where.test(path)).map(([, text]) => text);
  const found = new Set(
    texts.flatMap((text) => [...text.matchAll(what)].flatMap(([, name]) => name ?? [])),
  );
  expect(found.size, String(what)).toBeGreaterThan(1);
  return [...found].sort();
}

const without = (
  names: readonly string[],
  said: (language: "en" | "zh", name: string) => unknown,
): string[] =>
  names.flatMap((name) =>
    languages
      .filter((language) => said(language, name) === undefined)
      .map((language) => `${language} ${name}`),
  );

it("every reason why a message did not arrive or an app is down has plain words", () => {
  const verdicts = findNames(
    /^(?:channels|outbound)\/(?!webhooks\/)/,
    /kind: "(?:not_sent|refused|unknown|waiting_for_user|closed|failed|not_now|nonsense)",\s*code: "([a-z_]+)"/g,
  );
  const reasons = findNames(
    /^channels\//,
    /state: "(?:not_connected|connecting|needs_login|failed)",\s*reason: "([a-z_]+)"/g,
  );
  const network = [
    ...(
      /readonly code:\s*((?:\|?\s*"[a-z_]+"\s*)+)/.exec(
        sources.get("domain/ports/http.ts") ?? "",
      )?.[1] ?? ""
    ).matchAll(/"(\w+)"/g),
  ];
  expect(network.length).toBeGreaterThan(5);
  const codes = [
    ...verdicts,
    ...reasons,
    ...network.flatMap(([, code]) => code ?? []),
    "too_late",
    "another_way",
    "shutdown",
    "http_404",
    "http_503",
  ];
  const findWords = (language: "en" | "zh", code: string): unknown =>
    code.startsWith("http_") ||
    catalog.some(
      (own) => troubleIn(language, code, own) !== troubleIn(language, "?").replace("?", code),
    )
      ? code
      : undefined;
  expect(without(codes, findWords)).toEqual([]);
  // Those of a person's own program, where "the vendor" would be wrong.
  const called = findNames(/^outbound\/webhooks\//, /kind: "[a-z_]+", code: "([a-z_]+)"/g);
  const ofWebhooks = [...called, ...network.flatMap(([, code]) => code ?? [])];
  expect(without(ofWebhooks, (language, code) => webhookWords[language].codes[code])).toEqual([]);
  const meant = catalog.flatMap((own) =>
    Object.values(own.same_trouble).map((code) => [own, code] as const),
  );
  expect(meant.length).toBeGreaterThan(1);
  for (const [own, code] of meant)
    for (const language of languages)
      expect(troubleIn(language, code, own)).not.toContain(`${code})`);
});

it("every state of a delivery, kind of fact, command and reason for a turn's end has plain words", () => {
  expect(
    without(deliveryStatuses, (language, name) => deliveryWords[language].states[name]),
  ).toEqual([]);
  const { handlers, refolds } = productProjector();
  expect(
    without(
      [...handlers.keys(), ...refolds.keys()],
      (language, name) => turnWords[language].events[name],
    ),
  ).toEqual([]);
  const operations = [
    ...findNames(/^skills\//, /^\s+operation: "([a-z_]+)",/gm),
    ...findNames(
      /^skills\/reminders\/commands/,
      /^\s+\| "(?!reminder_|clarification_|undo_point_)([a-z_]+)"/gm,
    ),
    ...findNames(/^skills\/friends\//, /stageFriendship\(\s*"([a-z_]+)"/g),
    ...findNames(/^skills\/reminders\/dialogue\/writes\/settings\./, /: "(set_[a-z_]+)"/g),
  ];
  expect(without(operations, (language, name) => turnWords[language].operations[name])).toEqual([]);
  const failures = Object.keys(notices).filter((name) => !isSaidToPerson.has(name));
  const ends = [
    ...failures,
    ...findNames(
      /^(?:turn\/(?:stop|abandon)|skills\/(?:scenes\/skill|chat\/skill))/,
      /reason: (?:.*\? )?"([a-z_]+)"/g,
    ),
  ];
  expect(without(ends, (language, name) => turnWords[language].reasons[name])).toEqual([]);
});

/** Sentences that are said without a turn having failed. */
const isSaidToPerson = new Set([
  "busy",
  "flood",
  "day_full",
  "file_missing",
  "lapsed",
  "stopped",
  "nothing_to_stop",
  "already_finished",
  "not_yours",
  "cleared",
  "new",
  "paired",
  "unchanged",
]);

it("everything that the audit notes and the metrics count has plain words", () => {
  const actions = findNames(
    /^(?:api|accounts|inbound|main|cli|store)\//,
    /action: (?:\w+ \? )?"([a-z_]+)"/g,
  );
  expect(without(actions, (language, name) => operatorWords[language].audit.actions[name])).toEqual(
    [],
  );
  const figures = findNames(/^api\/metrics\/metric-plots/, /name: "([a-z_]+)"/g);
  expect(figures.length).toBeGreaterThan(15);
  expect(
    without(
      figures,
      (language, name) => metricWords[language].names[name] ?? metricWords[language].timings[name],
    ),
  ).toEqual([]);
});
