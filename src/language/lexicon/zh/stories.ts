/**
 * Where a sentence ends. Behind a comma a new one begins only with a word that turns to the other:
 * "…了，所以麻烦你".
 */
export const ends =
  /\n\s*\n|[。！!？?\n;；~～…]+|\.(?!\d)|[,，](?=\s*(?:(?:所以|那么?|对了|另外|不过|总之)[,，]?\s*)?(?:(?:麻烦|请|劳烦|辛苦|拜托)?[你您]|麻烦|所以|对了|[^,，。]{2,14}[你您](?:再|就|记得|帮忙)?(?:提醒|[叫喊催])我))/g;

/** The wish hangs on it. */
export const condition =
  /(?:如果|要是|假如|万一|倘若|只要|除非|一旦|等到?)[^,，。!！?？\n]*$|(?:的话|的时候)\s*$/i;

/** What was, and not how long the wish takes. */
export const past = /了|过|昨|刚/i;

/** Who or what is spoken of: with it a sentence begins that tells and asks for nothing. */
export const subject =
  /^\s*(?:[^,，。]{1,8}的(?:飞机|航班|火车|高铁|动车|车|船|班|课|会|考试|比赛)|上次|上回|上个?[月周]|去年|之前|昨|我|他|她|它|咱|人家|那[天边个]|这[次边个]|因为|毕竟|[^\d,，。每到从]{2,6}(?:说|是|要|有))/;

/** One more wish, or the same once more. */
export const more = /[还也]|另外|同样/i;

export const tails =
  /[。！!\n;；]+|[,，](?=\s*(?:我|他|她)们?(?:约|订|买|问|答应|要赶|得赶|跟)|(?:上次|上回|上个?[月周]|去年|之前|昨))|[,，](?=\s*[^,，。]{1,8}的(?:飞机|航班|火车|高铁|动车|车|船|班|课|会|考试|比赛)\s*[。!！]?\s*$)/g;

/**
 * The request would be another person's: a colon, an open quote, or a word of saying leads to it.
 */
export const leads = /(?:[:：“"「『(（]|[说问写讲喊道叫让回])[\s,，.…]*$/i;
