import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { machineUnit, userUnit } from "../../src/cli/systemd/unit.ts";

const template = readFileSync(
  join(import.meta.dirname, "..", "..", "packaging", "meanwhile.service"),
  "utf8",
);
const program = ["/usr/bin/node", "/opt/my apps/100%/bin/meanwhile.js", "start"];

describe("a unit of systemd", () => {
  it("a unit for the machine keeps the packaged walls and names this installation", () => {
    const unit = machineUnit(template, { program, file: "/etc/meanwhile.yaml" });
    expect(unit).toContain('ExecStart=/usr/bin/node "/opt/my apps/100%%/bin/meanwhile.js" start\n');
    expect(unit).toContain("LoadCredential=meanwhile.yaml:/etc/meanwhile.yaml\n");
    for (const line of ["User=meanwhile", "ProtectSystem=strict", "NoNewPrivileges=yes"])
      expect(unit).toContain(`${line}\n`);
  });

  it("a unit for the machine without a settings file asks for none", () => {
    const unit = machineUnit(template, { program, file: undefined });
    expect(unit).not.toMatch(/LoadCredential=|MEANWHILE_CONFIG/);
    expect(unit).toContain("Environment=MEANWHILE_DATA=%S/meanwhile NODE_ENV=production\n");
  });

  it("a unit for a person has their data directory and starts with their session", () => {
    const unit = userUnit({ program, file: undefined, dataDir: "/home/ada/my data" });
    expect(unit).toContain('Environment="MEANWHILE_DATA=/home/ada/my data" NODE_ENV=production\n');
    expect(unit).toContain("WantedBy=default.target\n");
  });
});
