import { numberOf, zhNumber } from "../../text/numerals.ts";
import { slip } from "./follow-ups.ts";

export { numberOf, slip };
export const hours = /时|钟头|h/i;

/** "改成40分钟", "还是三小时吧": another amount takes the place of the one that was said. */
export const corrects = /还是|应该|干脆|要不|[改换调](?:成|到|为|作)?|吧\s*$/;

/** "我说45了？改40吧": what was said before, once more. */
export const quotesOld = /我(?:刚才?|之前)?说(?:的是|了|成)?[^?？,，。；!！]{1,12}[?？,，。；!！]/;

/** One more, and the first stays. */
export const more = /也|另外|再(?:加|来)/;

/** Words around the amount that say nothing else. */
export const beside =
  /[^\p{L}\p{N}]|[呃额嗯啊哎唉诶哦噢吧了的呢就那再也都]|好的?|行|还是|应该是?|干脆|要不|不对|不是|[说讲打搞弄记写]错了?|等等|等下|把|它|[这那]个|时间|[改换调](?:成|到|为|作)?|提醒|[叫喊]|我|一下|一次|另外|[加来]|谢谢|麻烦|请|帮/gu;

export const number = new RegExp(zhNumber, "g");
export const numberAlone = new RegExp(`^${zhNumber}$`);

/** "一小时后": the length itself is what counts. */
export const aroundLength = /(?:之后|以后|后)$/;
