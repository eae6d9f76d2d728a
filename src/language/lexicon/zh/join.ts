import { nameMask as mask } from "../../text/characters.ts";

/** A denial, a statement or a question. */
export const talks =
  /别|不要|不用|不想|不能|不让|没|要不要|该不该|是不是|如果|要是|假如|为什么|怎么|谁|[了过][吗没么]|[了过][\s。.!！~]*$|(?<!(?:能|可以|可不可以|行|好|方便).{0,30})[吗么][?？]?$/;

export const filler =
  /请你?|麻烦你?|帮我|帮忙|给我|能不能|可不可以|可以|能|我想要?|我要|想要?|那个|这个|那一?[场顿次]|这一?[场顿次]|那天|当天|[那这它]|的|[里中内](?:面|头)?|一下|一起|一块儿?|也|再|还|都|好吗|好不好|行吗|行不行|谢谢|多谢|吧|啊|呀|哦|啦|呢|吗|嘛|哈|来|去|参加|提醒|日程|安排|[\s\p{P}\ue000]/gu;

/** Little that is said beside a name: "吃晚饭" for 晚饭. */
export const besideTitle = /^[吃喝开打看做聚个场顿次局]*$/;

export const tie = /(?:[和跟与同])\s*$/;

const more = "(?:也|再|还|都|给|一起|一并|一块儿?)?";

/** Into what exists. */
export const sure = [
  new RegExp(
    `[把将]\\s?${mask}\\s?${more}\\s?(?:加|拉|添加|添|叫|喊|带|算|捎)(?:到|进来|进去|进|入|上|过来)`,
  ),
  new RegExp(
    `(?:邀请|邀|叫|喊|让|请|拉)(?:上|着)?\\s?${mask}\\s?${more}(?:来|去|过来)?(?:参加|加入|出席)`,
  ),
  new RegExp(`(?:加|拉|添加|添|算)(?:上|个|进)?\\s?${mask}\\s?(?:到|进)`),
];

/** "Also", or bringing a person along: perhaps into something new. */
export const unsure = [
  new RegExp(
    `(?:也|再|还|顺便)(?:把|想|要)?(?:叫上?|喊上?|带上?|拉上?|约上?|邀请?|加上?个?|算上|捎上|添上)\\s?${mask}${more}(?:来|去)?`,
  ),
  new RegExp(`(?:叫上|喊上|带上|拉上|加上|算上|捎上|添上|加个)\\s?${mask}${more}(?:来|去)?`),
  new RegExp(
    `(?:邀请|邀|叫|喊|让|请|带|约)\\s?${mask}\\s?(?:也|都|一起|一块儿?)(?:一起)?(?:来|去)`,
  ),
  new RegExp(`多(?:叫|加|喊|带|约)(?:上|一个|个)?\\s?${mask}`),
];

/** A person who is not a friend. */
export const stranger =
  /[把将]\s?([\u4e00-\u9fff]{2,3}?)\s?(?:也|再|还|都|给|一起)?\s?(?:加|拉|添)(?:到|进|入|上)/;
