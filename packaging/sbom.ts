import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

/**
 * What runs on a user's machine, as CycloneDX 1.5. Read from the lockfile, without network. `npm sbom --omit dev` leaves out packages that
 * development tools use, too.
 */
export function billOfMaterials(root: string): object {
  const { name, version, packages } = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8"),
  ) as {
    name: string;
    version: string;
    packages: Record<string, Locked>;
  };
  const components = Object.entries(packages)
    .filter(
      ([path, { dev, link }]) => path.startsWith("node_modules/") && dev !== true && link !== true,
    )
    .map(([path, locked]) =>
      component(path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length), locked),
    );
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      component: { type: "application", name, version, "bom-ref": `${name}@${version}` },
    },
    components,
  };
}

function component(
  name: string,
  { version = "", integrity = "", license, optional }: Locked,
): object {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const content = integrity.startsWith("sha512-")
    ? Buffer.from(integrity.slice(7), "base64").toString("hex")
    : undefined;
  return {
    type: "library",
    name,
    version,
    purl,
    "bom-ref": purl,
    scope: optional === true ? "optional" : "required",
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    ...(content === undefined ? {} : { hashes: [{ alg: "SHA-512", content }] }),
  };
}

// Run as `npm run sbom`.
if (import.meta.main)
  process.stdout.write(
    `${JSON.stringify(billOfMaterials(join(import.meta.dirname, "..")), null, 2)}\n`,
  );
