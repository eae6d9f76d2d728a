/** What ties a name to what is done together. */
export const ties = /[跟和与同]\s*$/;

/** A statement, a question or a denial. A wish to do it is none of these. */
export const talks =
  /[我你您他她它咱谁们了着没不别是的吗呢么?？]|过(?=$|[\s了的])|昨|刚|已经|正在|什么|怎么|^.{15}/;

export const wishes = /^\s*(?:(?:我想要?|想要?|帮我|请|麻烦))/;

export const polite = /^[\s\p{P}]*(?:请|谢谢|多谢|拜托|好)?[\s\p{P}]*$/u;
