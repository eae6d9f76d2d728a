const missed = String.raw`(?:你|我|到时候?|它|时间)?(?:错过|(?:已经)?过了?(?:时间|点儿?|时候?)|[晚迟]了|太[晚迟]|没赶上|没来得及|(?:没|不能|没能|没有)(?:及时|按时|准时|按点)(?:提醒|发|送|通知)(?:到|出|我)?)(?:了|的话|的?时间|我)*`;
const giveUp = String.raw`(?:不用|不要|别|不必|无需|甭|用不着|不需要)(?:再)?(?:给我|帮我)?(?:补|再)?(?:提醒|补发|发|叫|通知|说|补)?(?:我)?(?:了|啦)?|算了|跳过|作罢|不(?:再)?(?:提醒|补|叫|发)(?:我)?了?`;
const still = String.raw`(?:也|还|还是|仍然?|照样|依然|都)(?:要|得|请|需要|记得|给我|麻烦)*(?:补|再)?(?:提醒|补上?|通知|叫|发|说)(?:给我|我)?(?:一?[次下声])?`;

/** What is to become of a reminder that is late, as a sentence says it. */
export const lateForms: readonly (readonly ["fire" | "skip", RegExp])[] = [
  [
    "fire",
    new RegExp(String.raw`(?:即使|就算|哪怕|即便|如果|要是|万一)${missed}[,，]?\s*${still}`),
  ],
  [
    "fire",
    new RegExp(
      String.raw`${missed}[,，]?\s*(?:也|还是|仍然?|照样)(?:要|得|请)${still.replace(/^\(.*?\)/, "")}`,
    ),
  ],
  [
    "skip",
    new RegExp(
      String.raw`(?:如果|要是|万一|假如|一旦|要|若)?${missed}[,，]?\s*(?:就|那就|那|则)?(?:${giveUp})`,
    ),
  ],
];

/** "怎么错过了就不提醒了": a question, or a complaint. */
export const asks = /怎么|为什么|为啥|凭什么|(?<!好|可以|行|成)[吗么嘛][?？。!！\s]*$/i;

export const speaksOfReminding = /如果|要是|万一|提醒|通知|补/i;
