import type { Language } from "../domain/language.ts";
import { ConfigError } from "../config.ts";
import { DatabaseUnavailable, sqlState } from "../store/database/database.ts";
import { type Both, CommandFailure, UsageError } from "./command.ts";

/** Failures that are not bugs of this program, by the system's name for them. */
const systemFailures: Readonly<Record<string, Both>> = {
  EADDRINUSE: {
    en: "Another program already listens there. Choose another port with --port or MEANWHILE_PORT.",
    zh: "这个端口已被别的程序占用。请用 --port 或 MEANWHILE_PORT 换一个端口。",
  },
  EADDRNOTAVAIL: {
    en: "This machine does not have that address. Check --host or MEANWHILE_HOST.",
    zh: "本机没有这个地址。请检查 --host 或 MEANWHILE_HOST。",
  },
  EACCES: { en: "This user is not allowed to do that.", zh: "当前用户没有权限。" },
  EPERM: { en: "This user is not allowed to do that.", zh: "当前用户没有权限。" },
  ENOENT: { en: "There is no such file.", zh: "没有这个文件。" },
  EROFS: {
    en: "The disk is read-only. Set MEANWHILE_DATA to a writable directory.",
    zh: "磁盘是只读的。请把 MEANWHILE_DATA 设到可写的目录。",
  },
  ENOSPC: { en: "The disk is full.", zh: "磁盘已满。" },
  ECONNREFUSED: { en: "Nothing answers there.", zh: "那里没有服务应答。" },
  ECONNRESET: { en: "The connection was closed.", zh: "连接被断开。" },
  ENOTFOUND: { en: "There is no such host.", zh: "找不到这个主机。" },
  ETIMEDOUT: { en: "No answer came in time.", zh: "等待超时。" },
};

const away: Both = { en: "The database does not answer.", zh: "数据库没有应答。" };

/** A sentence and an exit code. Only an unexpected error shows its stack. */
export function explain(
  error: unknown,
  language: Language,
): { readonly text: string; readonly code: number } {
  if (error instanceof ConfigError)
    return { text: language === "zh" ? inChinese(error) : error.message, code: error.exitCode };
  if (error instanceof UsageError) return { text: error.message, code: 2 };
  if (error instanceof CommandFailure) return { text: error.message, code: 1 };
  if (error instanceof DatabaseUnavailable)
    return { text: withReason(away[language], error.cause), code: 1 };
  const known = systemFailures[systemCode(error)];
  if (known !== undefined) return { text: withReason(known[language], error), code: 1 };
  if (!(error instanceof Error)) return { text: String(error), code: 1 };
  return { text: isForeseen(error) ? withCause(error) : (error.stack ?? error.message), code: 1 };
}

const inChinese = (error: ConfigError): string =>
  [
    "配置有问题，请修改：",
    ...error.problems.map(
      ({ where, sentence }) => `- ${where === undefined ? "" : `${where}: `}${sentence}`,
    ),
  ].join("\n");

/** Our own classes and plain `Error`s carry a sentence for people. A `TypeError` and its like are mistakes of ours. */
const isForeseen = (error: Error): boolean =>
  error.constructor === Error || Object.hasOwn(error, "name") || sqlState(error) !== undefined;

const withCause = ({ message, cause }: Error): string =>
  cause instanceof Error && !message.includes(cause.message)
    ? `${message} (${cause.message})`
    : message;

const withReason = (sentence: string, error: unknown): string => {
  const reason = error instanceof Error ? error.message || systemCode(error) : "";
  return reason === "" ? sentence : `${sentence} (${reason})`;
};

export const systemCode = (error: unknown): string => {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
};
