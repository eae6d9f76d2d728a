export const asks = /[?？]|[吗呢]\s*$/;

export const besideName =
  /[\s\p{P}与]|我|想|要|说|指|的|是|就|吧|啊|呀|哦|噢|嗯|对|那|应该|其实|约|跟|和|叫|找|换|改|成|一起|[打写说]错|不好意思|抱歉|朋友|好友|他|她|了|位/gu;

export const filler =
  /[\s\p{P}]|吧|呢|啊|哦|哈|呀|就|那|嗯|好|的|是|对|行|可以|大概|左右|大约|提醒|都|要|在|我|时候|之前|前/gu;

/** Around the time in an answer that corrects what was just asked: "不对，改成七点吧". */
export const correcting =
  /(?:还是|应该是?|干脆|不然|要不|不对|不是|[说讲记搞弄写打]?错了|等等|等下|把?(?:它|这个|时间)?(?:改|换|调|挪|定|设|放|移)(?:成|到|为|在)|随便|无所谓|都行|看着办)[\s,，.。!！]*/gu;

export const besideChoice = /[\s\p{P}]|那个|那条|这个|的|吧/gu;

export const means = /(?:就?是)\s*/g;

export const us = /^(?:我们|咱们?|我俩)/;

export const nextStretch = /(下+)个?(周|星期|礼拜|月)(?![一二三四五六日天末底初\d])/;

export const month = /月/i;

export const everyOther = /隔([两二三四五六七八九\d]+)/;

export const everyOtherDay = /每?隔[一两二三四五六七八九\d]*个?[天日]/;

export const weekend = /(?:(?:下+|这|本)个?)?(?:周|星期|礼拜)末/;

export const yes =
  "好|好的|好啊|对|对的|是|是的|嗯+|行|可以|没错|要|[记加写排]上|记吧|加吧|记一下|加进去|提醒我?";
export const behindYes = "吧|啊|呀|的";
export const dropped = "算了|不用了?|不要了?|取消|没事了?|不了";
export const behindDropped = "吧|谢谢";
/** Around the place of one in a list: "就要第二个吧". */
export const besidePlace = "就|要|那|嗯|好|的|吧|啊|哦|哈|那个|那条|这个|请|谢谢|对";
