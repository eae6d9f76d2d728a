import { edit, type Edited } from "./edits.ts";

const gap = String.raw`[\s,，。.!！~～、…\p{Extended_Pictographic}\ufe0f\u200d]`;
const stop = String.raw`(?:[,，。.!！~～、…\s]|\p{Extended_Pictographic})`;
const assistants =
  "siri|alexa|google|cortana|bixby|olly|jarvis|小爱同学|小爱|小度小度|小度|小艺小艺|小艺|天猫精灵|小助手|助手|机器人";

const zhHead = [
  String.raw`(?!唔[该好使])[嗯呃额唔]+(?=[^嗯呃额唔\s,，。.!！])`,
  String.raw`[嗯呃额唔哎唉诶喂嘿哈]+(?=${stop})`,
  String.raw`(?:哈喽|哈啰|哈罗|嗨|你好[呀啊]?|您好|在吗|在么|早[呀啊]?(?=${stop})|早上好|上午好|中午好|下午好|晚上好|亲爱?的?(?=${stop})|宝(?=${stop}))`,
  String.raw`(?:那个|这个|就是|对了|话说|好的?|ok|okay)(?=${stop})`,
  String.raw`(?:麻烦|劳驾|劳烦|拜托|唔该)(?:你|您|一下|晒)?(?!的|事|大|了|不|很|多|啊|呢)(?=[^\s,，。])`,
  String.raw`(?:hi|hello|hey|嘿|嗨|你好)?[\s,，]*(?:${assistants})(?=${stop}|[明今后请帮提每在把取删])`,
  String.raw`(?:hi|hello|hey|yo)(?=${stop}|[\u3400-\u9fff])`,
].join("|");

const enHead = [
  String.raw`(?:hey|hi|hello|hiya|howdy|yo|greetings)(?:\s+(?:there|again|buddy|mate|friend|dear|${assistants}))?(?![a-z'-])`,
  String.raw`(?:${assistants})(?=[\s,])`,
  String.raw`good\s+(?:morning|afternoon|evening|day)(?:\s+to you)?(?=\s*[,.!]|\s+(?:can|could|please|remind|set|i|would|will|add|put|schedule|what|do|am|cancel|delete|wake)\b)`,
  String.raw`(?:u+m+|u+h+|uhm|er+m?|hm+|mm+|okay|ok|alright|alrighty|all\s+right|so|well|please|pls|plz|kindly)(?![a-z'-])`,
].join("|");

const zhTail = String.raw`(?<![说声句写回道])(?:谢谢(?:你|您|啦|了|哈|哟|喔)*|多谢(?:你|您|啦|了|哈)*|谢[啦了]|感谢(?:你|您|啦)?|感恩|拜托(?:你|您)?(?:了|啦)*|麻烦(?:你|您)?(?:了|啦)|辛苦(?:你|您)?(?:了|啦)|[啊呀吖]?唔该晒?|[啊呀吖]?多谢晒|tks|3q)`;
const enTail = String.raw`(?<!\b(?:say|saying|send|sending|write|writing|a|my|of|the|says?|told|with|many)\s)\b(?:please|pls|plz|kindly|thanks?(?:\s+(?:a\s+(?:lot|bunch|million|ton)|so\s+much|very\s+much|in\s+advance|again|mate|bud|buddy|you))*|thank\s+you(?:\s+(?:so\s+much|very\s+much|in\s+advance|again|kindly))*|thx|ty|tysm|cheers|(?:much\s+)?appreciated|(?:i(?:'d|\s+would)?\s+)?appreciate\s+it)`;

const head = new RegExp(String.raw`^${gap}*(?:(?:${enHead}|${zhHead})${gap}*){1,4}`, "giu");
const tail = new RegExp(
  String.raw`(?:${gap}*(?:${zhTail}|${enTail})){1,4}[\s,，。.!！~～…\p{Extended_Pictographic}\ufe0f\u200d]*$`,
  "giu",
);

const pictures = /^\s*(?:(?![\d#*])\p{Extended_Pictographic}[\s\ufe0f\u200d]*){1,20}/gu;

/** A message longer than this is pasted text, and has no manners. */
const longest = 1000;

/**
 * Greetings, hesitation, thanks and the name of the assistant stand around a request and say nothing
 * of it. A message of nothing else stays as it is.
 */
export function isolateManners(text: Edited): Edited {
  if (text.text.length > longest) return text;
  const bare = [pictures, head, tail].reduce((rest, part) => edit(rest, part, () => ""), text);
  return /[\p{L}\p{N}]/u.test(bare.text) ? bare : text;
}
