import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { channels } from "../../src/channels/list.ts";
import { loadConfig } from "../../src/config.ts";
import { composeSettings } from "../../src/main/channel-settings.ts";
import { apiSettings } from "../../src/main/settings.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");

/** The files themselves: an image is not built here, since tests need no container engine. */
describe("S44: the image", () => {
  const steps = read("packaging/Dockerfile")
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n")
    .filter((line) => /^[A-Z]/.test(line));
  const last = steps.slice(steps.findLastIndex((step) => step.startsWith("FROM")));

  it("S44: the image runs as a user of its own who owns nothing but the data directory", () => {
    expect(last.findLast((step) => step.startsWith("USER"))).toBe("USER 7788:7788");
    expect(last.filter((step) => step.includes("--chown=7788"))).toEqual([
      "COPY --from=build --chown=7788:7788 --chmod=0700 /data /data",
    ]);
    expect(last).toContain("COPY --from=build --chown=root:root /app /app");
    expect(last.findIndex((step) => step.startsWith("USER"))).toBeLessThan(
      last.findIndex((step) => step.startsWith("ENTRYPOINT")),
    );
  });

  it("S44: the image keeps data in a volume, says whether it is well, and needs neither a socket of the engine nor a writable root", () => {
    expect(last).toContain('VOLUME ["/data"]');
    expect(last.some((step) => step.startsWith("HEALTHCHECK") && step.includes("/healthz"))).toBe(
      true,
    );
    expect(read("packaging/Dockerfile")).not.toMatch(/docker\.sock|--privileged|chmod 777/);
    expect(read("packaging/Dockerfile")).toMatch(
      /--read-only .*--cap-drop ALL --security-opt no-new-privileges/,
    );
  });

  it("S44: the image takes no secrets, data or build tools along", () => {
    expect(read(".dockerignore").split("\n")).toEqual(
      expect.arrayContaining(["data", "meanwhile.yaml", ".env", ".git", "node_modules"]),
    );
    expect(read("packaging/Dockerfile")).toContain("npm ci --omit=dev");
  });
});

describe("the port of a process in the image", () => {
  const listProbedPorts = (file: string): number[] =>
    [...read(file).matchAll(/containerPort: (\d+)|127\.0\.0\.1:(\d+)\/(?:healthz|readyz)/g)].map(
      (found) => Number(found[1] ?? found[2]),
    );
  const image = Object.fromEntries(
    [...read("packaging/Dockerfile").matchAll(/(MEANWHILE_\w+)=(\S+)/g)].map(([, name, value]) => [
      name ?? "",
      value,
    ]),
  );
  const operator = { MEANWHILE_OPERATOR_TOKEN: "an-operator-token-for-this-test" };

  it.each(["gateway", "worker"])(
    "the port that a %s listens on in the image is the one that health checks and probes ask",
    (role) => {
      const env = { ...image, ...operator, MEANWHILE_ROLES: role };
      const settings = loadConfig({ env, cwd: "/", readFile: () => undefined });
      // As a start uses them: together with what was saved in the page.
      const { config } = composeSettings({ settings, channelList: channels, values: new Map() });
      const { port } = apiSettings(config);
      const probed = [
        ...listProbedPorts("packaging/Dockerfile"),
        ...listProbedPorts("packaging/kubernetes/meanwhile.yaml"),
      ];
      expect(probed.length).toBeGreaterThan(2);
      expect(new Set(probed)).toEqual(new Set([port]));
    },
  );
});

