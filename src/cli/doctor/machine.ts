import { existsSync } from "node:fs";
import { access, constants, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { defaultPageDir } from "../../main.ts";
import { keyFile, openKeyring, SealError } from "../../store/secrets.ts";
import { systemCode } from "../explain.ts";
import { bad, type Finding, good, note } from "../../domain/finding.ts";
import type { Examined } from "./examined.ts";

const neededNode = 24;

export function nodeFinding(version = process.versions.node): Finding {
  if (Number(version.split(".")[0]) >= neededNode)
    return good("node", { en: `Node ${version}.`, zh: `Node ${version}。` });
  return bad(
    "node",
    { en: `Node ${version} is too old.`, zh: `Node ${version} 太旧。` },
    {
      en: `Run npm ci, which installs Node ${neededNode}.`,
      zh: `请运行 npm ci，它会安装 Node ${neededNode}。`,
    },
  );
}

const megabyte = 1_048_576;

export async function dataFinding({ config }: Examined): Promise<Finding> {
  const path = config.data_dir;
  const found = await stat(path).catch((error: unknown) => systemCode(error));
  if (found === "ENOENT")
    return good("data", {
      en: `${path} will be created at the first start.`,
      zh: `首次启动时会创建 ${path}。`,
    });
  if (typeof found === "string" || !found.isDirectory())
    return unusable(path, typeof found === "string" ? found : "ENOTDIR");
  const denied = await access(path, constants.W_OK | constants.X_OK).then(
    () => undefined,
    (error: unknown) => systemCode(error),
  );
  if (denied !== undefined) return unusable(path, denied);
  // Root lets the database's user pass through the directory, and nothing more.
  if (process.platform !== "win32" && (found.mode & 0o067) !== 0)
    return openToOthers(path, found.mode);
  const space = await statfs(path);
  return spaceFinding(path, (space.bavail * space.bsize) / megabyte);
}

export function spaceFinding(path: string, freeMb: number): Finding {
  const free = freeMb >= 10_240 ? `${Math.round(freeMb / 1024)} GB` : `${Math.round(freeMb)} MB`;
  const says = { en: `${path}, ${free} free.`, zh: `${path}，剩余 ${free}。` };
  const fix = {
    en: "Free some space, or move the data directory (MEANWHILE_DATA).",
    zh: "请腾出空间，或移动数据目录（MEANWHILE_DATA）。",
  };
  if (freeMb < 200) return bad("data", says, fix);
  return freeMb < 1024 ? note("data", says, fix) : good("data", says);
}

const unusable = (path: string, code: string): Finding =>
  bad(
    "data",
    { en: `${path} can't be used (${code}).`, zh: `${path} 无法使用（${code}）。` },
    {
      en: "Allow this user to write there, or set MEANWHILE_DATA.",
      zh: "请给当前用户写权限，或设置 MEANWHILE_DATA。",
    },
  );

const openToOthers = (path: string, mode: number): Finding =>
  note(
    "data",
    {
      en: `Other users of this machine can read ${path} (mode ${octal(mode)}).`,
      zh: `本机其他用户可以进入 ${path}（权限 ${octal(mode)}）。`,
    },
    { en: `chmod 700 ${path}`, zh: `chmod 700 ${path}` },
  );

const octal = (mode: number): string => (mode & 0o777).toString(8).padStart(4, "0");

export function pageFinding(directory = defaultPageDir): Finding {
  if (existsSync(join(directory, "index.html")))
    return good("page", { en: "The page is built.", zh: "网页已构建。" });
  return note(
    "page",
    { en: "The page is not built yet.", zh: "网页还没有构建。" },
    { en: "The next start builds it.", zh: "下次启动会构建。" },
  );
}

/**
 * `sealed` is the number of secrets in the database, if it could be counted. No key is created
 * here.
 */
export function keyFinding({ config }: Examined, sealed: number | undefined): Finding {
  const file = keyFile(config.data_dir);
  if (config.secret_key === undefined && !existsSync(file)) {
    if ((sealed ?? 0) === 0)
      return good("key", {
        en: "No secret is stored yet, so no key is needed.",
        zh: "还没有保存任何密文，不需要密钥。",
      });
    return bad(
      "key",
      {
        en: `${sealed} stored secrets can't be decrypted: their key is missing.`,
        zh: `有 ${sealed} 条密文无法解密：密钥丢失。`,
      },
      {
        en: `Restore ${file} or MEANWHILE_SECRET_KEY.`,
        zh: `请恢复原来的 ${file} 或 MEANWHILE_SECRET_KEY。`,
      },
    );
  }
  try {
    const keyring = openKeyring({
      key: config.secret_key,
      file,
      randomBytes: () => new Uint8Array(32),
    });
    if (!keyring.readableByOthers)
      return good("key", {
        en: `The key for stored secrets is ${keyring.keyId}.`,
        zh: `密文的密钥是 ${keyring.keyId}。`,
      });
    return note(
      "key",
      { en: `Other users of this machine can read ${file}.`, zh: `本机其他用户可以读取 ${file}。` },
      { en: `chmod 600 ${file}`, zh: `chmod 600 ${file}` },
    );
  } catch (error) {
    const reason = error instanceof SealError ? error.message : systemCode(error);
    return bad(
      "key",
      { en: reason, zh: reason },
      { en: `Repair or restore ${file}.`, zh: `请修复或恢复 ${file}。` },
    );
  }
}
