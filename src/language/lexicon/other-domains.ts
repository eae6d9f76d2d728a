import type { Language } from "../../domain/language.ts";
import { enEvents } from "./en/vocabulary.ts";

/** What other assistants see to: devices, media, shopping, journeys, letters, knowledge. */
export const foreignThings = {
  en: "lights?|lamps?|bulbs?|brightness|volume|sound|bass|temperature|thermostat|heat|heater|heating|cooling|ac|a/c|air ?con\\w*|fan|tv|television|channels?|netflix|youtube|spotify|music|songs?|tracks?|albums?|playlists?|radio|podcasts?|audiobooks?|movies?|films?|videos?|episodes?|coffee (?:machine|maker|pot)|kettle|vacuum|cleaner|roomba|robot|plugs?|sockets?|switch|blinds?|curtains?|shades?|doors?|locks?|garage|oven|stove|cameras?|speakers?|screen|sprinklers?|taxi|cab|uber|lyft|ride|hotel|airbnb|hostel|tickets?|table|restaurant|seats?|rental|pizza|food|takeout|groceries|grocery|shopping|cart|basket|tweets?|twitter|facebook|instagram|status|emails?|e-mails?|inbox|letter|texts?|messages?|sms|contacts?|phone number|numbers?|news|headlines|weather|forecast|stocks?|recipe|jokes?|route|directions|map|(?:shopping|grocery|wish|guest) ?lists?|(?:from|to|on|off) the list|new list|list called|files?|folder|documents?|photos?|pictures?|money|payment|balance|language|theme|colou?r|airplane mode|dark mode|do not disturb|software|computer|wi-?fi|bluetooth|battery|boiler|radiators?|towel rail|freezer|fridge|refrigerator|iron|dishwasher|washing machine|washer|dryer|microwave|toaster|cooker|pump|mode|orders?|delivery|deliveries|subscriptions?|memberships?|free trial|credits|downloads?|accounts?|recordings?|voice|horoscope|zodiac|aries|taurus|gemini|leo|virgo|libra|scorpio|sagittarius|capricorn|aquarius|pisces|(?:in|into|to) (?:french|spanish|german|italian|portuguese|russian|japanese|korean|vietnamese|arabic|hindi|polish|turkish|dutch|swedish|latin|greek)",
  zh: "灯|空调|电视|音量|亮度|温度|暖气|热水器|窗帘|插座|扫地|洗衣机|电饭煲|烤箱|咖啡机|风扇|警报|安防|门锁|车库|音乐|歌|电台|广播|播客|视频|听书|电影票|车票|机票|火车票|球票|酒店|宾馆|餐厅|餐位|座位|外卖|快车|专车|出租车|网约车|代驾|打车|快递|购物车|购物单|购物清单|清单|歌单|播放|联系人|号码|邮件|邮箱|短信|微信|微博|朋友圈|群聊|消息|密码|壁纸|铃声|飞行模式|勿扰|语言|无线网|蓝牙|系统|电脑|会议室|新闻|天气|股票|菜谱|笑话|路线|地图|照片|余额|节目|频道|综艺|电视剧|好看的|好吃的|好玩的|好听的|特价|订单|地址|比赛|展览|演唱会",
} as const;

const things = {
  en: new RegExp(String.raw`\b(?:${foreignThings.en})\b`),
  zh: new RegExp(foreignThings.zh),
} as const;

/** What is kept here, by any of its names. */
const ours = {
  en: /\b(?:remind\w*|wake|forget|countdown|alarms?|(?<!\b(?:weather|storm|fire|flood|price|news) )(?:alerts?|notifications?)|timers?|events?|meetings?|appointments?|(?<!\b(?:tv|television|train|bus|flight|ferry|league|movie|film|concert|fixture|lunar|tax|broadcast|programme) )(?:calendar|schedule|agenda)|to-?dos?|tasks?)\b/,
  zh: /提醒|闹钟|闹铃|日程|日历|待办|安排|会议|预约|备忘|[叫喊]我/,
} as const;

/** It speaks of something that another helper sees to, and of nothing that is kept here. */
export const isElsewhere = (text: string, language: Language): boolean =>
  things[language].test(text) && !ours[language].test(text);

/** What any of these words means is kept here, or was spoken of. */
const mayBeKept = new RegExp(
  String.raw`\b(?:${enEvents}|it|that|this|them|what i|these|those|one|ones|last|next|everything|all|\d{1,2}(?::\d\d)?\s?(?:[ap]m|o'clock)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow)\b`,
);

/**
 * "cancel my order", "change your voice": where nothing of that name is kept, and no word for what is
 * kept stands in it, another helper is meant.
 */
export const isStrange = (text: string, language: Language): boolean =>
  language === "en" && !ours.en.test(text) && !mayBeKept.test(text);

/** Whether something that is kept here is named as such. */
export const hasKeptThing = (text: string, language: Language): boolean =>
  ours[language].test(text);

/** Whether something that another helper sees to is named at all. */
export const hasForeignThing = (text: string, language: Language): boolean =>
  things[language].test(text);