describe("S44: the systemd unit", () => {
  const unit = new Map(
    read("packaging/meanwhile.service")
      .split("\n")
      .filter((line) => /^[A-Z]\w+=/.test(line))
      .map(
        (line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)] as const,
      ),
  );

  it.each([
    ["User", "meanwhile"],
    ["NoNewPrivileges", "yes"],
    ["CapabilityBoundingSet", ""],
    ["ProtectSystem", "strict"],
    ["ProtectHome", "yes"],
    ["PrivateTmp", "yes"],
    ["PrivateDevices", "yes"],
    ["StateDirectoryMode", "0700"],
    ["UMask", "0077"],
    ["RestrictAddressFamilies", "AF_UNIX AF_INET AF_INET6"],
    ["RestrictNamespaces", "yes"],
    ["RestrictSUIDSGID", "yes"],
  ])("S44: the systemd unit has %s=%s", (name, value) => {
    expect(unit.get(name)).toBe(value);
  });

  it("S44: the systemd unit allows what V8 needs, and hands the settings over without opening them to others", () => {
    expect(unit.has("MemoryDenyWriteExecute")).toBe(false);
    expect(unit.get("LoadCredential")).toBe("meanwhile.yaml:/etc/meanwhile/meanwhile.yaml");
  });
});

it("SECURITY.md says which versions are supported, how to report in private, by when we answer, and what is safe to do", () => {
  for (const heading of [
    "Supported versions",
    "Reporting a vulnerability",
    "Scope",
    "Safe harbour",
  ])
    expect(read("SECURITY.md")).toContain(`## ${heading}`);
  expect(read("SECURITY.md")).toMatch(/privately[\s\S]*\d+ days/);
});

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: Readonly<Record<string, unknown>>;
}

describe("the files for containers and clusters", () => {
  it("the Kubernetes manifests run as the image's user, with a read-only root, and refer to what is there", () => {
    const all = parseAllDocuments(read("packaging/kubernetes/meanwhile.yaml")).map(
      (document) => document.toJS() as Manifest,
    );
    const text = JSON.stringify(all);
    const namesOf = (kind: string): string[] =>
      all.filter((each) => each.kind === kind).map(({ metadata }) => metadata.name);
    expect(namesOf("Deployment")).toEqual(["meanwhile-gateway", "meanwhile-worker"]);
    expect(namesOf("Job")).toEqual(["meanwhile-migrate"]);
    for (const [, claim = ""] of text.matchAll(/"claimName":"([^"]*)"/g))
      expect(namesOf("PersistentVolumeClaim")).toContain(claim);
    for (const [, map = ""] of text.matchAll(/"configMapRef":\{"name":"([^"]*)"/g))
      expect(namesOf("ConfigMap")).toContain(map);
    expect(text.match(/"runAsUser":7788/g)).toHaveLength(3);
    expect(text.match(/"readOnlyRootFilesystem":true/g)).toHaveLength(3);
    expect(new Set(text.match(/"image":"[^"]*"/g)).size).toBe(1);
  });

  it.each(["bundled", "own-postgres"])(
    "the compose file %s builds the image, drops all rights and publishes on loopback only",
    (name) => {
      const { services } = parse(read(`packaging/compose/${name}.yaml`), { merge: true }) as {
        services: Record<string, Record<string, unknown>>;
      };
      const ours = Object.entries(services).filter(([service]) => service !== "postgres");
      for (const [, of] of ours)
        expect(of).toMatchObject({ cap_drop: ["ALL"], read_only: true, pids_limit: 512 });
      expect(ours.some(([, of]) => "build" in of)).toBe(true);
      const ports = Object.values(services).flatMap((of) => (of["ports"] as string[]) ?? []);
      expect(ports.every((port) => port.startsWith("127.0.0.1:"))).toBe(true);
    },
  );

  it("the processes of a compose file share one volume of data: files that the gateway takes are there for the worker", () => {
    const { services } = parse(read("packaging/compose/own-postgres.yaml"), { merge: true }) as {
      services: Record<string, { volumes?: string[] }>;
    };
    const mounts = Object.values(services).flatMap((of) => of.volumes ?? []);
    const data = mounts.filter((mount) => mount.endsWith(":/data"));
    expect(data).toHaveLength(3);
    expect(new Set(data).size).toBe(1);
  });

  it("the alert rules ask only for metrics that the product has", () => {
    const sources = listSources(join(root, "src")).join("\n");
    const asked = new Set(
      read("packaging/prometheus/meanwhile.rules.yaml").match(/\bmeanwhile_\w+/g),
    );
    expect(asked.size).toBeGreaterThan(5);
    for (const name of asked) expect(sources).toContain(`"${name}"`);
  });
});

const listSources = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
