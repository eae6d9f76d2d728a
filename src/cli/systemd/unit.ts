/** What a unit of systemd says about one installation. */
export interface UnitFacts {
  readonly program: readonly string[];
  /** The settings file, if there is one. */
  readonly file: string | undefined;
}

/** The user of the machine's unit. */
export const serviceUser = "meanwhile";
export const serviceData = "/var/lib/meanwhile";

/** The packaged unit with the paths of this installation. */
export function machineUnit(template: string, { program, file }: UnitFacts): string {
  return template
    .split("\n")
    .filter((line) => file !== undefined || !line.startsWith("LoadCredential="))
    .map((line) => {
      if (line.startsWith("ExecStart=")) return `ExecStart=${program.map(quote).join(" ")}`;
      if (line.startsWith("WorkingDirectory=")) return "WorkingDirectory=/";
      if (line.startsWith("LoadCredential=")) return `LoadCredential=meanwhile.yaml:${file}`;
      return file === undefined ? line.replace("MEANWHILE_CONFIG=%d/meanwhile.yaml ", "") : line;
    })
    .join("\n");
}

/** A user's own service manager can build fewer walls; what it can is here. */
export function userUnit(of: UnitFacts & { readonly dataDir: string }): string {
  return [
    "[Unit]",
    "Description=Meanwhile",
    "",
    "[Service]",
    "Type=notify",
    "NotifyAccess=all",
    "TimeoutStartSec=infinity",
    `Environment=${quote(`MEANWHILE_DATA=${of.dataDir}`)} NODE_ENV=production`,
    ...(of.file === undefined ? [] : [`Environment=${quote(`MEANWHILE_CONFIG=${of.file}`)}`]),
    `ExecStart=${of.program.map(quote).join(" ")}`,
    "Restart=on-failure",
    "RestartPreventExitStatus=78",
    "RestartSec=2",
    "TimeoutStopSec=15",
    "UMask=0077",
    "NoNewPrivileges=yes",
    "LockPersonality=yes",
    "RestrictRealtime=yes",
    "RestrictSUIDSGID=yes",
    "SystemCallArchitectures=native",
    "",
    "[Install]",
    "WantedBy=default.target",
    "",
  ].join("\n");
}

/** As systemd reads it: `%` begins a specifier, and a blank would end the word. */
function quote(word: string): string {
  const plain = word.replaceAll("%", "%%");
  return /^[\w@%+=:,./-]+$/.test(plain)
    ? plain
    : `"${plain.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
