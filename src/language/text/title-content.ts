import { simplify } from "./traditional.ts";

/** Politeness and chatter name nothing. */
export const hasContent = (said: string): boolean => isSaid(simplify(said));

const isSaid = (title: string): boolean =>
  /[\p{L}\p{N}]/u.test(title) &&
  !/^(?:[一二两三四五六七八九十\d]+|[间哈啊个点着过事设定订]|mate|dear|love|bro|dude|pal|buddy|man|(?:ddl|deadline|due|截止(?:时间|日期)?|时间)是?|一?件事|一?个事儿?|一哈|别让我睡.{0,4}|靠|我靠|他?妈的?|他娘的?|卧槽|(?:the|these|those|following|all|two|three|four|five|several|some|a few|a couple of)(?: following)? (?:things|items|events|reminders|appointments|meetings)|right|right then|then|too|(?:as )?well|also|again|(?:when )?(?:it'?s )?(?:the )?time|bloody hell|damn)$/i.test(
    title,
  ) &&
  // Why, and not what.
  !/^(?:不然|否则|要不然?|免得|省得|以免|毕竟|因为)/.test(title) &&
  !/^(?:put|add|note|pop|stick|write|jot|pencil) (?:it|that|this)(?: (?:in|down|on|up))?(?: and)?$/i.test(
    title,
  ) &&
  !/^(?:你会?|我|想|可以|能|可否|能否|请|在|就|帮我|帮忙|那|等|过了?|到了?|左右|前后|快|大概|大约|差不多|准时|准点|不|是|你看|另外|还有|对了|顺便|然后|此外|以及|开始|那会儿?|那时候?|届时|每次|每回|帮手|(?:千万)?(?:不要|别|莫)忘(?:记(?!得)|了)*|算了|先|还是|要|得|记得|希望|需要|应该|的)+$/.test(
    title,
  ) &&
  !/^(?:不好意思|抱歉|打扰|麻烦了|谢谢|多谢|谢了|感谢|辛苦|拜托|爱你|么么哒|晚安|thanks?\b|thank you|thx|cheers)/i.test(
    title,
  ) &&
  !/^(?:好|好的|嗯|行|对|ok|okay|hey|hi|hello|kindly|你好|在吗|亲|宝|谢谢|哈喽|喂|你|你可以|你能|可以|能不能|我|我想|想|帮|去|来|一下|那|那么|嘿|please|thanks?|you|up|again|me|i|it|set|so|and|yes|no|the|an?|to|now|just|from now|can|could|would|will)$/i.test(
    title,
  );

/** A verb that still wants its object: "燃气费9号提醒我交", "部门培训，提醒我参加". */
const zhVerb =
  "(?:交|缴|付|还|取|拿|买|寄|发|送|领|接|退|换|修|洗|晒|收|关|开|喝|吃|看|听|读|写|背|做|办|弄|填|签|订|抢|充|续|喂|遛|浇|回|打|带|拆|擦|扫|倒|查|报|投|参加|出席|处理|提交|上交|确认|办理)";
const zhLone = new RegExp(`^(?:去|来|把它)?${zhVerb}(?:一下|掉|上|好|完|了它?|它)?$`);
const enLone =
  /^(?:attend|join|submit|collect|renew|register|participate|show up|go to it|attend it|join it|join in)$/i;

/** The verb alone, if its object is missing. */
export function verbWithout(title: string): string | undefined {
  const plain = title.replaceAll(/[^\p{L}\s]/gu, "").trim();
  return zhLone.test(simplify(plain)) || enLone.test(plain) ? plain : undefined;
}
