import type { Language } from "../../../domain/language.ts";

/**
 * The story commands of chat apps. Their arguments are parsed by the handlers, which know the cast.
 */
export type SceneOp =
  | "help"
  | "list"
  | "cast"
  | "samples"
  | "use"
  | "join"
  | "new"
  | "greetings"
  | "who"
  | "say"
  | "aloud"
  | "whisper"
  | "next"
  | "meanwhile"
  | "let"
  | "at"
  | "skip"
  | "enter"
  | "exit"
  | "recall"
  | "close"
  | "digest"
  | "unseal"
  | "stop"
  | "leave"
  | "unknown";

export interface SceneCommand {
  readonly op: SceneOp;
  /** The language of the command word. */
  readonly language: Language;
  readonly rest: string;
}

const commandPrefix =
  /^[/／]\s*(?:(scenes?|story)(?![\p{L}\p{N}])|(场景|剧情|故事))\s*[:：]?\s*([\s\S]*)$/iu;

const words: readonly (readonly [SceneOp, readonly string[]])[] = [
  ["help", ["help", "?", "帮助", "怎么用"]],
  ["list", ["list", "chats", "stories", "列表", "有哪些"]],
  ["cast", ["cast", "bots", "characters", "角色", "演员"]],
  ["samples", ["samples", "sample", "示例", "样例"]],
  [
    "use",
    ["use", "choose", "open", "start", "play", "continue", "选择", "选", "打开", "开始", "进入"],
  ],
  ["join", ["join", "加入"]],
  ["new", ["new", "create", "新建", "新故事"]],
  ["greetings", ["greetings", "openings", "开场白"]],
  ["who", ["who", "where", "status", "谁在", "在场", "谁", "状态"]],
  ["say", ["say", "说"]],
  ["aloud", ["aloud", "say aloud", "大声说", "大声", "明说"]],
  ["whisper", ["whisper", "悄悄对", "悄悄", "耳语", "私下对"]],
  ["next", ["next", "go on", "beat", "继续", "下一拍", "然后"]],
  ["meanwhile", ["meanwhile", "与此同时", "另一边", "同时"]],
  ["let", ["let", "让"]],
  ["at", ["at", "schedule", "定在", "约在"]],
  ["skip", ["skip", "wait", "快进", "时间过去", "过"]],
  ["enter", ["enter", "bring in", "bring", "进场", "请进", "叫来"]],
  ["exit", ["exit", "send away", "离场", "请走", "支走"]],
  ["recall", ["recall", "memories", "记起", "带上记忆", "带记忆"]],
  ["close", ["close", "end", "收场", "结束", "散场"]],
  ["digest", ["digest", "missed", "摘要", "错过了什么", "错过"]],
  ["unseal", ["unseal", "揭晓", "拆封"]],
  ["stop", ["stop", "停止", "停下", "停"]],
  ["leave", ["leave", "quit", "out", "离开", "退出"]],
];

const table = words
  .flatMap(([op, forms]) => forms.map((form): readonly [string, SceneOp] => [form, op]))
  .toSorted(([one], [other]) => other.length - one.length);

/** Undefined for text that is not a story command. */
export function parseSceneCommand(text: string): SceneCommand | undefined {
  const raw = text.trim();
  const folded = raw.normalize("NFKC");
  const found = commandPrefix.exec(folded);
  if (found === null) return undefined;
  // The argument is cut from the text as typed, unless normalisation changed its length.
  const said = found[3] ?? "";
  const asked = (folded.length === raw.length ? raw.slice(raw.length - said.length) : said).trim();
  const language = found[1] === undefined ? "zh" : "en";
  if (asked === "") return { op: "help", rest: "", language };
  const known = table.find(([form]) => hasForm(asked, form));
  if (known === undefined) return { op: "unknown", rest: asked, language };
  const [form, op] = known;
  // For `meanwhile`, a leading colon separates the names from the direction, so it is kept.
  const rest = asked
    .slice(form.length)
    .replace(op === "meanwhile" ? /^[\s,，]+/u : /^[\s:：,，]+/u, "");
  // `leave Ben` sends Ben away; `leave` alone ends the story for the person.
  return { op: op === "leave" && rest !== "" ? "exit" : op, rest, language };
}

/** A Latin command word must end at a word boundary; a Chinese one needs none. */
function hasForm(text: string, form: string): boolean {
  if (text.slice(0, form.length).toLowerCase() !== form) return false;
  const after = text[form.length];
  return after === undefined || !/[a-z]$/i.test(form) || !/[a-z0-9]/i.test(after);
}
