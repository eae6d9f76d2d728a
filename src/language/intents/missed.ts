import { foldForMatching } from "../../domain/text.ts";

/**
 * Asks what could not be delivered, or says that it is not wanted any more. `bare`: only right
 * after it was listed.
 */
export type MissedWish =
  | { readonly kind: "list" }
  | { readonly kind: "dismiss"; readonly bare: boolean };

const when =
  "(?: (?:today|yesterday|lately|recently|last night|this morning|overnight|while i was (?:away|gone|out|asleep|offline)))?";
const things = "(?:reminders?|alarms?|notifications?)";

const lists: readonly RegExp[] = [
  new RegExp(`^(?:so |hey |hi |and )?(?:what|which ${things}) (?:did|have) i miss(?:ed)?${when}$`),
  new RegExp(`^(?:did|have) i miss(?:ed)? (?:anything|something|any ${things}|any)${when}$`),
  new RegExp(
    `^(?:is there |are there |was there |were there )?(?:anything|any ${things})(?: that)? i(?:'ve| have)? missed${when}$`,
  ),
  new RegExp(
    `^(?:(?:please )?(?:show|list|tell|give) (?:me )?)?(?:all )?(?:the |my |any )?(?:missed|undelivered|unseen) (?:${things}|ones)(?: please)?$`,
  ),
  new RegExp(
    `^(?:which|what) ${things} (?:did not|didn't|could not|couldn't|never) (?:arrive|reach me|get through|come through|get to me)$`,
  ),
  /^(?:那?我|我们)?(?:是不是|有没有|是否|都|可能)?(?:错过|漏掉|漏|落下)了?(?:什么|哪些|哪几个|啥|些什么|什么提醒|哪些提醒|什么东西|多少提醒|提醒)(?:了|没|没有|吗|呢|啊)*$/,
  /^(?:今天|昨天|昨晚|刚才|这两天|最近)?(?:我)?(?:有没有|有什么|有哪些|有)(?:我)?(?:错过|漏掉|漏|没收到|没送到|没送达|没发出来)了?的?(?:提醒|什么|东西)?(?:吗|呢|没有|没)*$/,
  /^(?:有没有|有)?(?:哪些|什么|哪几个)?提醒(?:是)?(?:我)?(?:没收到|没送到|没送达|错过了?|漏了?|漏掉了?)(?:的)?(?:吗|呢)?$/,
  /^(?:看看|列出|列一下|查一下|说说)?(?:我)?(?:错过|漏掉|没收到|没送到|没送达)了?的(?:提醒)?(?:有哪些|有什么|都有什么|是什么|呢)?$/,
];

const missedZh = "(?:所有|全部)?(?:错过|漏掉|没送到|没收到|过期)了?的(?:那些|那几个)?(?:提醒)?";
const offZh =
  "(?:不用|不要|不需要|别)(?:了|再?提醒(?:我)?了?|补发?了?|管了)?|算了(?:吧)?|忘掉?(?:了|吧)?|清掉(?:吧)?|清空|删掉(?:吧)?|删了(?:吧)?|去掉(?:吧)?|取消(?:掉)?(?:吧)?";
const dismissals: readonly RegExp[] = [
  new RegExp(`^${missedZh}(?:就|都|全都|全部|全)*(?:${offZh})$`),
  new RegExp(`^(?:把|将)?${missedZh}(?:都|全都|全部|全)*(?:${offZh})$`),
  new RegExp(
    `^(?:忘掉|清掉|清空|删掉|删除|取消|不要|不用补)(?:了)?(?:那些)?${missedZh}(?:吧|了)*$`,
  ),
  new RegExp(
    `^(?:please |ok |okay )?(?:forget|dismiss|clear|drop|delete|ignore|discard|never ?mind)(?: about)?(?: all(?: of)?)?(?: the| my| those)? (?:missed|undelivered|unseen|late) (?:ones|${things}|stuff)(?: please)?$`,
  ),
  /^i (?:don't|do not) need the (?:missed|late) (?:ones|reminders)(?: any ?more)?$/,
];

const bareDismissals: readonly RegExp[] = [
  /^(?:好的?|嗯|那)?(?:它们|这些|那些)?(?:都|全|全都|全部)?(?:不用|不要|不需要)(?:了|补了|提醒了|管了)(?:吧)?$/,
  /^(?:都|全部)?(?:算了|忘掉|忘了)(?:吧)?$/,
  /^(?:ok |okay )?(?:forget|dismiss|drop|clear|ignore) (?:them|those|these|all of them|them all|it all|all)$/,
  /^(?:ok |okay )?(?:never ?mind(?: (?:them|those|all of them))?|i don't need (?:them|those|any of them)(?: any ?more)?|none of them)$/,
];

const edges = /^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu;

/** The whole message, so that "what did I miss in the meeting" is about something else. */
export function parseMissedRequest(text: string): MissedWish | undefined {
  if (text.length > 120) return undefined;
  const plain = foldForMatching(text)
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(edges, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(?<=\p{Script=Han}) | (?=\p{Script=Han})|[，,]/gu, "");
  if (lists.some((each) => each.test(plain))) return { kind: "list" };
  if (dismissals.some((each) => each.test(plain))) return { kind: "dismiss", bare: false };
  return bareDismissals.some((each) => each.test(plain))
    ? { kind: "dismiss", bare: true }
    : undefined;
}
