import { zhDuration } from "./durations.ts";

/** Another length is not another time. */
export const lengthens = /延长|缩短|加长/;

export const movingVerb = /^(?:改|换|挪|移|调|推|延)/;

export const reportsChange = /已经?[^,，。]{0,6}(?:改|换|挪|移|调)(?:好|完|过|走)?了/;

export const putsOff = /^(?:推迟|延后|延迟|延期|推后|顺延)$/;

/** What is put off comes later than it would have. */
export const laterThan = /推迟|延[后期迟误]|推后|顺延|往后|拖[到延]/;

export const hearsay =
  /是(?:几[号点月]|星期几|周几|哪一?天|多少)[呀啊呢吗?？]*\s*$|(?:正常|要紧|怎么办|怎么回事|来得及|有影响)(?:吗|么|嘛)?[?？]?\s*$|如果|要是|假如|好像|听说|据说|可能|不知道|(?:改|换|推迟|挪)了(?:吗|没|么)|(?:别|不要|不用|不想|没)(?:再)?(?:改|换|推|挪|动)|^[^把将]{0,6}(?:老板|领导|老师|客户|房东|医生|同事|有人|别人|人家|大家|他们?|她们?|公司|学校).{0,3}(?:把|将|说|让)/;

/** "健身的人", "浇花的水壶": the title belongs to another word. */
export const ofTitle =
  /^的(?!提醒|闹钟|时间|名[字称]|标题|日[子期程]|那|这|事|安排|约|预约|会|活动|课|计划|任务|待办|点|[改换挪移调推延]|\s|[,，。]|$)[\p{Script=Han}]/u;

export const keepsTitle =
  /^(?:(?:的?同一?个?|原来的?|一样的|老)时[间候]|同一个?点|时间(?:不变|一样)|提醒|再|去|开始|开会|吃|做|左右|好了|可以|行|就|叫|喊|吧|呢|了|不是|行不行|可不可以|方便|的时候)/;

export const correctsBehind = /不是|不对/;

export const weakVerb = /^(?:不对|错了|不是)/;

export const asksForOtherTime = /改[个一下]*(?:时间|日期)/;

export const namesAnew = /改(?:成|为|名(?:叫|为|成)?|叫|作)$|换成$|换为$|重命名(?:为|成)?$/;

export const timeNotTitle =
  /^(?:饭|睡|课|会|班|起床|下班|上班|放学|吃饭|午休)[前后]|^(?:早|晚)(?:点|些|一点)|^别的|^其他|的了[。!！\s]*$/;

export const lengthAsked = /了(?:吗|没)|如果|要是/;

export const lengthVerb =
  /^(?:延长|加长|拉长|缩短|(?:要|得|会|需要|大概)(?:开|上|持续|进行|占|花|用))/;

export const toLength = /(?:到|至|为|成)\s*\S|^(?:要|得|会|需要|大概)/;

export const shortens = /缩短/;

export const trailingMarks = /[\s。.!！~啊哦哈]+$/;

export const correctionWord =
  /^\s*(?:oh\s+)?(?:[啊哦噢呃诶哎]*不(?:是|对)?|[啊哦噢呃诶哎]*(?:[说讲打搞弄记]?错了)|等等)(?![\p{L}\p{N}])/u;

export const besideCorrection = /[\s\p{P}]|是|应该/gu;

/** The verb, then how much; and whether the amount is the new length itself. */
export const lengthChanges = [
  new RegExp(String.raw`(延长|加长|拉长|缩短)(到|至|为|成)?\s*(?<amount>${zhDuration})`),
  new RegExp(
    String.raw`(?:要|得|会|需要|大概)(?:开|上|持续|进行|占|花|用)(?:大概|差不多)?\s*(?<amount>${zhDuration})[吧呢哦的]*$`,
  ),
];

/** What is right, and what was wrong. */
export const contrasts = [
  /是(?<right>[^,，。不]{1,30})[,，\s]*不是(?<wrong>[^,，。]{1,30})$/,
  /不是(?<wrong>[^,，。]{1,30}?)[,，\s]*(?:而是|是)(?<right>[^,，。]{1,30})$/,
];
