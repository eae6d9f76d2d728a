export const cancels =
  /取消|删(?:掉|除|了|去|光)?|清(?:空|掉|除|光|理)|作废|撤掉|去掉|关(?:掉|了|闭)|不要了|不约了|推掉/;

export const everything = /所有|全部|统统|一切|都|清空|全(?=取消|删|清)/;

/** To the end of the clause. */
export const exceptions = /(?<![删清解移拆])除了?[^,，。;；]{1,30}/;

export const allDone =
  /^[\s\p{P}]*(?:今天的?|我|已经)*(?:都|全部|全|所有的?)(?:已经)?(?:做完|完成|搞定|弄完|办完|办好|做好|弄好|干完)(?:了|啦|咯|哈|[\s\p{P}])*$/u;

/** Whom it is shared with, beside the names: "和朋友的", "shared". */
export const anybody = /[和跟与同](?:别人|其他人|朋友|好友|大家)们?|共享|共同/;

export const toSelf = /[我咱俺]/;

export const aroundException = /[,，。.!！]|除了?|以外|之外|外$|的|那个/g;

export const dayWords = /今天|明天|后天|今晚|这周|本周|下周|清空|光/g;

export const tie = /[和跟与同约]\s*$/;

export const ofThem = /^\s*的/;

/** Some of several: "前两个", "这两个". */
export const several =
  /(?:前面?|头)(?<head>[两二三四2-4])[个条]|最?后面?(?<end>[两二三四2-4])[个条]|[这那](?<these>[两二三2-3])[个条]|两个(?=都)|[这那]?俩/;
