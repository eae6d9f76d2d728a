import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { ownUser } from "../../store/bundled/home.ts";
import { postgresPackages } from "../../store/bundled/binaries.ts";
import { verifyPackage } from "../../store/bundled/digest.ts";
import { findSystemPrograms } from "../../store/bundled/system.ts";
import { bad, type Finding, good, note } from "../../domain/finding.ts";
import type { Examined } from "./examined.ts";

/** Whether the product runs as a user with more rights than it needs. */
export async function userFinding(uid = process.getuid?.() ?? -1): Promise<Finding> {
  if (uid !== 0)
    return good("user", {
      en: `Runs as user ${uid}, not as root.`,
      zh: `以用户 ${uid} 运行，不是 root。`,
    });
  const own = await ownUser();
  return note(
    "user",
    own === undefined
      ? {
          en: "Runs as root; the database runs as `nobody`, which other programs may use, too.",
          zh: "正以 root 运行；数据库以 nobody 运行，而其他程序也可能用 nobody。",
        }
      : {
          en: "Runs as root; the database runs as the user `meanwhile`.",
          zh: "正以 root 运行；数据库以用户 meanwhile 运行。",
        },
    {
      en: "Create a dedicated user (useradd --system --create-home meanwhile) and start it as that user; packaging/ has a systemd unit.",
      zh: "请新建专用用户（useradd --system --create-home meanwhile）并以它启动；packaging/ 里有 systemd 配置。",
    },
  );
}

/** Names of settings that hold secrets. */
const secretLine =
  /^\s*(?:\w*(?:token|secret|password|api_key|aes_?key|encoding_aes_key)\w*|url)\s*:\s*["']?[^\s"'#]/im;

/** Settings with secrets that other users of the machine can read. Undefined where there is no such file. */
export async function settingsFileFinding(file: string): Promise<Finding | undefined> {
  const path = resolve(file);
  if (process.platform === "win32" || !existsSync(path)) return undefined;
  const { mode } = await stat(path);
  const isOpen = (mode & 0o044) !== 0;
  const hasSecrets = secretLine.test(await readFile(path, "utf8").catch(() => ""));
  if (!isOpen || !hasSecrets)
    return good("settings", { en: `${path} is fine.`, zh: `${path} 没有问题。` });
  return note(
    "settings",
    {
      en: `${path} contains secrets, and other users of this machine can read it (mode ${(mode & 0o777).toString(8)}).`,
      zh: `${path} 里有密钥，而本机其他用户可以读取（权限 ${(mode & 0o777).toString(8)}）。`,
    },
    { en: `chmod 600 ${path}`, zh: `chmod 600 ${path}` },
  );
}

/** The npm package of the running Node, if it came from one. */
function runningNodePackage(execPath: string): string | undefined {
  return /[/\\]node_modules[/\\](node-[a-z0-9-]+)[/\\]/.exec(execPath)?.[1];
}

/** Packages with programs that run here and are not the released ones. */
async function listForeignPrograms(names: readonly (string | undefined)[]): Promise<string[]> {
  const foreign: string[] = [];
  for (const name of names) {
    const verdict =
      name === undefined ? "not_installed" : await verifyPackage(name, { thorough: true });
    if (name !== undefined && verdict !== "as_released" && verdict !== "not_installed")
      foreign.push(name);
  }
  return foreign;
}

/** Which PostgreSQL and Node run here, and whether they are the released ones. */
export async function programsFinding(
  { config }: Pick<Examined, "config">,
  { platform = `${process.platform}-${process.arch}`, execPath = process.execPath } = {},
): Promise<Finding | undefined> {
  const usesBundled = config.database.url === undefined;
  const name = usesBundled ? postgresPackages[platform] : undefined;
  const foreign = await listForeignPrograms([name, runningNodePackage(execPath)]);
  if (foreign.length > 0)
    return bad(
      "programs",
      {
        en: `The programs in ${foreign.join(" and ")} are not the released ones.`,
        zh: `${foreign.join("、")} 里的程序与发布的不一致。`,
      },
      { en: "Run npm ci to install them again.", zh: "请运行 npm ci 重新安装。" },
    );
  if (!usesBundled) return undefined;
  const [system] = await findSystemPrograms();
  const distribution =
    system === undefined ? undefined : `PostgreSQL ${system.version} (${system.native})`;
  if (config.database.programs === "system" && distribution !== undefined)
    return good("programs", {
      en: `New databases use the distribution's ${distribution}.`,
      zh: `新数据库使用系统自带的 ${distribution}。`,
    });
  if (name === undefined || (await verifyPackage(name)) === "not_installed") return undefined;
  return good("programs", {
    en: `The bundled PostgreSQL is the released one. It holds old libraries (OpenSSL 1.1.1, ICU 60) that a local socket does not use; ${distribution === undefined ? "a PostgreSQL 17 or newer of the distribution" : distribution} can take its place for a new data directory (database.programs: system).`,
    zh: `自带的 PostgreSQL 与发布的一致。其中有过期的库（OpenSSL 1.1.1、ICU 60），本地套接字用不到它们；新的数据目录可以改用${distribution === undefined ? "系统自带的 PostgreSQL 17 或更新版本" : ` ${distribution}`}（database.programs: system）。`,
  });
}
