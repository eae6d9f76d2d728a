/**
 * A message, split into what its sender typed and what they copied from another chat, a mail or a
 * quotation.
 */
export interface SplitMessage {
  /** Typed by the sender. */
  readonly own: string;
  /** Written by others first, without the names and times in front of it. */
  readonly passedOn: string;
}

/**
 * Chat apps do not mark every forwarded message, so its shape decides: quoted lines, mail headers,
 * a name or a time in front of a line. Ambiguous text counts as passed on; a label that the person
 * typed then costs one question.
 */
export function splitPassedOn(text: string): SplitMessage {
  if (!hints.test(text)) return { own: text, passedOn: "" };
  const parts = paragraphs(text).map(splitParagraph);
  const others = parts.some(({ isRest }) => isRest)
    ? parts.findIndex(({ isRest }) => isRest)
    : parts.length;
  const own = parts.flatMap((part, at) => (at > others ? [] : part.own));
  const passedOn = parts.flatMap((part, at) =>
    at > others ? [...part.own, ...part.passedOn] : part.passedOn,
  );
  return passedOn.length === 0
    ? { own: text, passedOn: "" }
    : { own: join(own), passedOn: join(passedOn) };
}

/** Text without any of these cannot have been copied. */
const hints = /[:：>`「『\]]|\d[:：]\d|forward|original message|转发/iu;

const join = (lines: readonly string[]): string => lines.join("\n").trim();

/** A code fence is one paragraph, including its blank lines. */
const paragraphs = (text: string): string[] =>
  text.split(/(```[\s\S]*?(?:```|(?![\s\S])))|\n[ \t]*\n/u).filter((part) => part);

interface SplitParagraph {
  readonly own: readonly string[];
  readonly passedOn: readonly string[];
  /** All following text belongs to it as well. */
  readonly isRest: boolean;
}

function splitParagraph(paragraph: string): SplitParagraph {
  if (paragraph.startsWith("```"))
    return { own: [], passedOn: [paragraph.replaceAll("```", "")], isRest: false };
  const lines = paragraph.split("\n");
  const mail = lines.findIndex((line) => mailHead.test(line));
  if (mail !== -1) return { own: lines.slice(0, mail), passedOn: lines.slice(mail), isRest: true };
  // 「Mal：…」 above a line of dashes: a reply that was copied together with the message it answers.
  const dashes = lines.findIndex((line) => /^\s*(?:[-—–_]\s*){4,}$/u.test(line));
  if (dashes > 0 && /^\s*[「“"'『]/u.test(lines[0] ?? ""))
    return {
      own: lines.slice(dashes + 1),
      passedOn: lines.slice(0, dashes).map(stripQuotationMarks),
      isRest: false,
    };
  return splitLines(lines);
}

const stripQuotationMarks = (line: string): string =>
  textAfterSpeaker(line.replace(/^\s*[「“"'『]/u, "").replace(/[」”"'』]\s*$/u, "")) ?? line;

const mailHead =
  /^\s*(?:-{2,}\s*(?:original|forwarded) message|begin forwarded message|on .{4,80} wrote:\s*$|from: .*@|发件人[:：]|-{2,}\s*(?:原始邮件|转发)|\[?(?:转发|forwarded)[\]:：])/iu;

/** From the first line with a speaker's name on, the rest of the paragraph counts as copied. */
function splitLines(lines: readonly string[]): SplitParagraph {
  const first = lines.findIndex((line) => parseSpokenLine(line) !== undefined);
  const block = first === -1 ? [] : lines.slice(first);
  const isCopied =
    block.some((line) => parseSpokenLine(line)?.isSure === true) ||
    (block.length > 0 && mayMakeAct(stripSpeakers(block).join("\n")));
  const typed = isCopied ? lines.slice(0, first) : lines;
  const own = typed.filter((line) => !/^\s*>/u.test(line)).map((line) => splitAtSaying(line));
  const quoted = typed.flatMap((line) =>
    /^\s*>/u.test(line) ? [line.replace(/^[\s>]+/u, "")] : (splitAtSaying(line).passedOn ?? []),
  );
  return {
    own: own.map((each) => each.own),
    passedOn: [...quoted, ...(isCopied ? stripSpeakers(block) : [])],
    isRest: false,
  };
}

const stripSpeakers = (block: readonly string[]): string[] =>
  block.map((line) => parseSpokenLine(line)?.rest ?? line).filter((line) => line !== "");

interface SpokenLine {
  readonly rest: string;
  /**
   * A time beside the name, or a name that can only be a person's: not a label of the sender's own.
   */
  readonly isSure: boolean;
}

const date = String.raw`(?:\d{1,4}[-/.年]\d{1,2}(?:[-/.月]\d{1,4})?日?|(?:星期|周)[一二三四五六日天]|昨天|yesterday)`;
const clock = String.raw`(?:[上下]午|[AP]M)?\s?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AP]M)?`;
const stamp = String.raw`(?:${date},?\s+${clock}|${clock},?\s+${date})`;
const name = String.raw`[^\s:：\[\]][^:：\[\]\n]{0,29}`;
const stampedFirst = new RegExp(
  String.raw`^\s*(?:\[(?:${stamp}|${clock})\]\s*|${stamp}\s*[-–]?\s+)(${name})[:：]\s*(.*)$`,
  "iu",
);
const stampedLast = new RegExp(String.raw`^\s*(${name}?),?\s+\[?${stamp}\]?\s*[:：]?\s*$`, "iu");
const labelled = new RegExp(
  String.raw`^\s*(${name})\s*(?:(?<!\d)[:：]|[:：](?!\d))(?!\/\/)\s*(.*)$`,
  "u",
);

function parseSpokenLine(line: string): SpokenLine | undefined {
  const timed = stampedFirst.exec(line);
  if (timed !== null) return { rest: timed[2] ?? "", isSure: true };
  const headed = stampedLast.exec(line);
  if (headed !== null && isName(headed[1] ?? "")) return { rest: "", isSure: true };
  const [, who = "", rest = ""] = labelled.exec(line) ?? [];
  // "Mal said: …" is the sender's own sentence and is split at the colon instead.
  return isName(who) && !saying.test(`${who}:x`) ? { rest, isSure: isPerson(who) } : undefined;
}

const textAfterSpeaker = (line: string): string | undefined => parseSpokenLine(line)?.rest;

/** Words that introduce a note or a request of the sender's own. */
const labels =
  /\b(?:remind\w*|to-?dos?|tasks?|notes?|memo|alarms?|events?|meetings?|appointments?|titles?|subject|times?|dates?|places?|where|when|what|who|why|how|ps|fyi|updates?|edit|questions?|requests?|please|also|and|then|now|lists?|shopping|groceries|today|tomorrow|tonight|mon|tues?|wed|thu(?:rs)?|fri|sat|sun|\w+day|jan\w*|feb\w*|mar|march|apr\w*|may|june?|july?|aug\w*|sept?\w*|oct\w*|nov\w*|dec\w*|mornings?|noon|afternoons?|evenings?|nights?|week\w*|months?|monthly|years?|daily|every|each|next|this|that|deadline|due|urgent|important|asap|first|second|third|step|option|plans?|goals?|ideas?|new|messages?|meanwhile|bot|assistant|hi|hello|hey|dear|ok|okay|so|btw|things?|more|one|self|me|my|i|for|to|at|on|in|of|the|a|an|quick|help|commands?|cancel|delete|move|change|snooze|add|set|create|schedule|call|wake|work|home|school|office|family|personal|private|health|finance|money|kids|https?|half|quarter|past|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|again|correction|sorry|oops|wait|no|yes|actually)\b|提醒|备忘|待办|任务|日程|闹[钟铃]|[记帮请今明后早晚每第我你附注]|麻烦|周|星期|[月号日点]|[上下中]午|时间|地点|内容|标题|主题|事[项情]|另外|还有|补充|对了|问题|需求|要求|[指命]令|计划|安排|目标|工作|生活|学习|家里|公司|学校|购物|清单|取消|删|改|更[正新]|紧急|重要|首先|其次|最后|然后|在吗|助手|机器人|说明|[例比]如|如下|以下|不对|错了|称呼|名字|昵称|姓名/iu;

const isName = (label: string): boolean =>
  /^[@~～]?[\p{L}\p{Emoji_Presentation}][\p{L}\p{M}\p{N}\p{Emoji_Presentation}'’._·&~～-]*(?: [\p{L}\p{N}\p{Emoji_Presentation}][\p{L}\p{M}\p{N}\p{Emoji_Presentation}'’._-]*){0,2}$/u.test(
    label.trim(),
  ) &&
  !/^\d|\d{3}/u.test(label) &&
  !/^\p{Script=Han}{9,}/u.test(label) &&
  // "Library books: …" is a topic.
  !/ \p{Ll}/u.test(label.trim()) &&
  !labels.test(label);

const kin =
  /^(?:my )?(?:mum|mom|mummy|mother|dad|daddy|father|grandma|grandpa|wife|husband|boss|sister|brother|son|daughter|aunt\w*|uncle|landlord|teacher|boyfriend|girlfriend)$/iu;
const zhPerson =
  /^(?:[小老阿][\p{Script=Han}]{1,2}|.{1,3}(?:总|老师|经理|主任|医生|师傅|哥|姐|叔|阿姨)|(?:老)?[妈爸](?:[妈爸])?|老[婆公板]|爷爷|奶奶|外[公婆]|姥姥|房东|老师|儿子|女儿|姐姐?|哥哥?|弟弟|妹妹|[王李张刘陈杨赵黄吴徐孙胡朱郭何罗郑梁谢宋唐许韩冯邓曹彭][\p{Script=Han}]{1,2})$/u;
const isPerson = (label: string): boolean => kin.test(label.trim()) || zhPerson.test(label.trim());

/**
 * True if a text could make the product act. Without such a word a line is harmless, no matter who
 * wrote it.
 */
export const mayMakeAct = (text: string): boolean => asks.test(text);

const asks =
  /\b(?:cancel\w*|delet\w*|remov\w*|drop\w*|skip\w*|scrap\w*|clear\w*|call off|move|reschedul\w*|postpon\w*|chang\w*|push|renam\w*|snooz\w*|remind\w*|wake|set|add|schedul\w*|book|creat\w*|put|note|invit\w*|shar\w*|tell|ask|call me|undo|mark|done|finish\w*|complet\w*|use|switch|forget|don'?t|please|need|must|have to)\b|取消|删|改|推|提前|挪|提醒|[叫喊]我|记|设|加|安排|约|邀|告诉|通知|撤|完成|搞定|跳过|不用|别|换|时区|中文|英文|帮|请|要/iu;

const saying =
  /(?:\b(?!(?:i|we|you|me|to|and|just)\b)[\p{L}'’]+ (?:just |then |also |has |had )?(?:said|says|wrote|writes|texted|texts|replied|replies|messaged|messages|asked|asks|told me|tells me|goes|was like)(?: (?:to )?(?:me|us|back|this|that))?|(?<![跟和对向给我][^,，。]{0,8})(?:说道?|写道?|写着|回复?我?|发来?|问我?|留言|讲|转告|告诉我))\s*[:：]\s*(?=\S)/iu;

/** Splits "Mal said: …" from the colon to the end of the line or of the quotation. */
function splitAtSaying(line: string): {
  readonly own: string;
  readonly passedOn?: readonly string[];
} {
  const found = saying.exec(line);
  if (found === null) return { own: line };
  const at = found.index + found[0].length;
  const quotation = /^(?:“[^”]*”|「[^」]*」|『[^』]*』|"[^"]*")/u.exec(line.slice(at))?.[0];
  const end = quotation === undefined ? line.length : at + quotation.length;
  return { own: `${line.slice(0, at)}${line.slice(end)}`, passedOn: [line.slice(at, end)] };
}
