import type { Language } from "../../domain/language.ts";
import type { Refusal } from "./reasons.ts";

type Both = Readonly<Record<Language, string>>;

const when: Both = { zh: "什么时候提醒你？", en: "When should I remind you?" };
const which: Both = { zh: "你说的是哪一个？", en: "Which one do you mean?" };

/** One short question for each thing that can be missing. Codes that ask nothing have none. */
const questions: Partial<Readonly<Record<Refusal, Both>>> = {
  no_time: when,
  date_without_clock: { zh: "那天几点提醒你？", en: "At what time that day?" },
  period_without_clock: { zh: "具体几点？", en: "At what time exactly?" },
  vague_time: { zh: "大概什么时候？给我一个时间。", en: "When, roughly? A time will do." },
  deadline_without_lead: {
    zh: "要在那之前多久提醒你？",
    en: "How long before that should I remind you?",
  },
  lead_without_event: { zh: "提前多久、在几点之前？", en: "How long before, and when is it?" },
  past_time: {
    zh: "这个时间已经过了。改到明天同一时间，还是别的时间？",
    en: "That time has passed. The same time tomorrow, or when?",
  },
  ambiguous_interval: {
    zh: "是多久一次？说具体一点，比如“每两天”或“半小时后”。",
    en: "How often exactly?",
  },
  ambiguous_hour: { zh: "是上午还是下午？", en: "Morning or evening?" },
  ambiguous_day: { zh: "具体是哪一天？", en: "Which day exactly?" },
  ambiguous_date_order: { zh: "是几月几号？", en: "Which is the day and which the month?" },
  incomplete_rule: { zh: "是哪一天？", en: "On which day?" },
  unbounded_interval: { zh: "提醒到什么时候为止？", en: "Until when should that go on?" },
  interval_too_short: {
    zh: "最短可以每 5 分钟一次，多久一次？",
    en: "Every 5 minutes is the shortest. How often?",
  },
  too_many_items: {
    zh: "一次最多记 8 条，先记哪几条？",
    en: "I can take 8 at a time. Which ones first?",
  },
  unread_time_word: {
    zh: "这个时间我没看懂，换个说法？",
    en: "I did not get the time. Could you put it another way?",
  },
  clock_left_over: {
    zh: "里面有好几个时间，哪个是提醒的时间？",
    en: "There is more than one time. When should I remind you?",
  },
  items_unclear: { zh: "每个时间分别提醒什么？", en: "What should I say at each of these times?" },
  condition: {
    zh: "我只会按时间提醒，定在几点？",
    en: "I can only go by the clock. At what time?",
  },
  no_title: { zh: "提醒你什么？", en: "What should I remind you of?" },
  unsure_wish: { zh: "要我到时候提醒你吗？", en: "Shall I remind you of that?" },
  unsure_company: { zh: "要我替你约上吗？", en: "Shall I set that up with them?" },
  phone_call: {
    zh: "我打不了电话，到时候发消息提醒你可以吗？",
    en: "I can't phone. Shall I write to you then instead?",
  },
  no_such_time: {
    zh: "没有这个日期或时间，是哪一天几点？",
    en: "There is no such date or time. When do you mean?",
  },
  far_future: {
    zh: "那也太远了，确定是这个时间吗？",
    en: "That is very far away. When do you mean?",
  },
  target_not_found: {
    zh: "没找到这个提醒，是哪一个？",
    en: "I can't find that one. Which do you mean?",
  },
  target_ambiguous: which,
  nothing_fired: {
    zh: "刚才没有提醒响过，要推迟哪一个？",
    en: "Nothing has gone off just now. Which one do you mean?",
  },
  no_change: {
    zh: "它本来就是这样，要改成什么？",
    en: "It is like that already. What should change?",
  },
  friend_unknown: {
    zh: "你的好友里没有这个人，是谁？",
    en: "I don't know that friend. Who do you mean?",
  },
  friend_ambiguous: {
    zh: "有不止一个叫这个名字的好友，是哪一位？",
    en: "More than one friend has that name. Which one?",
  },
  friend_missing: { zh: "还要和谁一起？", en: "Together with whom?" },
};

/** Without one, the sentence asks for nothing and is left to others. */
export const questionFor = (reason: Refusal, language: Language): string | undefined =>
  questions[reason]?.[language];
