import type { ChangeFrame, Place } from "../change-frame.ts";
import { spanMs, zhDuration, zhDurationMs, zhSpan } from "./durations.ts";

const amount = String.raw`(?:${zhDuration}|(?!${zhDuration})${zhSpan})`;
const amountMs = (text: string): number =>
  new RegExp(`^(?:${zhDuration})$`).test(text) ? zhDurationMs(text) : spanMs(text);

/** Manners and sighs before an order; they name nothing. */
const head =
  /^\s*(?:[嗯哦噢啊诶欸呃]|那个?(?=[把将帮请麻])|对了|另外|然后|好的?|请你?|麻烦你?|劳驾|帮我|帮忙|给我|替我|我想要?|我要|我得|我需要|需要|想要?|能不能|可不可以|能否|可以|能|你)*\s*/;
const tail =
  /(?:[吧呗啊哈呀哦呢了的]|(?<=[\d点半刻分时钟])(?:起飞|出发|开始|响铃?|开)(?=[吧呗啊哈呀哦呢了的。.!！\s]*$)|吗|好吗|好不好|可以吗|行吗|行不行|谢谢你?|多谢|好了|就行|就好|[。.!！?？~～\s])+$/;
/** What comes between the object and its verb. */
const between =
  "(?:的?(?:开始)?(?:时间|日期|事情?))?(?:要|得|需要|想|帮我|给我|请|麻烦|再|都|统一|先|现在|被|又|临时)*";
const changing =
  "(?:重新约|约(?=到)|重新定|重新安排|改约|重约|改期|改时间|更改|更新|修改|变更|改|调整|调|挪|移动?|换|转)";
const later = "(?:延误|推迟|延后|延迟|延期|推后|顺延|往后[推挪移延调拖]?|后[推移延])";
const earlier = "(?:提前|提早|往前[推挪移提调]?|前移)";
const to = "(?:到|成|为|至|在)";

/** The object, then where it goes: 把例会改到下周一. */
const aimed = new RegExp(
  String.raw`^(?<mark>[把将])?(?<object>\S.*?)${between}(?<verb>${changing}${to}|(?:${later}|推|延|拖)${to}|${earlier}${to})(?<aim>\S.*)$`,
);
/** 把…安排到: what is kept already is put elsewhere. */
const placed = /^[把将](?<object>\S.*?)(?:的?时间)?安排(?:到|在)(?<aim>\S.*)$/;
/** 牙医现在是四点半了: the time that it has now. */
const timeAhead = "(?=[今明后下周星礼上中晚早\\d一二三四五六七八九十])";
const stated = new RegExp(
  String.raw`^(?<object>\S.*?)(?:的?时间)?(?:现在(?:是|改|变成?|换|${timeAhead})|其实(?:是|应该是)|应该是|(?:能不能|可不可以|能否)(?:是|在|改)?${timeAhead}|变成了?|改了?${timeAhead})(?:到|在|为)?(?<aim>\S.*)$`,
);
/** 快递明天五点再拿: not before that. 电话还是周四打吧: that one after all. */
const notBefore =
  /^(?<object>\S.*?)(?:的事情?)?[我你]?(?:还是|就)?(?<aim>[今明后下周星礼上中晚早\d一二三四五六七八九十][^再我]*?)再[\u4e00-\u9fff]{1,3}$/;
const afterAll = /^(?<object>\S.*?)还是(?<aim>[^是]+?)[打去来做开上拿取办吃弄](?=吧)?$/;
/** 以后维生素十点吃: a series from now on. */
const fromNowOn =
  /^(?:以后|今后|从今往后|往后)(?:都|每次)?(?<object>[^\d一二三四五六七八九十早晚上中下]{2,}?)(?:都|就)?(?<aim>[今明后下周星礼上中晚早\d一二三四五六七八九十每]\S*?)[吃做去打开上提叫]?$/;
