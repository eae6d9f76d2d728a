import { escapePattern } from "../../text/characters.ts";

/** Asks whether the companion can reach the person. `apps` are names of chat apps. */
export const statusPattern = (apps: readonly string[]): RegExp =>
  new RegExp(
    `^(?:(?:我的|你的|当前的?|现在的?)?(?:连接)?状态|你?(?:还)?(?:连着|连上了?|连接着|在线)[吗么]|我?的?(?:${[...apps.map(escapePattern), "聊天软件"].join("|")})(?:还|是不是)?(?:连着|连上了?|连接着|在线|断了|掉线了?|能用)[吗么]?|(?:你)?还?能联系(?:上|到)我[吗么])[？?。！!\\s]*$`,
    "i",
  );