/** The verb first: 修改例会的时间为下周一. */
const ordered = new RegExp(
  String.raw`^(?<verb>${changing}|${later}|${earlier})(?:一下)?(?<object>\S.*?)(?:的?(?:时间|日期))?${to}(?<aim>\S.*)$`,
);
/** The number begins here. */
const whole = String.raw`(?<![\d一二两三四五六七八九十半])`;
const shifted = new RegExp(
  String.raw`^[把将]?(?<object>\S.*?)${between}(?:(?<later>${later}|晚)|(?<earlier>${earlier}|早))个?\s*${whole}(?<amount>${amount})$`,
);
const orderedShift = new RegExp(
  String.raw`^(?:(?<later>${later})|(?<earlier>${earlier}))(?<object>\S.*?)\s*${whole}(?<amount>${amount})$`,
);
/** 银行把营业时间延到…: a subject of its own moves something. 例会把时间改到… names its object first, and 我们把… is an order. */
const byOthers =
  /^(?!(?:我们?|咱们?|大家|就|还是|要不|不如|干脆|赶紧|直接|顺便|再|先|都|也|其实|所以|那|今天|明天|现在)*[把将])[^把将]+[把将](?!来)[^把将]/;
/** …最爱说推到明天: reported words are not an order. */
const sayingVerb = /(?:[说讲喊]|表示|觉得|认为|以为|希望|听见|看到)$/;

const placeOf = (text: string, from: number, part: string): Place => {
  const at = text.indexOf(part, from);
  return { at, end: at + part.length };
};

/**
 * All ways to divide a clause, the likeliest first. Where nothing of that name is kept, other words of
 * the message may say what is meant.
 */
export function framesIn(clause: string): readonly ChangeFrame[] {
  const from = head.exec(clause)?.[0].length ?? 0;
  const end = tail.exec(clause)?.index ?? clause.length;
  const rest = clause.slice(from, end);
  const by = shifted.exec(rest) ?? orderedShift.exec(rest);
  if (by !== null) return [shiftFrame(clause, from, by)];
  return [aimed, placed, stated, ordered, notBefore, afterAll, fromNowOn].flatMap((shape) => {
    const { object = "", aim = "" } = shape.exec(rest)?.groups ?? {};
    if (object === "" || aim === "" || byOthers.test(object) || sayingVerb.test(object)) return [];
    return [
      {
        object: placeOf(clause, from, object),
        aim: aimOf(clause, { from, end, object, aim }),
        isSure: false,
        ...(byTimeAlone.has(shape) ? { named: "partly" as const } : {}),
      },
    ];
  });
}

/** Nothing but the time beside a name says that it moves: the name has to be one that is kept. */
const byTimeAlone = new Set([stated, notBefore, afterAll, fromNowOn]);

/** Behind the object; a verb may follow it. */
function aimOf(
  clause: string,
  said: { readonly from: number; readonly end: number; object: string; aim: string },
): Place {
  const { from, end, object, aim } = said;
  return clause.slice(end - aim.length, end) === aim
    ? { at: end - aim.length, end }
    : placeOf(clause, placeOf(clause, from, object).end, aim);
}

function shiftFrame(clause: string, from: number, { groups = {} }: RegExpExecArray): ChangeFrame {
  const { object = "", earlier: ahead, ...rest } = groups;
  const ms = amountMs(rest["amount"] ?? "");
  return {
    object: placeOf(clause, from, object),
    by: ahead === undefined ? ms : -ms,
    isSure: false,
  };
}

/** Words that may stand beside the time of an aim. */
export const besideAim =
  /(?:的?同一?个?|同样的?|原来的?|一样的|老)(?:时[间候]|点)|时间不变|[的在那吧]|左右|再[打去来做开上拿取办吃弄说看]{1,2}|去/g;

export const sameTime = /(?:同一?个?|同样的?|原来的?|一样的|老)(?:时[间候]|点)|时间不变/;

/** "它", "那个": something that was spoken of. */
export const pointsAtKept = /^(?:它|[那这]个?|闹钟|闹铃|提醒)/;

/** A Chinese number is a clock by its own word. */
export const opensWithNumber = /(?!)/;
export const fromNumber = /(?!)(?<number>)/;
